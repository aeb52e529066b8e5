import t from 'tap'
import { createApplications } from '../../../src/access/applications/applications.ts'
import { createTenancy } from '../../../src/access/applications/tenancy.ts'
import { buildPolicy, buildPolicyTrace } from '../../../src/access/rules/policy.ts'
import type { AccessRule, Config } from '../../../src/config/schema/schema.ts'
import { testConfig } from '../../fixtures/gateway.ts'
import { targetOf } from '../../fixtures/requests.ts'
import { words } from '../../fixtures/words.ts'

const ADMIN = { claim: 'role', oneOf: ['admin'] }

/** The number of the rule that decides; 0 for the default. */
const ruleAt = (access: Config['access'], raw: string) =>
  buildPolicy(access)('GET', targetOf(raw), 'a').rule ?? 0

/** Paths that a rule with a demand covers, and ones that it does not. */
const ROWS: readonly [path: string, covered: readonly string[], free: readonly string[]][] = [
  [
    '/admin/*',
    words`
      /admin.json /admin.data /admin.html /admin.cgi/x /ADMIN.json /%61dmin.json /admin.json;v=1 /admin.json/
      /admin%2ejson /admın.json /admin. /admin.en.html
    `,
    ['/administrator', '/admin-2', '/adminjson', '/x/admin.json', '/admi', '/.admin', '/']
  ],
  [
    '/admin',
    words`/admin.json /admin.cgi/x /admin/index.html /admin/index /admin/INDEX.php/x /admin/default.aspx /admin/`,
    words`/admin/x /administrator /admin/indexes /admin/x/index.html`
  ],
  ['/a/b/*', ['/a/b.json', '/a/b.json/c'], ['/a.json', '/a/bc', '/a.json/b', '/a']],
  [
    '/admin.html',
    words`/admin /admin/ /admin.html.gz /admin.html/x /ADMIN`,
    words`/admin.json /admin/x /admins`
  ],
  [
    '/a/b/index.html',
    words`/a/b /a/b/ /A/B /a/b/index /a/b/index.html/x`,
    words`/a /b /a/b/c /a/b/index.json`
  ],
  ['/admin.php', ['/admin', '/admin.php/x', '/admin/x', '/admin.php.bak'], ['/admin.json', '/admins']],
  ['/admin.php/*', ['/admin', '/admin.php/x', '/admin/x', '/admin.php'], ['/admin.json']],
  ['/docs/index.html', words`/docs /docs/ /docs/index /docs/index.html/x`, words`/docs/x /docs/index.json /`],
  ['/index.php', ['/', '/index', '/index/x', '/index.php/x'], ['/x', '/index.html']],
  ['/index.php/*', ['/index.php', '/index.php/x', '/index/x'], ['/', '/x']],
  ['/', ['/index.html', '/index', '/index.php/x', '/default.htm'], ['/x', '/.well-known/x', '/x.json']],
  ['/v1.2/*', ['/v1.2.json'], ['/v1', '/v1/x', '/v1.3']],
  ['/.env', ['/.env.local', '/.env/index.html'], ['/', '/.environment']],
  ['/büro/*', ['/b%C3%BCro.json', '/%62%C3%BCro.json'], ['/b%C3%BCros.json']],
  ['/a+b/*', ['/a+b.json'], ['/aab.json', '/ab.json']]
]

t.test('path forms: a rule with a demand covers other forms of its path, and no other path', async (t) => {
  for (const [path, covered, free] of ROWS)
    for (const allow of ['signed-in', 'deny', ADMIN] as const) {
      const access: Config['access'] = { default: 'public', rules: [{ path, allow }] }
      for (const raw of covered) t.equal(ruleAt(access, raw), 1, `${path}: ${raw}`)
      for (const raw of free) t.equal(ruleAt(access, raw), 0, `${path}: ${raw}`)
    }
})

t.test('path forms: a public or optional rule covers its path alone, any by `extensions`', async (t) => {
  for (const allow of ['public', 'optional'] as const) {
    const access: Config['access'] = { default: 'deny', rules: [{ path: '/open/*', allow }] }
    t.equal(ruleAt(access, '/open/x'), 1)
    for (const raw of ['/open.json', '/open.html']) t.equal(ruleAt(access, raw), 0, `${allow}: ${raw}`)
  }
  const rules: AccessRule[] = ROWS.map(([path]) => ({ path, allow: 'deny' }))
  const access: Config['access'] = { default: 'public', extensions: 'separate', rules }
  for (const raw of ['/admin.json', '/admin.cgi/x', '/docs', '/index.html', '/.env.local'])
    t.equal(ruleAt(access, raw), 0, raw)
  t.equal(ruleAt(access, '/ADMIN/x'), 1, 'control: other readings are covered')
})

