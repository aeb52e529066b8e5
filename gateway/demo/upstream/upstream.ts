import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocketServer } from 'ws'
import type { Guide } from './guide.ts'
import { renderPage } from './page.ts'
import { countUpload, createSocketServer, sendDownload, sendEvents, sendJson, sendStatus } from './streams.ts'

const KEEP_ALIVE_MS = 65_000

/** Where the demo application listens. */
export interface DemoUpstreamOptions {
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Default: none, the pages only show requests. */
  guide?: Guide | null
}

/** A running demo application. */
export type DemoUpstream = Awaited<ReturnType<typeof startDemoUpstream>>

function parseTarget(target: string): URL {
  return new URL(`http://demo${target.startsWith('/') ? target : '/'}`)
}

function echoRequest(req: IncomingMessage, res: ServerResponse): void {
  req.resume()
  const { method, url, headers, rawHeaders } = req
  sendJson(res, 200, { method, url, headers, rawHeaders })
}

async function sendPage(req: IncomingMessage, res: ServerResponse, guide: Guide | null): Promise<void> {
  const { url: target = '/', headers, rawHeaders } = req
  const page = await renderPage({ target, headers, rawHeaders, guide })
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  res.end(req.method === 'HEAD' ? undefined : page)
}

async function route(req: IncomingMessage, res: ServerResponse, guide: Guide | null): Promise<void> {
  const url = parseTarget(req.url ?? '/')
  const { pathname } = url
  const [, code] = /^\/demo\/status\/([^/]+)$/.exec(pathname) ?? []
  if (code !== undefined) return sendStatus(code, res)
  if (pathname === '/demo/events') return sendEvents(res)
  if (pathname === '/demo/download') return sendDownload(url, res)
  if (pathname === '/demo/upload' && req.method === 'POST') return countUpload(req, res)
  const isPage = req.method === 'GET' || req.method === 'HEAD'
  const wantsHtml = (req.headers.accept ?? '').includes('text/html')
  return isPage && wantsHtml && pathname !== '/demo/headers'
    ? sendPage(req, res, guide)
    : echoRequest(req, res)
}

function acceptUpgrade(sockets: WebSocketServer, req: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.on('error', () => socket.destroy())
  if (parseTarget(req.url ?? '/').pathname !== '/demo/socket') {
    socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    return
  }
  sockets.handleUpgrade(req, socket, head, (client) => sockets.emit('connection', client, req))
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      const at = address !== null && typeof address === 'object' ? address : { address: host, port }
      resolve(`http://${at.address.includes(':') ? `[${at.address}]` : at.address}:${at.port}`)
    })
  })
}

/** Starts an application without any sign-in of its own that shows the requests it gets. */
export async function startDemoUpstream(options: DemoUpstreamOptions = {}) {
  // Uploads may take longer than Node's five minutes; a proxy keeps connections longer than Node's five seconds.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS }, (req, res) => {
    // Only a stream whose client has disconnected fails here.
    route(req, res, options.guide ?? null).catch(() => res.destroy())
  })
  const sockets = createSocketServer()
  server.on('upgrade', (req, socket, head) => acceptUpgrade(sockets, req, socket, head))
  const url = await listen(server, options.host ?? '127.0.0.1', options.port ?? 0)
  return {
    /** Origin, without a trailing slash. */
    url,
    /** Ends the server and every socket at once, streams and WebSockets too. */
    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    }
  }
}
