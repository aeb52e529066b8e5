import t from 'tap'
import {
  buildPolicy,
  buildPolicyTrace,
  type Level,
  type Requirement
} from '../../../src/access/rules/policy.ts'
import type { WrittenCondition } from '../../../src/access/settings.ts'
import type { Config } from '../../../src/config/schema/schema.ts'
import { parseRequestTarget } from '../../../src/http/target.ts'
import { targetOf } from '../../fixtures/requests.ts'
import { words } from '../../fixtures/words.ts'

const ADMIN = { claim: 'role', oneOf: ['admin'] }
interface Need {
  level: Level
  conditions: readonly WrittenCondition[]
}

const PUBLIC: Need = { level: 'public', conditions: [] }
const OPTIONAL: Need = { level: 'optional', conditions: [] }
const SIGNED_IN: Need = { level: 'signed-in', conditions: [] }
const DENIED: Need = { level: 'deny', conditions: [] }
const NEEDS_ADMIN: Need = { level: 'signed-in', conditions: [ADMIN] }

const accessOf = (
  fallback: Level,
  ...rules: [path: string, allow: Level | WrittenCondition][]
): Config['access'] => ({
  default: fallback,
  rules: rules.map(([path, allow]) => ({ path, allow }))
})

function requirement(access: Config['access'], path: string, method = 'GET', host = 'app.example.com'): Need {
  const { level, conditions } = buildPolicy(access)(method, targetOf(path), host)
  return { level, conditions: conditions.map(({ written }) => written) }
}

t.test('policy: `$cookieless` is one rule for what is fetched without cookies, no more', async (t) => {
  const access = accessOf('signed-in', ['/admin/*', ADMIN], ['$cookieless', 'public'], ['/*', ADMIN])
  const [policy, trace] = [buildPolicy(access), buildPolicyTrace(access)]
  const ruleOf = (path: string) => policy('GET', targetOf(path), 'app.example.com').rule
  for (const path of words`/manifest.json /favicon.ico /.well-known/acme-challenge/token /.well-known/security.txt`) {
    t.same([ruleOf(path), requirement(access, path).level], [2, 'public'], path)
    t.same(trace('GET', targetOf(path), 'app.example.com'), ['other-path', 'match'], path)
  }
  for (const path of words`/ /manifest.json/x /.well-known/ /.well-known/openid-configuration /x/robots.txt`)
    t.same([ruleOf(path), requirement(access, path).level], [3, 'signed-in'], `twin: ${path}`)
  t.equal(ruleOf('/admin/manifest.json'), 1)
})

t.test('policy: names the number of the rule that decides, or null if none does', async (t) => {
  const access: Config['access'] = {
    default: 'signed-in',
    rules: [
      { path: '/public/*', allow: 'public' },
      { path: '/admin/*', allow: ADMIN },
      { path: '/app/*', allow: 'signed-in' },
      { path: '/admin/audit/*', allow: { claim: 'role', oneOf: ['auditor'] } }
    ]
  }
  const rows: [string, Requirement['rule'], string][] = [
    ['/public/x', 1, 'as written'],
    ['/admin/x', 2, 'as written'],
    ['/ADMIN/x', 2, 'another reading, then the default'],
    ['/ADMIN/audit/x', 2, 'the first of two whose conditions hold'],
    ['/app//x', 3, 'all readings are in the folder'],
    ['/public//x', 1, 'all readings are in the folder'],
    ['/public/%252e%252e/x', null, 'a reading leaves the folder'],
    ['/other', null, 'the default']
  ]
  for (const [path, rule, why] of rows)
    t.equal(buildPolicy(access)('GET', targetOf(path), 'a').rule, rule, `${path}: ${why}`)
})

t.test('policy trace: every rule up to the one that matches, with its relation to the request', async (t) => {
  const access: Config['access'] = {
    default: 'signed-in',
    rules: [
      { path: '/*', host: 'docs.example.com', allow: 'public' },
      { path: '/a', methods: ['POST'], allow: 'public' },
      { path: '/b', allow: 'signed-in' },
      { path: '/A', allow: ADMIN },
      { path: '/a', allow: 'public' },
      { path: '/*', allow: 'public' }
    ]
  }
  const trace = (path: string, host = 'app.example.com') =>
    buildPolicyTrace(access)('GET', targetOf(path), host)
  t.same(trace('/a'), ['other-host', 'other-method', 'other-path', 'other-reading', 'match'])
  t.same(trace('/a', 'DOCS.example.com.'), ['match'], 'control: another host')
  t.equal(trace('/a;x').length, 6, 'a path that is not canonical matches no rule as written')
})

