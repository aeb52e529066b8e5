import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import {
  cookieHeader,
  PUBLIC_ORIGIN,
  postSession,
  startGateway,
  type TestGateway
} from '../../fixtures/gateway.ts'
import { changesBy, openManagement, scrape } from '../../fixtures/management.ts'
import { holdRefreshes } from '../../fixtures/provider/stand-in.ts'
import { forgeSignature } from '../../fixtures/session/session-cookie.ts'
import { signatureKeyOf } from '../../fixtures/session/signature-keys.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { readSeries } from '../../fixtures/wire/scrape.ts'
import { startUpstream } from '../../fixtures/wire/upstream.ts'
import { listenWithSockets } from '../../fixtures/wire/websockets.ts'

const KEYS = ['new', 'old'].map(signatureKeyOf)
const LIFE = 3600
const JOINED = 'session_refreshes_total{result="joined",reason="expired"}'
const AWAY = { kind: 'error', status: 503, message: 'The service is currently unavailable.' } as const

/** A gateway with cached certificates, and the changes by a journey; `visit` reads the whole response. */
async function startJourney(t: Test, config: Record<string, unknown> = {}) {
  const gateway = await startGateway(t, { config: { 'cookie.signatureKeys': KEYS, ...config } })
  await gateway.signIn('bob')
  const management = openManagement(t, gateway)
  const visit = (cookie: string, path = '/app', method = 'GET') => visitAt(gateway, { cookie, path, method })
  const changes = async (run: () => Promise<unknown>) => {
    // A request is counted once its response is finished, which the client may see earlier.
    const changed = await changesBy(management, async () => {
      await run()
      await gateway.app.lifecycle.requests.waitUntilEmpty()
    })
    // A size, not a count.
    const { session_cache_bytes: _, ...counted } = changed
    return counted
  }
  return { gateway, management, visit, changes }
}

async function visitAt(
  { url }: TestGateway,
  { cookie, path, method }: { cookie: string; path: string; method: string }
): Promise<{ status: number; cookie: string }> {
  const response = await send(`${url}${path}`, { method, headers: { cookie, origin: PUBLIC_ORIGIN } })
  await response.text()
  return { status: response.status, cookie: cookieHeader(response) }
}

const decided = (outcome: string, code: string, kind: string) => ({
  [`decisions_total{application="default",outcome="${outcome}",code="${code}"}`]: 1,
  [`decision_duration_seconds_count{kind="${kind}"}`]: 1
})

const answered = (route: string, method: string, status: number) => {
  const application = route === 'proxy' ? 'default' : ''
  return {
    [`http_requests_total{application="${application}",route="${route}",method="${method}",status="${status}"}`]: 1,
    [`http_request_duration_seconds_count{application="${application}",route="${route}"}`]: 1
  }
}

/** A page of the application. */
const passed = (kind: string) => ({
  ...decided('allow', 'none', kind),
  ...answered('proxy', 'GET', 200),
  'upstream_head_seconds_count{upstream="default"}': 1
})

const called = (call: string, result: string) => ({
  [`provider_requests_total{call="${call}",result="${result}"}`]: 1,
  [`provider_request_duration_seconds_count{call="${call}"}`]: 1
})

const HIT = { 'session_cache_lookups_total{result="hit"}': 1 }

const refreshed = (result: string, reason = 'expired') => ({
  [`session_refreshes_total{result="${result}",reason="${reason}"}`]: 1
})

/** A refresh by the provider. */
const renewed = (reason?: string) => ({
  ...called('refresh', 'ok'),
  ...refreshed('refreshed', reason),
  session_cache_entries: 1
})

t.test('metrics journey: sign-in, page loads, refresh and sign-out change the right counters', async (t) => {
  const { gateway, visit, changes } = await startJourney(t)
  let cookie = ''
  const signIn = async () => {
    cookie = await gateway.signIn('ada')
  }
  t.same(
    await changes(signIn),
    {
      ...answered('session', 'POST', 200),
      ...called('account', 'ok'),
      ...called('refresh', 'ok'),
      'sign_ins_total{application="default",result="ok",code="none",provider="password"}': 1
    },
    'sign-in'
  )
  t.same(
    await changes(() => visit(cookie)),
    {
      ...passed('cold'),
      'session_cache_lookups_total{result="miss"}': 1,
      'session_first_sights_total{key="0"}': 1,
      session_cache_entries: 1
    },
    'first page load'
  )
  t.same(await changes(() => visit(cookie)), { ...passed('warm'), ...HIT }, 'second page load')
  gateway.advance(LIFE)
  t.same(await changes(() => visit(cookie)), { ...passed('refresh'), ...HIT, ...renewed() }, 'expired')
  t.same(
    await changes(() => visit(cookie)),
    { ...passed('refresh'), ...HIT, ...refreshed('remembered') },
    'the old cookie again'
  )
  t.same(
    await changes(() => visit(cookie, '/_auth/refresh?force=1', 'POST')),
    { ...answered('refresh', 'POST', 200), ...renewed('forced') },
    'forced'
  )
  t.same(
    await changes(() => visit(cookie, '/logout', 'POST')),
    { ...answered('logout', 'POST', 204), 'sign_outs_total{kind="own"}': 1 },
    'sign-out'
  )
  t.same(
    await changes(() => visit(cookie, '/logout', 'POST')),
    answered('logout', 'POST', 204),
    'control: signed out already'
  )
})

