import t from 'tap'
import { ADAPTER_PATHS, AUTH, PASSING_ADAPTERS, startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { AUDIENCE, startIssuer } from '../fixtures/provider/issuer.ts'

let now = () => 0
const issuer = await startIssuer(t, () => now())
const gateway = await startAskedGateway(t, {
  config: { bearer: [{ issuer: issuer.url, audiences: [AUDIENCE], headers: ['x-assertion'] }] }
})
now = gateway.now
/** With another signature. */
const wrong = () => `${issuer.token().slice(0, -12)}AAAAAAAAAAAA`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

t.test('forward auth: a machine token is removed from Authorization by every adapter', async (t) => {
  for (const adapter of PASSING_ADAPTERS) {
    const { status, headers } = await gateway.ask({ adapter, headers: bearer(issuer.token()) })
    const found = ['x-forwarded-user', 'authorization', 'x-assertion'].map((name) => headers.get(name))
    t.same([status, ...found], [200, 'robot-1', '', ''], adapter)
  }
})

t.test('forward auth: Authorization of the application is forwarded unchanged', async (t) => {
  const cookie = await gateway.enter()
  const authorization = 'Basic YTpi'
  for (const adapter of PASSING_ADAPTERS) {
    const said = (await gateway.ask({ adapter, headers: { cookie, authorization } })).headers
    t.equal(said.get('authorization'), authorization, adapter)
    const unsaid = (await gateway.ask({ adapter, headers: { cookie } })).headers
    t.equal(unsaid.get('authorization'), null, adapter)
  }
  const beside = { 'x-assertion': issuer.token(), authorization }
  const { headers } = await gateway.ask({ headers: beside })
  t.match(Object.fromEntries(headers), { 'x-forwarded-user': 'robot-1', authorization, 'x-assertion': '' })
})

t.test('forward auth: on public paths and gateway pages, the token is not evaluated', async (t) => {
  for (const url of [`${WIKI}/public/x`, `${AUTH}/login`]) {
    const { status, headers } = await gateway.ask({ url, headers: bearer('own') })
    t.equal(status, 200, url)
    t.equal(headers.get('authorization'), 'Bearer own', url)
  }
})

t.test('forward auth: an invalid token is a 401 despite a valid cookie, a bare 401 for nginx', async (t) => {
  const cookie = await gateway.enter()
  const page = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  const headers = { ...page, ...bearer(wrong()), cookie }
  for (const adapter of ADAPTER_PATHS) {
    const response = await gateway.ask({ adapter, headers })
    t.equal(response.status, 401, adapter)
    if (adapter !== '' && adapter !== '/answer' && adapter !== '/envoy') continue
    t.match(response.headers.get('www-authenticate'), /^Bearer error="invalid_token"/, adapter)
  }
  t.equal((await gateway.ask({ headers: { ...page, cookie } })).status, 200, 'control')
})

t.test('forward auth: without `bearer` configured, Authorization is forwarded unchanged', async (t) => {
  const plain = await startAskedGateway(t)
  const headers = { cookie: await plain.enter(), ...bearer(issuer.token()) }
  const response = await plain.ask({ headers })
  t.equal(response.status, 200)
  t.equal(response.headers.get('authorization'), headers.authorization)
})

t.test('forward auth: `passUnknownBearer`, an unknown token passes, an invalid one is a 401', async (t) => {
  const passing = await startAskedGateway(t, {
    config: { bearer: [{ issuer: issuer.url, audiences: [AUDIENCE] }], passUnknownBearer: true }
  })
  const [cookie, atStrict] = [await passing.enter(), await gateway.enter()]
  for (const adapter of PASSING_ADAPTERS) {
    const { status, headers } = await passing.ask({ adapter, headers: { cookie, ...bearer('opaque') } })
    t.same([status, headers.get('authorization')], [200, 'Bearer opaque'], adapter)
    t.equal((await passing.ask({ adapter, headers: { cookie, ...bearer(wrong()) } })).status, 401, adapter)
    const control = await gateway.ask({ adapter, headers: { cookie: atStrict, ...bearer('opaque') } })
    t.equal(control.status, 401, 'control: off')
  }
})
