import t from 'tap'
import { type Caller, compileCondition, satisfies, type Truth } from '../../../src/access/rules/conditions.ts'
import type { WrittenCondition } from '../../../src/access/settings.ts'
import { checkCondition } from '../../../src/access/settings-checks.ts'
import { readShape } from '../../../src/config/schema/shape.ts'
import type { Claims } from '../../../src/identity-platform/tokens/id-token.ts'
import { buildSession } from '../../../src/session/session.ts'

const ADA: Claims = {
  sub: 'ada',
  iat: 0,
  exp: 0,
  auth_time: 0,
  email: 'Ada@Example.com',
  email_verified: true,
  role: 'admin',
  level: 3,
  staff: true,
  groups: ['x', 'y'],
  gone: null,
  'https://example.com/role': 'owner',
  firebase: {
    tenant: 'acme',
    sign_in_provider: 'google.com',
    sign_in_second_factor: 'totp',
    identities: { 'google.com': ['1234'], email: ['ada@example.com'] }
  }
}
const UNVERIFIED: Claims = { ...ADA, email_verified: false }
const { email: _email, ...NO_EMAIL }: Claims = { ...ADA, firebase: {} }

function callerOf(claims: Claims, client = '10.1.2.3'): Caller {
  const session = buildSession('token', claims, { id: 'session', startedAtSeconds: 0, activeAtSeconds: null })
  return { session, client, isAttested: false }
}

function truthOf(written: WrittenCondition, claims: Claims = ADA, client?: string): Truth {
  if (checkCondition(written, '').length > 0) throw new Error(JSON.stringify(checkCondition(written, '')))
  return compileCondition(written).test(callerOf(claims, client))
}

t.test('claim conditions: values match by type, never by prototype (ASVS 15.3.5, 15.3.6)', async (t) => {
  const rows: [string, (string | number | boolean)[], boolean][] = [
    ['role', ['admin'], true],
    ['role', ['other', 'admin'], true],
    ['role', ['Admin'], false],
    ['level', [3], true],
    ['level', ['3'], false],
    ['staff', [true], true],
    ['staff', ['true'], false],
    ['groups', ['y'], true],
    ['groups', ['x,y'], false],
    ['missing', ['admin'], false],
    ['gone', ['null'], false],
    ['constructor', ['Object'], false],
    ['constructor.name', ['Object'], false],
    ['__proto__', ['x'], false],
    ['firebase.tenant', ['acme'], true],
    ['firebase.identities', ['1234'], false],
    ['firebase.identities.google.com', ['1234'], true],
    ['firebase.identities.constructor.name', ['Object'], false],
    ['https://example.com/role', ['owner'], true],
    ['https://example', ['owner'], false]
  ]
  for (const [claim, oneOf, expected] of rows)
    t.equal(truthOf({ claim, oneOf }), expected, `${claim} in ${JSON.stringify(oneOf)}`)
  const shadowed = { ...ADA, 'a.b': 'by name', a: { b: 'by path' } }
  t.equal(truthOf({ claim: 'a.b', oneOf: ['by name'] }, shadowed), true, 'the exact name comes first')
  t.equal(truthOf({ claim: 'a.b', oneOf: ['by path'] }, shadowed), false)
})

t.test('claim conditions: present holds for any value that exists and is not null', async (t) => {
  for (const claim of ['role', 'firebase.identities', 'groups']) {
    t.equal(truthOf({ claim, present: true }), true, claim)
    t.equal(truthOf({ claim, present: false }), false, claim)
  }
  for (const claim of ['missing', 'gone', 'role.x', 'toString', 'firebase.identities.x']) {
    t.equal(truthOf({ claim, present: true }), false, claim)
    t.equal(truthOf({ claim, present: false }), true, claim)
  }
})

