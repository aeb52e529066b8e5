import { createServer, type ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'

/**
 * The application behind every proxy: 1 kB of JSON, at once or `afterMs` later; a download of any size, an upload that is counted, an
 * event stream, and WebSockets that send back what they get.
 */
const ITEMS = JSON.stringify({
  items: Array.from({ length: 16 }, (_, id) => ({ id, name: `item ${id}`, text: 'x'.repeat(24) }))
})
const CHUNK = Buffer.alloc(64 * 1024, 'x')
const EVENT = `data: ${'x'.repeat(100)}\n\n`

const server = createServer((req, res) => {
  const url = new URL(req.url ?? '/', 'http://upstream')
  const read = (name: string) => Number(url.searchParams.get(name))
  if (url.pathname === '/download') {
    sendBytes(res, read('bytes'))
  } else if (url.pathname === '/events') {
    sendEvents(res, read('count'), read('everyMs'))
  } else if (req.method === 'POST') {
    let bytes = 0
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    req.on('end', () => sendJson(res, JSON.stringify({ bytes })))
  } else if (url.searchParams.has('afterMs')) {
    setTimeout(() => sendJson(res, ITEMS), read('afterMs'))
  } else {
    sendJson(res, ITEMS)
  }
})
server.keepAliveTimeout = 60_000
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
})
server.listen(Number(process.argv[2]), '127.0.0.1')

function sendJson(res: ServerResponse, body: string): void {
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  res.end(body)
}

/** So many events, each in a write of its own. */
function sendEvents(res: ServerResponse, count: number, everyMs: number): void {
  res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  let sent = 0
  const sending = setInterval(() => {
    sent += 1
    if (sent <= count) res.write(EVENT)
    else res.end()
  }, everyMs)
  res.once('close', () => clearInterval(sending))
}

function sendBytes(res: ServerResponse, bytes: number): void {
  res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes })
  let left = bytes
  const fill = () => {
    let room = true
    while (left > 0 && room) {
      room = res.write(left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK)
      left -= Math.min(left, CHUNK.length)
    }
    if (left === 0) res.end()
    else res.once('drain', fill)
  }
  fill()
}
