import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

/** The provider's own site with its sign-in helper, as far as the emulator has one. */
export interface HelperSite {
  origin: string
  /** Headers of everything it was asked. */
  asked: IncomingHttpHeaders[]
  close(): Promise<void>
}

/**
 * Serves the emulator's helper pages under the provider's paths: `/__/auth/x` is `/emulator/auth/x` at `emulatorHost`.
 * Answers with what a gateway must not pass on: a cookie, and a ban of frames.
 */
export async function startHelperSite(emulatorHost: string): Promise<HelperSite> {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer((call, response) => {
    asked.push(call.headers)
    const path = String(call.url).replace(/^\/__\/auth\//, '/emulator/auth/')
    request(`http://${emulatorHost}${path}`)
      .then(async ({ statusCode, headers, body }) => {
        response
          .writeHead(statusCode, {
            'content-type': String(headers['content-type']),
            'set-cookie': 'helper=1; Path=/',
            'x-frame-options': 'DENY'
          })
          .end(await body.text())
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
