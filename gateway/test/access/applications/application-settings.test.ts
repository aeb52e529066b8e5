import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { listDeadRuleWarnings } from '../../../src/access/settings-checks.ts'
import { listWarnings } from '../../../src/config/checks/checks.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { problemText } from '../../../src/problem.ts'
import { testConfig } from '../../fixtures/gateway.ts'
import { signatureKeyOf } from '../../fixtures/session/signature-keys.ts'

const file = join(t.testdir(), 'gatehouse.json')
const UP = { url: 'http://10.0.0.7:3000' }
const HOME = { name: 'home', upstream: UP }
const WIKI = { name: 'wiki', host: 'wiki.example.com', upstream: UP }

/** The problems of a configuration with these applications. `written`: other keys. */
function problemsOf(applications: readonly object[], written: object = {}) {
  writeFileSync(
    file,
    JSON.stringify({
      publicUrl: 'https://app.example.com',
      identityPlatform: { projectId: 'my-project', apiKey: 'key' },
      cookie: { signatureKeys: [signatureKeyOf('applications')] },
      applications,
      ...written
    })
  )
  const loaded = loadConfig({ file, env: { METADATA_SERVER_DETECTION: 'none' }, plugins: [] })
  return loaded.kind === 'invalid' ? loaded.problems : []
}

const withWiki = (changes: object) => [HOME, { ...WIKI, ...changes }]
const allowed = (allow: unknown) => ({ default: 'signed-in', rules: [{ path: '/x', allow }] })

const OTHER = { ...WIKI, name: 'other' }
const ALL = { ...WIKI, name: 'all', host: '*.example.com' }
const rule = (path: string, allow = 'public', more: object = {}) => ({
  access: { rules: [{ path, allow, ...more }] }
})
const ruleAt = (host: string) => rule('/a', 'public', { host })
const upstream = (url: string, more: object = {}) => ({ upstream: { url, ...more } })
const provider = (id: string) => ({ login: { providers: [id] } })
const destination = (path: string) => ({ login: { destinations: { [path]: 'B' } } })
const corsOf = (origin: string) => ({ cors: { origins: [origin] } })
const header = (name: string) => ({ identityHeaders: { [name]: 'sub' } })
const brand = (own: object) => ({ login: { brand: own } })
const both = (own: object, other: object) => [HOME, { ...WIKI, ...own }, { ...OTHER, ...other }]

const PROVIDERS = { login: { providers: [{ id: 'google.com' }] } }
const OWN = /is the gateway itself/
const NEVER = /never reached/
const PATH = /canonical/

/** Each invalid list, or what changes the second application, the key path of the problem, its text, and a valid counterpart. */
const ROWS: readonly [wrong: object, path: string, says: RegExp, twin: object, written?: object][] = [
  [{ name: 'home' }, 'name', /same as applications\[0\]/, {}],
  [{ name: 'Wiki' }, 'name', /./, { name: 'w-1' }],
  [both({}, {}), 'applications[2]', /never reached: applications\[1\]/, both({}, { path: '/other/*' })],
  [[ALL, WIKI], 'applications[1]', NEVER, [WIKI, ALL]],
  [{ path: '/a//b/*' }, 'path', PATH, { path: '/a/b/*' }],
  [{ path: '/my%20wiki/*' }, 'path', PATH, { path: '/wíki/*' }],
  // Another spelling of the path of an application on the same host.
  [
    both({ path: '/büro/*' }, { path: '/B%c3%9cro/*' }),
    'applications[2]',
    NEVER,
    both({ path: '/büro/*' }, { path: '/buro/*' })
  ],
  // Servers may take its last letter for another.
  [rule('/a%20bı'), 'access.rules[0].path', PATH, rule('/a%20bı', 'deny')],
  [rule('/a%20b/%2e%2e/c'), 'access.rules[0].path', PATH, rule('/a%20b/[c]')],
  [rule('/a;b'), 'access.rules[0].path', PATH, rule('/a')],
  [{ path: '/a' }, 'path', /./, { path: '/a/*' }],
  [{ host: '*.co.uk' }, 'host', /hosts of others/, { host: '*.a.co.uk' }],
  [{ upstream: null }, 'upstream', /forwardAuth\.enabled is false/, {}],
  [upstream('http://127.0.0.1:8080'), 'upstream.url', OWN, upstream('http://127.0.0.1:8081')],
  [upstream('https://wiki.example.com'), 'upstream.url', OWN, upstream('https://wiki.internal.example.com')],
  [ruleAt('wikki.example.com'), 'access.rules[0].host', /not a host of this/, ruleAt('wiki.example.com')],
  [header('host'), 'identityHeaders.host', /./, header('x-user')],
  [corsOf('https://a.example/x'), 'cors.origins[0]', /./, corsOf('https://a.example')],
  [provider('github.com'), 'login.providers[0]', /not one of login/, provider('google.com'), PROVIDERS],
  [brand({ logo: '/nowhere/logo.svg' }), 'login.brand.logo', /./, brand({ name: 'Wiki' })],
  [destination('/a/../b'), 'login.destinations./a/../b', /./, destination('/b')],
  [
    upstream('https://10.0.0.7', { caFile: '/nowhere/ca.pem' }),
    'upstream.caFile',
    /./,
    upstream('https://10.0.0.7')
  ]
]

