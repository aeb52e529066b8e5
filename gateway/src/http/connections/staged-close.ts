import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** How long a connection is read before it is closed, with the times of nginx, and how many are at a time. */
const LIMITS = { idleMs: 5_000, totalMs: 30_000, bytes: 64 * 1024 ** 2, connections: 256 }

const LINGERING = Symbol('connections that are read before they are closed')

type StagedSocket = Socket & {
  [LINGERING]?: Lingering
  parser?: { incoming?: IncomingMessage | null } | null
}

/** The connections of a server that are read before they are closed. */
export class Lingering {
  readonly #open = new Set<Socket>()
  readonly #limits: typeof LIMITS

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Node closes this connection in stages if a response ends it before its request has arrived. */
  add(socket: StagedSocket): void {
    socket[LINGERING] = this
    socket.destroySoon = destroySoon
  }

  /** Sends `last`, closes this side, and drops what the client sends until it closes its own. */
  begin(socket: Socket, last = ''): void {
    if (this.#open.has(socket)) {
      Socket.prototype.destroySoon.call(socket)
      return
    }
    const { idleMs, totalMs, connections } = this.#limits
    const [oldest] = this.#open
    if (oldest !== undefined && this.#open.size >= connections) this.#end(oldest)
    this.#open.add(socket)
    const end = () => this.#end(socket)
    const late = setTimeout(end, totalMs).unref()
    socket.once('close', () => clearTimeout(late)).once('close', end)
    socket.setTimeout(idleMs, end).end(last)
    // Node's parser may have paused it: it resumes in the next tick, unless there is another reader by then.
    socket.resume()
    process.nextTick(() => this.#drop(socket))
  }

  /** Instead of Node's parser, which would go on to the next request. */
  #drop(socket: Socket): void {
    let { bytes } = this.#limits
    socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      bytes -= chunk.length
      if (bytes < 0) this.#end(socket)
    })
  }

  /** Closes them now. */
  endAll(): void {
    for (const socket of this.#open) this.#end(socket)
  }

  #end(socket: Socket): void {
    this.#open.delete(socket)
    socket.destroy()
  }
}

/** In place of Node's, which it calls at the end of the last response: with unread data, that resets the connection. */
function destroySoon(this: StagedSocket): void {
  if (this.parser?.incoming?.complete === false) closeAfterReading(this)
  else Socket.prototype.destroySoon.call(this)
}

/** Sends `last` and closes in stages (RFC 9112, 9.6): closed with unread data, it would be reset, and the response lost. */
export function closeAfterReading(socket: StagedSocket, last?: string): void {
  const lingering = socket[LINGERING] ?? new Lingering()
  lingering.begin(socket, last)
}