t.test('policy: without rules the default decides, however the path is spelled', async (t) => {
  t.same(requirement({ default: 'signed-in', rules: [] }, '/x'), SIGNED_IN)
  t.same(requirement({ default: 'public', rules: [] }, '/x'), PUBLIC)
  t.same(requirement({ default: 'public', rules: [] }, '/%78'), PUBLIC)
})

t.test('policy: if several rules match, the first decides', async (t) => {
  const access: Config['access'] = {
    default: 'signed-in',
    rules: [
      { path: '/admin/login', allow: 'public' },
      { path: '/admin/*', allow: ADMIN },
      { path: '/*', methods: ['GET'], allow: 'public' }
    ]
  }
  const rows: [string, string, Need][] = [
    ['GET', '/admin/login', PUBLIC],
    ['GET', '/admin/x', NEEDS_ADMIN],
    ['GET', '/admin/', NEEDS_ADMIN],
    ['GET', '/x', PUBLIC],
    ['POST', '/x', SIGNED_IN],
    ['POST', '/admin/x', NEEDS_ADMIN]
  ]
  for (const [method, path, expected] of rows)
    t.same(requirement(access, path, method), expected, `${method} ${path}`)
})

t.test('policy: other readings of a path add requirements, never remove any (ASVS 8.2.1)', async (t) => {
  const access = accessOf('public', ['/admin/login', 'public'], ['/admin/*', ADMIN], ['/app/*', 'signed-in'])
  const rows: [Need, string[]][] = [
    [NEEDS_ADMIN, words`/ADMIN/x /Admin /%61dmin/x /admin/%6cogin`],
    [SIGNED_IN, words`/APP/x`],
    [PUBLIC, words`/other /OTHER /a//b`]
  ]
  for (const [expected, paths] of rows)
    for (const path of paths) t.same(requirement(access, path), expected, path)
})

t.test('policy: segment endings that Windows ignores weaken no requirement (ASVS 8.2.1)', async (t) => {
  const access = accessOf(
    'signed-in',
    ['/admin/*', ADMIN],
    ['/open./*', 'public'],
    ['/wiki/secret/*', 'deny'],
    ['/wiki/*', 'public'],
    ['/exact.', 'public'],
    ['/exact', 'public']
  )
  const rows: [Need, string[]][] = [
    [
      NEEDS_ADMIN,
      words`/admin. /admin./x /Admin.../x /admin%20/x /admin%3fx /admin%23 /admin::$INDEX_ALLOCATION/x`
    ],
    [SIGNED_IN, words`/x/.../admin/ /open./x /wiki./x /exact. /search/what%3F`],
    [DENIED, words`/wiki/secret./x /wiki/secret%20/x`],
    [PUBLIC, words`/wiki/D.C. /wiki/D.C./x /wiki/users:batch /wiki/D.C.%20 /wiki/what%3F /exact`]
  ]
  for (const [expected, paths] of rows)
    for (const path of paths) t.same(requirement(access, path), expected, path)
  const found = requirement({ ...access, default: 'public' }, '/admin.')
  t.same(found, NEEDS_ADMIN, 'where the default is public')
})

t.test('policy: an exact rule matches one path, a folder rule everything below', async (t) => {
  const access = accessOf('signed-in', ['/a', 'public'], ['/b/*', 'public'])
  for (const path of ['/a', '/b/', '/b/c']) t.same(requirement(access, path), PUBLIC, path)
  for (const path of ['/a/', '/a/b', '/ab', '/b', '/bc', '/'])
    t.same(requirement(access, path), SIGNED_IN, path)
})

t.test('policy: a rule for GET also applies to HEAD and to nothing else', async (t) => {
  const accessFor = (method: string, allow: Level | WrittenCondition, fallback: Level): Config['access'] => ({
    default: fallback,
    rules: [{ path: '/a', methods: [method], allow }]
  })
  const getOnly = accessFor('GET', 'public', 'signed-in')
  const guarded = accessFor('GET', ADMIN, 'public')
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'get', 'head']) {
    const applies = method === 'GET' || method === 'HEAD'
    t.same(requirement(getOnly, '/a', method), applies ? PUBLIC : SIGNED_IN, method)
    t.same(requirement(guarded, '/a', method), applies ? NEEDS_ADMIN : PUBLIC, method)
    t.same(requirement(guarded, '/A', method), applies ? NEEDS_ADMIN : PUBLIC, `${method}, another reading`)
  }
  const headOnly = accessFor('HEAD', 'public', 'signed-in')
  t.same(requirement(headOnly, '/a', 'HEAD'), PUBLIC)
  t.same(requirement(headOnly, '/a', 'GET'), SIGNED_IN, 'not the other way round')
})

