import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createAppState } from '../src/app-state.ts'
import { createProviderState } from '../src/identity-platform/provider-state.ts'
import { createRuntime } from '../src/operations/runtime.ts'
import { createSessionState } from '../src/session/session-state.ts'
import { buildRuntime, createTimers } from './fixtures/clock.ts'
import {
  cookieHeader,
  postSession,
  startGateway,
  type TestGateway,
  type TestGatewayOptions,
  testConfig
} from './fixtures/gateway.ts'
import { openManagement } from './fixtures/management.ts'
import { send } from './fixtures/wire/http-client.ts'

/** What keeps the event loop alive, in alphabetical order, but for the turns of these tests. */
const openResources = () =>
  process
    .getActiveResourcesInfo()
    .filter((name) => name !== 'Immediate')
    .sort()

/** Connections that were ended go when both ends have heard of it. */
async function noSockets(): Promise<void> {
  while (openResources().some((name) => name === 'TCPSocketWrap' || name === 'ConnectWrap')) await turn()
}

t.test('app: with little processor time, no server has a time limit for its start', async (t) => {
  const gateway = await startGateway(t, {
    config: {
      'forwardAuth.enabled': true,
      'forwardAuth.listen.port': 0,
      'forwardAuth.listen.host': '127.0.0.1',
      'forwardAuth.trustedProxies': ['127.0.0.1']
    }
  })
  const servers = [gateway.app, gateway.app.forwardAuthRequests.http, openManagement(t, gateway)]
  const limits = servers.map((server) => server?.initialConfig.pluginTimeout)
  t.strictSame(limits, [0, 0, 0])
})

t.test('app: closed, no timer and no connection of it is left', async (t) => {
  const beside = await startGateway(t)
  const { advance, provider } = beside
  const visitors = Array.from({ length: 10 }, (_, index) => `visitor ${index}`)
  await beside.app.close()
  await noSockets()
  const before = openResources()
  const timers = createTimers(beside)
  const gateway = await startGateway(t, { beside, schedule: timers.schedule })
  const cookies = await Promise.all(visitors.map((uid) => gateway.signIn(uid)))
  for (const cookie of cookies) t.equal(await visit(gateway, cookie), 200)
  await postSession(gateway.url, 'nonsense', 'x')
  advance(3601)
  provider.faults.refresh = { kind: 'reset' }
  for (const cookie of cookies) t.equal(await visit(gateway, cookie), 503)
  t.match(gateway.logText(), 'circuit opened')
  t.ok(timers.count() > 2, 'the page to render ahead, the window of events, and a probe')
  await gateway.app.close()
  t.equal(timers.count(), 0)
  await noSockets()
  t.strictSame(openResources(), before)
})

/** Gateways that are built one after the other over one state; `alone` has a state of its own. */
async function startRebuilt(t: Test, options: TestGatewayOptions = {}) {
  const alone = await startGateway(t, options)
  const { now, app, provider } = alone
  const state = createAppState({ config: testConfig({}), logger: app.log, now, schedule: () => () => {} })
  t.teardown(() => state.close())
  const build = (changes: TestGatewayOptions = {}) =>
    startGateway(t, { ...options, beside: alone, state, ...changes })
  provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  return { alone, state, build, first: await build() }
}

const visit = async ({ url }: TestGateway, cookie: string) =>
  (await send(`${url}/`, { headers: { cookie } })).status

t.test('app: rebuilt over the same state, an ended session stays ended', async (t) => {
  const { alone, build, first } = await startRebuilt(t)
  const cookie = await first.signIn('ada')
  const second = await build()
  t.equal(await visit(second, cookie), 200)
  await send(`${first.url}/logout`, { method: 'POST', headers: { cookie } })
  t.equal(await visit(second, cookie), 401)
  t.equal(await visit(alone, cookie), 200, 'with a state of its own')
})

t.test('app: rebuilt over the same state, the former one closes, and sign-ins go on', async (t) => {
  const { build, first } = await startRebuilt(t)
  const second = await build()
  await first.app.close()
  t.equal(await visit(second, await second.signIn('ada')), 200)
})

