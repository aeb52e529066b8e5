import t, { type Test } from 'tap'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { KEY_FILE } from '../../../test/fixtures/provider/credential-config.ts'
import { PLUGINS } from '../../plugins.ts'
import { buildRequest, splitPlace } from '../asked-request.ts'
import type { Entrance } from '../entrances.ts'
import { createExplainer } from '../explainer.ts'
import type { Visitor } from '../visitor.ts'

const NOW = 1_790_000_000
const APP = 'https://app.example.com'
const upstream = { url: 'http://127.0.0.1:3000' }

interface Asked {
  method?: string
  host?: string
  lines?: Readonly<Record<string, string>>
  /** Default: anonymous. */
  claims?: object
  bearer?: object
  by?: Entrance
}

/** Explains requests to a gateway with these settings, at app.example.com unless the place begins with a host. `isBound`: of sessions. */
async function explainerOf(t: Test, values: Record<string, unknown>, isBound?: boolean) {
  const config = testConfig({ publicUrl: APP, ...values })
  const explainer = await createExplainer(config, () => NOW, PLUGINS, isBound)
  t.teardown(() => explainer.close())
  return (
    place: string,
    { method = 'GET', host = 'app.example.com', lines = {}, by, ...who }: Asked = {}
  ) => {
    const visitor =
      who.bearer !== undefined
        ? { kind: 'bearer', claims: who.bearer }
        : who.claims === undefined
          ? { kind: 'anonymous' }
          : { kind: 'claims', claims: who.claims }
    const request = buildRequest({ method, ...splitPlace(place, host) }, Object.entries(lines))
    return explainer.explain(request, visitor as Visitor, by)
  }
}

const PAGE = { accept: 'text/html' }

t.test('explain: a sign-in that does not meet a rule shows the outcome and what is missing', async (t) => {
  const require = { secondFactor: true, signedInWithin: 600 }
  const explain = await explainerOf(t, { 'access.rules': [{ path: '/pay/*', allow: 'signed-in', require }] })
  const strong = { firebase: { sign_in_second_factor: 'totp' } }
  const old = { ...strong, auth_time: NOW - 601 }
  const code = 'STEP_UP_REQUIRED'
  t.match(await explain('/pay/x', { claims: strong }), {
    outcome: { kind: 'allow' },
    rules: [{ reason: 'matches, requires a session, and a second factor, and a sign-in of the last 600 s' }]
  })
  const rows: readonly [claims: object, lines: Asked['lines'], outcome: object][] = [
    [old, {}, { kind: 'unauthenticated', status: 401, rule: 1, detail: /601 s ago, 600 s are allowed/ }],
    [old, PAGE, { kind: 'login', status: 302 }],
    [{}, PAGE, { kind: 'forbidden', status: 403, detail: 'no second factor' }]
  ]
  for (const [claims, lines = {}, outcome] of rows)
    t.match((await explain('/pay/x', { claims, lines })).outcome, { code, ...outcome })
})

t.test('explain: sessions are bound to devices where they must be, or as the option says', async (t) => {
  const require = { deviceBound: true }
  const rules = [{ path: '/admin/*', allow: 'signed-in', require }]
  const outcomes: Record<string, string> = {}
  for (const mode of ['when-supported', 'required'])
    for (const isBound of [undefined, true, false]) {
      const values = { 'session.deviceBinding.mode': mode, 'access.rules': rules }
      const explain = await explainerOf(t, values, isBound)
      const each = [await explain('/admin/x', { claims: {} }), await explain('/', { claims: {} })]
      t.match(each[0], {
        rules: [{ reason: 'matches, requires a session, and a session bound to its device' }]
      })
      outcomes[`${mode} ${isBound}`] = each.map(({ outcome: { kind, detail } }) => detail ?? kind).join(', ')
    }
  t.strictSame(outcomes, {
    'when-supported undefined': 'the session is not bound to a device, allow',
    'when-supported true': 'allow, allow',
    'when-supported false': 'the session is not bound to a device, allow',
    'required undefined': 'allow, allow',
    'required true': 'allow, allow',
    'required false': 'the session was not bound in time, the session was not bound in time'
  })
})

t.test('explain: an App Check condition, with and without a token', async (t) => {
  const explain = await explainerOf(t, {
    'identityPlatform.appCheck.appIds': ['1:1234567890:web:0123abcd'],
    'access.rules': [{ path: '/api/*', allow: { appCheck: true } }]
  })
  t.match(await explain('/api/x', { claims: {}, lines: { 'x-firebase-appcheck': 'any' } }), {
    outcome: { kind: 'allow' },
    rules: [{ reason: 'matches, asks App Check token: yes' }]
  })
  const detail = /--header with any text counts/
  t.match(await explain('/api/x', { claims: {} }), {
    outcome: { kind: 'forbidden', status: 403, code: 'APP_CHECK_REQUIRED', rule: 1, detail },
    rules: [{ reason: 'matches, asks App Check token: no' }]
  })
})

