import { lstatSync, unlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { ListenPlan } from '../../http/listening-server.ts'

/** Leaves 0660: owner and group may connect, and writing is what connecting needs (unix(7)). */
const CREATION_MASK = 0o117

/**
 * The plan for a Unix socket. A socket that a killed process left behind is replaced; listening rejects when somebody
 * listens there already, or when the path is something else. The file is removed when the server closes.
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
  // It may have gone away since; anything else leaves open whether somebody listens.
  else if (code !== 'ENOENT')
    throw new Error(`listen.unix: cannot tell whether another process listens on ${path} (${code})`)
}

/** Null: somebody listens there. Else the code of the error. */
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
