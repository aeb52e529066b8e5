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

interface Row {
  path: string
  method?: string
  headers?: Record<string, string>
  /** Status for a stranger, a user and an admin; 200 reaches the application. */
  expected: readonly [stranger: number, user: number, admin: number]
}

const ROWS: readonly Row[] = [
  { path: '/_next/static/a.js', expected: [200, 200, 200] },
  { path: '/_next/data/B/public/x.json', expected: [200, 200, 200] },
  { path: '/_next/data/B/x.json', expected: [401, 200, 200] },
  { path: '/_next/data/B/adm2.json', expected: [401, 403, 200] },
  { path: '/_next/data/B/de/adm2.json', expected: [401, 403, 200] },
  { path: '/_next/image?url=%2Fpublic%2Fa.png&w=64&q=75', expected: [200, 200, 200] },
  { path: '/_next/image?url=%2Fadmin%2Fa.png&w=64&q=75', expected: [401, 403, 200] },
  { path: '/_next/image?url=%2Fpublic%2F..%2Fadmin%2Fa.png', expected: [403, 403, 403] },
  { path: '/public/hello', method: 'POST', headers: ACTION, expected: [403, 403, 403] },
  {
    path: '/public/hello',
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    expected: [200, 200, 200]
  },
  { path: '/public/hello', headers: ACTION, expected: [200, 200, 200] },
  { path: '/x', method: 'POST', headers: ACTION, expected: [401, 403, 200] },
  { path: '/admin/x', method: 'POST', headers: ACTION, expected: [401, 403, 200] }
]

t.test('framework: Next.js, other addresses of a page and actions, by the strictest rules', async (t) => {
  const gateway = await startGateway(t, { config: { framework: 'nextjs', 'access.rules': RULES } })
  const { url, upstream, provider } = gateway
  provider.accounts.create({ uid: 'ada' })
  provider.accounts.create({ uid: 'root', customClaims: { role: 'admin' } })
  const callers = [{}, { cookie: await gateway.signIn('ada') }, { cookie: await gateway.signIn('root') }]
  for (const { path, method = 'GET', headers = {}, expected } of ROWS)
    for (const [index, caller] of callers.entries()) {
      upstream.forget()
      const body = method === 'POST' ? { body: 'x' } : {}
      const response = await send(`${url}${path}`, { method, headers: { ...headers, ...caller }, ...body })
      await response.text()
      t.equal(response.status, expected[index], `${method} ${path} as ${index}`)
      t.equal(
        upstream.seen.length,
        expected[index] === 200 ? 1 : 0,
        'only what passes reaches the application'
      )
    }
  const denied = gateway.logLines().find((line) => line.path === '/public/hello' && line.status === 403)
  t.match(JSON.stringify(denied), 'the header next-action names the handler', 'the log says why')
})

t.test('framework: publicActions, actions are matched by their path alone', async (t) => {
  const config = { framework: 'nextjs', publicActions: true, 'access.rules': RULES }
  const { url, upstream } = await startGateway(t, { config })
  const post = (path: string) => send(`${url}${path}`, { method: 'POST', headers: ACTION, body: '[]' })
  t.equal((await post('/public/hello')).status, 200)
  t.equal(upstream.seen.length, 1)
  t.equal((await post('/admin/x')).status, 401)
})

t.test('framework: auth requests of every adapter, as for proxied requests', async (t) => {
  const gateway = await startAskedGateway(t, {
    config: { framework: 'nextjs', 'access.rules': RULES }
  })
  for (const { path, method = 'GET', headers = {}, expected } of ROWS) {
    const url = `${WIKI}${path}`
    const passes = expected[0] === 200
    for (const adapter of PASSING_ADAPTERS) {
      const { status } = await gateway.ask({ adapter, method, url, headers })
      t.equal(status < 300, passes, `${adapter} ${method} ${path}: ${status}`)
    }
  }
  const unseen = await gateway.ask({
    adapter: '/envoy',
    method: 'POST',
    url: `${WIKI}/public/x`,
    headers: {}
  })
  t.equal(unseen.status, 403, 'the proxy withholds the headers that would tell')
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
  t.equal(await status('/_next/data/B/shop/x.json'), 400)
  t.equal(await status('/_next/data/B/adm2.json'), 401)
  t.equal(await status('/shop/_next/data/B/adm2.json'), 403)
  t.equal(await status('/shop/_next/image?url=/adm2'), 403)
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