const WIKI = {
  name: 'wiki',
  host: 'wiki.example.com',
  upstream,
  identityHeaders: { 'x-who': 'sub' },
  access: {
    rules: [
      { path: '/public/*', allow: 'public' },
      { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
    ]
  }
}
const withWiki = (changes: object = {}) => ({
  'access.rules': [{ path: '/home/*', allow: 'public' }],
  applications: [
    { name: 'home', upstream },
    { ...WIKI, ...changes }
  ]
})

t.test('explain of applications: names the application, its rules and its identity headers', async (t) => {
  const explain = await explainerOf(t, withWiki())
  const key = (index: number) => `applications[1].access.rules[${index}]`
  const admin = await explain('wiki.example.com/admin/x', { claims: { role: 'admin' } })
  t.match(admin, { application: 'wiki', outcome: { kind: 'allow', rule: 2, ruleKey: key(1) } })
  t.ok(admin.identityHeaders.includes('x-who'))
  const rows: readonly [place: string, Asked, explanation: object][] = [
    ['/home/x', {}, { application: 'home', outcome: { rule: 1, ruleKey: 'access.rules[0]' } }],
    ['wiki.example.com/public/x', {}, { rules: [{ rule: 1, key: key(0) }], outcome: { kind: 'allow' } }],
    ['evil.example.com/', { by: 'proxy' }, { outcome: { status: 404, code: 'UNKNOWN_HOST' } }],
    ['evil.example.com/', { by: 'forward-auth' }, { application: null, outcome: { kind: 'failed' } }],
    ['/home/x', { by: 'proxy', lines: { expect: 'x' } }, { outcome: { kind: 'failed', status: 400 } }],
    ['/home/x', { by: 'forward-auth', lines: { expect: 'x' } }, { outcome: { kind: 'failed', status: 400 } }]
  ]
  for (const [place, asked, explanation] of rows) t.match(await explain(place, asked), explanation, place)
})

t.test('explain of applications: the headers of a preset are among those that it sees', async (t) => {
  const explain = await explainerOf(
    t,
    withWiki({ identityHeaders: { preset: 'authelia', 'remote-groups': null } })
  )
  const claims = { email: 'ada@example.com', email_verified: true, groups: ['staff'] }
  const ask = (host: string) => explain(`${host}/x`, { claims, lines: { 'remote-user': 'forged' } })
  const { identityHeaders, removedHeaders } = await ask('wiki.example.com')
  t.same(
    identityHeaders.filter((name) => name.startsWith('remote-')),
    ['remote-user', 'remote-email']
  )
  t.same(removedHeaders, ['remote-user'])
  const elsewhere = await ask('app.example.com')
  t.notOk(elsewhere.identityHeaders.includes('remote-user'), 'of one application only')
  t.same(elsewhere.removedHeaders, ['remote-user'])
})

t.test('explain of applications: malformed hosts, own paths on other hosts, as for a visitor', async (t) => {
  const far = { name: 'far', host: 'far.example.org', upstream }
  const explain = await explainerOf(t, { applications: [{ name: 'home', upstream }, far] })
  const rows = [
    ['/x', 'far.example.org:80@evil', 'failed', 400],
    ['/x', 'far.example.org:', 'failed', 400],
    ['/x', 'far.example.org:80', 'unauthenticated', 401],
    ['/_auth/continue', 'far.example.org', 'failed', 404],
    ['/_auth/continue', 'app.example.com', 'own', null],
    ['/_auth/arrive', 'app.example.com', 'failed', 404],
    ['/_auth/arrive', 'far.example.org', 'own', null]
  ] as const
  const found = rows.map(async ([place, host]) => {
    const { kind, status } = (await explain(place, { host })).outcome
    return [place, host, kind, status]
  })
  t.same(await Promise.all(found), rows)
})

t.test('explain of applications: with a framework, shows the pages that an address leads to', async (t) => {
  const explain = await explainerOf(t, withWiki({ framework: 'nextjs' }))
  const claims = { role: 'editor' }
  t.match(await explain('wiki.example.com/_next/data/B/admin/x.json', { claims }), {
    pages: [{ path: '/admin/x', ruleKey: 'applications[1].access.rules[1]' }],
    outcome: { kind: 'forbidden', status: 403, code: 'FORBIDDEN', rule: 2 }
  })
  const action = { method: 'POST', lines: { 'next-action': '40ab' }, claims }
  for (const by of ['proxy', 'forward-auth'] as const)
    t.match((await explain('wiki.example.com/public/x', { ...action, by })).outcome, {
      kind: 'forbidden',
      status: 403,
      detail: /the header next-action names the handler/
    })
  t.match(await explain('wiki.example.com/_next/image?url=/public/a.png', { claims }), {
    pages: [{ path: '/public/a.png', ruleKey: 'applications[1].access.rules[0]' }],
    outcome: { kind: 'allow' }
  })
})

t.test('explain: --bearer gives the decision and headers of a token with these claims', async (t) => {
  const issuerOf = (name: string, audience: string) => ({
    issuer: `https://${name}.example`,
    audiences: [audience],
    applications: ['api']
  })
  const rules = [
    { path: '/open/*', allow: 'optional' },
    { path: '/ci/*', allow: { claim: 'iss', oneOf: ['https://second.example'] } }
  ]
  const explain = await explainerOf(t, {
    'cookie.domain': 'example.com',
    bearer: [
      { ...issuerOf('id', 'api'), claims: { repository: ['acme/wiki'] } },
      issuerOf('second', 'two'),
      { issuer: 'https://securetoken.google.com/demo-test', audiences: ['demo-test'] }
    ],
    applications: [
      { name: 'wiki', upstream },
      { name: 'own-tokens', host: 'own.example.com', upstream, passUnknownBearer: true },
      { name: 'api', host: 'api.example.com', upstream, access: { rules } }
    ]
  })
  const good = { repository: 'acme/wiki', sub: 'robot' }
  t.match(await explain('api.example.com/x', { bearer: good, lines: PAGE }), {
    application: 'api',
    visitor: { uid: 'robot', tenant: null },
    outcome: { kind: 'allow', status: null },
    identityHeaders: ['x-gatehouse-issuer', 'x-forwarded-user', 'x-gatehouse-assertion']
  })
  const refused = { kind: 'unauthenticated', status: 401, code: 'INVALID_TOKEN' }
  const second = { iss: 'https://second.example' }
  const ofProject = { iss: 'https://securetoken.google.com/demo-test', sub: 'ada' }
  const unknown = { iss: 'https://evil.example' }
  const places: readonly [place: string, bearer: Record<string, unknown>, outcome: object][] = [
    ['api.example.com/x', { ...good, repository: 'evil/wiki' }, refused],
    ['api.example.com/x', { ...good, aud: 'two' }, refused],
    ['api.example.com/x', { ...good, ...unknown }, refused],
    ['api.example.com/x', { ...good, exp: 1 }, { status: 401, code: 'TOKEN_EXPIRED' }],
    ['api.example.com/open/x', { ...good, aud: 'two' }, refused],
    ['api.example.com/open/x', good, { kind: 'allow' }],
    ['api.example.com/ci/x', good, { kind: 'forbidden', status: 403, rule: 2 }],
    ['api.example.com/ci/x', second, { kind: 'allow', rule: 2 }],
    ['api.example.com/x', ofProject, { kind: 'allow' }],
    ['app.example.com/x', second, refused],
    ['app.example.com/x', ofProject, { kind: 'allow' }],
    ['app.example.com/x', unknown, refused],
    ['own.example.com/x', unknown, { kind: 'login' }]
  ]
  for (const [place, bearer, outcome] of places)
    t.match(
      (await explain(place, { bearer, lines: PAGE })).outcome,
      outcome,
      `${place} ${JSON.stringify(bearer)}`
    )
  const both = { claims: { sub: 'ada' }, lines: { authorization: 'Bearer opaque' } }
  t.match(await explain('own.example.com/x', both), { visitor: { uid: 'ada' }, outcome: { kind: 'allow' } })
})

const skip = PLUGINS.some(({ name }) => name === 'oauth') ? false : 'without its plugin'

t.test('explain: tokens of the authorization server, by audience and scope', { skip }, async (t) => {
  const resource = { enabled: true, scopes: ['read', 'write'] }
  const access = { rules: [{ path: '/mcp/write', allow: { scopes: ['write'] } }] }
  const explain = await explainerOf(t, {
    'identityPlatform.credentials': JSON.stringify(KEY_FILE),
    'authorizationServer.enabled': true,
    applications: [
      { name: 'wiki', path: '/*', upstream },
      { name: 'mcp', path: '/mcp/*', upstream, resource, access }
    ]
  })
  const own = { iss: `${APP}/_auth/oauth`, aud: `${APP}/mcp`, scope: 'read', sub: 'ada' }
  const rows: readonly [place: string, bearer: object, outcome: object][] = [
    ['/mcp/x', own, { code: null }],
    ['/mcp/x', { ...own, aud: `${APP}/notes` }, { status: 401, detail: /audience/ }],
    ['/mcp/write', own, { code: 'FORBIDDEN' }],
    ['/mcp/write', { ...own, scope: 'read write' }, { code: null }],
    // Issuer and audience are those of the resource.
    ['/mcp/write?x=1', { sub: 'ada' }, { code: 'FORBIDDEN' }]
  ]
  for (const [place, bearer, outcome] of rows)
    t.match((await explain(place, { bearer })).outcome, outcome, place)
})