t.test('application checks: each mistake is refused with its key path, what differs is not', async (t) => {
  const listOf = (given: object) => (Array.isArray(given) ? given : withWiki(given))
  for (const [wrong, path, says, twin, written] of ROWS) {
    const problems = problemsOf(listOf(wrong), written)
    const problem = problems.find((one) => one.path === path || one.path === `applications[1].${path}`)
    t.match(problem?.message, says, `${path}: ${JSON.stringify(problems)}`)
    t.same(problemsOf(listOf(twin), written), [], `${path}: control`)
  }
})

t.test('application checks: `upstream` beside `applications` is refused, either alone is not', async (t) => {
  t.match(problemsOf([HOME], { upstream: UP }), [{ path: 'upstream', message: /cannot be combined with/ }])
  t.same(problemsOf([], { upstream: UP }), [])
  t.match(problemsOf([]), [{ path: 'upstream' }], 'neither')
})

t.test('application checks: login.hosts accepts only hosts of applications', async (t) => {
  const looks = (host: string) => ({ login: { hosts: { [host]: { brand: { name: 'Wiki' } } } } })
  t.same(problemsOf([HOME, WIKI], looks('wiki.example.com')), [])
  t.match(problemsOf([HOME, WIKI], looks('wikki.example.com')), [{ path: 'login.hosts.wikki.example.com' }])
})

t.test('application checks: a rule for one of the hosts of a pattern is accepted', async (t) => {
  const rules = (host: string) => [
    HOME,
    { ...WIKI, host: '*.example.com', ...rule('/a', 'public', { host }) }
  ]
  t.same(problemsOf(rules('a.example.com')), [])
  t.match(problemsOf(rules('a.b.example.com')), [{ path: 'applications[1].access.rules[0].host' }])
})

t.test('dead rules of applications: each section lists its dead rules by key path', async (t) => {
  const rules = (...paths: string[]) => ({ rules: paths.map((path) => ({ path, allow: 'public' })) })
  const deadIn = (shared: object, own: object) =>
    listDeadRuleWarnings(
      testConfig({
        publicUrl: 'https://app.example.com',
        upstream: null,
        applications: [HOME, { ...WIKI, access: own }],
        access: { default: 'signed-in', ...shared }
      })
    )
  t.same(deadIn(rules('/x/*'), rules('/x/y')), [])
  t.same(deadIn(rules('/x/*', '/x/y'), rules('/z', '/*', '/x/y')), [
    'access.rules[1]: is never reached: rule 1 before it covers the same place; remove it, or move it first',
    'applications[1].access.rules[2]: is never reached: rule 2 before it covers the same place; remove it, or move it first'
  ])
})

