import { lstatSync, unlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, createServer as createSocketServer } from 'node:net'
import type { Config } from '../../config/schema/schema.ts'
import { type ListenPlan, planTcp } from '../../http/connections/listening-server.ts'

/** The visitors' listener, without TLS. */
export function planPlace({ host, port, unix, fd }: Config['listen']): ListenPlan {
  // A socket-activated descriptor: its owner keeps it too, so connections queue while this process does not accept.
  if (fd !== null) return { createServer, connectionEvent: 'connection', at: { fd } }
  return unix === null ? planTcp({ host, port }) : planUnixSocket(unix)
}

/** The address, for the log. */
export function describePlace({ host, unix, fd, tls }: Config['listen'], port: number): object {
  const isTls = tls === null ? {} : { tls: true }
  if (fd !== null) return { fd, port, ...isTls }
  return unix === null ? { host, port, ...isTls } : { unix }
}

/** Gives mode 0660: owner and group may connect, which requires write permission (unix(7)). */
const CREATION_MASK = 0o117

/** Listens on a Unix socket, in place of a stale one. Rejects if another process listens there, or the path is something else. */
export function planUnixSocket(path: string): ListenPlan {
  return {
    createServer,
    connectionEvent: 'connection',
    at: { path },
    prepare: () => removeStaleSocket(path),
    creationMask: CREATION_MASK
  }
}

async function removeStaleSocket(path: string): Promise<void> {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (!stat.isSocket()) throw new Error(`listen.unix: ${path} exists and is not a socket`)
  const code = await connectTo(path)
  if (code === 'ECONNREFUSED') unlinkSync(path)
  else if (code === null) throw new Error(`listen.unix: another process listens on ${path}`)
  // It may have disappeared; any other error leaves open whether another process listens.
  else if (code !== 'ENOENT')
    throw new Error(`listen.unix: cannot tell whether another process listens on ${path} (${code})`)
}

/** Null: connected, so another process listens. Otherwise the error code. */
function connectTo(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(null)
    })
    socket.once('error', (err: NodeJS.ErrnoException) => resolve(err.code ?? 'unknown reason'))
  })
}

/**
 * Rejects like listening would if a configured address is unavailable, and removes a stale Unix socket. For the primary, whose
 * workers would otherwise each report the error differently. Sets the umask that `listen.unix` needs.
 */
export async function checkAddresses({
  listen,
  forwardAuth
}: Pick<Config, 'listen' | 'forwardAuth'>): Promise<void> {
  const visitors = planPlace(listen)
  await visitors.prepare?.()
  // Permanently: the file is created when the first worker listens.
  if (visitors.creationMask !== undefined) process.umask(visitors.creationMask)
  const others = forwardAuth.enabled ? [forwardAuth.listen, forwardAuth.grpc] : []
  for (const { at } of [visitors, ...others.flatMap((address) => (address === null ? [] : planTcp(address)))])
    if ('port' in at && at.port !== 0) await tryAddress(at)
}

function tryAddress(at: ReturnType<typeof planTcp>['at']): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createSocketServer()
    server.once('error', reject)
    server.listen(at, () => server.close(() => resolve()))
  })
}
