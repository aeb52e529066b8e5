import type { IncomingHttpHeaders } from 'node:http'
import t from 'tap'
import { createApplications } from '../../src/access/applications/applications.ts'
import { createTenancy } from '../../src/access/applications/tenancy.ts'
import { createDecide } from '../../src/access/decision.ts'
import { reportOutcome } from '../../src/access/security-events.ts'
import { type Cors, createCors } from '../../src/http/cors.ts'
import type { GatewayEvent } from '../../src/operations/events.ts'
import type { SessionCheck } from '../../src/session/check-result.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { authRequestFor } from '../fixtures/requests.ts'
import { words } from '../fixtures/words.ts'

const config = testConfig({
  publicUrl: 'https://app.example.com',
  access: { default: 'signed-in', rules: [{ path: '/public', allow: 'public' }] }
})
const applications = createApplications(config)
const tenancy = createTenancy(config, applications)
const SIGNED_OUT: SessionCheck = { kind: 'signed-out', code: 'MISSING_CREDENTIALS' }

const NO_SESSIONS = { at: () => ({ checker: { identify: () => null } }) }

/** Decides with a session check that returns `check`, and records the cookies it was given. */
function decider(check: SessionCheck | Promise<SessionCheck> = SIGNED_OUT, cors: Cors | null = null) {
  const asked: (string | undefined)[] = []
  const checker = {
    check(cookie: string | undefined) {
      asked.push(cookie)
      return check
    }
  }
  const decide = createDecide({
    sessions: { at: () => ({ checker }) },
    applications,
    tenancy,
    corsAt: () => cors,
    enrols: false,
    now: () => 0
  })
  return { asked, decide }
}

t.test('decision: a public path is allowed without reading cookies, another one reads them', async (t) => {
  const { asked, decide } = decider()
  const headers: IncomingHttpHeaders = { cookie: 'gatehouse=x' }
  t.match(decide(authRequestFor('/public', { headers })), {
    outcome: { kind: 'allow', session: null, rule: 1 },
    cost: 'public'
  })
  t.same(asked, [])
  t.match(decide(authRequestFor('/other', { headers })), {
    outcome: { kind: 'unauthenticated', code: 'MISSING_CREDENTIALS', rule: null },
    cost: 'warm'
  })
  t.same(asked, ['gatehouse=x'])
})

t.test('decision: an asynchronous check gives the same outcome as a promise', async (t) => {
  const { decide } = decider(Promise.resolve(SIGNED_OUT))
  const outcome = decide(authRequestFor('/other', { isPageLoad: true }))
  t.ok(outcome instanceof Promise)
  t.match(await outcome, { outcome: { kind: 'login', code: 'MISSING_CREDENTIALS' }, cost: 'cold' })
  const context = decider(Promise.resolve({ ...SIGNED_OUT, calledProvider: true }))
  t.match(await context.decide(authRequestFor('/other')), { cost: 'refresh' }, 'the provider was called')
})

t.test('decision: an unreadable request target is refused even if everything is public', async (t) => {
  const { asked, decide } = decider()
  t.match(decide(authRequestFor('/public', { target: null })), {
    outcome: { kind: 'failed', fault: { code: 'INVALID_REQUEST' } }
  })
  t.same(asked, [])
})

t.test('decision: an upgrade from another site is refused, of a listed origin as CORS says', async (t) => {
  const fault = { outcome: { kind: 'failed', fault: { code: 'ORIGIN_MISMATCH' } } }
  const allow = { outcome: { kind: 'allow' } }
  const listed = (credentials: boolean) => createCors({ origins: ['https://shop.example'], credentials })
  const rows = [
    [null, '/public', 'https://evil.example', fault],
    [null, '/public', 'https://app.example.com', allow],
    [listed(false), '/public', 'https://shop.example', allow],
    [listed(false), '/other', 'https://shop.example', fault],
    [listed(true), '/public', 'https://shop.example', allow],
    [listed(true), '/other', 'https://shop.example', { outcome: { code: 'MISSING_CREDENTIALS' } }],
    [listed(true), '/public', 'https://evil.example', fault]
  ] as const
  for (const [cors, path, origin, expected] of rows) {
    const { decide, asked } = decider(SIGNED_OUT, cors)
    const found = decide(authRequestFor(path, { headers: { upgrade: 'websocket', origin } }))
    t.match(found, expected, `${path} ${origin}`)
    if (expected === fault) t.same(asked, [], 'no session is checked')
  }
})

t.test('decision: what is fetched without cookies is named, by its path', async (t) => {
  const outcome = {
    kind: 'unauthenticated',
    code: 'MISSING_CREDENTIALS',
    session: null,
    setCookies: []
  } as const
  const named = words`
    /favicon.ico /a/manifest.json /app/site.webmanifest /.well-known/acme-challenge/x
    /.well-known/security.txt /.well-known/assetlinks.json /.well-known/apple-app-site-association
  `
  const others = ['/a/favicon.ico', '/manifest.json.bak', '/.well-known/other', '/api/items']
  const seen: string[] = []
  const report = (event: GatewayEvent) => event.kind === 'cookieless.refused' && seen.push(event.path)
  const sink = { report, sessions: NO_SESSIONS }
  for (const path of [...named, ...others]) reportOutcome(authRequestFor(path), outcome, sink, null)
  t.same(seen, named)
  const headers = { cookie: 'theme=dark' }
  reportOutcome(authRequestFor('/favicon.ico', { headers }), outcome, sink, null)
  t.equal(seen.length, named.length, 'not with a cookie')
})