t.test('conditions: each fact of the session matches and a different one does not', async (t) => {
  const rows: [WrittenCondition, WrittenCondition][] = [
    [{ uid: 'ada' }, { uid: 'Ada' }],
    [{ uid: ['eve', 'ada'] }, { uid: ['eve'] }],
    [{ email: ['ada@example.com'] }, { email: ['ada@example.co'] }],
    [{ email: 'ADA@example.COM' }, { email: 'eve@example.com' }],
    [{ emailDomain: ['EXAMPLE.com'] }, { emailDomain: ['ample.com', 'com', 'sub.example.com'] }],
    [{ emailVerified: true }, { emailVerified: false }],
    [{ tenant: ['acme'] }, { tenant: ['umbrella'] }],
    [{ provider: ['google.com'] }, { provider: ['password', 'google'] }],
    [{ secondFactor: true }, { secondFactor: false }],
    [{ network: ['192.0.2.0/24', '10.0.0.0/8'] }, { network: ['192.0.2.0/24'] }],
    [{ network: '10.1.2.3' }, { network: '10.1.2.4' }],
    [{ all: [] }, { any: [] }],
    [{ all: [{ uid: 'ada' }, { tenant: 'acme' }] }, { all: [{ uid: 'ada' }, { tenant: 'x' }] }],
    [{ any: [{ uid: 'eve' }, { tenant: 'acme' }] }, { any: [{ uid: 'eve' }, { tenant: 'x' }] }],
    [{ not: { uid: 'eve' } }, { not: { uid: 'ada' } }],
    [
      { not: { all: [{ uid: 'ada' }, { not: { uid: 'ada' } }] } },
      { not: { any: [{ uid: 'ada' }, { uid: 'x' }] } }
    ]
  ]
  for (const [holds, differs] of rows) {
    t.equal(truthOf(holds), true, JSON.stringify(holds))
    t.equal(truthOf(differs), false, JSON.stringify(differs))
  }
  t.equal(truthOf({ tenant: 'acme' }, NO_EMAIL), false, 'an account of the project itself')
  t.equal(truthOf({ secondFactor: false }, NO_EMAIL), true)
  t.equal(truthOf({ provider: 'google.com' }, NO_EMAIL), false)
  const exchanged = { ...ADA, source_sign_in_provider: 'saml.acme', firebase: { sign_in_provider: 'custom' } }
  t.equal(truthOf({ provider: 'saml.acme' }, exchanged), true, 'carried over by an exchange')
  t.equal(truthOf({ provider: 'custom' }, exchanged), false)
})

t.test('conditions: an unverified email address matches neither a condition nor its opposite', async (t) => {
  const byEmail: WrittenCondition[] = [
    { email: 'ada@example.com' },
    { emailDomain: 'example.com' },
    { claim: 'email', oneOf: ['Ada@Example.com'] },
    { claim: 'email', present: true },
    { claim: 'firebase.identities.email', oneOf: ['ada@example.com'] },
    { claim: 'firebase.identities.email.0', oneOf: ['ada@example.com'] }
  ]
  for (const condition of byEmail) {
    const title = JSON.stringify(condition)
    t.equal(truthOf(condition), true, title)
    t.equal(truthOf({ not: condition }), false, title)
    for (const claims of [UNVERIFIED, { ...ADA, email_verified: 'true' }, NO_EMAIL]) {
      t.equal(truthOf(condition, claims), null, title)
      t.equal(truthOf({ not: condition }, claims), null, title)
      t.equal(satisfies(callerOf(claims), [compileCondition({ not: condition })]), false, title)
    }
    t.equal(truthOf({ ...condition, allowUnverified: true }, UNVERIFIED), true, title)
    t.equal(truthOf({ not: { ...condition, allowUnverified: true } }, UNVERIFIED), false, title)
  }
  const found = truthOf({ any: [{ emailDomain: 'example.com' }, { uid: 'ada' }] }, UNVERIFIED)
  t.equal(found, true, 'another condition decides')
  t.equal(truthOf({ any: [{ emailDomain: 'example.com' }, { uid: 'eve' }] }, UNVERIFIED), null)
  t.equal(truthOf({ all: [{ emailDomain: 'example.com' }, { uid: 'eve' }] }, UNVERIFIED), false)
  t.equal(truthOf({ all: [{ not: { emailDomain: 'evil.com' } }, { uid: 'ada' }] }, UNVERIFIED), null)
  t.equal(truthOf({ claim: 'role', oneOf: ['admin'] }, UNVERIFIED), true, 'other claims are not affected')
})

t.test('conditions: malformed and lookalike addresses match neither it nor its opposite', async (t) => {
  const odd = [
    ...['eve@evil.com@example.com', 'ada@example.com ', 'ada@example.com\n', 'ad\u0430@example.com'],
    ...['ada@e\u212Aample.com', '@example.com', 'example.com', ''],
    ...[{ toString: () => 'ada@example.com' }, ['ada@example.com'], 7]
  ]
  for (const email of odd) {
    const claims = { ...ADA, email }
    for (const condition of [{ email: 'ada@example.com' }, { emailDomain: 'example.com' }]) {
      t.equal(truthOf(condition, claims), null, String(email))
      t.equal(truthOf({ not: condition }, claims), null, String(email))
    }
  }
  t.equal(truthOf({ emailDomain: 'example.com' }, { ...ADA, email: 'o.k+1@EXAMPLE.com' }), true, 'control')
})

t.test('conditions: network, IPv4 also in IPv6 form, an invalid address is neither in nor out', async (t) => {
  const inside: WrittenCondition = { network: ['10.0.0.0/8', 'fd00::/8'] }
  for (const client of ['10.255.0.1', '::ffff:10.0.0.1', 'fd12::1'])
    t.equal(truthOf(inside, ADA, client), true, client)
  for (const client of ['11.0.0.1', '::ffff:11.0.0.1', 'fe80::1', '2001:db8::1'])
    t.equal(truthOf(inside, ADA, client), false, client)
  for (const client of ['', 'unknown', '10.0.0', '10.0.0.1, 8.8.8.8', 'localhost', 'unix:']) {
    t.equal(truthOf(inside, ADA, client), null, client)
    t.equal(truthOf({ not: inside }, ADA, client), null, client)
  }
})

