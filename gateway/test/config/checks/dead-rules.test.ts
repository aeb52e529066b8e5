import t from 'tap'
import { findDeadRules, listDeadRuleWarnings } from '../../../src/config/checks/dead-rules.ts'
import { listWarnings } from '../../../src/config/checks/warnings.ts'
import { testConfig } from '../../fixtures/gateway.ts'

const ADMIN = { claim: 'role', oneOf: ['admin'] }

function deadOf(rules: readonly object[], values: object = {}): [rule: number, part: string | null][] {
  const config = testConfig({ ...values, 'access.rules': rules })
  return findDeadRules(config).map(({ rule, part }) => [rule, part])
}

const reasonOf = (allow: object, values: object = {}) =>
  findDeadRules(testConfig({ ...values, 'access.rules': [{ path: '/a', allow }] }))[0]?.reason

t.test('dead rules: earlier ones take all that a rule could, together or alone', async (t) => {
  const folder = { path: '/a/*', allow: 'public' }
  const narrow = { path: '/a/b', allow: ADMIN }
  const rows: [rules: object[], dead: number[]][] = [
    [[folder, narrow], [2]],
    [[narrow, narrow], [2]],
    [[narrow, folder], []],
    [
      [
        { ...folder, methods: ['GET'] },
        { ...narrow, methods: ['GET'] }
      ],
      [2]
    ],
    [[{ ...folder, methods: ['GET'] }, narrow], []],
    [
      [
        { path: '/a', methods: ['GET'], allow: 'public' },
        { path: '/a', methods: ['HEAD'], allow: 'deny' }
      ],
      [2]
    ],
    [
      [
        { path: '/a', methods: ['HEAD'], allow: 'public' },
        { path: '/a', methods: ['GET'], allow: 'deny' }
      ],
      []
    ],
    [
      [
        { ...folder, methods: ['GET'] },
        { ...folder, methods: ['POST'] },
        { ...narrow, methods: ['GET', 'POST'] }
      ],
      [3]
    ],
    [
      [{ path: '/*', allow: 'optional' }, folder, narrow],
      [2, 3]
    ],
    [[{ path: '/a', methods: ['TRACE'], allow: 'public' }], [1]],
    [[{ path: '/login', allow: 'public' }], [1]],
    [[{ path: '/__/x', allow: 'public' }], [1]]
  ]
  for (const [rules, dead] of rows)
    t.same(
      deadOf(rules).map(([rule]) => rule),
      dead,
      JSON.stringify(rules)
    )
})

t.test('dead rules: by host', async (t) => {
  const hosts = {
    publicUrl: 'https://app.example.com',
    'cookie.domain': 'example.com',
    'forwardAuth.enabled': true,
    'forwardAuth.origins': ['https://wiki.example.com', 'https://a.b.example.com'],
    trustedProxies: ['127.0.0.1']
  }
  const rules = (...list: object[]) => deadOf(list, hosts).map(([rule]) => rule)
  const everywhere = { path: '/x', allow: 'public' }
  const wiki = { ...everywhere, host: 'wiki.example.com' }
  const below = { ...everywhere, host: '*.example.com' }
  t.same(rules(everywhere, wiki), [2])
  t.same(rules(below, wiki), [2])
  t.same(rules(wiki, wiki), [2])
  t.same(rules(wiki, everywhere), [])
  t.same(rules(wiki, below), [])
  t.same(rules(below, { ...wiki, host: 'a.b.example.com' }), [], 'one label alone')
})

