import t from 'tap'
import { loadLoginAssets } from '../../src/login-page/assets/assets.ts'
import { PAGE, PUBLIC_ORIGIN, postSession, startGateway } from '../fixtures/gateway.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'

const HTML = 'text/html; charset=utf-8'
const JSON_TEXT = 'application/json; charset=utf-8'

t.test('content types: every own response with a body has type and charset (ASVS 4.1.1)', async (t) => {
  const { url, port, provider } = await startGateway(t, { upstreamUrl: 'http://127.0.0.1:9' })
  provider.accounts.create({ uid: 'ada' })
  const { idToken, refreshToken } = await provider.signIn('ada')
  const signedIn = await postSession(url, idToken, refreshToken)
  t.equal(signedIn.headers.get('content-type'), JSON_TEXT, 'sign-in')
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const login = await (await send(`${url}/login`, { headers: PAGE })).text()
  const [script = ''] = /\/_auth\/assets\/[^"]+\.js/.exec(login) ?? []
  const { stylesheetHref: style } = loadLoginAssets()
  const post = { method: 'POST', headers: { cookie, origin: PUBLIC_ORIGIN } }
  const rows: [
    path: string,
    request: NonNullable<Parameters<typeof send>[1]>,
    status: number,
    type: string
  ][] = [
    ['/login', { headers: PAGE }, 200, HTML],
    ['/login/forgot', { headers: PAGE }, 200, HTML],
    [script, {}, 200, 'text/javascript; charset=utf-8'],
    [style ?? '', {}, 200, 'text/css; charset=utf-8'],
    ['/_auth/assets/none', {}, 404, JSON_TEXT],
    ['/_auth/jwks.json', {}, 200, JSON_TEXT],
    ['/_auth/session', { headers: { cookie } }, 200, JSON_TEXT],
    ['/_auth/session', {}, 401, JSON_TEXT],
    ['/_auth/refresh', post, 200, JSON_TEXT],
    ['/_auth/refresh', {}, 405, JSON_TEXT],
    ['/logout', { headers: PAGE }, 200, HTML],
    ['/page', {}, 401, JSON_TEXT],
    ['/page', { headers: { cookie } }, 502, JSON_TEXT],
    ['/page', { headers: { ...PAGE, cookie } }, 502, HTML],
    ['/%zz', {}, 400, JSON_TEXT],
    ['/%zz', { headers: PAGE }, 400, HTML]
  ]
  for (const [path, request, status, type] of rows) {
    const response = await send(`${url}${path}`, request)
    t.same(
      [response.status, response.headers.get('content-type')],
      [status, type],
      `${request.method ?? 'GET'} ${path}`
    )
  }
  t.match(
    await sendRaw(port, 'no request\r\n\r\n'),
    `\r\ncontent-type: ${JSON_TEXT}\r\n`,
    'what Node cannot read'
  )
})