t.test('policy: exact rules, another reading adds their requirements before a public default', async (t) => {
  const access = accessOf('public', ['/admin', ADMIN], ['/', 'signed-in'])
  for (const path of ['/admin', '/ADMIN', '/Admin', '/%61dmin', '/admin/', '/ADMIN/', '/admin;x'])
    t.same(requirement(access, path), NEEDS_ADMIN, path)
  t.same(requirement(access, '/'), SIGNED_IN)
  t.same(requirement(accessOf('public', ['/', ADMIN]), '/;x'), NEEDS_ADMIN, 'the root too')
  for (const path of ['/administrator', '/ADMIN/x', '/x/admin', '/adm'])
    t.same(requirement(access, path), PUBLIC, path)
  const upper = accessOf('public', ['/Admin', ADMIN])
  for (const path of ['/Admin', '/admin', '/ADMIN', '/%41dmin', '/Admin/'])
    t.same(requirement(upper, path), NEEDS_ADMIN, `/Admin: ${path}`)
})

t.test('policy: optional is weaker than a session, so no reading may ask for one', async (t) => {
  const access = accessOf('optional', ['/feed', 'optional'], ['/public/*', 'public'], ['/admin/*', ADMIN])
  const rows: [Need, string[]][] = [
    [OPTIONAL, words`/feed /other /FEED /PUBLIC/x /%66eed /feed;x /a//b`],
    [PUBLIC, words`/public/x /public//x`],
    [NEEDS_ADMIN, words`/admin/x /ADMIN/x /public/%252e%252e/admin/x`]
  ]
  for (const [expected, paths] of rows)
    for (const path of paths) t.same(requirement(access, path), expected, path)
  const feed = accessOf('public', ['/feed', 'optional'])
  t.same(requirement(feed, '/FEED'), OPTIONAL, 'another reading of it, before a public default')
})

t.test('policy: deny applies to every reading of a path, whatever the other rules', async (t) => {
  const access: Config['access'] = {
    default: 'signed-in',
    rules: [
      { path: '/open/*', allow: 'public' },
      { path: '/internal/*', allow: 'deny' },
      { path: '/*', methods: ['GET'], allow: 'public' }
    ]
  }
  for (const path of words`
    /internal/x /internal/ /INTERNAL/x /%69nternal/x /internal;v=1/x //x/../internal
  `)
    if (parseRequestTarget(path).kind === 'target') t.same(requirement(access, path), DENIED, path)
  t.same(requirement(access, '/internal'), DENIED, 'servers take the folder itself for one of its paths')
  t.same(requirement(access, '/open/internal/x'), PUBLIC)
  t.same(requirement(access, '/internalx'), PUBLIC)
  const closed = accessOf('deny', ['/a', ADMIN])
  t.same(requirement(closed, '/a'), NEEDS_ADMIN)
  for (const path of ['/b', '/%61', '/A', '/a//']) t.same(requirement(closed, path), DENIED, path)
  t.equal(buildPolicy(access)('GET', targetOf('/INTERNAL/x'), 'a').rule, 2)
})

t.test('policy: a rule for a host applies to every spelling of that host and no other', async (t) => {
  const access: Config['access'] = {
    default: 'signed-in',
    rules: [
      { host: 'docs.example.com', path: '/*', allow: 'public' },
      { host: '*.apps.example.com', path: '/*', allow: ADMIN }
    ]
  }
  const rows: [Need, string[]][] = [
    [PUBLIC, words`docs.example.com DOCS.Example.com docs.example.com.`],
    [NEEDS_ADMIN, words`a.apps.example.com B.APPS.example.com.`],
    [SIGNED_IN, words`app.example.com xdocs.example.com docs.example.com.evil.example docs.example.com..`],
    [SIGNED_IN, [...words`apps.example.com .apps.example.com a.b.apps.example.com`, '']]
  ]
  for (const [expected, hosts] of rows)
    for (const host of hosts) t.same(requirement(access, '/x', 'GET', host), expected, host)
  t.same(requirement(access, '/%78', 'GET', 'docs.example.com'), PUBLIC, 'in any spelling of a path')
})
