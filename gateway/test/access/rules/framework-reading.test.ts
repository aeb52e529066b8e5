import fc from 'fast-check'
import t from 'tap'
import { createApplications } from '../../../src/access/applications/applications.ts'
import type { FrameworkReading } from '../../../src/access/rules/framework-reading.ts'
import type { Requirement } from '../../../src/access/rules/policy.ts'
import type { Config } from '../../../src/config/schema/schema.ts'
import { testConfig } from '../../fixtures/gateway.ts'
import { targetOf } from '../../fixtures/requests.ts'
import { words } from '../../fixtures/words.ts'

type Framework = NonNullable<Config['framework']>

const HOST = 'app.example.com'

interface Asked {
  method?: string
  headers?: Record<string, string>
  successIsPass?: boolean
}

interface Read extends FrameworkReading {
  /** Requirement without the framework. */
  plain: Requirement
}

/** A reader for the only application of this configuration. */
function reader(framework: Framework, config: Record<string, unknown> = {}) {
  const all = testConfig({
    publicUrl: `https://${HOST}`,
    ...(config.applications === undefined ? { 'upstream.url': 'http://app.internal:3000', framework } : {}),
    ...config
  })
  const applications = createApplications(all)
  return (text: string, { method = 'GET', headers = {}, ...asked }: Asked = {}): Read => {
    const target = targetOf(text)
    const found = applications.at(HOST, target)
    if (found.kind !== 'application') throw new Error(`${text}: ${found.kind}`)
    const plain = found.policy(method, target, HOST)
    const further = found.readByFramework?.({ method, hostname: HOST, headers, ...asked }, target) ?? null
    return { targets: [], readings: target.readings, requirement: plain, ...further, plain }
  }
}

