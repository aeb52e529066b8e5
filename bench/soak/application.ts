import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { portOf } from '../../gateway/src/http/listening-server.ts'

const TICK_MS = 500
const PADDING = 'x'.repeat(900)

/** What the application answers with. */
export interface Page {
  /** Who the gateway says is asking; empty: nobody. */
  user: string
  /** Of the body that came. */
  bytes: number
}

/** The application behind the gateways: pages that say for whom they are, uploads, an event stream and WebSockets. */
export async function startApplication(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      const ticking = setInterval(() => response.write('data: tick\n\n'), TICK_MS)
      response.once('close', () => clearInterval(ticking))
      return
    }
    let bytes = 0
    for await (const chunk of request) bytes += chunk.length
    const page: Page = { user: String(request.headers['x-forwarded-user'] ?? ''), bytes }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...page, padding: PADDING }))
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.on('error', () => {})
    socket.on('message', (data) => socket.send(data))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
    }
  }
}
