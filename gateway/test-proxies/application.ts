import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'
import { portOf } from '../src/serving/connections/listening-server.ts'
import type { Seen } from '../test/fixtures/wire/upstream.ts'

/** An application that is unaware of the gateway. */
export type Application = Awaited<ReturnType<typeof startApplication>>

/** Headers of every response, whose body is the JSON of the request. */
export const APPLICATION_COOKIE = 'theme=dark; Path=/; Priority=High'
export const APPLICATION_CACHE_CONTROL = 'public, max-age=600'

/** Starts an application that responds with the request it saw, and echoes WebSocket messages. */
export async function startApplication() {
  const seen: Seen[] = []
  const takers: ((response: ServerResponse) => void)[] = []
  const note = (
    { method = '', url = '', httpVersion, headers, rawHeaders }: IncomingMessage,
    body: string
  ) => {
    const entry = { method, url, httpVersion, headers, rawHeaders, body }
    seen.push(entry)
    return entry
  }
  const server = createServer(async (request, response) => {
    const taker = takers.shift()
    if (taker !== undefined) return taker(response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.setHeader('content-type', 'application/json')
    response.setHeader('cache-control', APPLICATION_CACHE_CONTROL)
    response.setHeader('set-cookie', APPLICATION_COOKIE)
    response.end(JSON.stringify(note(request, Buffer.concat(chunks).toString())))
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  server.on('upgrade', (request) => note(request, ''))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: portOf(server.address()),
    /** Every request since the last `forget`, upgrades included. */
    seen,
    forget() {
      seen.length = 0
    },
    /** The next request, to which the caller responds. */
    take: (): Promise<ServerResponse> => new Promise((resolve) => takers.push(resolve)),
    close(): Promise<void> {
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    }
  }
}
