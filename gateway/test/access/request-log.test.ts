import t from 'tap'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import { PAGE, postSession, startGateway } from '../fixtures/gateway.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send } from '../fixtures/wire/http-client.ts'

const AWAY: InjectedFault = { kind: 'error', status: 503, message: 'The service is currently unavailable.' }

t.test('request log: provider down, the 503 line has subject and tenant of the session', async (t) => {
  for (const tenant of [undefined, 'acme']) {
    const config = tenant === undefined ? {} : { 'identityPlatform.tenantId': tenant }
    const { url, provider, signIn, advance, logLines, settled } = await startGateway(t, { config })
    provider.accounts.create({ uid: 'ada', ...(tenant === undefined ? {} : { tenantId: tenant }) })
    const cookie = await signIn('ada')
    provider.faults.refresh = AWAY
    advance(3600)
    t.equal((await send(`${url}/`, { headers: { cookie } })).status, 503)
    await settled()
    const [line] = logLines().filter(({ route }) => route === 'proxy')
    t.match(line, { outcome: 'unavailable', code: 'PROVIDER_UNAVAILABLE', subject: 'ada', level: 'warn' })
    t.equal(line?.tenant, tenant)
    const last = cookie.at(-1) === 'A' ? 'B' : 'A'
    t.equal((await send(`${url}/`, { headers: { cookie: `${cookie.slice(0, -1)}${last}` } })).status, 401)
    await settled()
    t.notOk('subject' in (logLines().at(-1) ?? {}), 'a foreign cookie gives no subject')
  }
})

t.test('request log: a refused request is logged with its code and path', async (t) => {
  const rules = [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }]
  const config = { 'access.rules': rules }
  const { url, provider, signIn, logLines, settled } = await startGateway(t, { config })
  provider.accounts.create({ uid: 'root', customClaims: { role: 'admin' } })
  const lineOf = async (headers: Record<string, string>) => {
    const response = await send(`${url}/admin/x?token=y`, { headers })
    const requestId = response.headers.get('x-request-id')
    await settled()
    const line = logLines({ msg: 'request', path: '/admin/x' }).at(-1) ?? {}
    return { ...line, isOfResponse: line.requestId === requestId }
  }
  const common = { method: 'GET', client: '127.0.0.1' }
  const refused = { ...common, isOfResponse: true }
  t.match(await lineOf({}), { ...refused, outcome: 'unauthenticated', code: 'MISSING_CREDENTIALS' })
  const forbidden = { ...refused, outcome: 'forbidden', code: 'FORBIDDEN', subject: 'ada' }
  t.match(await lineOf({ cookie: await signIn('ada') }), forbidden)
  const allowed = await lineOf({ cookie: await signIn('root') })
  t.match(allowed, { ...common, outcome: 'allow', subject: 'root' }, 'control')
  t.notOk('expiredForSeconds' in allowed, 'control: its id token has not expired')
})

t.test('request log: certificates unavailable at first check, the 503 line has the subject', async (t) => {
  const { provider, advance, logLines, settled, get } = await signedIn(t)
  provider.faults.certificates = AWAY
  advance(31 * 3600)
  t.equal((await get('/')).status, 503)
  await settled()
  t.match(logLines().at(-1), { msg: 'request', outcome: 'unavailable', subject: 'ada' })
})

t.test('request log: unusable certificates are reported once and the list is truncated', async (t) => {
  const { provider, url, advance, logLines } = await startGateway(t)
  const published = (await (await send(provider.endpoints.certificates)).json()) as object
  const odd = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((one) => [`odd-${one}-${'x'.repeat(99)}`, 'x']))
  provider.faults.certificates = { kind: 'body', status: 200, body: JSON.stringify({ ...published, ...odd }) }
  for (let round = 0; round < 2; round++) {
    advance(7 * 3600)
    const { idToken, refreshToken } = await provider.signIn('ada')
    t.equal((await postSession(url, idToken, refreshToken)).status, 200)
  }
  t.equal(provider.calls.certificates, 2 + 2, 'fetched in every round')
  const lines = logLines().filter(({ msg }) => msg === 'certificates ignored')
  t.equal(lines.length, 1)
  t.match(lines[0], { level: 'warn', detail: /ignored, .*: odd-0-x+, .* and 2 more$/ })
  t.ok(String(lines[0]?.detail).length < 500)
})

t.test('request log: a file fetched without cookies is refused, one line names the guide', async (t) => {
  const rules = [{ path: '/robots.txt', allow: 'public' }]
  const { url, logLines, settled } = await startGateway(t, { config: { 'access.rules': rules } })
  const hints = async (path: string, headers: Record<string, string> = {}) => {
    await send(`${url}${path}`, { headers })
    await settled()
    return logLines().filter(({ msg }) => msg === 'fetched without cookies')
  }
  t.same(await hints('/robots.txt'), [])
  t.same(await hints('/favicon.ico', PAGE), [])
  const fix = /config\/guide\.md, "What is fetched without cookies"/
  t.match(await hints('/app/site.webmanifest'), [{ level: 'info', path: '/app/site.webmanifest', fix }])
  for (const path of ['/favicon.ico', '/manifest.json', '/.well-known/acme-challenge/x'])
    t.equal((await hints(path)).length, 1, `${path}: once`)
})
