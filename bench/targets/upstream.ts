import { createServer, type ServerResponse } from 'node:http'

/** The application behind every proxy: 1 kB of JSON, a download of any size, an upload that is counted. */
const ITEMS = JSON.stringify({
  items: Array.from({ length: 16 }, (_, id) => ({ id, name: `item ${id}`, text: 'x'.repeat(24) }))
})
const CHUNK = Buffer.alloc(64 * 1024, 'x')

const server = createServer((req, res) => {
  const url = new URL(req.url ?? '/', 'http://upstream')
  if (url.pathname === '/download') {
    sendBytes(res, Number(url.searchParams.get('bytes')))
  } else if (req.method === 'POST') {
    let bytes = 0
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    req.on('end', () => sendJson(res, JSON.stringify({ bytes })))
  } else {
    sendJson(res, ITEMS)
  }
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1')

function sendJson(res: ServerResponse, body: string): void {
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  res.end(body)
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
