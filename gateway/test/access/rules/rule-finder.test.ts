import fc from 'fast-check'
import t from 'tap'
import { buildPolicy, buildPolicyTrace } from '../../../src/access/rules/policy.ts'
import { createRuleFinder } from '../../../src/access/rules/rule-paths.ts'
import type { AccessRule, Config } from '../../../src/config/schema/schema.ts'
import { parseRequestTarget, type RequestTarget } from '../../../src/http/target.ts'
import { targetOf } from '../../fixtures/requests.ts'
import { words } from '../../fixtures/words.ts'

const SEGMENTS = [...words`a A b admin é %C3%A9 straße .well-known $x admin.html a.php index.php a.b.c`, '']
const SPELLINGS = [
  ...SEGMENTS,
  ...words`
  ADMIN %61dmin %2561dmin admin. admin.json a.json.gz index index.html STRASSE admın admin%20. admin%3fx admin;v=1
  ; %2F a%2Fb %2e .. É a%zz K
`
]
const HOSTS = ['app.example.com', 'a.example.com', '*.example.com', '*.b.example.com', 'x.b.example.com']
const ASKED = [
  ...words`app.example.com A.example.com. q.example.com z.b.example.com x.b.example.com example.com`
]
ASKED.push('.example.com', 'localhost', '')
const METHODS = ['GET', 'HEAD', 'POST']
const LEVELS = ['public', 'optional', 'signed-in', 'deny'] as const
const ALLOW: AccessRule['allow'][] = [...LEVELS, { claim: 'role', oneOf: ['x'] }, { uid: 'ada' }]

const folder = fc
  .array(fc.constantFrom(...SEGMENTS), { maxLength: 3 })
  .map((segments) => `/${segments.join('/')}`)
const rule = fc.record(
  {
    path: fc
      .tuple(folder, fc.constantFrom('', '/*'))
      .map(([path, end]) => (path === '/' ? `/${end.slice(1)}` : `${path}${end}`)),
    allow: fc.constantFrom(...ALLOW),
    host: fc.constantFrom(...HOSTS),
    methods: fc.subarray(METHODS, { minLength: 1 })
  },
  { requiredKeys: ['path', 'allow'] }
)
const request = fc.record({
  path: fc
    .array(fc.constantFrom(...SPELLINGS), { minLength: 1, maxLength: 4 })
    .map((segments) => `/${segments.join('/')}`),
  method: fc.constantFrom(...METHODS),
  host: fc.constantFrom(...ASKED)
})

interface Asked {
  method: string
  host: string
}

function read(path: string): RequestTarget | null {
  const target = parseRequestTarget(encodeURI(path).replaceAll('%25', '%'))
  return target.kind === 'target' ? target : null
}

/** Linear search: the rule that matches, else the default, with the readings of earlier rules. */
function plainDemand(access: Config['access'], { method, host }: Asked, target: RequestTarget) {
  const matches = buildPolicyTrace(access)(method, target, host)
  const concerned = access.rules.filter((_, index) => /match|reading|form/.test(matches[index] ?? ''))
  const levels = concerned.map(({ allow }) => (typeof allow === 'object' ? 'signed-in' : allow))
  const all = matches.includes('match') ? levels : [...levels, access.default]
  const level = LEVELS.findLast((one) => all.includes(one))
  const conditions = concerned.flatMap(({ allow }) => (typeof allow === 'object' ? [allow] : []))
  return { level, conditions: level === 'deny' ? [] : conditions }
}

t.test('rule finder: random rules and spellings give the same requirement as a linear search', async () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 12 }),
      request,
      fc.constantFrom(...LEVELS),
      (rules, asked, fallback) => {
        const access: Config['access'] = { default: fallback, rules }
        const target = read(asked.path)
        if (target === null) return
        const { level, conditions } = buildPolicy(access)(asked.method, target, asked.host)
        const found = JSON.stringify({ level, conditions: conditions.map(({ written }) => written) })
        const expected = JSON.stringify(plainDemand(access, asked, target))
        if (found !== expected) throw new Error(`${JSON.stringify(asked)}: ${found}, not ${expected}`)
      }
    ),
    { numRuns: 600 }
  )
})

const finder = (places: readonly { path: string; host?: string }[]) => {
  const find = createRuleFinder(places, [...places.keys()])
  return (path: string, host = '') => find(read(path) ?? { ...targetOf('/'), readings: [] }, host)
}

t.test('rule finder: a request is compared only with the rules of its host and folders', async (t) => {
  const rules = Array.from({ length: 500 }, (_, index) => ({
    path: `/app${index}/*`,
    host: HOSTS[index % 2] ?? ''
  }))
  const found = finder([...rules, { path: '/*' }])
  t.same(found('/app8/x', 'app.example.com'), [8, 500])
  t.same(found('/app8/x', 'a.example.com'), [500], 'another host')
  t.same(found('/other', 'app.example.com'), [500])
  t.same(found('/APP8/x', 'app.example.com'), [8, 500])
  t.same(found('/app8.json', 'app.example.com'), [8, 500], 'another form of its path')
  t.equal(found('/app8%2Fx', 'app.example.com').length, 251, 'readings in two folders: all of the host')
})

t.test('rule finder: with many rules below one folder, finds those along the path, in order', async (t) => {
  const found = finder([
    { path: '/api/app1/items/7' },
    { path: '/api/*' },
    ...Array.from({ length: 500 }, (_, index) => ({ path: `/API/app${index}/*` })),
    { path: '/*' },
    { path: '/api/app1/' },
    { path: '/' }
  ])
  t.same(found('/api/app1/items/7'), [0, 1, 3, 502, 503, 504])
  t.same(found('/api/app1/items'), [1, 3, 502, 503, 504], 'control: not below the first')
  t.same(found('/api/App2/x/y/'), [1, 4, 502, 504])
  t.same(found('/api/app9999'), [1, 502, 504])
  t.same(found('/'), [502, 504])
})

t.test('rule finder: a rule with empty path segments is found where a reading may mean it', async (t) => {
  const found = finder([{ path: '//' }, { path: '/a/x' }])
  t.same(found('/%2F'), [0])
  t.same(found('/a/x'), [0, 1])
})

t.test('rule finder: beyond the maximum depth, finds all rules below the deepest folder', async (t) => {
  const deep = '/a'.repeat(200)
  const found = finder([{ path: `${deep}/b` }, { path: `${deep}/c/*` }, { path: '/a/x' }])
  t.same(found(`${deep}/c/d`), [0, 1])
  t.same(found('/a/a'), [], 'control: above')
})
