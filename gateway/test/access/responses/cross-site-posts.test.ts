import t from 'tap'
import { listWarnings } from '../../../src/config/checks/checks.ts'
import { PAGE, PUBLIC_ORIGIN, startGateway, testConfig } from '../../fixtures/gateway.ts'
import { type SendOptions, send } from '../../fixtures/wire/http-client.ts'

const FORM = 'SAMLResponse=PHNhbWw%2BYQ%3D%3D&RelayState=x&RelayState=%3Cy%3E%22'
const FOREIGN = {
  ...PAGE,
  origin: 'https://idp.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-dest': 'document',
  'content-type': 'application/x-www-form-urlencoded'
}
const MULTIPART = { ...FOREIGN, 'content-type': 'multipart/form-data; boundary=x' }
const PARTS = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nPARTS\r\n--x--\r\n'
const OWN = { ...FOREIGN, origin: PUBLIC_ORIGIN, 'sec-fetch-site': 'same-origin' }
const { 'sec-fetch-site': _site, 'sec-fetch-dest': _dest, 'sec-fetch-mode': _mode, ...OLD } = FOREIGN

const gateway = await startGateway(t, {
  config: {
    'keepForms.enabled': true,
    'keepForms.maxBytes': 2048,
    'access.crossSitePosts': ['/saml/acs', '/closed', '/free', '/maybe'],
    'access.rules': [
      { path: '/closed', allow: 'deny' },
      { path: '/free', allow: 'public' },
      { path: '/maybe', allow: 'optional' }
    ]
  }
})

const post = (path: string, { headers = FOREIGN, body = FORM, method = 'POST' }: SendOptions = {}) =>
  send(gateway.url + path, { method, headers, body })

t.test('cross-site post: at a path that is named, a page posts the same form from this origin', async (t) => {
  const sameSite = { ...FOREIGN, 'sec-fetch-site': 'same-site' }
  for (const headers of [FOREIGN, { ...FOREIGN, origin: 'null' }, sameSite, OLD]) {
    const response = await post('/saml/acs?x=%2F', { headers })
    const { headers: got, status } = response
    t.same([status, got.get('location'), got.getSetCookie()], [401, null, []])
    const csp = got.get('content-security-policy') ?? ''
    t.match(csp, /script-src 'sha256-[\w+/]{43}=';.*frame-ancestors 'none'/)
    t.notMatch(csp, /unsafe|form-action/)
    t.match(
      await response.text(),
      '<form class="action" method="post" action="/saml/acs?x=%2F"><input type="hidden" name="SAMLResponse" value="PHNhbWw+YQ=="><input type="hidden" name="RelayState" value="x"><input type="hidden" name="RelayState" value="&lt;y&gt;&quot;"><button'
    )
  }
  await gateway.settled()
  t.match(gateway.logLines().at(-1), { status: 401, answer: 'cross-site-post' })
  t.notMatch(gateway.logText(), 'SAMLResponse')
  t.same(gateway.upstream.seen, [])
})

t.test('cross-site post: the form that is posted again arrives with the session, or is kept', async (t) => {
  const cookie = await gateway.signIn('ada')
  t.equal((await post('/saml/acs', { headers: { ...OWN, cookie } })).status, 200)
  t.match(gateway.upstream.seen.at(-1)?.headers['x-forwarded-user'], 'ada')
  t.match(await (await post('/saml/acs', { headers: OWN })).text(), 'Sign in to send this form')
  const { 'sec-fetch-site': _none, 'sec-fetch-dest': _dest, ...old } = OWN
  const found = await (await post('/saml/acs', { headers: old })).text()
  t.match(found, 'Sign in to send this form', 'old browser')
  const plain = { ...OLD, origin: 'http://other.example', referer: `${PUBLIC_ORIGIN}/saml/acs` }
  const { status } = await post('/saml/acs', { headers: plain })
  t.equal(status, 303, 'no loop, whatever a proxy makes of Origin')
})

t.test('cross-site post: anything else stays as it was, and never reaches the application', async (t) => {
  const before = gateway.upstream.seen.length
  const rows: [name: string, path: string, options?: SendOptions, status?: number][] = [
    ['a path that is not named', '/saml/other'],
    ['below the path', '/saml/acs/x'],
    ['with a slash', '/saml/acs/'],
    ['in capitals', '/SAML/acs'],
    ['encoded', '/saml/%61cs'],
    ['with a parameter', '/saml/acs;x'],
    ['a denied path', '/closed', {}, 403],
    ['a frame', '/saml/acs', { headers: { ...FOREIGN, 'sec-fetch-dest': 'iframe' } }, 401],
    ['no page load', '/saml/acs', { headers: { ...FOREIGN, 'sec-fetch-mode': 'cors' } }, 401],
    ['PUT', '/saml/acs', { method: 'PUT' }],
    ['multipart elsewhere', '/saml/other', { headers: MULTIPART, body: PARTS }]
  ]
  for (const [name, path, options, status = 303] of rows) {
    const response = await post(path, options)
    t.equal(response.status, status, name)
    t.notMatch(await response.text(), 'type="hidden"', name)
  }
  t.equal(gateway.upstream.seen.length, before)
  t.notMatch(gateway.logText(), 'cannot be posted again')
  for (const path of ['/free', '/maybe']) t.equal((await post(path)).status, 200, 'control: needs no session')
})