const ADMIN = { claim: 'role', oneOf: ['admin'] }
/** Whether the rule for this page decides, which the address alone does not meet. */
const COVERED: readonly [framework: Framework, page: string, addresses: readonly string[]][] = [
  [
    'nextjs',
    '/adm2',
    [
      ...words`
      /_next/data/B/adm2.json /_next/data/other-build/adm2.json /_next/data/B/adm2.json?x=/
      /_next/data/B/adm2.json/ /_next/data/B/en/adm2.json /_next/data/B/DE/adm2.json
      /_next/data/B/pt-BR/adm2.json /_next/data/B/zh-hant-tw/adm2.json /_next/data/B/ADM2.json
      /_next/data/B/adm%32.json /_next/data/B/adm%2532.json /_next/data/B//adm2.json /%5fnext/data/B/adm2.json
      /_next%2fdata/B/adm2.json /_next//data/B/adm2.json /_NEXT/data/B/adm2.JSON /_next/data/B/adm2.json;x
      /_next/data/B/adm2/index.json /de/adm2 /DE/adm2/ /adm2.rsc /adm2.prefetch.rsc /adm2.txt /adm2.html
      /adm2.segments/_tree.segment.rsc /adm2.segments/adm2/__PAGE__.segment.rsc /de/adm2.rsc
      /_next/image?url=/adm2&w=64&q=75 /_next/image?url=%2Fadm2&w=64&q=75 /_next/image?url=%252Fadm2&w=64&q=75
      /_next/image?url=%252525252Fadm2&w=64&q=75 /_next/image?w=64&url=%2Fadm%32&q=75
      /_next/image?url=/x.png&url=/adm2 /_next/image?url=/adm2&url=/x.png /_next/image?%75rl=/adm2
      /_next/image/?url=/adm2 /_next/image?url=http://localhost:3000/adm2
      /_next/image?url=http://app.internal:3000/adm2 /_next/image?url=/_next/data/B/adm2.json
      /_next/image?url=%2F_next%2Fimage%3Furl%3D%2Fadm2
    `,
      `/_next/image?url=https://${HOST}/adm2`,
      `/_next/image?url=//${HOST.toUpperCase()}./adm2`,
      `/_next/image?url=http%3A%2F%2Fu:p@${HOST}:8080/adm2`
    ]
  ],
  ['nextjs', '/docs/adm2', words`/docs/_next/data/B/adm2.json /docs/_next/data/B/de/adm2.json /docs/de/adm2`],
  ['nextjs', '/', ['/_next/data/B/index.json', '/_next/data/B/de.json', '/de', '/index.rsc', '/index.txt']],
  ['nextjs', '/blog/a/b', ['/_next/data/B/blog/a/b.json']],
  ['nextjs', '/a.json', ['/_next/data/B/a.json.json']],
  [
    'react-router',
    '/admin',
    words`
      /admin.data /ADMIN.data /adm%69n.data /admin/.data /admin/_.data /admin.data?_routes=routes/admin
      /admin.rsc /admin.manifest
    `
  ],
  ['react-router', '/', ['/_root.data', '/_root.data?_routes=x', '/.data', '/_.data', '/_root.rsc']],
  ['react-router', '/base', ['/base/_root.data', '/base.data']],
  [
    'nuxt',
    '/admin',
    words`/admin/_payload.json /admin/_payload.js?x /_ipx/w_200&f_webp/admin /__nuxt_error?url=/admin`
  ],
  ['nuxt', '/', ['/_payload.json']],
  [
    'sveltekit',
    '/admin',
    words`/admin/__data.json /admin/__data.json?x-sveltekit-invalidated=1 /admin/__route.js`
  ],
  ['sveltekit', '/admin.html', ['/admin.html__data.json']],
  ['gatsby', '/admin', ['/page-data/admin/page-data.json', '/Page-Data/admin/page-data.json']],
  ['gatsby', '/', ['/page-data/index/page-data.json']],
  ['astro', '/admin', ['/_image?href=/admin&w=1', '/_image?href=%2fadmin']],
  ['astro', '/_actions/remove', ['/public/x?_action=remove', '/?x=1&_action=remove']],
  ['rails', '/admin', ['/admin.json', '/admin.anything', '/admin.json/', '/ADMIN.Xml', '/admin.a.b']],
  ['spring', '/admin', ['/admin.json', '/admin;v=1', '/admin/', '/admin.x;jsessionid=1']],
  ['django', '/admin', ['/admin/', '/ADMIN']],
  [
    'laravel',
    '/admin/x',
    words`
      /index.php/admin/x /INDEX.PHP/admin/x /index%2ephp/admin/x /app_dev.php/admin/x
      /index.php/index.php/admin/x /index.php//admin/x /admin/index.php/x /index.php/%61dmin/x
    `
  ],
  ['symfony', '/app/admin', ['/app/index.php/admin', '/app/app.php/admin']],
  ['php', '/', ['/index.php', '/app_dev.php']],
  ['php', '/tool.php', ['/tool.php/x.css', '/tool.php/x/y']],
  [
    'wordpress',
    '/wp-json/wp/v2/users',
    words`
      /?rest_route=/wp/v2/users /?rest_route=wp/v2/users/ /?rest_route=%2Fwp%2Fv2%2Fusers
      /?x=1&rest%5Froute=/wp/v2/users /?rest.route=/wp/v2/users /?+rest%20route=/wp/v2/users
      /?rest[route=/wp/v2/users /?rest_route=/a&rest_route=/wp/v2/users /index.php?rest_route=/wp/v2/users
      /any/page?rest_route=/wp/v2/users /index.php/wp-json/wp/v2/users
    `
  ],
  ['wordpress', '/blog/wp-json/wp/v2/users', ['/blog/?rest_route=/wp/v2/users']],
  ['wordpress', '/secret', ['/?pagename=secret', '/x?pagename=secret']]
]

for (const [framework, page, addresses] of COVERED)
  t.test(`framework: ${framework}, other addresses of ${page}, meet its rule`, async (t) => {
    const read = reader(framework, {
      'access.default': 'public',
      'access.rules': [{ path: page, allow: ADMIN }]
    })
    t.equal(read(page).requirement.rule, 1)
    for (const address of addresses) {
      const { level, rule, conditions } = read(address).requirement
      t.same([level, rule, conditions.length > 0], ['signed-in', 1, true], address)
    }
  })

