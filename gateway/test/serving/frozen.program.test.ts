import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { cookieHeader, postSession } from '../fixtures/gateway.ts'
import { environmentWith } from '../fixtures/processes/environment.ts'
import { type GatewayProcess, startGatewayProcess } from '../fixtures/processes/gateway-process.ts'
import { NEEDS_STORE, startStore } from '../fixtures/processes/store-server.ts'
import { startTestStandIn } from '../fixtures/provider/stand-in.ts'
import { type SendOptions, send } from '../fixtures/wire/http-client.ts'

/**
 * A process without a processor between requests, as on Cloud Run: stopped by SIGSTOP, and continued by the next request, which
 * is there before any timer runs.
 */

const skip = process.platform === 'linux' ? false : 'reads /proc'
const ORIGIN = 'http://localhost:8080'
const LOOK_AGAIN_MS = 10
/** A gateway has missed messages of the store if it has read none for 8 s. */
const BEHIND_MS = 8500
/** The application closes its idle connections after this time. */
const KEEP_ALIVE_MS = 1000

const secondsNow = () => Date.now() / 1000

/** Polls until the condition holds. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(LOOK_AGAIN_MS)
}

async function startPlace(t: Test, env: Record<string, string> = {}) {
  const provider = await startTestStandIn(t, { projectId: 'demo-test', now: secondsNow })
  const application = createServer((request, response) => {
    request.resume().on('end', () => response.end('here'))
  })
  application.keepAliveTimeout = KEEP_ALIVE_MS
  application.listen(0, '127.0.0.1')
  await once(application, 'listening')
  t.teardown(() => {
    application.closeAllConnections()
    application.close()
  })
  const { port } = application.address() as AddressInfo
  const start = () =>
    startGatewayProcess(t, {
      env: {
        ...environmentWith(provider, { withCredentials: true }),
        GATEHOUSE_PUBLIC_URL: ORIGIN,
        GATEHOUSE_UPSTREAM_URL: `http://127.0.0.1:${port}`,
        K_SERVICE: 'gatehouse',
        ...env
      }
    })
  const signIn = async ({ url }: GatewayProcess, secondsAgo = 0) => {
    const authTimeSeconds = Math.floor(secondsNow()) - secondsAgo
    const { idToken, refreshToken } = await provider.signIn('ada', { authTimeSeconds })
    const response = await postSession(url, idToken, refreshToken)
    t.equal(response.status, 200, 'signed in')
    return cookieHeader(response)
  }
  return { start, signIn, application }
}

/** Stops a process; resolves once it no longer runs. */
async function freeze({ child }: GatewayProcess): Promise<void> {
  child.kill('SIGSTOP')
  await until(() => /^\d+ \(.*\) T/.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8')))
}

/** Sends a request to a stopped process, and continues it once the request is there. */
async function thawWith(
  { url, child }: GatewayProcess,
  path: string,
  options: SendOptions
): Promise<Response> {
  const response = send(`${url}${path}`, options)
  // One of the same machine: by then the request waits in the process's socket.
  await delay(2 * LOOK_AGAIN_MS)
  child.kill('SIGCONT')
  return await response
}

const passes = async ({ url }: GatewayProcess, cookie: string) =>
  (await send(`${url}/page`, { headers: { cookie } })).status === 200

t.test('frozen: log lines and events of requests before it are written', { skip }, async (t) => {
  const audit = join(t.testdir(), 'events')
  const { start, signIn } = await startPlace(t, { GATEHOUSE_AUDIT_TO: audit })
  const gateway = await start()
  await signIn(gateway)
  await send(`${gateway.url}/the-last-page`)
  // Each takes the process at least one turn of its event loop.
  for (let turn = 0; turn < 3; turn += 1) await send(`${gateway.managementUrl}/livez`)
  await freeze(gateway)
  await gateway.printed(/"path":"\/the-last-page"/)
  t.match(readFileSync(audit, 'utf8'), /"event":"session\.started"/)
  t.match(readFileSync(`/proc/${gateway.child.pid}/stat`, 'utf8'), /^\d+ \(.*\) T/, 'it is still frozen')
  gateway.child.kill('SIGCONT')
})

t.test('frozen: a form is posted although the application closed its connections', { skip }, async (t) => {
  const { start, signIn, application } = await startPlace(t)
  const gateway = await start()
  const cookie = await signIn(gateway)
  t.ok(await passes(gateway, cookie))
  await freeze(gateway)
  await until(
    () => new Promise<boolean>((resolve) => application.getConnections((_err, count) => resolve(count === 0)))
  )
  const headers = { cookie, origin: ORIGIN, 'content-type': 'text/plain' }
  t.equal((await thawWith(gateway, '/form', { method: 'POST', headers, body: 'x' })).status, 200)
})

t.test(
  'frozen, store: a sign-out at another instance counts for the first request',
  { skip: skip || NEEDS_STORE },
  async (t) => {
    const store = await startStore(t)
    const { start, signIn } = await startPlace(t, { GATEHOUSE_STORE_URL: store.url })
    const [here, there] = [await start(), await start()]
    const [gone, kept] = [await signIn(here), await signIn(here, 5)]
    for (const gateway of [here, there])
      for (const cookie of [gone, kept]) t.ok(await passes(gateway, cookie), 'passes at both')
    await freeze(here)
    const headers = { cookie: gone, origin: ORIGIN }
    t.equal((await send(`${there.url}/logout`, { method: 'POST', headers })).status, 204)
    await delay(BEHIND_MS)
    t.equal((await thawWith(here, '/page', { headers: { cookie: gone } })).status, 401)
    t.ok(await passes(here, kept), 'control')
  }
)
