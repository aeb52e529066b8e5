import t from 'tap'
import { createOwnCookies } from '../../src/session/cookie/cookie.ts'
import { cookieHeader, postSession, startGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'

const application = await startEchoUpstream(t)
const upstream = { url: application.url }

const gateway = await startGateway(t, {
  publicUrl: 'https://app.example.com',
  config: {
    'cookie.domain': 'example.com',
    applications: [
      { name: 'home', upstream },
      { name: 'sibling', host: 'sibling.example.com', upstream },
      { name: 'wiki', host: 'wiki.example.org', upstream },
      { name: 'shops', host: '*.shop.example.net', upstream }
    ]
  }
})
const HOSTS = ['app.example.com', 'wiki.example.org', 'a.shop.example.net', 'b.shop.example.net'] as const

type Tokens = Awaited<ReturnType<typeof gateway.provider.signIn>>

const begin = (host: string, { idToken, refreshToken }: Tokens) =>
  postSession(gateway.url, idToken, refreshToken, { host, origin: `https://${host}` })

let seconds = 0
async function signIn(host: string): Promise<string> {
  seconds += 1
  const tokens = await gateway.provider.signIn('ada', { authTimeSeconds: gateway.now() - seconds })
  const response = await begin(host, tokens)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return cookieHeader(response)
}

const statusAt = async (host: string, cookie: string, path = '/x') =>
  (await send(`${gateway.url}${path}`, { headers: { host, cookie } })).status

t.test('origins: a cookie of one origin is no session at another, cached or not', async (t) => {
  for (const host of HOSTS) {
    const cookie = await signIn(host)
    const [, value = ''] = /=(.*)$/.exec(cookie) ?? []
    const everyName = `__Host-gatehouse=${value}; __Secure-gatehouse=${value}`
    const elsewhere = HOSTS.filter((other) => other !== host)
    for (const other of elsewhere) t.equal(await statusAt(other, everyName), 401, `${host} at ${other}`)
    t.equal(await statusAt(host, cookie), 200, `${host}, control`)
    for (const other of elsewhere)
      t.equal(await statusAt(other, everyName), 401, `${host} at ${other}, once cached`)
    t.equal(await statusAt(host, cookie), 200, `${host}, control`)
  }
})

t.test('origins: hosts below the cookie domain share one session', async (t) => {
  const cookie = await signIn('app.example.com')
  t.match(cookie, /^__Secure-gatehouse=/)
  t.equal(await statusAt('sibling.example.com', cookie), 200)
  const own = await begin('wiki.example.org', await gateway.provider.signIn('ada'))
  const [setCookie = ''] = own.headers.getSetCookie()
  t.match(setCookie, /^__Host-gatehouse=2~/)
  t.match(setCookie, /; Path=\/; HttpOnly; Secure; SameSite=Lax$/, 'control: no domain')
})

t.test('origins: a session is refreshed at each origin with its own cookie', async (t) => {
  const tokens = await gateway.provider.signIn('ada', { authTimeSeconds: gateway.now() - 300 })
  const later = await gateway.provider.signIn('ada', { authTimeSeconds: gateway.now() - 301 })
  const other = { ...tokens, idToken: later.idToken }
  const cookies = [
    ['wiki.example.org', cookieHeader(await begin('wiki.example.org', tokens))],
    ['app.example.com', cookieHeader(await begin('app.example.com', other))]
  ] as const
  gateway.advance(3700)
  for (const [host, cookie] of cookies) {
    const response = await send(`${gateway.url}/x`, { headers: { host, cookie } })
    t.equal(response.status, 200, host)
    t.equal(await statusAt(host, cookieHeader(response)), 200, `${host}, with its new cookie`)
  }
})

t.test('origins: a used sign-in is refused at another origin and repeated at its own', async (t) => {
  const tokens = await gateway.provider.signIn('ada', { authTimeSeconds: gateway.now() - 400 })
  const first = await begin('wiki.example.org', tokens)
  t.equal(first.status, 200)
  t.match(await (await begin('app.example.com', tokens)).json(), { code: 'SIGN_IN_USED' })
  t.equal(cookieHeader(await begin('wiki.example.org', tokens)), cookieHeader(first), 'control')
})

t.test('origins: sign-out at one origin ends only its own session', async (t) => {
  const [home, wiki] = [await signIn('app.example.com'), await signIn('wiki.example.org')]
  const out = await send(`${gateway.url}/logout`, {
    method: 'POST',
    headers: { host: 'wiki.example.org', origin: 'https://wiki.example.org', cookie: wiki }
  })
  t.match(out.headers.getSetCookie(), [/^__Host-gatehouse=;/])
  t.equal(await statusAt('wiki.example.org', wiki), 401)
  t.equal(await statusAt('app.example.com', home), 200)
})

t.test('own cookies: neither name reaches an application, other cookies do', async (t) => {
  const rows = [
    ['app.example.com', '__Host-gatehouse.1=z'],
    ['wiki.example.org', '__Secure-gatehouse.0=y']
  ] as const
  for (const [host, other] of rows) {
    application.forget()
    const mine = await signIn(host)
    const planted = `__Host-gatehouse-state.abc=x; ${other}`
    await statusAt(host, `a=1; ${planted}; ${mine}; gatehouse=2`)
    t.equal(application.seen[0]?.headers.cookie, 'a=1; gatehouse=2', host)
  }
  const { owns } = createOwnCookies(['__Secure-gatehouse', '__Host-gatehouse'])
  for (const name of ['__Host-gatehouse-state.x_-1', '__Secure-gatehouse-redirects', '__Host-gatehouse.3'])
    t.ok(owns(name), name)
  for (const name of ['__Host-gatehouse-state', '__Host-gatehouse-state.', 'x__Host-gatehouse', 'gatehouse'])
    t.notOk(owns(name), name)
})