/** Addresses that stand for nothing else. */
const ALONE: readonly [framework: Framework, addresses: readonly string[]][] = [
  [
    'nextjs',
    words`
      / /x /_next/static/chunks/a.js /_next/static/a.json /_next/image?url=https://cdn.example.com/adm2
      /xx-toolongsubtag/x /abc/x
    `
  ],
  ['react-router', ['/', '/x', '/data', '/x.json', '/__manifest?p=/admin', '/x?_data=routes/admin']],
  ['nuxt', ['/x', '/_nuxt/entry.js', '/x/payload.json']],
  ['sveltekit', ['/x', '/_app/immutable/a.js', '/data.json']],
  ['gatsby', ['/x', '/page-data/app-data.json', '/static/a.js']],
  ['astro', ['/x', '/_astro/a.js', '/x?action=remove']],
  ['rails', ['/x', '/x/y', '/v1.0/x']],
  ['express', ['/x', '/x.json']],
  ['django', ['/x', '/x.json', '/x?_method=DELETE']],
  ['php', ['/x', '/tool.php', '/tool.php?x=/y', '/x.phpx/y']],
  ['wordpress', ['/x', '/?p=12', '/wp-admin/admin-ajax.php', '/wp-login.php']]
]

t.test('framework: other addresses and other frameworks, none', async (t) => {
  for (const [framework, addresses] of ALONE) {
    const read = reader(framework)
    for (const address of addresses) t.strictSame(read(address).targets, [], `${framework} ${address}`)
  }
})

t.test('framework: page and address are both public, public; one is not, its rule', async (t) => {
  const read = reader('nextjs', {
    'access.rules': [
      { path: '/_next/*', allow: 'public' },
      { path: '/Public/*', allow: 'public' },
      { path: '/adm2', allow: ADMIN }
    ]
  })
  t.equal(read('/_next/data/B/Public/x.json').requirement.level, 'public')
  t.equal(read('/_next/image?url=/Public/a.png&w=64').requirement.level, 'public')
  t.equal(read('/_next/image?url=https://cdn.example.com/adm2').requirement.level, 'public', 'another host')
  t.equal(read('/_next/data/B/x.json').requirement.level, 'signed-in', 'by the default')
  t.equal(read('/_next/data/B/adm2.json').requirement.rule, 3)
})

t.test('framework: the page cannot be read, as strict as all rules together', async (t) => {
  const rules = [
    { path: '/_next/*', allow: 'public' },
    { path: '/adm2', allow: ADMIN }
  ]
  const read = reader('nextjs', { 'access.rules': rules })
  const rows = [
    ...words`
    /_next/image?url=/img/../adm2 /_next/image?url=/img/%2e%2e/adm2 /_next/image?url=/%5Cadm2
    /_next/image?url=adm2 /_next/image?url= /_next/image?url=/x%23y /_next/image?url=/%25zz
    /_next/image?url=%25252525252Fadm2 /_next/image?url=http://[/adm2
  `,
    `/_next/image?${'url=/x&'.repeat(5)}`
  ]
  for (const row of rows) t.match(read(row).requirement, { level: 'deny', reason: 'cannot be read' }, row)
  const most = [`${'/de'.repeat(10)}/x`, `/_next/image?${'url=/x&'.repeat(4)}`, `/de/${'x'.repeat(2044)}`]
  for (const row of most) t.equal(read(row).requirement.reason, undefined, `twin: ${row}`)
  const { requirement } = read(`${'/de'.repeat(11)}/x`)
  t.equal(requirement.conditions.length > 0, true, 'too many pages')
  t.match(read(`/de/${'x'.repeat(2045)}`).requirement.reason, 'cannot be read', 'too long')
  t.match(requirement.reason, 'cannot be read')
  const open = reader('nextjs', { 'access.default': 'public' })
  for (const row of rows) t.equal(open(row).requirement.level, 'public', `${row}: nothing is protected`)
})

