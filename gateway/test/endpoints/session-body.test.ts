import t, { type Test } from 'tap'
import { outcomeOf, PUBLIC_ORIGIN, startGateway } from '../fixtures/gateway.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'

/** The response to a sign-in of a new account with this body, whose `*` is its refresh token. */
async function createPost(t: Test) {
  const { url, provider } = await startGateway(t)
  return async (text: string, type = 'application/json') => {
    const { idToken, refreshToken } = await provider.signIn(provider.accounts.create({}))
    const headers = { origin: PUBLIC_ORIGIN, authorization: `Bearer ${idToken}`, 'content-type': type }
    const body = text.replace('*', refreshToken)
    const { status, cookies } = await outcomeOf(
      await send(`${url}/_auth/session`, { method: 'POST', headers, body })
    )
    return [status, cookies.some((line) => line.startsWith('gatehouse='))]
  }
}

t.test('session body: only text is a refresh token (ASVS 1.5.2, 15.3.3, 15.3.5, 15.3.6)', async (t) => {
  const post = await createPost(t)
  const more = '"uid":"root","tenantIds":[null],"claims":{"role":"admin"},"startedAtSeconds":9999999999'
  for (const body of ['{"refreshToken":"*"}', `{"refreshToken":"*",${more}}`])
    t.same(await post(body), [200, true], body)
  for (const body of [
    '{"refreshToken":"*","__proto__":{"admin":true}}',
    '{"refreshToken":"*","constructor":{"prototype":{"admin":true}}}',
    '{"refreshToken":["*"]}',
    '{"refreshToken":{"toString":"*"}}',
    '{"refreshToken":1}',
    '{"refreshToken":true}',
    '["*"]',
    'null'
  ])
    t.same(await post(body), [400, false], body)
})

t.test('session body: JSON in a charset other than UTF-8 gets 415 and no session', async (t) => {
  const post = await createPost(t)
  const postAs = (charset: string) => post('{"refreshToken":"*"}', `application/json; ${charset}`)
  for (const charset of ['charset=utf-16', 'CharSet=UTF-16', 'charset=latin1', 'charset=""'])
    t.same(await postAs(charset), [415, false], charset)
  t.same(await postAs('charset=UTF-8'), [200, true], 'control')
})

t.test('own endpoints: an empty chunked body without a type passes, an unknown type gets 400', async (t) => {
  const { port } = await startGateway(t)
  const call = async (lines: string, bytes = '') => {
    const head = `POST /logout HTTP/1.1\r\nHost: localhost:8080\r\nOrigin: ${PUBLIC_ORIGIN}\r\nConnection: close\r\n`
    const chunks = bytes === '' ? '' : `${bytes.length.toString(16)}\r\n${bytes}\r\n`
    const body = `Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`
    const response = await sendRaw(port, head + lines + body)
    return Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
  }
  t.equal(await call(''), 204)
  t.equal(await call('', 'x'.repeat(100)), 204, 'the bytes are ignored')
  t.equal(await call('', 'x'.repeat(20_000)), 413, 'but limited in size')
  t.equal(await call('Content-Type: text/x-odd\r\n', 'x'), 400)
})
