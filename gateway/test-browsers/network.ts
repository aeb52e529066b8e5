import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makePair } from '../test/fixtures/provider/certificates.ts'

const THIS_MACHINE = new Set(['localhost', '127.0.0.1'])

/** A response of the network itself. */
export interface Served {
  contentType: string
  body: string
}

/** All that browsers can reach: this machine, and what is served in place of other hosts. */
export type Network = Awaited<ReturnType<typeof startNetwork>>

/**
 * Starts the proxy that browsers use for every address. It takes the part of the routes of a page, which WebDriver does not have:
 * `served` responds for addresses by how they end, and requests to other hosts than this machine fail.
 */
export async function startNetwork(served: ReadonlyMap<string, Served>) {
  let held: { pattern: RegExp; until: Promise<void>; release: () => void } | null = null

  async function respond(address: URL, asked: IncomingMessage, response: ServerResponse): Promise<void> {
    if (held?.pattern.test(address.href)) await held.until
    const own = [...served].find(([ending]) => (address.origin + address.pathname).endsWith(ending))?.[1]
    if (own !== undefined) return void response.setHeader('content-type', own.contentType).end(own.body)
    if (!THIS_MACHINE.has(address.hostname)) return void response.writeHead(502).end()
    const { method, headers } = asked
    const passed = request(address, { method, headers }, (given) => {
      response.writeHead(given.statusCode ?? 502, given.rawHeaders)
      given.pipe(response)
    })
    passed.on('error', () => response.destroy())
    asked.pipe(passed)
  }

  const secure = createTlsServer(await makePair({ name: 'apis.google.com' }), (asked, response) => {
    void respond(new URL(`https://${asked.headers.host}${asked.url}`), asked, response)
  })
  const proxy = createServer((asked, response) => void respond(new URL(asked.url ?? ''), asked, response))
  proxy.on('connect', (_asked, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    secure.emit('connection', socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    /** `host:port` of the proxy. */
    host: `127.0.0.1:${port}`,
    /** Holds back responses for addresses that match, until `release`. */
    hold(pattern: RegExp): void {
      let release = () => {}
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      held = { pattern, until, release }
    },
    /** Sends what is held back, and holds nothing any more. */
    release(): void {
      held?.release()
      held = null
    },
    close() {
      proxy.closeAllConnections()
      proxy.close()
    }
  }
}