t.test('metrics journey: of requests that wait for a refresh, one refreshed, others joined', async (t) => {
  const { gateway, management, visit, changes } = await startJourney(t)
  const cookie = await gateway.signIn('ada')
  await visit(cookie)
  gateway.advance(LIFE)
  const held = holdRefreshes(gateway.provider)
  const changed = await changes(async () => {
    const first = visit(cookie)
    await held.arrived()
    const others = [visit(cookie), visit(cookie)]
    while (readSeries(await scrape(management)).get(JOINED) !== others.length) await turn()
    held.release()
    await Promise.all([first, ...others])
  })
  t.match(changed, { ...refreshed('refreshed'), [JOINED]: 2, ...called('refresh', 'ok') })
})

t.test('metrics journey: refusals are counted by reason', async (t) => {
  const { gateway, visit, changes } = await startJourney(t, { 'session.revocationCheckSeconds': 300 })
  const cookie = await gateway.signIn('ada')
  await visit(cookie)
  t.same(
    await changes(() => visit(forgeSignature(cookie))),
    {
      ...decided('unauthenticated', 'INVALID_COOKIE_SIGNATURE', 'cold'),
      ...answered('proxy', 'GET', 401),
      'session_cache_lookups_total{result="miss"}': 1
    },
    'a foreign cookie is not a first sight'
  )
  gateway.advance(301)
  t.same(
    await changes(() => visit(cookie)),
    {
      ...passed('refresh'),
      ...HIT,
      ...called('account', 'ok'),
      'revocation_checks_total{result="fine"}': 1
    },
    'the account is still valid'
  )
  gateway.advance(301)
  gateway.provider.accounts.disable('ada')
  const ended = await changes(() => visit(cookie))
  t.match(ended, { 'sessions_ended_total{code="USER_DISABLED"}': 1 }, 'disabled')
  t.match(ended, { 'revocation_checks_total{result="ended"}': 1 })
})