t.test('conditions: all conditions of one requirement must hold', async (t) => {
  const conditions = [{ uid: 'ada' }, { tenant: 'acme' }].map(compileCondition)
  t.equal(satisfies(callerOf(ADA), []), true)
  t.equal(satisfies(callerOf(ADA), conditions), true)
  t.equal(satisfies(callerOf(NO_EMAIL), conditions), false)
})

/** Problems of shape, or of meaning if there are none. */
function problemsOf(allow: unknown) {
  const { config, problems } = readShape({ access: { rules: [{ path: '/a', allow }] } })
  const own = problems.filter(({ path }) => path.startsWith('access'))
  const [rule] = config.access.rules
  return own.length > 0 || typeof rule?.allow !== 'object' ? own : checkCondition(rule.allow, 'allow')
}

t.test('conditions: valid ones cause no problem', async (t) => {
  const good: unknown[] = [
    ...['public', 'optional', 'signed-in', 'deny', { claim: 'role', oneOf: ['admin', 3, true] }],
    { claim: 'email', oneOf: ['a@b.c'], allowUnverified: true },
    { claim: 'firebase.identities', present: true },
    { all: [{ claim: 'role', oneOf: ['admin'] }, { emailDomain: ['example.com'] }] },
    { any: [] },
    { not: { any: [{ uid: 'a' }, { uid: ['b', 'c'] }] } },
    { email: 'ada@example.com', allowUnverified: true },
    { emailDomain: 'localhost' },
    { network: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'] },
    { secondFactor: true },
    { emailVerified: false }
  ]
  for (const allow of good) t.same(problemsOf(allow), [], JSON.stringify(allow))
})

t.test('conditions: wrong shapes and values are problems that name the place', async (t) => {
  const rows: [unknown, string, RegExp][] = [
    ['everybody', 'access.rules[0].allow', /public, optional, signed-in, deny/],
    [7, 'access.rules[0].allow', /allowed values/],
    [[], 'access.rules[0].allow', /allowed values/],
    [{ role: 'admin' }, 'access.rules[0].allow.role', /is not a key.*emailDomain/],
    [{ all: [{ any: [{ uids: ['a'] }] }] }, 'access.rules[0].allow.all[0].any[0].uids', /is not a key/],
    [{ not: [{ uid: 'a' }] }, 'access.rules[0].allow.not', /a section with keys/],
    [{ all: { uid: 'a' } }, 'access.rules[0].allow.all', /a list/],
    [{ uid: [] }, 'access.rules[0].allow.uid', /is empty/],
    [{ uid: 7 }, 'access.rules[0].allow.uid', /a text or a list/],
    [{ secondFactor: 'yes' }, 'access.rules[0].allow.secondFactor', /true or false/],
    [{}, 'allow', /has no condition/],
    [{ uid: 'a', tenant: 'b' }, 'allow', /several conditions: uid, tenant/],
    [{ not: {} }, 'allow.not', /has no condition/],
    [{ claim: 'role' }, 'allow', /either `oneOf` or `present`/],
    [{ claim: 'role', oneOf: ['a'], present: true }, 'allow', /either `oneOf` or `present`/],
    [{ uid: 'a', oneOf: ['b'] }, 'allow.oneOf', /requires `claim`/],
    [{ uid: 'a', present: true }, 'allow.present', /requires `claim`/],
    [{ claim: 'role', oneOf: ['a'], allowUnverified: true }, 'allow.allowUnverified', /requires `email`/],
    [{ uid: 'a', allowUnverified: false }, 'allow.allowUnverified', /requires `email`/],
    [{ email: ['a@b.c', 'b.c'] }, 'allow.email[1]', /not an email address/],
    [{ email: 'a@b@c' }, 'allow.email', /not an email address/],
    [{ emailDomain: '@example.com' }, 'allow.emailDomain', /not a domain/],
    [{ emailDomain: ['*.example.com'] }, 'allow.emailDomain[0]', /not a domain/],
    [{ any: [{ network: ['10.0.0.0/33'] }] }, 'allow.any[0].network[0]', /not a network/],
    [{ network: 'unix:' }, 'allow.network', /not a network/],
    [{ network: '10.0.0' }, 'allow.network', /not a network/]
  ]
  for (const [allow, path, words] of rows) {
    const title = JSON.stringify(allow)
    const problems = problemsOf(allow)
    const found = problems.map((problem) => problem.path)
    t.same(found, [path], title)
    t.match(`${problems[0]?.message} ${problems[0]?.hint}`, words, title)
  }
})

t.test('conditions: nesting may be eight levels deep, and thousands of levels do not crash', async (t) => {
  const nested = (depth: number): WrittenCondition =>
    depth === 1 ? { uid: 'a' } : { not: nested(depth - 1) }
  t.same(problemsOf(nested(8)), [])
  t.match(problemsOf(nested(9)), [{ message: /more than 8 levels deep/ }])
  t.match(problemsOf(nested(1000)), [{ message: /more than 8 levels deep/ }])
})
