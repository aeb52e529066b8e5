import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { rolldown } from 'rolldown'
import { packagePath } from '../../src/config/package-files.ts'
import { holds } from '../../test/fixtures/browser/browser.ts'
import { installGapi } from '../../test/fixtures/browser/gapi.ts'

const STEP_TIMEOUT_MS = 10_000

const SDK = `
  export { initializeApp } from '@firebase/app'
  export * from '@firebase/auth'`

/** `sdk`: all of `@firebase/auth`; `auth`: configured as on the login page. */
const SCRIPT = `
  import * as sdk from './sdk.js'
  const app = sdk.initializeApp({ apiKey: 'key', projectId: 'demo-gatehouse', authDomain: 'localhost' })
  const auth = sdk.initializeAuth(app, { persistence: sdk.inMemoryPersistence })
  sdk.connectAuthEmulator(auth, '__EMULATOR__', { disableWarnings: true })
  Object.assign(window, { sdk, auth })
  document.title = 'ready'`

export type BarePage = Awaited<ReturnType<typeof openBarePage>>

/** A page with only the official SDK, configured for the emulator at `host`; `csp`: its policy. */
export async function openBarePage(browser: Browser, host: string, csp = '') {
  const server = await serveBarePage(SCRIPT.replace('__EMULATOR__', `http://${host}`), csp)
  const context = await browser.newContext()
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  await installGapi(context)
  const page = await context.newPage()
  await page.goto(server.url)
  return {
    page,
    /** The awaited value of an expression that may use `sdk` and `auth`. */
    async evaluate(expression: string): Promise<unknown> {
      await holds(page, "document.title === 'ready'")
      return page.evaluate(`(async () => ${expression})()`)
    },
    async close(): Promise<void> {
      await context.close()
      server.close()
    }
  }
}

/** A real server, as browsers block access to this machine from pages of intercepted requests. */
async function serveBarePage(script: string, csp: string): Promise<{ url: string; close(): void }> {
  const sdk = await bundleSdk()
  const server = createServer(({ url }, response) => {
    if (url === '/sdk.js') {
      response.setHeader('content-type', 'text/javascript').end(sdk)
      return
    }
    if (csp !== '') response.setHeader('content-security-policy', csp)
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>bare</title><body><script type="module">${script}</script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** The SDK as one module for browsers. */
async function bundleSdk(): Promise<string> {
  const entry = packagePath('sdk.js')
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [
      {
        name: 'gatehouse:sdk',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? SDK : null)
      }
    ]
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output[0].code
}
