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
/** Unknown keys are asked for once in 30 s. */
const KEYS_PAUSE_MS = 30_500
/** The application closes its idle connections after this time. */
const KEEP_ALIVE_MS = 1000

/** Enough accounts for an outage to be one. */
const OTHERS = Array.from({ length: 10 }, (_, index) => `visitor ${index}`)

const secondsNow = () => Date.now() / 1000

/** Polls until the condition holds. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(LOOK_AGAIN_MS)
}

async function startPlace(t: Test, env: Record<string, string> = {}, idTokenTtlSeconds = 3600) {
  const provider = await startTestStandIn(t, { projectId: 'demo-test', now: secondsNow, idTokenTtlSeconds })
  for (const uid of ['ada', ...OTHERS]) provider.accounts.create({ uid })
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
  const signIn = async ({ url }: GatewayProcess, secondsAgo = 0, uid = 'ada') => {
    const authTimeSeconds = Math.floor(secondsNow()) - secondsAgo
    const { idToken, refreshToken } = await provider.signIn(uid, { authTimeSeconds })
    const response = await postSession(url, idToken, refreshToken)
    t.equal(response.status, 200, 'signed in')
    return cookieHeader(response)
  }
  return { provider, start, signIn, application }
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

/** They wait most of the time. */
const AT_A_TIME = 5
const trials: [title: string, options: { skip: string | false }, run: (t: Test) => Promise<void>][] = []

function trial(...one: (typeof trials)[number]): void {
  trials.push(one)
}

trial('frozen: an id token that expired meanwhile is refreshed by the first request', { skip }, async (t) => {
  const { provider, start, signIn } = await startPlace(t, {}, 3)
  const gateway = await start()
  const cookie = await signIn(gateway)
  t.ok(await passes(gateway, cookie))
  await freeze(gateway)
  provider.calls.reset()
  await delay(3500)
  const first = await thawWith(gateway, '/page', { headers: { cookie } })
  t.equal(first.status, 200)
  t.equal(provider.calls.refresh, 1)
  t.ok(await passes(gateway, cookieHeader(first)))
})

trial('frozen: a session that was over meanwhile ends, another one does not', { skip }, async (t) => {
  const { start, signIn } = await startPlace(t, { GATEHOUSE_SESSION_ABSOLUTE_SECONDS: '60' })
  const gateway = await start()
  const [cookie, other] = [await signIn(gateway, 45), await signIn(gateway)]
  t.ok(await passes(gateway, cookie))
  await freeze(gateway)
  await delay(16_000)
  const first = await thawWith(gateway, '/page', { headers: { cookie } })
  t.equal(first.status, 401)
  t.match(await first.json(), { code: 'SESSION_EXPIRED' })
  t.ok(await passes(gateway, other), 'control')
})

trial(
  'frozen: an account that was disabled meanwhile is refused by the first request',
  { skip },
  async (t) => {
    const { provider, start, signIn } = await startPlace(t, {
      GATEHOUSE_SESSION_REVOCATION_CHECK_SECONDS: '1'
    })
    const gateway = await start()
    const cookie = await signIn(gateway)
    t.ok(await passes(gateway, cookie))
    await freeze(gateway)
    provider.accounts.update('ada', { disabled: true })
    await delay(1500)
    const first = await thawWith(gateway, '/page', { headers: { cookie } })
    t.equal(first.status, 403)
    t.match(await first.json(), { code: 'USER_DISABLED' })
  }
)

trial(
  'frozen: a sign-in with a certificate that is newer than those at hand succeeds',
  { skip },
  async (t) => {
    const { provider, start, signIn } = await startPlace(t)
    const gateway = await start()
    const before = await signIn(gateway, 5)
    await freeze(gateway)
    await provider.rotateKeys()
    await delay(KEYS_PAUSE_MS)
    const { idToken, refreshToken } = await provider.signIn('ada')
    const answer = postSession(gateway.url, idToken, refreshToken)
    await delay(2 * LOOK_AGAIN_MS)
    gateway.child.kill('SIGCONT')
    t.equal((await answer).status, 200)
    t.ok(await passes(gateway, before), 'a session of before')
  }
)

trial(
  'frozen: log lines and events of requests before it are written without a timer',
  { skip },
  async (t) => {
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
  }
)

trial('frozen: a form is posted although the application closed its connections', { skip }, async (t) => {
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

trial('frozen: a provider that is back is asked by the first request', { skip }, async (t) => {
  const { provider, start, signIn } = await startPlace(t, {}, 3)
  const gateway = await start()
  const cookies = []
  for (const uid of OTHERS) cookies.push(await signIn(gateway, 0, uid))
  await delay(3500)
  provider.faults.refresh = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  for (const cookie of cookies) t.notOk(await passes(gateway, cookie), 'an outage')
  await gateway.printed(/circuit opened/)
  await freeze(gateway)
  provider.faults.refresh = { kind: 'ok' }
  await delay(8000)
  const [cookie = ''] = cookies
  t.equal((await thawWith(gateway, '/page', { headers: { cookie } })).status, 200)
})

/** Two gateways with one store, and a session that both know. */
async function startTwo(t: Test) {
  const store = await startStore(t)
  const { start, signIn } = await startPlace(t, { GATEHOUSE_STORE_URL: store.url })
  const [here, there] = [await start(), await start()]
  const [gone, kept] = [await signIn(here), await signIn(here, 5)]
  for (const gateway of [here, there])
    for (const cookie of [gone, kept]) t.ok(await passes(gateway, cookie), 'passes at both')
  const signOut = () =>
    send(`${there.url}/logout`, { method: 'POST', headers: { cookie: gone, origin: ORIGIN } })
  return { store, here, there, gone, kept, signOut }
}

trial(
  'frozen, store: a sign-out at another instance counts for the first request',
  { skip: skip || NEEDS_STORE },
  async (t) => {
    const { here, gone, kept, signOut } = await startTwo(t)
    await freeze(here)
    t.equal((await signOut()).status, 204)
    await delay(BEHIND_MS)
    t.equal((await thawWith(here, '/page', { headers: { cookie: gone } })).status, 401)
    t.ok(await passes(here, kept), 'control')
  }
)

trial(
  'frozen, store: the same if the store was replaced meanwhile, and with it the connection',
  { skip: skip || NEEDS_STORE },
  async (t) => {
    const { store, here, there, gone, kept, signOut } = await startTwo(t)
    await freeze(here)
    await store.stop()
    await store.start()
    await there.printed(/"event":"store\.found"/)
    t.equal((await signOut()).status, 204)
    await until(async () => Number(await store.command('XLEN', 'gatehouse:messages')) > 0)
    await delay(BEHIND_MS)
    t.equal((await thawWith(here, '/page', { headers: { cookie: gone } })).status, 401)
    t.ok(await passes(here, kept), 'control')
  }
)

trial(
  'frozen, store: while the store is away, the first request is served without it',
  { skip: skip || NEEDS_STORE },
  async (t) => {
    const { store, here, kept } = await startTwo(t)
    await freeze(here)
    await store.stop()
    await delay(BEHIND_MS)
    t.equal((await thawWith(here, '/page', { headers: { cookie: kept } })).status, 200)
  }
)

t.test('frozen: a process without a processor between requests', { jobs: AT_A_TIME }, async (t) => {
  await Promise.all(trials.map(([title, options, run]) => t.test(title, { ...options, buffered: true }, run)))
})
