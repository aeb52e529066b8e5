import t from 'tap'
import { AUTH, REPORTS, startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { send } from '../fixtures/wire/http-client.ts'

const ADMIN = { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
const gateway = await startAskedGateway(t, { config: { 'access.rules': [ADMIN] } })
const API = { accept: 'application/json' }

t.test('status: an allowed request has the full headers, and each cookie also by number', async (t) => {
  const cookie = await gateway.enter()
  const warm = await gateway.ask({ adapter: '/status', headers: { cookie } })
  t.equal(warm.status, 200)
  t.equal(warm.headers.get('x-forwarded-user'), 'ada')
  t.notOk(warm.headers.has('x-gatehouse-set-cookie-1'), 'no cookie changed')
  gateway.advance(3700)
  const leftOvers = [5, 6, 7, 8, 9, 10, 11, 12].map((part) => `__Secure-gatehouse.${part}=x`).join('; ')
  const fresh = await gateway.ask({ adapter: '/status', headers: { cookie: `${cookie}; ${leftOvers}` } })
  t.equal(fresh.status, 200)
  const cookies = fresh.headers.getSetCookie()
  t.equal(cookies.length, 8, 'one session cookie and seven that expire; a later response expires the rest')
  t.match(cookies[0], /^__Secure-gatehouse=1?[^;]{100,}; .*Domain=example\.com/)
  const found = cookies.map((_, index) => fresh.headers.get(`x-gatehouse-set-cookie-${index + 1}`))
  t.same(found, cookies)
  t.notOk(fresh.headers.has('x-gatehouse-set-cookie-9'))
  t.equal(fresh.headers.get('cache-control'), 'private, no-store')
})

t.test('status, original-url: a refusal has one of three statuses and no body or challenge', async (t) => {
  const cookie = await gateway.enter()
  await gateway.ask({ headers: { cookie } })
  const unsent = ['www-authenticate', 'location', 'content-type', 'retry-after']
  for (const adapter of ['/status', '/original-url'])
    for (const [asked, status] of [
      [{}, 401],
      [{ headers: API }, 401],
      [{ method: 'POST' }, 401],
      [{ headers: { cookie: '__Secure-gatehouse=forged' } }, 401],
      [{ url: `${WIKI}/admin/x`, headers: { cookie } }, 403],
      [{ url: 'https://other.example/x' }, 403],
      [{ url: `${AUTH}/__/x` }, 403],
      [{ url: `${WIKI}/a/../b` }, 400]
    ] as const) {
      const response = await gateway.ask({ adapter, ...asked })
      const { headers } = response
      const found = [
        response.status,
        await response.text(),
        headers.get('content-length'),
        headers.get('cache-control')
      ]
      t.same(found, [status, '', '0', 'no-store'], `${adapter} ${JSON.stringify(asked)}`.slice(0, 70))
      const others = unsent.filter((name) => headers.has(name))
      t.same(others, [])
      if (adapter === '/status') t.notOk(headers.has('set-cookie'))
    }
  const full = await gateway.ask({ url: 'https://other.example/x' })
  t.match(await full.json(), { code: 'ORIGIN_MISMATCH' }, 'control: in full where the proxy forwards it')
  t.equal((await gateway.ask({ url: `${AUTH}/__/x` })).status, 404)
})

t.test('answer: the refusal is returned in full, with its cookies', async (t) => {
  const cookie = await gateway.enter()
  t.match((await gateway.ask({ adapter: '/answer' })).headers.get('location'), '/login?redirect=')
  const forbidden = await gateway.ask({
    adapter: '/answer',
    url: `${REPORTS}/admin/x`,
    headers: { cookie, accept: 'text/html' }
  })
  t.equal(forbidden.status, 403)
  const page = await forbidden.text()
  t.match(page, /<h1>You don’t have access to this page<\/h1>/)
  t.match(page, 'href="https://auth.example.com/_auth/assets/', 'assets of the gateway')
  t.match(page, 'href="https://auth.example.com/logout"', 'no form, as it would be cross-origin')
  t.notMatch(page, '<form')
  t.match(forbidden.headers.get('content-security-policy'), /style-src https:\/\/auth\.example\.com;/)
  gateway.provider.accounts.update('ada', { disabled: true })
  gateway.advance(3700)
  const disabled = await gateway.ask({ adapter: '/answer', headers: { cookie } })
  t.equal(disabled.status, 403)
  t.match(disabled.headers.getSetCookie(), [/^__Secure-gatehouse=; Max-Age=0/])
  gateway.provider.accounts.update('ada', { disabled: false })
})

t.test('answer: on a host with a separate cookie, the refusal uses assets of its origin', async (t) => {
  const across = await startAskedGateway(t, {
    config: {
      applications: [{ name: 'shop', host: 'shop.example.org' }],
      'access.rules': [{ path: '/closed/*', allow: 'deny' }]
    }
  })
  const refusalAt = async (origin: string) => {
    const asked = { adapter: '/answer', url: `${origin}/closed/x`, headers: { accept: 'text/html' } } as const
    const response = await across.ask(asked)
    t.equal(response.status, 403, origin)
    return { policy: response.headers.get('content-security-policy'), page: await response.text() }
  }
  const shop = await refusalAt('https://shop.example.org')
  t.match(shop.policy, "style-src 'self';")
  t.notMatch(shop.page, 'auth.example.com/_auth/assets/', 'cross-site: browsers would not load them')
  const [, asset = ''] = /href="(\/_auth\/assets\/[^"]+)"/.exec(shop.page) ?? []
  const file = await send(`${across.url}${asset}`, { headers: { host: 'shop.example.org' } })
  t.equal(file.status, 200)
  t.equal(file.headers.get('cross-origin-resource-policy'), 'same-site')
  const wiki = await refusalAt(WIKI)
  t.match(wiki.page, `href="https://auth.example.com${asset}"`, 'below cookie.domain')
})