t.test('problems of applications: each names its application, unless that has no valid name', async (t) => {
  const [shape] = problemsOf(withWiki({ hosts: 1 }))
  t.match(shape, { path: /^applications\[1\]/, application: 'wiki' })
  const [meaning] = problemsOf([HOME, { ...WIKI, host: undefined, path: undefined }])
  const found = problemText({ path: 'applications[1].x', application: 'wiki', message: 'is wrong', hint: '' })
  t.equal(found, 'applications[1].x (wiki): is wrong')
  t.match(meaning, { path: /^applications\[1\]/, application: 'wiki' })
  for (const name of ['No Name', 7, undefined]) {
    const seen = problemsOf(withWiki({ name })).some(({ application }) => application !== undefined)
    t.notOk(seen, String(name))
  }
})

t.test('warnings of applications: each is reported with its key path', async (t) => {
  const config = testConfig({
    upstream: null,
    'login.mfa.totp': 'off',
    applications: [
      { ...HOME, upstream: { url: 'http://app.internal' }, access: { default: 'public', rules: [] } },
      { ...WIKI, access: allowed('signed-in') },
      {
        ...WIKI,
        name: 'mfa',
        path: '/mfa/*',
        access: { rules: [{ path: '/mfa/*', allow: 'signed-in', require: { secondFactor: true } }] }
      }
    ]
  })
  const warnings = listWarnings(config)
  const about = (start: string) => warnings.filter((line) => line.startsWith(start)).length
  t.equal(about('applications[0].upstream.url: http to another machine'), 1)
  t.equal(about('applications[0].access.default: `public`'), 1)
  t.equal(about('applications[1].access.default'), 0)
  t.equal(warnings.filter((line) => line.includes('require.secondFactor')).length, 1)
  t.same(listDeadRuleWarnings(config), [])
})

t.test('check-config: what can be said of a framework without requests', async (t) => {
  const NEXT_RULES = [{ path: '/_next/*', allow: 'public' }]
  const DENIED = [{ path: '/internal/*', allow: 'deny' }]
  const warningsOf = (values: Record<string, unknown>) =>
    listWarnings(testConfig(values)).filter((line) =>
      /framework|publicActions/.test(line.split(':', 1)[0] ?? '')
    )
  const rules = (path: string, allow: string) => ({ 'access.rules': [{ path, allow }] })
  const rows: readonly [config: Record<string, unknown>, warning: RegExp | null][] = [
    [{ 'access.rules': NEXT_RULES }, /^framework: the rules look like those for `nextjs`/],
    [rules('/wp-admin/*', 'deny'), /`wordpress`/],
    [rules('/index.php', 'public'), /`php`/],
    [{ 'access.rules': NEXT_RULES, framework: 'nextjs' }, null],
    [rules('/admin/*', 'public'), null],
    [{ publicActions: true }, /^publicActions: no effect/],
    [{ framework: 'nextjs', 'access.rules': DENIED }, /^publicActions: a rule or the default denies POST/],
    [{ framework: 'react-router', 'access.rules': DENIED }, /`react-router`/],
    [{ framework: 'wordpress', 'access.rules': DENIED }, /`wordpress`/],
    [{ framework: 'nextjs', 'access.default': 'deny' }, /denies POST/],
    [{ framework: 'nextjs', 'access.rules': DENIED, publicActions: true }, null],
    [{ framework: 'rails', 'access.rules': DENIED }, null],
    [{ framework: 'nextjs', 'access.rules': [{ ...DENIED[0], methods: ['GET'] }] }, null],
    [{ framework: 'nextjs', 'access.default': 'deny', ...rules('/*', 'signed-in') }, null],
    [{ framework: 'nextjs', 'access.rules': [{ path: '/*', allow: 'signed-in' }, ...DENIED] }, null],
    [{ framework: 'nextjs', ...rules('/*', 'deny') }, /denies POST/]
  ]
  for (const [values, warning] of rows) {
    const found = warningsOf(values)
    t.equal(found.length, warning === null ? 0 : 1, JSON.stringify(values))
    if (warning !== null) t.match(found[0], warning)
  }
  const applications = [HOME, { ...WIKI, access: { rules: NEXT_RULES } }]
  t.match(warningsOf({ applications }), [/^applications\[1\]\.framework: /])
})
