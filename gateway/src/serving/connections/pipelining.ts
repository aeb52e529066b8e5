import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { DenseList, Listed } from '../../http/connections/open-responses.ts'
import { Lingering } from '../../http/connections/staged-close.ts'

/** End of a request head; Node's parser accepts no other line ends. */
const HEAD_END = Buffer.from('\r\n\r\n')
/** Requests of a connection that may wait. Node dispatches all requests within the 64 KiB it reads at once. */
const MAX_WAITING_REQUESTS = 32
/** Bytes to read ahead of the current request, so that a disconnect is noticed. */
const MAX_AHEAD_BYTES = 64 * 1024
/** After this many cuts at head ends, cut only every `LONG_CUT_BYTES`. */
const MAX_CLOSE_CUTS = 16
const LONG_CUT_BYTES = 1024
const NOTHING = Buffer.alloc(0)
const CONNECTION = Symbol('pipelined connection')

type PipelinedSocket = Socket & { [CONNECTION]?: PipelinedConnection }
type Reply = (raw: IncomingMessage, response: ServerResponse) => void

/** Skips the rest of the parser's chunk, which may hold thousands of requests: 2 is what Node returns for an upgrade. Without the property, it is parsed in vain. */
function stopParsing(socket: Socket & { parser?: { onIncoming?: () => number } | null }): void {
  if (socket.parser?.onIncoming !== undefined) socket.parser.onIncoming = () => 2
}

/** What a client that sends too many requests at once is refused with. */
class TooManyWaiting extends Error {
  readonly code = 'TOO_MANY_PIPELINED_REQUESTS'
}

/**
 * Handles one request per connection at a time, as nginx, HAProxy and Go do. Node's parser reads the connection natively, which is fastest,
 * until a request arrives before the response to the previous one; from then on it gets one head at a time. `refuse`: responds to a client
 * that sent more than `MAX_WAITING_REQUESTS` until then. `silent`: connections without a request, taken out at their first.
 */
export function createPipelining(
  answer: Reply,
  refuse: (error: Error, socket: Socket) => void,
  silent: DenseList<PipelinedConnection>
) {
  const due: (() => void)[] = []
  const lingering = new Lingering()

  /** Runs one per event loop turn across connections, so that other clients are served in between. */
  function runNext(): void {
    const run = due.shift()
    if (due.length > 0) setImmediate(runNext)
    run?.()
  }

  function schedule(run: () => void): void {
    if (due.push(run) === 1) setImmediate(runNext)
  }

  return {
    /** Adds a connection of Node's server. */
    add(socket: PipelinedSocket): PipelinedConnection {
      const connection = new PipelinedConnection(socket, schedule)
      socket[CONNECTION] = connection
      lingering.add(socket)
      return connection
    },
    has: (socket: PipelinedSocket): boolean => socket[CONNECTION] !== undefined,
    /** Closes connections that are read only before they are closed. */
    endLingering: () => lingering.endAll(),
    /** Handles a request now, or after the previous one on its connection. */
    response(raw: IncomingMessage, response: ServerResponse): void {
      const { [CONNECTION]: connection }: PipelinedSocket = raw.socket
      if (connection !== undefined) silent.remove(connection)
      // Node assigns the socket to one response at a time, in request order.
      if (response.socket !== null) answer(raw, response)
      else if (connection?.isFull !== true) connection?.wait(response, () => answer(raw, response))
      else if (!raw.socket.destroyed) {
        refuse(new TooManyWaiting(), raw.socket)
        raw.socket.destroy()
        stopParsing(raw.socket)
      }
    },
    /** Releases the connection to another protocol. Returns everything read after the upgrade. `head`: the part that Node read. */
    release({ [CONNECTION]: connection }: PipelinedSocket, head: Buffer): Buffer {
      if (connection === undefined) return head
      silent.remove(connection)
      return connection.release(head)
    }
  }
}

/** A connection whose requests are handled in turn. Can be in one list of the server's. */
export class PipelinedConnection implements Listed {
  listIndex = -1
  readonly socket: Socket
  readonly #schedule: (run: () => void) => void
  #waiting = 0
  /** What gives Node's parser a chunk; null until a request has to wait. */
  #parse: ((chunk: Buffer) => void) | null = null
  /** Set with `#parse`. */
  #onData: ((chunk: Buffer) => void) | null = null
  /** Read, but not parsed. */
  #ahead: Buffer = NOTHING
  #isReleased = false

  constructor(socket: Socket, schedule: (run: () => void) => void) {
    this.socket = socket
    this.#schedule = schedule
  }

  /** True if no further request may wait. */
  get isFull(): boolean {
    return this.#waiting === MAX_WAITING_REQUESTS
  }

  wait(response: ServerResponse, answer: () => void): void {
    this.#waiting += 1
    if (this.#parse === null) this.#takeOver()
    response.once('socket', () => this.#schedule(() => this.#proceed(answer)))
  }

  release(head: Buffer): Buffer {
    this.#isReleased = true
    if (this.#onData !== null) this.socket.off('data', this.#onData)
    return this.#ahead.length === 0 ? head : Buffer.concat([head, this.#ahead])
  }

  /** Replaces the data listener of Node's parser, which reads natively until there is another. */
  #takeOver(): void {
    const [parse] = this.socket.listeners('data')
    if (typeof parse !== 'function') throw new TypeError('the connection has no parser')
    this.#parse = parse as (chunk: Buffer) => void
    this.#onData = (chunk) => {
      if (this.#waiting === 0) {
        this.#feed(chunk)
        return
      }
      this.#ahead = Buffer.concat([this.#ahead, chunk])
      if (this.#ahead.length > MAX_AHEAD_BYTES) this.socket.pause()
    }
    this.socket.on('data', this.#onData)
    this.socket.off('data', this.#parse)
    // Paused by Node, whose parser would have resumed reading: an empty chunk makes the stream read ahead instead.
    if (this.socket.isPaused()) this.socket.push('')
  }

  /** Parses up to the head of the first request that must wait. */
  #feed(chunk: Buffer): void {
    let rest = chunk
    for (let cuts = 0; ; cuts++) {
      // More cuts than two requests need are within a body, which may consist of nothing else.
      const end = rest.indexOf(HEAD_END, cuts < MAX_CLOSE_CUTS ? 0 : LONG_CUT_BYTES)
      const length = end === -1 ? rest.length : end + HEAD_END.length
      if (length === rest.length) {
        this.#ahead = NOTHING
        this.#parse?.(rest)
        return
      }
      this.#ahead = rest.subarray(length)
      this.#parse?.(rest.subarray(0, length))
      // After an upgrade or disconnect, Node reuses the parser for another connection.
      if (this.#waiting > 0 || this.#isReleased || !this.socket.writable) return
      rest = this.#ahead
    }
  }

  #proceed(answer: () => void): void {
    const socket = this.socket
    if (!socket.writable) return
    // Node pauses its parser until the drain.
    if (socket.writableNeedDrain) {
      socket.once('drain', () => this.#proceed(answer))
      return
    }
    this.#waiting -= 1
    answer()
    if (this.#waiting > 0) return
    if (this.#ahead.length > 0) this.#feed(this.#ahead)
    if (!this.#isReleased && this.#ahead.length <= MAX_AHEAD_BYTES) socket.resume()
  }
}