t.test('cross-site post: a form that cannot be posted again, refused, page and log name why', async (t) => {
  const before = gateway.upstream.seen.length
  const rows: [name: string, options: SendOptions][] = [
    ['multipart', { headers: MULTIPART, body: PARTS }],
    ['text', { headers: { ...FOREIGN, 'content-type': 'text/plain' } }],
    ['compressed', { headers: { ...FOREIGN, 'content-encoding': 'gzip' } }],
    ['too large', { body: `a=${'x'.repeat(2047)}` }],
    ['bytes that a browser would not send', { body: 'a=%e9' }],
    ['a character that HTML does not have', { body: 'a=%00' }]
  ]
  for (const [name, options] of rows) {
    const response = await post('/saml/acs?token=t0p', options)
    t.same([response.status, response.headers.get('location')], [415, null], name)
    t.match(await response.text(), /A form from another site .*access\.crossSitePosts/, name)
    await gateway.settled()
    const [hint, line] = gateway.logLines().slice(-2)
    const fix = 'post it as application/x-www-form-urlencoded, within keepForms.maxBytes'
    t.match(hint, { path: '/saml/acs', fix }, name)
    t.match(line, { status: 415, answer: 'cross-site-post' }, name)
  }
  t.notMatch(gateway.logText(), /t0p|PARTS/)
  t.equal(gateway.upstream.seen.length, before)
  const own = { ...OWN, 'content-type': MULTIPART['content-type'], cookie: await gateway.signIn('ada') }
  const { status } = await post('/saml/acs', { headers: own, body: PARTS })
  t.equal(status, 200, 'control: of this origin, with the session')
})

t.test('cross-site post: a loop of lost forms names its cause, others the application', async (t) => {
  const cookie = await gateway.signIn('ada')
  const loop = async (arrive: () => Promise<Response>) => {
    let jar = cookie
    for (let round = 0; ; round++) {
      const { headers } = await arrive()
      const { pathname, search } = new URL(headers.get('location') ?? '', gateway.url)
      const response = await send(gateway.url + pathname + search, { headers: { ...PAGE, cookie: jar } })
      if (response.status !== 302) return { round, status: response.status, html: await response.text() }
      for (const set of response.headers.getSetCookie()) jar = `${cookie}; ${set.split(';', 1)[0]}`
    }
  }
  const byForm = await loop(() => post('/lost/acs?token=t0p'))
  t.match(byForm, { round: 8, status: 508 })
  t.match(byForm.html, /A form from another site .*access\.crossSitePosts/)
  t.match(byForm.html, 'lang=de&amp;to=', 'in other languages too')
  const line = () => gateway.logLines().findLast(({ outcome }) => outcome === 'loop')
  t.match(line(), { level: 'warn', subject: 'ada', fix: 'name /lost/acs in access.crossSitePosts' })
  const byLink = await loop(() => send(`${gateway.url}/lost/page`, { headers: PAGE }))
  t.match(byLink, { round: 8, status: 508 })
  t.match(byLink.html, 'The application keeps sending you back here')
  t.notMatch(byLink.html, 'crossSitePosts')
  t.equal(line()?.fix, undefined)
})

t.test('cross-site post: check-config names paths that have no effect', async (t) => {
  const access = { default: 'signed-in', rules: [], crossSitePosts: ['/acs'] }
  const upstream = { url: 'http://127.0.0.1:9' }
  const byProxy = { 'forwardAuth.enabled': true, trustedProxies: ['127.0.0.1/32'] }
  const acs = { 'access.crossSitePosts': ['/acs'] }
  for (const [warning, config] of [
    [/of no application/, { applications: [{ name: 'wiki', path: '/wiki/*', upstream, access }] }],
    [/`public`/, { ...acs, 'access.rules': [{ path: '/*', methods: ['POST'], allow: 'public' }] }],
    [/`deny`/, { ...acs, 'access.default': 'deny' }],
    [/keepForms\.enabled/, acs],
    [/another proxy/, { ...byProxy, applications: [{ name: 'wiki', access }] }],
    [/^$/, { ...acs, 'keepForms.enabled': true }]
  ] as const) {
    const found = listWarnings(testConfig(config)).filter((one) => one.includes('crossSitePosts'))
    t.match(found.join('\n'), warning)
    t.ok(found.length <= 1)
  }
  t.throws(() => testConfig({ 'access.crossSitePosts': ['/a//b'] }), /canonical/)
  t.throws(() => testConfig({ 'access.crossSitePosts': ['/a/*'] }))
})