t.test('framework: below the stripped path', async (t) => {
  const upstream = { url: 'http://127.0.0.1:1' }
  const shop = (path: string, stripPath: boolean, ...rules: object[]) => ({
    ...{ name: 'shop', path, stripPath, framework: 'nextjs', upstream },
    access: { default: 'public', rules }
  })
  const rules = [
    { path: '/Shop/adm2', allow: ADMIN },
    { path: '/adm2', allow: 'deny' }
  ]
  const applications = (stripPath: boolean) => [
    { name: 'a', path: '/*', upstream },
    shop('/Shop/*', stripPath, ...rules)
  ]
  const stripped = reader('nextjs', { applications: applications(true) })
  for (const address of [
    ...words`
    /Shop/_next/data/B/adm2.json /Shop/_next/data/B/adm%32.json /Shop/de/adm2 /Shop/_next/image?url=/adm2
    /Shop/_next/image?url=http://localhost:3000/adm2 /Shop/adm2.rsc
  `,
    `/Shop/_next/image?url=https://${HOST}/Shop/adm2`
  ])
    t.equal(stripped(address).requirement.rule, 1, address)
  const kept = reader('nextjs', { applications: applications(false) })
  t.equal(kept('/Shop/_next/image?url=/Shop/adm2').requirement.rule, 1)
  const { targets } = kept('/Shop/_next/image?url=/adm2')
  const found = targets.map(({ path }) => path)
  t.same(found, ['/adm2'], 'of another application, which is refused')
  for (const folder of ['/de', '/DE']) {
    const german = reader('nextjs', { applications: [shop(`${folder}/*`, true)] })
    t.strictSame(german(`${folder}/x`).targets, [], `the folder ${folder} itself is no locale`)
  }
})

const ACTION = { 'next-action': '40ab', 'content-type': 'text/plain' }

t.test('framework: a server action, denied where no session is needed, elsewhere all rules', async (t) => {
  const rules = [
    { path: '/public/*', allow: 'public' },
    { path: '/news/*', allow: 'optional' },
    { path: '/admin/*', allow: ADMIN },
    { path: '/admin/*', methods: ['DELETE'], allow: 'deny' },
    { path: '/elsewhere/*', host: 'app.example.com', methods: ['GET'], allow: { uid: 'x' } }
  ]
  const read = reader('nextjs', { 'access.rules': rules })
  const post = { method: 'POST', headers: ACTION }
  const rows: [path: string, level: string, conditions: number][] = [
    ['/public/x', 'deny', 0],
    ['/news/x', 'deny', 0],
    ['/x', 'signed-in', 1],
    ['/admin/x', 'signed-in', 1]
  ]
  for (const [path, level, conditions] of rows) {
    const { requirement, plain } = read(path, post)
    t.equal(requirement.level, level, path)
    t.equal(new Set(requirement.conditions.map(({ written }) => written)).size, conditions, path)
    t.match(requirement.reason, 'next-action', path)
    const multipart = { method: 'POST', headers: { 'content-type': 'multipart/form-data' } }
    for (const other of [{}, { method: 'GET', headers: ACTION }, multipart])
      t.strictSame(read(path, other).requirement.level, plain.level, `${path}: no action`)
    const allowed = reader('nextjs', { 'access.rules': rules, publicActions: true })
    t.equal(allowed(path, post).requirement.level, plain.level, `${path}: publicActions`)
  }
  const open = reader('nextjs', { 'access.default': 'public' })
  t.equal(open('/x', post).requirement.level, 'public', 'no rule asks for more')
  const denying = reader('nextjs', { 'access.rules': [{ path: '/internal/*', allow: 'deny' }] })
  t.equal(denying('/x', post).requirement.level, 'deny', 'the action may be that of a denied page')
  const wide = { 'access.default': 'deny', 'access.rules': [{ path: '/*', allow: 'signed-in' }] }
  t.equal(reader('nextjs', wide)('/x', post).requirement.level, 'signed-in', 'the default is never reached')
  const late = [...wide['access.rules'], { path: '/late/*', allow: 'deny' }]
  const shadowed = reader('nextjs', { 'access.rules': late })
  t.equal(shadowed('/x', post).requirement.level, 'signed-in', 'nor is a rule after one for every path')
})

t.test('framework: a proxy asks without content-type, as if it were an action', async (t) => {
  const read = reader('nextjs', { 'access.rules': [{ path: '/public/*', allow: 'public' }] })
  t.equal(read('/public/x', { method: 'POST', successIsPass: false }).requirement.level, 'deny')
  t.equal(read('/public/x', { method: 'POST' }).requirement.level, 'public', 'the proxied request has none')
  const headers = { 'content-type': 'text/plain' }
  t.equal(read('/public/x', { method: 'POST', headers, successIsPass: true }).requirement.level, 'public')
})

