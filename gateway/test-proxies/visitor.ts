import { once } from 'node:events'
import { type IncomingMessage, request as requestOverTcp } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { WebSocket } from 'ws'
import { PAGE } from '../test/fixtures/gateway.ts'
import { createCookieJar } from '../test/fixtures/wire/cookie-jar.ts'
import { readJson } from '../test/fixtures/wire/http-client.ts'

/** Headers of a call by a page script. */
export const CALL = { accept: 'application/json', 'sec-fetch-mode': 'cors' }
const ANSWER_TIMEOUT_MS = 20_000

/** One request of a visitor. */
export interface Visit {
  method?: string
  /** Sent verbatim. */
  path: string
  /** By default those of a page load. */
  headers?: Record<string, string>
  /** Alternating names and values, sent verbatim in any spelling and number. */
  rawHeaders?: readonly string[]
  body?: string
}

/** The response. */
export interface Reply {
  status: number
  headers: IncomingMessage['headers']
  setCookies: readonly string[]
  text: string
  /** The body as JSON, or an empty object. */
  json: Record<string, unknown>
}

/** Result of opening a WebSocket: the echoed message, or the status of the refusal. */
export type SocketVisit =
  | { kind: 'echoed'; text: string; setCookies: readonly string[] }
  | { kind: 'refused'; status: number }

/** How a WebSocket is opened. */
export interface SocketOptions {
  /** Origin of the page that opens it; by default the visited one. */
  pageOrigin?: string
  /** Value of `Upgrade`; by default `websocket`. */
  upgrade?: string
}

/** A visitor with separate cookies. Redirects are not followed. */
export interface Visitor {
  /** The visited origin. */
  origin: string
  visit(visit: Visit): Promise<Reply>
  /** The response once its headers have arrived. Rejects, or fails while read, after 20 s without data. */
  open(visit: Visit): Promise<IncomingMessage>
  /** Opens a WebSocket and sends a message. */
  openSocket(path: string, options?: SocketOptions): Promise<SocketVisit>
  /** The `Cookie` header of the next request. */
  cookieHeader(): string
  /** The same visitor at another host, with the cookies for it. */
  at(host: string): Visitor
  /** The same visitor in another network: `address` is one of this machine. */
  from(address: string): Visitor
}

/** How visitors reach the proxy. */
export interface VisitorOptions {
  host: string
  port: number
  /** The URL in the address bar. */
  scheme: 'http' | 'https'
  /** Whether the proxy accepts TLS. */
  overTls: boolean
  /** Of the visitor. Default: the proxy's own. */
  localAddress?: string
}

/** A new visitor without cookies. */
export function createVisitor(options: VisitorOptions, jar = createCookieJar()): Visitor {
  const { host, port, scheme, overTls } = options
  const authority = `${host}:${port}`
  const origin = `${scheme}://${authority}`

  async function open({ headers = PAGE, rawHeaders = [], ...visit }: Visit): Promise<IncomingMessage> {
    const cookie = jar.header()
    const all = [
      ...['host', authority, ...Object.entries(headers).flat(), ...rawHeaders],
      ...(cookie === '' ? [] : ['cookie', cookie])
    ]
    const response = await send(options, visit, all)
    jar.store(response.headers['set-cookie'] ?? [])
    return response
  }

  async function openSocket(
    path: string,
    { pageOrigin = origin, upgrade = 'websocket' }: SocketOptions = {}
  ): Promise<SocketVisit> {
    const cookie = jar.header()
    const socket = new WebSocket(`${overTls ? 'wss' : 'ws'}://127.0.0.1:${port}${path}`, {
      headers: { host: authority, origin: pageOrigin, ...(cookie === '' ? {} : { cookie }) },
      rejectUnauthorized: false,
      handshakeTimeout: ANSWER_TIMEOUT_MS,
      finishRequest: (request) => request.setHeader('upgrade', upgrade).end()
    })
    try {
      return await echo(socket)
    } finally {
      socket.terminate()
    }
  }

  return {
    origin,
    async visit(visit) {
      return await readResponse(await open(visit))
    },
    open,
    openSocket,
    cookieHeader: jar.header,
    at: (other) => createVisitor({ ...options, host: other }, jar),
    from: (localAddress) => createVisitor({ ...options, localAddress }, jar)
  }
}

async function echo(socket: WebSocket): Promise<SocketVisit> {
  let setCookies: readonly string[] = []
  socket.once('upgrade', ({ headers }) => {
    setCookies = headers['set-cookie'] ?? []
  })
  const refused = new Promise<SocketVisit>((resolve) => {
    socket.once('unexpected-response', (_request, { statusCode = 0 }) =>
      resolve({ kind: 'refused', status: statusCode })
    )
  })
  const echoed = once(socket, 'open').then(async (): Promise<SocketVisit> => {
    const message = once(socket, 'message')
    socket.send('hello')
    const [data] = await message
    return { kind: 'echoed', text: String(data), setCookies }
  })
  return await Promise.race([refused, echoed])
}

async function send(
  { host, port, overTls, localAddress = '127.0.0.1' }: VisitorOptions,
  { method = 'GET', path, body }: Omit<Visit, 'headers' | 'rawHeaders'>,
  headers: readonly string[]
): Promise<IncomingMessage> {
  const to = { host: '127.0.0.1', port, localAddress }
  const options = { ...to, method, path, agent: false, timeout: ANSWER_TIMEOUT_MS }
  const hasBody = body !== undefined || !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const length = hasBody ? ['content-length', String(Buffer.byteLength(body ?? ''))] : []
  const closing = headers.some((name) => name.toLowerCase() === 'connection') ? [] : ['connection', 'close']
  const all = { headers: [...headers, ...length, ...closing] }
  const request = overTls
    ? requestOverTls({ ...options, ...all, servername: host, rejectUnauthorized: false })
    : requestOverTcp({ ...options, ...all })
  request.once('timeout', () => request.destroy(new Error('no answer in time')))
  return await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
    request.once('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('the connection was upgraded'))
    })
    request.end(body)
  })
}

async function readResponse(response: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const setCookies = response.headers['set-cookie'] ?? []
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    setCookies,
    text,
    json: readJson(text)
  }
}