t.test('path forms: an earlier rule for the form itself decides; other conditions are added', async (t) => {
  const access: Config['access'] = {
    default: 'public',
    rules: [
      { path: '/admin.json', allow: 'public' },
      { path: '/admin/*', allow: ADMIN },
      { path: '/admin.html', allow: 'signed-in' }
    ]
  }
  t.equal(ruleAt(access, '/admin.json'), 1)
  const { level, conditions } = buildPolicy(access)('GET', targetOf('/admin.html'), 'a')
  t.same([level, conditions.length], ['signed-in', 1])
  t.same(buildPolicyTrace(access)('GET', targetOf('/admin.html'), 'a'), ['other-path', 'other-form', 'match'])
})

t.test('path forms: beside an application, ambiguous only if one server may be behind both', async (t) => {
  const findAt = (raw: string, home: object, wiki: object) => {
    const applications = [
      { name: 'home', upstream: { url: 'http://127.0.0.1:9' }, ...home },
      { name: 'wiki', path: '/wiki/*', upstream: { url: 'http://127.0.0.1:9' }, ...wiki }
    ]
    const config = testConfig({ publicUrl: 'https://app.example.com', applications })
    const found = createApplications(config).at('app.example.com', targetOf(raw))
    return found.kind === 'application' ? found.application.name : found.kind
  }
  const other = { upstream: { url: 'http://127.0.0.1:10' } }
  const separate = { access: { extensions: 'separate' } }
  const rows: readonly [raw: string, home: object, wiki: object, name: string][] = [
    ['/wiki.html', {}, {}, 'ambiguous'],
    ['/%77iki.json', {}, {}, 'ambiguous'],
    ['/wiki.html', {}, other, 'home'],
    ['/wiki.html', {}, separate, 'home'],
    ['/wiki.html', separate, {}, 'ambiguous'],
    ['/wiki.html', {}, { stripPath: true }, 'home'],
    ['/wiki.html', {}, { host: 'wiki.example.com' }, 'home'],
    ['/wikipedia', {}, {}, 'home'],
    ['/wiki/x.html', {}, {}, 'wiki'],
    ['/wiki.2/x', { path: '/wiki.2/*' }, {}, 'home'],
    ['/w%C3%ADki/x', {}, {}, 'ambiguous'],
    ['/w%C3%ADki/x', {}, other, 'home'],
    ['/wiki/%C3%A9t%C3%A9', {}, {}, 'wiki'],
    ['/%C3%A9t%C3%A9', {}, {}, 'home']
  ]
  for (const [raw, home, wiki, name] of rows)
    t.equal(findAt(raw, home, wiki), name, `${raw} ${JSON.stringify([home, wiki])}`)
})

t.test('path forms: another form of a tenant’s path is for that tenant', async (t) => {
  const scopeAt = (raw: string, extensions: 'covered' | 'separate') => {
    const config = testConfig({
      'access.extensions': extensions,
      'identityPlatform.tenants': { '/acme/*': 'acme', '/acme.x': 'other' }
    })
    const { readings, further } = targetOf(raw)
    const tenancy = createTenancy(config, createApplications(config))
    const scope = tenancy.scopeAt('app.example.com', readings, further)
    return scope.kind === 'one-of' ? scope.tenantIds : scope.kind
  }
  const rows: readonly [raw: string, covered: unknown, separate: unknown][] = [
    ['/acme.json', ['acme'], [null]],
    ['/acme.json/x', ['acme'], [null]],
    ['/acme.x/y', ['other'], ['other']],
    ['/acmes', [null], [null]],
    ['/acme/x', ['acme'], ['acme']],
    ['/%C3%A1cme/x', 'ambiguous', 'ambiguous'],
    ['/%C3%A1rea/x', [null], [null]],
    ['/acme/%C3%A1', ['acme'], ['acme']],
    // A server that does not decode would take it for a path of its own.
    ['/%61cme.json', 'ambiguous', [null]]
  ]
  for (const [raw, covered, separate] of rows) {
    t.same(scopeAt(raw, 'covered'), covered, raw)
    t.same(scopeAt(raw, 'separate'), separate, `${raw}: separate`)
  }
})
