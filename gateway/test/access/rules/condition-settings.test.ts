import t from 'tap'
import type { WrittenCondition } from '../../../src/access/settings.ts'
import { checkCondition } from '../../../src/access/settings-checks.ts'
import { readShape } from '../../../src/config/schema/shape.ts'

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