t.test('answer: would be allowed by now, a 503 to retry, never a redirect to the same URL', async (t) => {
  const cookie = await gateway.enter()
  for (const headers of [{ cookie }, { cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' }]) {
    const response = await gateway.ask({ adapter: '/answer', headers })
    t.equal(response.status, 503)
    t.equal(response.headers.get('retry-after'), '1')
    t.notOk(response.headers.has('location'))
    const text = await response.text()
    if ('accept' in headers) t.match(text, '<a class="button" href="/pages/1?q=%2F">Try again</a>')
    else t.match(JSON.parse(text), { code: 'VERDICT_CHANGED' })
  }
})

t.test('original-url: an allowed request has real cookies', async (t) => {
  const cookie = await gateway.enter()
  gateway.advance(3700)
  const { status, headers } = await gateway.ask({ adapter: '/original-url', headers: { cookie } })
  t.same([status, headers.getSetCookie().length, headers.has('x-gatehouse-set-cookie-1')], [200, 1, false])
})

t.test('log: allowed requests log at debug only, a refusal two lines and one event', async (t) => {
  const asked = await startAskedGateway(t, { config: { 'access.rules': [ADMIN] } })
  const cookie = await asked.enter()
  const decisions = () => asked.logLines().filter(({ route }) => route === 'verify')
  const events = () => asked.logLines().filter(({ event }) => event === 'access.refused')
  await asked.ask({ headers: { cookie } })
  t.same(decisions(), [])
  for (const adapter of ['/status', '/answer'] as const)
    await asked.ask({
      adapter,
      url: `${WIKI}/admin/x?secret=1`,
      headers: { cookie, 'x-request-id': 'ref-1' }
    })
  const line = {
    outcome: 'forbidden',
    code: 'FORBIDDEN',
    path: '/admin/x',
    client: '203.0.113.7',
    requestId: 'ref-1'
  }
  await asked.settled()
  t.match(decisions(), [line, line])
  t.equal(decisions().length, 2)
  t.match(events(), [{ host: 'wiki.example.com', path: '/admin/x', code: 'FORBIDDEN' }])
  t.equal(events().length, 1)
  t.notMatch(asked.logText(), /secret=1/)
  const talkative = await startAskedGateway(t, { config: { 'log.level': 'debug' } })
  await talkative.ask({ url: `${WIKI}/public/x` })
  await talkative.settled()
  const found = talkative.logLines().filter(({ route }) => route === 'verify')
  t.match(found, [{ outcome: 'allow', path: '/public/x' }])
})
