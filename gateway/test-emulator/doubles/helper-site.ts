import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'

/**
 * Serves emulator helper pages at provider paths: `/__/auth/x` is `/emulator/auth/x` at `emulatorHost`.
 * Its responses have headers that a gateway must not forward: a cookie, and a ban on frames.
 */
export async function startHelperSite(emulatorHost: string) {
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
    /** Headers of all requests. */
    asked,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