t.test('app: rebuilt over the same state, a known revocation still applies', async (t) => {
  const { alone, build, first } = await startRebuilt(t, { acquire: 'exchange' })
  const cookie = await first.signIn('ada')
  const copy = await first.signIn('ada')
  await send(`${first.url}/logout?everywhere=1`, { method: 'POST', headers: { cookie } })
  const second = await build()
  t.equal(await visit(second, copy), 401)
  t.equal(await visit(alone, copy), 200, 'with a state of its own, until it looks the account up')
})

t.test('app: rebuilt over the same state, a used sign-in starts no second session', async (t) => {
  const { alone, build, first } = await startRebuilt(t)
  const { idToken, refreshToken } = await first.provider.signIn('ada')
  const begin = ({ url }: TestGateway) => postSession(url, idToken, refreshToken)
  const begun = await begin(first)
  const second = await build()
  t.equal(cookieHeader(await begin(second)), cookieHeader(begun), 'the same one again within a minute')
  first.advance(61)
  t.match(await (await begin(second)).json(), { code: 'SIGN_IN_USED' })
  t.equal((await begin(alone)).status, 200, 'with a state of its own')
})

t.test('app: rebuilt over the same state, sign-ins of the last minute still count', async (t) => {
  const { alone, build, first } = await startRebuilt(t, { config: { 'session.signInsPerMinute': 3 } })
  const attempt = async ({ url }: TestGateway) => (await postSession(url, 'nonsense', null)).status
  t.strictSame([await attempt(first), await attempt(first)], [401, 401])
  const second = await build()
  t.strictSame([await attempt(second), await attempt(second)], [401, 429])
  t.equal(await attempt(first), 429)
  t.equal(await attempt(alone), 401, 'with a state of its own')
  first.advance(60)
  t.equal(await attempt(second), 401, 'a minute later')
})

t.test('app: rebuilt over the same state, a cached session is not verified again', async (t) => {
  const { state, build, first } = await startRebuilt(t)
  const { provider, now } = first
  const cookie = await first.signIn('ada')
  t.equal(await visit(first, cookie), 200)
  provider.faults.certificates = { kind: 'reset' }
  // Without certificates nothing can be verified.
  const withoutCertificates = { ...state, provider: createProviderState(buildRuntime({ now })) }
  t.teardown(() => withoutCertificates.provider.close())
  const second = await build({ state: withoutCertificates })
  t.equal(await visit(second, cookie), 200)
  const forgetful = await build({
    state: { ...withoutCertificates, sessions: createSessionState(createRuntime({ now })) }
  })
  t.equal(await visit(forgetful, cookie), 503, 'nor is it verified where it is not remembered')
  const rows: readonly [config: Record<string, unknown>, status: number][] = [
    [{ 'session.requireVerifiedEmail': true }, 503],
    [{ 'login.mfa.totp': 'required' }, 503],
    [{ 'login.password': false, 'login.providers': [{ id: 'google.com' }] }, 503],
    [{ 'login.tenants.choose': [{ id: 'acme', name: 'Acme' }] }, 401],
    [{ 'identityPlatform.projectId': 'another' }, 401]
  ]
  for (const [config, status] of rows) {
    const changed = await build({ state: withoutCertificates, config })
    t.equal(await visit(changed, cookie), status, `by other rules it is: ${Object.keys(config).join()}`)
  }
})

t.test('app: rebuilt over the same state, certificates are not fetched and circuits stay open', async (t) => {
  const { build, first } = await startRebuilt(t)
  const { provider } = first
  const cookie = await first.signIn('ada')
  first.advance(3601)
  provider.faults.refresh = { kind: 'reset' }
  for (let count = 0; count < 5; count++) t.equal(await visit(first, cookie), 503)
  provider.calls.reset()
  const second = await build()
  t.equal(await visit(second, cookie), 503)
  t.strictSame([provider.calls.refresh, provider.calls.certificates], [0, 0])
  const corrected = await build({ config: { 'identityPlatform.allowAnonymous': true } })
  await visit(corrected, cookie)
  t.not(provider.calls.refresh, 0, 'with other settings of the provider it is asked again')
  t.equal(provider.calls.certificates, 0)
})
