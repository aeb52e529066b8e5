import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { IDENTITY_HEADERS } from './headers.ts'

const TICK_MS = 1000
const CHUNK = Buffer.alloc(64 * 1024, 'gatehouse ')
const DEFAULT_DOWNLOAD_BYTES = 1024 * 1024

/** Sends a JSON answer that is not to be kept. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  res.end(JSON.stringify(body))
}

/** A server-sent event at once, then one each second until the client or the server ends the answer. */
export function sendEvents(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  let tick = 0
  const send = (): void => {
    tick += 1
    res.write(`id: ${tick}\ndata: ${JSON.stringify({ tick, time: new Date().toISOString() })}\n\n`)
  }
  send()
  const timer = setInterval(send, TICK_MS)
  res.once('close', () => clearInterval(timer))
}

/** Counts the bytes of a body as they pass, without keeping them. */
export async function countUpload(req: IncomingMessage, res: ServerResponse): Promise<void> {
  let bytes = 0
  for await (const chunk of req) if (Buffer.isBuffer(chunk)) bytes += chunk.length
  sendJson(res, 200, { bytes })
}

function* chunksOf(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left)
}

/** Streams as many bytes as `?bytes=` says, no faster than the client takes them. */
export async function sendDownload(url: URL, res: ServerResponse): Promise<void> {
  const bytes = Number(url.searchParams.get('bytes') ?? DEFAULT_DOWNLOAD_BYTES)
  if (!Number.isSafeInteger(bytes) || bytes < 0) {
    sendJson(res, 400, { message: 'bytes must be a whole number' })
    return
  }
  res.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': bytes,
    'content-disposition': 'attachment; filename="demo.bin"',
    'cache-control': 'no-store'
  })
  await pipeline(Readable.from(chunksOf(bytes), { objectMode: false }), res)
}

/** Answers with the status asked for. */
export function sendStatus(code: string, res: ServerResponse): void {
  const status = Number(code)
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    sendJson(res, 400, { message: 'the status must be between 200 and 599' })
    return
  }
  sendJson(res, status, { status })
}

function pickIdentity(headers: IncomingHttpHeaders): Record<string, string> {
  const identity: Record<string, string> = {}
  for (const name of IDENTITY_HEADERS) {
    const value = headers[name]
    if (typeof value === 'string') identity[name] = value
  }
  return identity
}

/** A WebSocket server which first sends the identity headers of the upgrade request, then echoes. */
export function createSocketServer(): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true })
  sockets.on('connection', (socket: WebSocket, req: IncomingMessage) => {
    socket.on('error', () => socket.terminate())
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
    socket.send(JSON.stringify({ kind: 'welcome', identity: pickIdentity(req.headers) }))
  })
  return sockets
}