t.test('framework: WordPress, posted forms and batches may name any page', async (t) => {
  const read = reader('wordpress', {
    'access.default': 'public',
    'access.rules': [{ path: '/wp-json/wp/v2/users/*', allow: ADMIN }]
  })
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
  for (const path of ['/', '/contact', '/index.php', '/no-such.php', '/wp-signup.php'])
    t.equal(read(path, form).requirement.level, 'deny', path)
  for (const path of ['/wp-login.php', '/blog/wp-comments-post.php', '/wp-admin/admin-ajax.php'])
    t.equal(read(path, form).requirement.level, 'public', path)
  t.equal(read('/', json).requirement.level, 'public')
  for (const path of words`/wp-json/batch/v1 /?rest_route=/batch/v1 /index.php/wp-json/batch/v1 /wp-json/%62atch/v1`)
    t.equal(read(path, json).requirement.level, 'deny', path)
})

t.test('framework: a POST may be another method, the strictest of their rules', async (t) => {
  const rules = [
    { path: '/items/*', methods: ['DELETE', 'PUT'], allow: ADMIN },
    { path: '/items/*', methods: ['POST'], allow: 'public' },
    { path: '/items/*', allow: 'signed-in' },
    { path: '/open/*', allow: 'public' }
  ]
  for (const framework of ['rails', 'laravel', 'symfony', 'express', 'spring', 'wordpress'] as const) {
    const read = reader(framework, { 'access.rules': rules })
    t.equal(read('/items/1', { method: 'POST' }).requirement.rule, 1, framework)
    t.equal(read('/items/1').requirement.rule, 3, `${framework}: GET`)
    const found = read('/open/1', { method: 'POST' }).requirement.level
    t.equal(found, 'public', `${framework}: all methods alike`)
    const byQuery = framework === 'wordpress' ? 1 : 3
    t.equal(read('/items/1?_method=DELETE').requirement.rule, byQuery, `${framework}: GET with a query`)
  }
  const ofOne = [
    { path: '/items/*', methods: ['DELETE'], allow: ADMIN },
    { path: '/*', allow: 'public' }
  ]
  const one = reader('rails', { 'access.rules': ofOne })
  t.equal(one('/items/1', { method: 'POST' }).requirement.rule, 1, 'a single method is named')
  for (const framework of ['nextjs', 'django', 'php'] as const)
    t.equal(reader(framework, { 'access.rules': rules })('/items/1', { method: 'POST' }).requirement.rule, 2)
})

const ALLOWS = ['public', 'optional', 'signed-in', 'deny', ADMIN, { uid: 'ada' }]
const LEVELS = ['public', 'optional', 'signed-in', 'deny']
const FRAMEWORK_NAMES = [...new Set([...COVERED, ...ALONE].map(([name]) => name))]
const ADDRESSES = [
  ...COVERED.flatMap(([, , addresses]) => addresses),
  ...ALONE.flatMap(([, addresses]) => addresses)
]

t.test('framework: any rules and addresses, never less strict than without', async () => {
  const path = fc.constantFrom(
    ...words`/* /admin /admin/* /adm2 /_next/* /index.php/* /wp-json/* / /public/*`
  )
  const rule = fc.record(
    {
      path,
      allow: fc.constantFrom(...ALLOWS),
      methods: fc.subarray(['GET', 'POST', 'DELETE'], { minLength: 1 })
    },
    { requiredKeys: ['path', 'allow'] }
  )
  const configuration = fc.record({
    framework: fc.constantFrom(...FRAMEWORK_NAMES),
    'access.default': fc.constantFrom(...LEVELS),
    'access.rules': fc.array(rule, { maxLength: 5 }),
    publicActions: fc.boolean()
  })
  const asked = fc.record({
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD'),
    headers: fc.constantFrom({}, ACTION, { 'content-type': 'multipart/form-data' })
  })
  const addresses = fc.array(fc.constantFrom(...ADDRESSES), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(configuration, asked, addresses, (config, request, texts) => {
      const read = reader(config.framework, config)
      for (const text of texts) {
        const { requirement, plain } = read(text, request)
        if (LEVELS.indexOf(requirement.level) < LEVELS.indexOf(plain.level)) return false
        if (requirement.level !== 'signed-in') continue
        const written = requirement.conditions.map((one) => JSON.stringify(one.written))
        if (!plain.conditions.every((one) => written.includes(JSON.stringify(one.written)))) return false
      }
      return true
    }),
    { numRuns: 60, seed: 7 }
  )
})
