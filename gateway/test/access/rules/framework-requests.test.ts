import t from 'tap'
import { PASSING_ADAPTERS, startAskedGateway, WIKI } from '../../fixtures/forward-auth.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { startTenants } from '../../fixtures/provider/tenants.ts'
import { BY_PATH } from '../../fixtures/wire/attack-requests.ts'
import { send } from '../../fixtures/wire/http-client.ts'

const RULES = [
  { path: '/_next/*', allow: 'public' },
  { path: '/public/*', allow: 'public' },
  { path: '/adm2', allow: { claim: 'role', oneOf: ['admin'] } },
  { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
]
const ACTION = { 'next-action': '40ab', 'content-type': 'text/plain;charset=UTF-8' }

/** Request, status for a stranger, a user and an admin (200 reaches the application), and headers. */
const ROWS: readonly [
  line: string,
  expected: readonly [stranger: number, user: number, admin: number],
  headers?: Record<string, string>
][] = [
  ['GET /_next/static/a.js', [200, 200, 200]],
  ['GET /_next/data/B/public/x.json', [200, 200, 200]],
  ['GET /_next/data/B/x.json', [401, 200, 200]],
  ['GET /_next/data/B/de/adm2.json', [401, 403, 200]],
  ['GET /_next/image?url=%2Fpublic%2Fa.png&w=64&q=75', [200, 200, 200]],
  ['GET /_next/image?url=%2Fadmin%2Fa.png&w=64&q=75', [401, 403, 200]],
  ['GET /_next/image?url=%2Fpublic%2F..%2Fadmin%2Fa.png', [403, 403, 403]],
  ['POST /public/hello', [403, 403, 403], ACTION],
  ['POST /public/hello', [200, 200, 200], { 'content-type': 'text/plain' }],
  ['GET /public/hello', [200, 200, 200], ACTION],
  ['POST /x', [401, 403, 200], ACTION]
]

t.test('framework: Next.js, other addresses of a page and actions, by the strictest rules', async (t) => {
  const gateway = await startGateway(t, { config: { framework: 'nextjs', 'access.rules': RULES } })
  const { url, upstream, provider } = gateway
  provider.accounts.create({ uid: 'root', customClaims: { role: 'admin' } })
  const callers = [{}, { cookie: await gateway.signIn('ada') }, { cookie: await gateway.signIn('root') }]
  for (const [line, expected, headers = {}] of ROWS)
    for (const [index, caller] of callers.entries()) {
      upstream.forget()
      const [method = '', path = ''] = line.split(' ')
      const body = method === 'POST' ? { body: 'x' } : {}
      const { status } = await send(`${url}${path}`, { method, headers: { ...headers, ...caller }, ...body })
      const reached = expected[index] === 200 ? 1 : 0
      t.same([status, upstream.seen.length], [expected[index], reached], `${line} as ${index}`)
    }
  const denied = gateway.logLines().find((line) => line.path === '/public/hello' && line.status === 403)
  t.match(JSON.stringify(denied), 'the header next-action names the handler', 'the log says why')
})

t.test('framework: publicActions, actions are matched by path alone, also in auth requests', async (t) => {
  const config = { framework: 'nextjs', publicActions: true, 'access.rules': RULES }
  const { url, upstream } = await startGateway(t, { config })
  const { ask } = await startAskedGateway(t, { config })
  for (const [path, status, seen] of [
    ['/public/hello', 200, 1],
    ['/admin/x', 401, 1]
  ] as const) {
    const proxied = await send(`${url}${path}`, { method: 'POST', headers: ACTION, body: '[]' })
    t.same([proxied.status, upstream.seen.length], [status, seen], path)
    for (const adapter of PASSING_ADAPTERS) {
      const asked = await ask({ adapter, method: 'POST', url: `${WIKI}${path}`, headers: ACTION })
      t.equal(asked.status < 300, status === 200, `${adapter} ${path}`)
    }
  }
})

t.test('framework: auth requests of every adapter, as for proxied requests', async (t) => {
  const gateway = await startAskedGateway(t, { config: { framework: 'nextjs', 'access.rules': RULES } })
  for (const [line, [expected], headers = {}] of ROWS)
    for (const adapter of PASSING_ADAPTERS) {
      const [method = '', path = ''] = line.split(' ')
      const { status } = await gateway.ask({ adapter, method, url: `${WIKI}${path}`, headers })
      t.equal(status < 300, expected === 200, `${adapter} ${line}: ${status}`)
    }
  const unseen = { adapter: '/envoy', method: 'POST', url: `${WIKI}/public/x`, headers: {} }
  t.equal((await gateway.ask(unseen)).status, 403, 'the proxy withholds the headers that would tell')
})

t.test('framework: pages of another application, 400; of the stripped folder, its rules', async (t) => {
  const beside = await startGateway(t)
  const { upstream } = beside
  const app = { framework: 'nextjs', upstream: { url: upstream.url } }
  const shopRules = { default: 'public', rules: [{ path: '/shop/adm2', allow: 'deny' }] }
  const applications = [
    { ...app, name: 'main', access: { rules: RULES } },
    { ...app, name: 'shop', path: '/shop/*', stripPath: true, access: shopRules }
  ]
  const gateway = await startGateway(t, { beside, config: { applications } })
  const headers = { host: 'localhost:8080' }
  const status = async (path: string) => (await send(`${gateway.url}${path}`, { headers })).status
  for (const [path, expected] of [
    ['/_next/data/B/shop/x.json', 400],
    ['/_next/data/B/adm2.json', 401],
    ['/shop/_next/data/B/adm2.json', 403],
    ['/shop/_next/image?url=/adm2', 403]
  ] as const)
    t.equal(await status(path), expected, path)
  t.equal(upstream.seen.length, 0)
  t.equal(await status('/shop/_next/data/B/x.json'), 200)
  t.equal(upstream.seen[0]?.url, '/_next/data/B/x.json')
})

t.test('framework: tenants by path, the session must be of the tenant of the page', async (t) => {
  const { cookieOf, visit } = await startTenants(t, BY_PATH, { config: { framework: 'nextjs' } })
  const [acme, umbrella] = [await cookieOf('acme'), await cookieOf('umbrella')]
  for (const path of ['/_next/data/B/acme/x.json', '/_next/image?url=/acme/a.png']) {
    t.equal((await visit(path, { cookie: acme })).status, 200, path)
    t.equal((await visit(path, { cookie: umbrella })).status, 401, path)
  }
  for (const path of [
    '/umbrella/_next/image?url=/acme/a.png',
    '/_next/image?url=/acme/a.png&url=/umbrella/b.png'
  ])
    for (const cookie of [acme, umbrella]) t.equal((await visit(path, { cookie })).status, 400, path)
})
