import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { makePair } from '../../test/fixtures/provider/certificates.ts'

/** A TLS terminator with a self-signed certificate, as in front of a gateway. */
export interface HttpsSite {
  port: number
  close(): Promise<void>
}

/** A page that is sent to the browser. */
export interface PassingPage {
  contentSecurityPolicy: string
  html: string
}

/**
 * Listens on 127.0.0.1 as `host` and forwards everything to `upstreamPort` with an unchanged `Host`.
 * `change` modifies pages below `/login`.
 */
export async function startHttpsSite(
  host: string,
  upstreamPort: number,
  change: (page: PassingPage) => PassingPage
): Promise<HttpsSite> {
  const server = createServer(await makePair({ name: host }), (asked, response) => {
    const { method, url: path = '/' } = asked
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const passed = request({ host: 'localhost', port: upstreamPort, method, path, headers }, (given) => {
      const { statusCode = 502, headers: kept } = given
      const isPage = path.startsWith('/login') && String(kept['content-type']).startsWith('text/html')
      if (!isPage) {
        response.writeHead(statusCode, kept)
        given.pipe(response)
        return
      }
      void text(given).then((html) => {
        const page = change({ contentSecurityPolicy: String(kept['content-security-policy']), html })
        delete kept['content-length']
        response.writeHead(statusCode, { ...kept, 'content-security-policy': page.contentSecurityPolicy })
        response.end(page.html)
      })
    })
    passed.on('error', () => response.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
