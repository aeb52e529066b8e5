import t from 'tap'
import { createVisibleClaims } from '../../src/endpoints/session.ts'
import { findClaim, pickClaims } from '../../src/session/session.ts'
import { runCommand } from '../fixtures/commands/command-run.ts'
import { SIGNATURE_KEY, startGateway, testConfig } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { words } from '../fixtures/words.ts'

const CLAIMS = {
  iss: 'https://securetoken.google.com/demo-test',
  aud: 'demo-test',
  iat: 1,
  exp: 2,
  auth_time: 1,
  sub: 'ada',
  user_id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  email_verified: true,
  role: 'admin',
  internal: { note: 'do not lend', desk: 7 },
  'https://example.com/team': 'blue',
  firebase: {
    identities: { email: ['ada@example.com'] },
    sign_in_provider: 'password',
    second_factor_identifier: 'f-1',
    sign_in_second_factor: 'totp',
    tenant: 'acme-x1'
  }
}
const { sub, name, email, email_verified, auth_time } = CLAIMS
const STANDARD = {
  sub,
  name,
  email,
  email_verified,
  auth_time,
  firebase: { sign_in_provider: 'password', sign_in_second_factor: 'totp', tenant: 'acme-x1' }
}
/** As the visitor's scripts read it. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const visible = (config: Record<string, unknown>) => asJson(createVisibleClaims(testConfig(config))(CLAIMS))

t.test('visible claims: by default each standard claim of OpenID Connect (ASVS 15.3.1)', async (t) => {
  const names = words`
    sub name given_name family_name middle_name nickname preferred_username profile picture website email
    email_verified gender birthdate zoneinfo locale phone_number phone_number_verified address updated_at auth_time
  `
  const claims = Object.fromEntries(names.map((name) => [name, { of: name }]))
  const pick = createVisibleClaims(testConfig({}))
  t.strictSame(asJson(pick({ ...claims, role: 'admin', user_id: 'ada', exp: 2 })), claims)
})

t.test('visible claims: by default also those of identity headers, by path (ASVS 15.3.1)', async (t) => {
  const { identities } = CLAIMS.firebase
  const rows: [source: string, more: object][] = [
    ['role', { role: 'admin' }],
    ['internal.desk', { internal: { desk: 7 } }],
    ['https://example.com/team', { 'https://example.com/team': 'blue' }],
    ['firebase.identities', { firebase: { ...STANDARD.firebase, identities } }],
    ['firebase', { firebase: CLAIMS.firebase }],
    ...words`nothing internal.nothing role.length $idToken $signInProvider`.map(
      (name) => [name, {}] as [string, object]
    )
  ]
  for (const [source, more] of rows)
    t.strictSame(visible({ identityHeaders: { 'x-more': source } }), { ...STANDARD, ...more }, source)
  const found = visible({ identityHeaders: { 'x-more': null } })
  t.strictSame(found, STANDARD, 'a header that is disabled names nothing')
})

t.test('visible claims: only those of a list, or all, or none if empty (ASVS 15.3.1)', async (t) => {
  const { firebase, internal } = CLAIMS
  const rows: [visibleClaims: string[] | 'all', expected: object][] = [
    [['role'], { role: 'admin' }],
    [['role', 'internal.note', 'nothing'], { role: 'admin', internal: { note: 'do not lend' } }],
    [['internal.note', 'internal'], { internal }],
    [['internal', 'internal.note'], { internal }],
    [
      ['firebase.tenant', 'firebase.identities.email'],
      { firebase: { tenant: 'acme-x1', identities: { email: ['ada@example.com'] } } }
    ],
    [['firebase'], { firebase }],
    [[], {}],
    ['all', CLAIMS]
  ]
  for (const [visibleClaims, expected] of rows)
    t.strictSame(visible({ 'session.visibleClaims': visibleClaims }), expected, String(visibleClaims))
  const both = { 'session.visibleClaims': ['email'], identityHeaders: { 'x-role': 'role' } }
  t.strictSame(visible(both), { email }, 'a list replaces the default')
})

t.test('visible claims: a nested claim does not modify the objects around it', async (t) => {
  const before = structuredClone(CLAIMS)
  pickClaims(CLAIMS, ['firebase', 'firebase.tenant'])
  pickClaims(CLAIMS, ['firebase.tenant', 'firebase'])
  pickClaims(CLAIMS, ['firebase.tenant', 'internal.desk'])
  t.strictSame(CLAIMS, before, 'the claims of the session are unchanged')
})

t.test('claims by name: own members only, and an exact name with a dot before a path', async (t) => {
  const claims = JSON.parse('{"a.b": 1, "a": {"b": 2, "c": null}, "__proto__": {"x": 1}, "list": ["m"]}')
  const rows: [name: string, found: unknown, picked: string][] = [
    ['a.b', 1, '{"a.b":1}'],
    ['a.c', null, '{"a":{"c":null}}'],
    ['__proto__', { x: 1 }, '{"__proto__":{"x":1}}'],
    ['__proto__.x', 1, '{"__proto__":{"x":1}}'],
    ['constructor', undefined, '{}'],
    ['a.toString', undefined, '{}'],
    ['list.length', 1, '{"list":{"length":1}}'],
    ['', undefined, '{}'],
    ['a.', undefined, '{}']
  ]
  for (const [name, found, picked] of rows) {
    t.strictSame(findClaim(claims, name), found, name)
    t.equal(JSON.stringify(pickClaims(claims, [name])), picked, name)
  }
  t.equal(Reflect.get({}, 'x'), undefined, 'no prototype was polluted')
})

t.test('who am I: an internal claim is hidden, also from the account itself (ASVS 15.3.1)', async (t) => {
  const tenant = 'acme-x1'
  const rows: [config: Record<string, unknown>, internal: unknown][] = [
    [{}, undefined],
    [{ 'identityPlatform.tenantId': tenant, 'session.visibleClaims': [] }, undefined],
    [{ 'session.visibleClaims': ['email'] }, undefined],
    [{ 'session.visibleClaims': ['internal.note'] }, { note: 'do not lend' }],
    [{ 'session.visibleClaims': 'all' }, { note: 'do not lend', desk: 7 }]
  ]
  for (const [config, internal] of rows) {
    const isOfTenant = 'identityPlatform.tenantId' in config
    const { url, provider, signIn } = await startGateway(t, { config, tenants: [tenant] })
    const facts = { uid: 'ada', email: 'ada@example.com', emailVerified: true }
    const customClaims = { internal: CLAIMS.internal }
    provider.accounts.create({ ...facts, customClaims, ...(isOfTenant && { tenantId: tenant }) })
    const headers = { cookie: await signIn('ada') }
    const { claims, ...who } = Object(await (await send(`${url}/_auth/session`, { headers })).json())
    t.strictSame(claims.internal, internal, JSON.stringify(config))
    t.match(who, { ...facts, tenant: isOfTenant ? tenant : null }, 'these always')
  }
})

t.test('check-config: visibleClaims is a list, all or null (ASVS 15.3.1)', async (t) => {
  const check = (visibleClaims: string) =>
    runCommand(['check-config'], {
      env: {
        GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
        GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:3000',
        GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'p',
        GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
        GATEHOUSE_COOKIE_SIGNATURE_KEYS: SIGNATURE_KEY,
        GATEHOUSE_SESSION_VISIBLE_CLAIMS: visibleClaims
      }
    })
  t.match(await check('all'), { code: 0, stdout: /^warning: session\.visibleClaims: / })
  for (const value of ['', 'null', '[]', 'email,firebase.tenant']) {
    const { code, stdout } = await check(value)
    t.equal(code, 0, value)
    t.notMatch(stdout, /visibleClaims/, value)
  }
  t.match(await check('["email",""]'), {
    code: 2,
    stderr: /session\.visibleClaims\[1\] \(GATEHOUSE_SESSION_VISIBLE_CLAIMS\): /
  })
  const read = (value: string) => testConfig({ 'session.visibleClaims': value }).session.visibleClaims
  t.strictSame(['all', 'null', 'email', '["all"]'].map(read), ['all', null, ['email'], ['all']])
})
