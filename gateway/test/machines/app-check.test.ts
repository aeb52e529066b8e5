import { createHmac } from 'node:crypto'
import t, { type Test } from 'tap'
import { startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { PAGE, startGateway, type TestGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'

const APP = '1:1234567890:android:0123abcd'
const OTHER_APP = '1:1234567890:ios:0123abcd'
const RULES = [
  { path: '/api/*', allow: { appCheck: true } },
  { path: '/admin/*', allow: { all: [{ appCheck: true }, { claim: 'role', oneOf: ['admin'] }] } },
  { path: '/either/*', allow: { any: [{ appCheck: true }, { claim: 'role', oneOf: ['admin'] }] } },
  { path: '/web/*', allow: { not: { appCheck: true } } }
]

interface Attested extends TestGateway {
  cookie: string
  /** Status and code of a request with this token; null: with none. */
  get(path: string, token: string | null, headers?: Record<string, string>): Promise<string>
  issue(claims?: Record<string, unknown>, header?: Record<string, unknown>): string
}

async function start(t: Test, { config = {}, ...options }: TestGatewayOptions = {}): Promise<Attested> {
  const neighbours = await startGateway(t)
  const { provider } = neighbours
  const gateway = await startGateway(t, {
    beside: neighbours,
    ...options,
    config: {
      'identityPlatform.appCheck.appIds': [APP, OTHER_APP],
      'identityPlatform.appCheck.projectNumber': provider.projectNumber,
      'access.rules': RULES,
      ...config
    }
  })
  const cookie = await gateway.signIn('ada')
  return {
    ...gateway,
    cookie,
    issue: (claims = {}, header = {}) => provider.issueAppCheckToken(APP, { claims, header }),
    async get(path, token, headers = {}) {
      const sent = token === null ? {} : { 'x-firebase-appcheck': token }
      const response = await send(`${gateway.url}${path}`, { headers: { cookie, ...sent, ...headers } })
      const body = await response.text()
      const code = /"code":"([A-Z_]+)"/.exec(body)?.[1]
      return code === undefined ? `${response.status}` : `${response.status} ${code}`
    }
  }
}

const REFUSED = '403 APP_CHECK_REQUIRED'

t.test('App Check condition: a valid token passes to the application, none is refused', async (t) => {
  const { get, issue, cookie, url, logLines } = await start(t)
  const token = issue()
  t.equal(await get('/api/x', token), '200')
  const passed = await send(`${url}/api/x`, { headers: { cookie, 'x-firebase-appcheck': token } })
  t.match(await passed.text(), token, 'the application sees it')
  t.equal(await get('/api/x', null), REFUSED)
  t.equal(await get('/api/x', ''), REFUSED)
  t.match(
    logLines().findLast(({ msg }) => msg === 'request'),
    { code: 'APP_CHECK_REQUIRED', detail: 'the App Check token is missing', doctor: 'APP_CHECK' }
  )
  t.equal(await get('/api/x', token, { cookie: '' }), '401 MISSING_CREDENTIALS', 'without a session')
  t.equal(await get('/elsewhere', null), '200', 'control: another rule')
  const page = await send(`${url}/api/x`, { headers: { ...PAGE, cookie } })
  t.equal(page.status, 403)
  t.match(await page.text(), 'This page can only be used from the app.')
})

t.test('App Check condition: hostile tokens are refused, each twin passes', async (t) => {
  const { get, issue, provider, now } = await start(t)
  const at = Math.floor(now())
  const number = provider.projectNumber
  const jwks = JSON.stringify(await (await send(`${provider.endpoints.appCheck}/v1/jwks`)).json())
  const [header = '', payload = ''] = issue().split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const mac = `${Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid })).toString('base64url')}.${payload}`
  const hmac = createHmac('sha256', jwks).update(mac).digest('base64url')
  const tokens: [name: string, token: string][] = [
    ['another project', issue({ iss: 'https://firebaseappcheck.googleapis.com/1' })],
    ['another issuer', issue({ iss: `https://firebaseappcheck.googleapis.com.evil.example/${number}` })],
    ['issuer with a slash', issue({ iss: `https://firebaseappcheck.googleapis.com/${number}/` })],
    ['no issuer', issue({ iss: undefined })],
    ['another audience', issue({ aud: ['projects/1', 'projects/other'] })],
    ['no audience', issue({ aud: [] })],
    ['unknown app', provider.issueAppCheckToken('1:1234567890:web:ffff')],
    ['no app', issue({ sub: '' })],
    ['a list of apps', issue({ sub: [APP] })],
    ['expired', issue({ exp: at - 1 })],
    ['no end', issue({ exp: undefined })],
    ['an end that is text', issue({ exp: String(at + 60) })],
    ['not valid yet', issue({ iat: at + 3600 })],
    ['type of an access token', issue({}, { typ: 'at+jwt' })],
    ['no type', issue({}, { typ: undefined })],
    ['alg none in the header', issue({}, { alg: 'none' })],
    ['RS512 in the header', issue({}, { alg: 'RS512' })],
    ['unknown key', issue({}, { kid: 'unknown' })],
    ['no key id', issue({}, { kid: undefined })],
    ['a critical extension', issue({}, { crit: ['b64'], b64: false })],
    ['an id token of the account', await provider.issueIdToken('ada')],
    ['HS256 with the public keys as its secret', `${mac}.${hmac}`],
    ['unsigned', `${issue().split('.').slice(0, 2).join('.')}.`],
    ['two parts', issue().split('.').slice(0, 2).join('.')],
    ['a changed signature', `${issue().slice(0, -10)}${'A'.repeat(10)}`],
    ['two tokens', `${issue()}, ${issue()}`],
    ['the same token twice', [issue()].flatMap((token) => [token, token]).join(', ')],
    ['huge', issue({ more: 'x'.repeat(5000) })],
    ['no token', 'x'],
    ['bearer', `Bearer ${issue()}`]
  ]
  for (const [name, token] of tokens) t.equal(await get('/api/x', token), REFUSED, name)
  const twins: [name: string, token: string][] = [
    ['project id alone in the audience', issue({ aud: ['projects/demo-test'] })],
    ['project number alone', issue({ aud: [`projects/${number}`] })],
    ['the other app', provider.issueAppCheckToken(OTHER_APP)],
    ['a second before its end', issue({ exp: at + 1 })],
    ['large', issue({ more: 'x'.repeat(1000) })],
    ['unknown claims', issue({ limited_use: true })]
  ]
  for (const [name, token] of twins) t.equal(await get('/api/x', token), '200', name)
})

t.test('App Check condition: verified once, then without keys until the token ends', async (t) => {
  const { get, issue, provider, advance } = await start(t)
  const token = issue()
  t.equal(await get('/api/x', token), '200')
  provider.faults.appCheckKeys = { kind: 'error', status: 503, message: 'unavailable' }
  await provider.rotateKeys()
  for (let turn = 0; turn < 5; turn++) t.equal(await get('/api/x', token), '200')
  t.equal(provider.calls.appCheckKeys, 1)
  advance(3599)
  t.equal(await get('/api/x', token), '200')
  advance(1)
  t.equal(await get('/api/x', token), REFUSED)
})

t.test('App Check condition: keys away, 503 with the cookie kept, and passes again afterwards', async (t) => {
  const { get, issue, provider, advance, url, cookie } = await start(t)
  provider.faults.appCheckKeys = { kind: 'error', status: 503, message: 'unavailable' }
  const token = issue()
  t.equal(await get('/api/x', token), '503 PROVIDER_UNAVAILABLE')
  const found = await get('/web/x', token)
  t.equal(found, '503 PROVIDER_UNAVAILABLE', 'neither the condition nor its negation passes')
  t.equal(await get('/api/x', null), REFUSED, 'without a token there is nothing to verify')
  t.equal(await get('/admin/x', token), '403 FORBIDDEN', 'a token would not help')
  const response = await send(`${url}/api/x`, { headers: { cookie, 'x-firebase-appcheck': token } })
  t.same(response.headers.getSetCookie(), [])
  t.ok(response.headers.get('retry-after'))
  provider.faults.reset()
  advance(30)
  t.equal(await get('/api/x', token), '200')
})

t.test('App Check condition: combined with others, says what is missing', async (t) => {
  const { get, issue, provider, signIn } = await start(t)
  const token = issue()
  t.equal(await get('/admin/x', token), '403 FORBIDDEN')
  t.equal(await get('/admin/x', null), '403 FORBIDDEN')
  t.equal(await get('/either/x', token), '200')
  t.equal(await get('/either/x', null), REFUSED)
  t.equal(await get('/web/x', token), '403 FORBIDDEN')
  t.equal(await get('/web/x', null), '200')
  provider.accounts.create({ uid: 'grace', customClaims: { role: 'admin' } })
  const cookie = await signIn('grace')
  t.equal(await get('/admin/x', token, { cookie }), '200')
  t.equal(await get('/admin/x', null, { cookie }), REFUSED)
  t.equal(await get('/either/x', null, { cookie }), '200')
})

t.test('App Check condition: callers with bearer tokens need it too', async (t) => {
  const { issue, provider, url } = await start(t, {
    config: { bearer: [{ issuer: 'https://securetoken.google.com/demo-test', audiences: ['demo-test'] }] }
  })
  const authorization = `Bearer ${await provider.issueIdToken('ada')}`
  const ask = (headers: Record<string, string>) =>
    send(`${url}/api/x`, { headers: { authorization, ...headers } })
  t.equal((await ask({ 'x-firebase-appcheck': issue() })).status, 200)
  const refused = await ask({})
  t.equal(refused.status, 403)
  t.equal(refused.headers.get('www-authenticate'), null)
  t.match(await refused.json(), { code: 'APP_CHECK_REQUIRED' })
})

t.test('App Check condition: forward auth decides the same', async (t) => {
  const neighbours = await startGateway(t)
  const { provider } = neighbours
  const { ask, enter } = await startAskedGateway(t, {
    beside: neighbours,
    config: {
      'identityPlatform.appCheck.appIds': [APP],
      'identityPlatform.appCheck.projectNumber': provider.projectNumber,
      'access.rules': RULES
    }
  })
  const cookie = await enter()
  const url = `${WIKI}/api/x`
  const token = provider.issueAppCheckToken(APP)
  t.equal((await ask({ url, headers: { cookie, 'x-firebase-appcheck': token } })).status, 200)
  t.equal((await ask({ url, headers: { cookie } })).status, 403)
})

t.test('App Check condition: without it, a token is not looked at', async (t) => {
  const { get, provider } = await start(t, { config: { 'access.rules': [] } })
  t.equal(await get('/api/x', 'rubbish'), '200')
  t.equal(provider.calls.appCheckKeys, 0)
})