t.test('dead conditions: that contradict themselves; their twins hold for somebody', async (t) => {
  const rows: [impossible: object, possible: object][] = [
    [{ any: [] }, { all: [] }],
    [{ not: { all: [] } }, { not: { any: [] } }],
    [{ all: [ADMIN, { not: ADMIN }] }, { any: [ADMIN, { not: ADMIN }] }],
    [
      { all: [ADMIN, { not: { claim: 'role', oneOf: ['owner', 'admin'] } }] },
      { all: [{ claim: 'role', oneOf: ['admin', 'x'] }, { not: ADMIN }] }
    ],
    [
      { all: [ADMIN, { claim: 'role', present: false }] },
      { all: [ADMIN, { claim: 'role', oneOf: ['owner'] }] }
    ],
    [
      {
        not: {
          any: [
            { claim: 'x', present: true },
            { claim: 'x', present: false }
          ]
        }
      },
      { claim: 'x', present: false }
    ],
    [
      { all: [{ uid: 'a' }, { not: { uid: ['a', 'b'] } }] },
      { all: [{ uid: ['a', 'c'] }, { not: { uid: 'a' } }] }
    ],
    [{ all: [{ uid: 'a' }, { uid: 'b' }] }, { any: [{ uid: 'a' }, { uid: 'b' }] }],
    [
      { all: [{ email: 'a@x.example' }, { emailDomain: 'y.example' }] },
      { all: [{ email: 'A@x.example' }, { emailDomain: 'X.example' }] }
    ],
    [
      { all: [{ emailVerified: false }, { emailDomain: 'x.example' }] },
      { all: [{ emailVerified: false }, { emailDomain: 'x.example', allowUnverified: true }] }
    ],
    [{ all: [{ secondFactor: true }, { not: { secondFactor: true } }] }, { secondFactor: true }],
    [
      { all: [{ network: '10.0.0.0/8' }, { not: { network: ['10.0.0.0/8'] } }] },
      { all: [{ network: '10.0.0.0/8' }, { not: { network: '10.1.0.0/16' } }] }
    ],
    [
      { claim: 'email', present: false },
      { claim: 'email', present: false, allowUnverified: true }
    ],
    [
      { all: [{ any: [{ uid: 'a' }, { uid: 'b' }] }, { uid: 'c' }] },
      { all: [{ any: [{ uid: 'a' }, { uid: 'c' }] }, { uid: 'c' }] }
    ]
  ]
  for (const [impossible, possible] of rows) {
    t.match(reasonOf(impossible), /^its condition can never hold: /, JSON.stringify(impossible))
    const whole = findDeadRules(testConfig({ 'access.rules': [{ path: '/a', allow: possible }] }))
    t.same(
      whole.filter(({ part }) => part === 'allow'),
      [],
      JSON.stringify(possible)
    )
  }
})

t.test('dead conditions: that the configuration excludes', async (t) => {
  const acme = { 'identityPlatform.tenantId': 'acme' }
  t.match(reasonOf({ tenant: 'acme' }), /tenant acme is not configured/)
  t.equal(reasonOf({ tenant: 'acme' }, acme), undefined)
  const upstream = { url: 'http://127.0.0.1:3000' }
  const own = (login: object) => ({ applications: [{ name: 'acme', upstream, login }] })
  t.equal(reasonOf({ tenant: 'acme' }, own({ tenant: 'acme' })), undefined, 'of an application')
  t.match(reasonOf({ tenant: 'acme' }, own({ tenant: null })), /tenant acme is not configured/)
  t.match(reasonOf({ not: { tenant: 'acme' } }, acme), /no tenant is left/)
  t.equal(reasonOf({ not: { tenant: 'acme' } }), undefined)
  t.match(reasonOf({ provider: 'github.com' }), /provider github.com is not allowed/)
  t.equal(
    reasonOf({ provider: 'github.com' }, { 'session.signInProviders': ['password', 'github.com'] }),
    undefined
  )
  t.match(reasonOf({ emailVerified: false }, { 'session.requireVerifiedEmail': true }), /emailVerified/)
  t.equal(reasonOf({ emailVerified: false }), undefined)
  t.match(reasonOf({ not: { secondFactor: true } }, { 'login.mfa.totp': 'required' }), /secondFactor/)
  t.equal(reasonOf({ secondFactor: true }, { 'login.mfa.totp': 'required' }), undefined)
})

t.test('dead conditions: a part of a good one, by its place', async (t) => {
  const rule = (allow: object) => [{ path: '/a', allow }]
  t.same(deadOf(rule({ any: [ADMIN, { all: [{ uid: 'a' }, { uid: 'b' }] }] })), [[1, 'allow.any[1]']])
  t.same(deadOf(rule({ all: [ADMIN, { any: [{ tenant: 'typo' }, ADMIN] }] })), [[1, 'allow.all[1].any[0]']])
  t.same(
    deadOf(rule({ tenant: ['acme', 'typo'] }), { 'identityPlatform.tenantId': 'acme' }),
    [[1, 'allow']],
    'one of the tenants'
  )
  const wide = { any: Array.from({ length: 40 }, (_, index) => ({ uid: `u${index}` })) }
  t.same(deadOf(rule({ all: [wide, wide, wide] })), [], 'too many ways to look at')
})

t.test('dead rules: warnings at start, with their key paths', async (t) => {
  const config = testConfig({
    'access.rules': [
      { path: '/*', allow: 'signed-in' },
      { path: '/a', allow: ADMIN },
      { path: '/b', allow: { any: [] } }
    ]
  })
  t.match(listDeadRuleWarnings(config), [
    /^access\.rules\[1\]: can never match: rules before it match first: 1; /,
    /^access\.rules\[2\]: can never match/
  ])
  const impossible = testConfig({ 'access.rules': [{ path: '/b', allow: { any: [] } }] })
  t.ok(
    listWarnings(impossible).includes(
      'access.rules[0]: its condition can never hold: an empty `any` holds for nobody'
    )
  )
})
