import { lstatSync, unlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { realClock } from '../../async/schedule.ts'
import type { Config } from '../../config/schema/schema.ts'
import { type CertificatePair, readCertificatePair } from '../../config/tls/certificate-pair.ts'
import type { ServerCertificate } from '../../config/tls/certificate-warnings.ts'
import { type ListenPlan, planTcp } from '../../http/connections/listening-server.ts'
import { createServedCertificate, type ServedCertificate } from './certificate-reload.ts'
import { planTls } from './tls.ts'

interface SecuredPlan {
  plan: ListenPlan
  certificate: ServedCertificate
}

/**
 * Adds TLS. `given`: the initial certificate; default: from the files. Throws if they are not a valid pair.
 * `offersHttp2`: see `planTls`.
 */
export function planSecured(
  place: ListenPlan,
  server: ServerCertificate,
  {
    logger,
    given,
    offersHttp2
  }: { logger: FastifyBaseLogger; given: CertificatePair | undefined; offersHttp2: boolean }
): SecuredPlan {
  const { files, usage } = server
  const first = given ?? readServerCertificate(server)
  const { plan, useCertificate } = planTls(place, first, { offersHttp2 })
  return {
    plan,
    certificate: createServedCertificate({ files, usage, first, use: useCertificate, logger, now: realClock })
  }
}

/** Reads a listener's certificate. Throws if the files are not a valid pair. */
export function readServerCertificate({ files, usage }: ServerCertificate): CertificatePair {
  const read = readCertificatePair(files, usage.section)
  if (read.kind === 'invalid')
    throw new Error(read.problems.map(({ path, message }) => `${path} ${message}`).join('; '))
  return read
}

/** The visitors' listener, without TLS. */
export function planPlace({ host, port, unix, fd }: Config['listen']): ListenPlan {
  if (fd !== null) return planDescriptor(fd)
  return unix === null ? planTcp({ host, port }) : planUnixSocket(unix)
}

/** A socket-activated descriptor; its owner keeps it too, so connections queue while this process does not accept. */
function planDescriptor(fd: number): ListenPlan {
  return { createServer, connectionEvent: 'connection', at: { fd } }
}

/** The address, for the log. */
export function describePlace({ host, unix, fd, tls }: Config['listen'], port: number): object {
  const isTls = tls === null ? {} : { tls: true }
  if (fd !== null) return { fd, port, ...isTls }
  return unix === null ? { host, port, ...isTls } : { unix }
}

/** Gives mode 0660: owner and group may connect, which requires write permission (unix(7)). */
const CREATION_MASK = 0o117

/**
 * Listens on a Unix socket. Replaces a stale socket; listening rejects if another process listens there, or
 * the path is something else. The file is removed when the server closes.
 */
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
