import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { portOf } from '../src/http/listening-server.ts'

const SLOW_MS = 1500
const TICK_MS = 100

/** The application behind the gateway: answers, slow answers, uploads, an event stream and WebSockets. */
export interface Application {
  url: string
  close(): void
}

/** Starts it on a free port of loopback. `tickMs`: between two events of a stream. */
export async function startApplication(tickMs = TICK_MS): Promise<Application> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://application')
    if (pathname === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      const ticking = setInterval(() => response.write('data: tick\n\n'), tickMs)
      response.once('close', () => clearInterval(ticking))
      return
    }
    let bytes = 0
    for await (const chunk of request) bytes += chunk.length
    if (pathname === '/slow') await delay(SLOW_MS)
    response.end(String(bytes))
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
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
