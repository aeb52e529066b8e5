import { join } from 'node:path'
import t, { type Test } from 'tap'
import { cookieHeader, PAGE, postSession, startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { logOfStart } from '../fixtures/processes/served-log.ts'
import { holdRefreshes } from '../fixtures/provider/stand-in.ts'
import { forgeSignature } from '../fixtures/session/session-cookie.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'

type Line = Record<string, unknown>

const RULES = [
  { path: '/public/*', allow: 'public' },
  { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
]
const TTL_SECONDS = 3600
const ADA = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Ada/1.0' }
const EVE = { 'x-forwarded-for': '203.0.113.66', 'user-agent': 'Eve/1.0' }

interface Journey {
  lines: Line[]
  /** What each visitor can report: the request id of the response. */
  ids: Record<'signedOut' | 'forged' | 'revoked' | 'forbidden' | 'away', string>
  /** The reference on the error page. */
  reference: string
  /** How long responses were delayed at least, in milliseconds. */
  heldMs: { application: number; provider: number }
}

/** An application that delays one response until told to send it. */
async function startApplication(t: Test) {
  let arrive = (_answer: () => number) => {}
  const arrived = new Promise<() => number>((resolve) => {
    arrive = resolve
  })
  const { url } = await startUpstream(t, (req, res) => {
    const sinceMs = performance.now()
    const answer = () => {
      res.end('ok')
      return performance.now() - sinceMs
    }
    if (req.url === '/public/held') arrive(answer)
    else answer()
  })
  /** Resolves with how long the response was delayed. */
  return { url, answerHeld: async () => (await arrived)() }
}

/** One page load. */
async function visit({ url }: TestGateway, path: string, headers: Record<string, string>) {
  const answer = await send(`${url}${path}`, { headers: { ...PAGE, ...headers } })
  return { id: answer.headers.get('x-request-id') ?? '', text: await answer.text() }
}

async function signInAda({ url, provider }: TestGateway): Promise<string> {
  provider.accounts.create({ uid: 'ada', email: 'ada@example.org', emailVerified: true })
  const { idToken, refreshToken } = await provider.signIn('ada')
  const answer = await postSession(url, idToken, refreshToken, ADA)
  if (answer.status !== 200) throw new Error(`sign-in: ${await answer.text()}`)
  return cookieHeader(answer)
}

/** Delays the response of the provider to a refresh; returns by how much at least. */
async function refreshLate(gateway: TestGateway, ada: Record<string, string>): Promise<number> {
  gateway.advance(TTL_SECONDS)
  const refreshes = holdRefreshes(gateway.provider)
  const waiting = visit(gateway, '/refreshed', ada)
  await refreshes.arrived()
  const sinceMs = performance.now()
  refreshes.release()
  const heldMs = performance.now() - sinceMs
  await waiting
  return heldMs
}

/** Ada signs in, is refused, waits, sees an outage and is revoked; Eve has no cookie, then a forged one. */
async function runJourney(t: Test): Promise<Journey> {
  const application = await startApplication(t)
  const gateway = await startGateway(t, {
    upstreamUrl: application.url,
    config: { 'access.rules': RULES, trustedProxies: ['127.0.0.1'] }
  })
  const { provider, advance } = gateway
  const cookie = await signInAda(gateway)
  const ada = { ...ADA, cookie }
  const forbidden = await visit(gateway, '/admin/reports?q=hidden', ada)
  const signedOut = await visit(gateway, '/inbox?q=hidden', EVE)
  const forged = await visit(gateway, '/inbox', { ...EVE, cookie: forgeSignature(cookie) })
  const waiting = visit(gateway, '/public/held', ADA)
  const heldMs = { application: await application.answerHeld(), provider: 0 }
  await waiting
  heldMs.provider = await refreshLate(gateway, ada)
  advance(TTL_SECONDS)
  provider.faults.refresh = { kind: 'reset' }
  const away = await visit(gateway, '/outbox', ada)
  provider.faults.reset()
  provider.accounts.revoke('ada')
  const revoked = await visit(gateway, '/inbox', ada)
  await gateway.settled()
  return {
    lines: gateway.logLines(),
    ids: {
      signedOut: signedOut.id,
      forged: forged.id,
      revoked: revoked.id,
      forbidden: forbidden.id,
      away: away.id
    },
    reference: /Reference: <code[^>]*>([\w.-]+)</.exec(forbidden.text)?.[1] ?? '',
    heldMs
  }
}

let journey: Promise<Journey> | null = null
const theJourney = () => {
  journey ??= runJourney(t)
  return journey
}

t.test(
  'questions: why a visitor was sent to sign in can be found by request id, or by client address and time',
  async (t) => {
    const { lines, ids } = await theJourney()
    for (const [id, code] of [
      [ids.signedOut, 'MISSING_CREDENTIALS'],
      [ids.forged, 'INVALID_COOKIE_SIGNATURE'],
      [ids.revoked, 'TOKEN_REVOKED']
    ] as const) {
      const found = lines.filter(({ requestId, outcome }) => requestId === id && outcome === 'login')
      t.match(found, [{ code, status: 302, route: 'proxy' }], code)
      t.equal(found.length, 1, code)
    }
    const [first] = lines
    const since = String(first?.time)
    const found = lines.filter(
      ({ client, outcome, time }) => client === '203.0.113.66' && outcome === 'login' && String(time) >= since
    )
    t.match(found, [
      { code: 'MISSING_CREDENTIALS', path: '/inbox', requestId: ids.signedOut },
      { code: 'INVALID_COOKIE_SIGNATURE', path: '/inbox', requestId: ids.forged }
    ])
    t.equal(found.length, 2)
  }
)

t.test('questions: who signed in, how and from where', async (t) => {
  const { lines } = await theJourney()
  const found = lines.filter(({ event }) => event === 'session.started')
  const ada = { subject: 'ada', provider: 'password', client: '203.0.113.7', userAgent: 'Ada/1.0' }
  t.match(found, [{ ...ada, acquire: 'handover', sessionId: /^[\w-]{12}$/, time: String }])
  t.equal(found.length, 1)
})

t.test('questions: who was refused what, by which rule, also by the reference on the page', async (t) => {
  const { lines, ids, reference } = await theJourney()
  const refusal = { subject: 'ada', code: 'FORBIDDEN', rule: 2, path: '/admin/reports', method: 'GET' }
  const found = lines.filter(({ event, code }) => event === 'access.refused' && code === 'FORBIDDEN')
  t.match(found, [{ ...refusal, requestId: ids.forbidden }])
  t.equal(found.length, 1)
  const referred = lines.filter(
    ({ msg, requestId }) => msg === 'request' && String(requestId).startsWith(reference)
  )
  t.match(referred, [{ ...refusal, outcome: 'forbidden', status: 403 }])
  t.equal(referred.length, 1)
})

t.test('questions: which request was slow, and on which side', async (t) => {
  const { lines, heldMs } = await theJourney()
  const slowOf = (path: string, least: number) =>
    lines.filter((line) => line.path === path && Number(line.ms) >= least)[0] ?? {}
  const atApplication = slowOf('/public/held', heldMs.application)
  t.ok(Number(atApplication.upstreamHeadMs) >= heldMs.application)
  t.ok(Number(atApplication.decisionMs) <= Number(atApplication.ms) - heldMs.application)
  const atProvider = slowOf('/refreshed', heldMs.provider)
  t.ok(Number(atProvider.decisionMs) >= heldMs.provider)
  t.ok(Number(atProvider.upstreamHeadMs) <= Number(atProvider.ms) - Number(atProvider.decisionMs))
})

t.test('questions: which provider call failed for this visitor, and why', async (t) => {
  const { lines, ids } = await theJourney()
  const found = lines.filter(({ requestId, call }) => requestId === ids.away && call !== undefined)
  t.match(found, [
    { msg: 'request', call: 'refresh', status: 503, detail: /^temporary: connection reset \(/ }
  ])
  t.equal(found.length, 1)
})

t.test('questions: queries, cookies and tokens of a journey are not in the log', async (t) => {
  const { lines } = await theJourney()
  t.notMatch(JSON.stringify(lines), /hidden|ada@example|eyJ|ghs1|__Host-/)
})

t.test('questions: which configuration is in use, at the start and at each reload', async (t) => {
  const env = environmentOf('forwardAuthRequests')
  const file = {
    path: join(t.testdir(), 'gatehouse.yaml'),
    first: 'log: { slowMs: 1000 }',
    reloads: ['log: { slowMs: 2000 }', 'log: { slowMs: fast }', 'log: { slowMs: 1000 }']
  }
  const lines = await logOfStart(env, file)
  const found = lines.filter(({ hash }) => hash !== undefined)
  const said = found.map(({ msg, event }) => event ?? msg)
  t.same(said, ['starting', 'ready', 'config.applied', 'config.applied'], 'a refused one is not used')
  const [starting, ready, second, third] = found.map(({ hash }) => String(hash))
  t.match(starting, /^[0-9a-f]{12}$/)
  t.equal(ready, starting)
  t.not(second, starting)
  t.equal(third, starting, 'the first one again')
})
