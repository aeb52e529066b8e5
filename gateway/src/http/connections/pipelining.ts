import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Listed } from '../../dense-list.ts'

/** Ends the head of every request: Node's parser accepts no other line ends. */
const HEAD_END = Buffer.from('\r\n\r\n')
/** How much is read beyond the request in progress, so that the end of the connection is noticed, in bytes. */
const MAX_AHEAD_BYTES = 64 * 1024
/** Bytes are cut at each end of a head up to so many times, then at the first one after so many bytes. */
const MAX_CLOSE_CUTS = 16
const LONG_CUT_BYTES = 1024
const NOTHING = Buffer.alloc(0)
/**
 * Of a socket, not of a `WeakMap` by socket: where proxies open a connection for each auth request, its table is rehashed all the
 * time, and V8 promotes connections with it.
 */
const CONNECTION = Symbol('pipelined connection')

type PipelinedSocket = Socket & { [CONNECTION]?: Connection }
type Reply = (raw: IncomingMessage, response: ServerResponse) => void

/** A connection whose requests are answered one after the other. Can be in one list of the server's. */
export interface PipelinedConnection extends Listed {
  readonly socket: Socket
}

/** Requests of one connection, answered one after the other; see `createPipelining`. */
export interface Pipelining {
  /** A connection that Node's server reads requests on, with Node's own listeners. */
  add(socket: Socket): PipelinedConnection
  /** Undefined: it was never added. */
  get(socket: Socket): PipelinedConnection | undefined
  /** Has this request answered: now, or when the one before it on its connection has been. */
  response(raw: IncomingMessage, response: ServerResponse): void
  /** The connection speaks another protocol from now on. Gives all that was read after the upgrade. `head`: what Node read. */
  release(socket: Socket, head: Buffer): Buffer
}

/**
 * One request of a connection at a time, as nginx, HAProxy and Go have it. Node would dispatch every request of the 64 KiB that it
 * reads at once, and keep their responses until the client reads them: its parser gets one head at a time here, and the next
 * one when the response is written. One request of a connection waits parsed, the rest unread or as bytes.
 */
export function createPipelining(answer: Reply): Pipelining {
  const connectionOf = (socket: PipelinedSocket) => socket[CONNECTION]
  const due: (() => void)[] = []

  /** One for each turn of the event loop, however many connections there are: other clients are served in between. */
  function runNext(): void {
    const run = due.shift()
    if (due.length > 0) setImmediate(runNext)
    run?.()
  }

  function schedule(run: () => void): void {
    if (due.push(run) === 1) setImmediate(runNext)
  }

  return {
    add(socket: PipelinedSocket) {
      const connection = new Connection(socket, schedule)
      socket[CONNECTION] = connection
      return connection
    },
    get: connectionOf,
    response(raw, response) {
      // Node gives the socket to one response at a time, in the order of their requests.
      if (response.socket !== null) answer(raw, response)
      else connectionOf(raw.socket)?.wait(response, () => answer(raw, response))
    },
    release: (socket, head) => connectionOf(socket)?.release(head) ?? head
  }
}

/** The same for a server that answers its connections itself, by the one listener that it has for requests. */
export function pipeline(server: Server): void {
  const [answer] = server.listeners('request') as RequestListener[]
  if (answer === undefined) throw new TypeError('the server has no listener for requests')
  const pipelining = createPipelining((raw, response) => answer.call(server, raw, response))
  server.off('request', answer)
  server.on('request', pipelining.response)
  server.on('connection', pipelining.add)
}

class Connection implements PipelinedConnection {
  listIndex = -1
  readonly socket: Socket
  readonly #schedule: (run: () => void) => void
  readonly #parse: (chunk: Buffer) => void
  readonly #onData = (chunk: Buffer) => this.#read(chunk)
  /** Read, but not parsed. */
  #ahead: Buffer = NOTHING
  #isWaiting = false
  #isReleased = false

  /** Takes the place of the listener by which Node's parser gets its bytes. */
  constructor(socket: Socket, schedule: (run: () => void) => void) {
    this.#schedule = schedule
    const [parse] = socket.listeners('data')
    if (typeof parse !== 'function') throw new TypeError('the connection has no parser')
    this.socket = socket
    this.#parse = parse as (chunk: Buffer) => void
    socket.on('data', this.#onData)
    socket.off('data', this.#parse)
  }

  wait(response: ServerResponse, answer: () => void): void {
    this.#isWaiting = true
    response.once('socket', () => this.#schedule(() => this.#proceed(answer)))
  }

  release(head: Buffer): Buffer {
    this.#isReleased = true
    this.socket.off('data', this.#onData)
    return this.#ahead.length === 0 ? head : Buffer.concat([head, this.#ahead])
  }

  #read(chunk: Buffer): void {
    if (!this.#isWaiting) {
      this.#feed(chunk)
      return
    }
    this.#ahead = Buffer.concat([this.#ahead, chunk])
    if (this.#ahead.length > MAX_AHEAD_BYTES) this.socket.pause()
  }

  /** Parses up to the head of the first request that has to wait. */
  #feed(chunk: Buffer): void {
    let rest = chunk
    for (let cuts = 0; ; cuts++) {
      // More cuts than two requests have are those of a body, which may be made of nothing else.
      const end = rest.indexOf(HEAD_END, cuts < MAX_CLOSE_CUTS ? 0 : LONG_CUT_BYTES)
      const length = end === -1 ? rest.length : end + HEAD_END.length
      if (length === rest.length) {
        this.#ahead = NOTHING
        this.#parse(rest)
        return
      }
      this.#ahead = rest.subarray(length)
      this.#parse(rest.subarray(0, length))
      // Node's parser belongs to another connection once this one is upgraded or gone.
      if (this.#isWaiting || this.#isReleased || !this.socket.writable) return
      rest = this.#ahead
    }
  }

  #proceed(answer: () => void): void {
    const socket = this.socket
    if (socket.destroyed) return
    // Until then Node's parser is paused.
    if (socket.writableNeedDrain) {
      socket.once('drain', () => this.#proceed(answer))
      return
    }
    this.#isWaiting = false
    answer()
    if (this.#ahead.length > 0) this.#feed(this.#ahead)
    if (!this.#isReleased && this.#ahead.length <= MAX_AHEAD_BYTES) socket.resume()
  }
}