t.test('metrics journey: a refused sign-in counts for its provider, a forged token for other', async (t) => {
  const { gateway, changes } = await startJourney(t)
  const { idToken, refreshToken } = await gateway.provider.signIn('ada')
  const hand = (expect: string) =>
    send(`${gateway.url}/_auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ refreshToken, expect })
    })
  t.match(await changes(() => hand('eve').then((a) => a.text())), {
    'sign_ins_total{application="default",result="refused",code="ACCOUNT_MISMATCH",provider="password"}': 1
  })
  gateway.provider.accounts.disable('ada')
  const post = (token: string) => changes(() => postSession(gateway.url, token, 'x').then((a) => a.text()))
  t.match(await post(idToken), {
    'sign_ins_total{application="default",result="refused",code="USER_DISABLED",provider="password"}': 1
  })
  t.same(await post(`${idToken.slice(0, -6)}AAAAAA`), {
    ...answered('session', 'POST', 401),
    'sign_ins_total{application="default",result="invalid",code="INVALID_TOKEN_SIGNATURE",provider="other"}': 1
  })
  const spoofed = await gateway.provider.issueIdToken('ada', {
    claims: { firebase: { sign_in_provider: 'not.configured', identities: {} } }
  })
  t.match(await post(spoofed), {
    'sign_ins_total{application="default",result="refused",code="USER_DISABLED",provider="other"}': 1
  })
})

t.test('metrics journey: in an outage, calls fail until the circuit opens, then none are made', async (t) => {
  const { gateway, visit, changes } = await startJourney(t)
  const cookie = await gateway.signIn('ada')
  const others: string[] = []
  for (let count = 0; count < 9; count++) others.push(await gateway.signIn(`visitor ${count}`))
  await visit(cookie)
  gateway.advance(LIFE)
  gateway.provider.faults.refresh = AWAY
  const turnedAway = {
    ...decided('unavailable', 'PROVIDER_UNAVAILABLE', 'refresh'),
    ...answered('proxy', 'GET', 503),
    ...refreshed('unavailable')
  }
  t.same(
    await changes(() => visit(cookie)),
    { ...turnedAway, ...HIT, ...called('refresh', 'server') },
    'one call, without counting its retry'
  )
  const [last = '', ...before] = others
  for (const other of before) await visit(other)
  t.match(await changes(() => visit(last)), { ...turnedAway, 'provider_circuit_open{call="refresh"}': 1 })
  t.same(await changes(() => visit(cookie)), {
    ...turnedAway,
    ...HIT,
    'provider_requests_total{call="refresh",result="not_asked"}': 1
  })
  gateway.provider.faults.reset()
  gateway.advance(10)
  t.match(await changes(() => visit(cookie)), { 'provider_circuit_open{call="refresh"}': -1 }, 'control')
})

t.test('metrics journey: a cookie of the old key counts as a first sight of that key', async (t) => {
  const { gateway, changes, visit } = await startJourney(t)
  const before = await startGateway(t, { beside: gateway, config: { 'cookie.signatureKeys': [KEYS[1]] } })
  const cookie = await before.signIn('ada')
  t.match(await changes(() => visit(cookie)), { 'session_first_sights_total{key="1"}': 1 })
  const twin = await gateway.signIn('ada')
  t.match(await changes(() => visit(twin)), { 'session_first_sights_total{key="0"}': 1 }, 'control: new key')
})

t.test('metrics journey: a WebSocket is counted as opened and closed, not as a duration', async (t) => {
  const { port } = await listenWithSockets(t, createServer())
  const { gateway, changes } = await startJourney(t, { 'upstream.url': `http://127.0.0.1:${port}` })
  const cookie = await gateway.signIn('ada')
  const headers = { cookie, origin: PUBLIC_ORIGIN }
  let socket!: WebSocket
  const opened = await changes(async () => {
    socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/live`, { headers })
    await once(socket, 'open')
  })
  t.match(opened, { websockets_open: 1, ...decided('allow', 'none', 'cold') })
  t.notOk('event_streams_open' in opened, 'control')
  const closed = await changes(async () => {
    socket.close(1000)
    await once(socket, 'close')
    while (gateway.state.metrics !== null && !gateway.logText().includes('stream closed')) await turn()
  })
  t.match(closed, {
    websockets_open: -1,
    'streams_closed_total{by="client",reason="end"}': 1,
    'http_requests_total{application="default",route="proxy",method="GET",status="101"}': 1
  })
  t.notOk('http_request_duration_seconds_count{application="default",route="proxy"}' in closed)
})

t.test('metrics journey: a stream that is silent for too long is ended by the gateway as idle', async (t) => {
  const application = await startUpstream(t, (req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.write('data: x\n\n')
    if (req.url === '/breaks') setImmediate(() => res.destroy())
  })
  const { visit, gateway, changes } = await startJourney(t, {
    'upstream.url': application.url,
    'upstream.idleTimeoutMs': 1000
  })
  const cookie = await gateway.signIn('ada')
  const ended = (path: string) => changes(() => visit(cookie, path).catch(() => {}))
  const silent = await ended('/silent')
  t.match(silent, { 'streams_closed_total{by="gateway",reason="idle"}': 1 })
  t.notOk('http_request_duration_seconds_count{application="default",route="proxy"}' in silent)
  t.match(await ended('/breaks'), { 'streams_closed_total{by="upstream",reason="error"}': 1 }, 'control')
})

t.test('metrics journey: an account look-up for a token counts as a refresh decision', async (t) => {
  const bearer = [{ issuer: 'https://securetoken.google.com/demo-test', audiences: ['demo-test'] }]
  const { gateway, changes } = await startJourney(t, { bearer, 'session.revocationCheckSeconds': 300 })
  const { idToken } = await gateway.provider.signIn('ada')
  const call = () => send(`${gateway.url}/app`, { headers: { authorization: `Bearer ${idToken}` } })
  t.match(await changes(async () => (await call()).text()), passed('cold'))
  gateway.advance(300)
  t.match(await changes(async () => (await call()).text()), {
    ...passed('refresh'),
    ...called('account', 'ok')
  })
  gateway.provider.accounts.disable('ada')
  gateway.advance(300)
  const found = await changes(async () => (await call()).text())
  t.match(found, decided('unauthenticated', 'USER_DISABLED', 'refresh'), 'also when refused')
})
