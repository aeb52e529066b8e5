import t from 'tap'
import { cookieHeader, PUBLIC_ORIGIN, postSession, startGateway } from '../fixtures/gateway.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'

/** Signs in a new account with this body, whose `*` is its refresh token. Returns status and number of cookies. */
async function startSessionWith(t: Parameters<typeof startGateway>[0]) {
  const { url, provider } = await startGateway(t)
  let accounts = 0
  return async (text: string) => {
    const uid = `ada-${++accounts}`
    provider.accounts.create({ uid })
    const { idToken, refreshToken } = await provider.signIn(uid)
    const type = { 'content-type': 'application/json' }
    const headers = { origin: PUBLIC_ORIGIN, authorization: `Bearer ${idToken}`, ...type }
    const body = text.replace('*', refreshToken)
    const response = await send(`${url}/_auth/session`, { method: 'POST', headers, body })
    return { status: response.status, cookies: cookieHeader(response).split('; ').filter(Boolean).length }
  }
}

t.test(
  'session body: only a refresh token that is a string counts (ASVS 1.5.2, 15.3.3, 15.3.5, 15.3.6)',
  async (t) => {
    const post = await startSessionWith(t)
    const more = '"uid":"root","tenantIds":[null],"claims":{"role":"admin"},"startedAtSeconds":9999999999'
    const rows: readonly [body: string, status: number][] = [
      ['{"refreshToken":"*"}', 200],
      [`{"refreshToken":"*",${more}}`, 200],
      ['{"refreshToken":"*","__proto__":{"admin":true}}', 400],
      ['{"refreshToken":"*","constructor":{"prototype":{"admin":true}}}', 400],
      ['{"refreshToken":["*"]}', 400],
      ['{"refreshToken":{"toString":"*"}}', 400],
      ['{"refreshToken":1}', 400],
      ['{"refreshToken":true}', 400],
      ['["*"]', 400],
      ['null', 400]
    ]
    for (const [body, status] of rows)
      t.same(await post(body), { status, cookies: status === 200 ? 1 : 0 }, body)
  }
)

t.test('session body: JSON in a charset other than UTF-8 gets 415 and no session', async (t) => {
  const { url, provider } = await startGateway(t)
  provider.accounts.create({ uid: 'ada' })
  const { idToken, refreshToken } = await provider.signIn('ada')
  const post = (type: string) =>
    postSession(url, idToken, refreshToken, { 'content-type': `application/json; ${type}` })
  for (const type of ['charset=utf-16', 'CharSet=UTF-16', 'charset=latin1', 'charset=""']) {
    const refused = await post(type)
    t.equal(refused.status, 415, type)
    t.same(refused.headers.getSetCookie(), [])
  }
  t.equal((await post('charset=UTF-8')).status, 200, 'control')
})

t.test('own endpoints: an empty chunked body without a type passes, an unknown type gets 400', async (t) => {
  const { port } = await startGateway(t)
  const call = async (lines: string, bytes = '') => {
    const head = `POST /logout HTTP/1.1\r\nHost: localhost:8080\r\nOrigin: ${PUBLIC_ORIGIN}\r\nConnection: close\r\n`
    const chunks = bytes === '' ? '' : `${bytes.length.toString(16)}\r\n${bytes}\r\n`
    const response = await sendRaw(
      port,
      `${head}${lines}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`
    )
    return Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
  }
  t.equal(await call(''), 204)
  t.equal(await call('', 'x'.repeat(100)), 204, 'the bytes are ignored')
  t.equal(await call('', 'x'.repeat(20_000)), 413, 'but limited in size')
  t.equal(await call('Content-Type: text/x-odd\r\n', 'x'), 400)
})
