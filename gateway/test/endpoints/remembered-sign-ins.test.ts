import t from 'tap'
import { cookieHeader, PUBLIC_ORIGIN, postSession, startGateway } from '../fixtures/gateway.ts'
import { approach, createBrowsers, HOME, post, WIKI } from '../fixtures/hand-over.ts'
import { send } from '../fixtures/wire/http-client.ts'

type Fields = Record<string, unknown>

const KEPT = /; Max-Age=12095\d\d; Path=/
const FORGOTTEN = /^gatehouse=2~1~[^;]*; Path=\/; HttpOnly; SameSite=Lax$/

/** A gateway with this setting, and the cookie it sets after a sign-in with the given fields. */
async function startAsking(remember: string) {
  const gateway = await startGateway(t, { config: { 'login.remember': remember } })
  let signIns = 0
  async function signIn(fields: Fields): Promise<Response> {
    signIns += 1
    const facts = { authTimeSeconds: gateway.now() - signIns }
    const { idToken, refreshToken } = await gateway.provider.signIn('ada', facts)
    return await postSession(gateway.url, idToken, refreshToken, {}, fields)
  }
  return {
    ...gateway,
    signIn,
    cookieAfter: async (fields: Fields) => (await signIn(fields)).headers.getSetCookie()
  }
}

function refresh(url: string, cookie: string): Promise<Response> {
  return send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers: { origin: PUBLIC_ORIGIN, cookie } })
}

for (const [setting, pattern] of [
  ['always', KEPT],
  ['never', FORGOTTEN]
] as const)
  t.test(`remember: ${setting}, the cookie is the same whatever the page sends`, async (t) => {
    const { cookieAfter } = await startAsking(setting)
    for (const fields of [{}, { remember: true }, { remember: false }])
      t.match(await cookieAfter(fields), [pattern], JSON.stringify(fields))
  })

t.test('remember: changed to never, earlier sessions lose their Max-Age when renewed', async (t) => {
  const before = await startGateway(t, { config: { 'login.remember': 'always' } })
  const after = await startGateway(t, { beside: before, config: { 'login.remember': 'never' } })
  const cookie = await before.signIn('ada')
  t.match((await refresh(before.url, cookie)).headers.getSetCookie(), [/; Max-Age=\d+;/], 'control: always')
  t.match((await refresh(after.url, cookie)).headers.getSetCookie(), [/^gatehouse=2(?!.*Max-Age)/])
})

t.test('remember: ask, the cookie is persistent only for exactly `true`', async (t) => {
  const { url, signIn, cookieAfter } = await startAsking('ask')
  t.match(await cookieAfter({ remember: true }), [KEPT])
  for (const remember of [undefined, false, null, 1, 'true', [true], { valueOf: true }])
    t.match(await cookieAfter({ remember }), [FORGOTTEN], JSON.stringify(remember))

  const forgotten = cookieHeader(await signIn({}))
  t.match((await refresh(url, forgotten)).headers.getSetCookie(), [FORGOTTEN], 'refreshed')
  const kept = cookieHeader(await signIn({ remember: true }))
  t.match((await refresh(url, kept)).headers.getSetCookie(), [/; Max-Age=\d+;/], 'refreshed')
  const forged = await refresh(url, forgotten.replace(/b~/, '~'))
  t.equal(forged.status, 401)
})

t.test('remember: ask, when an id token is posted twice, the first choice counts', async (t) => {
  const { url, provider } = await startAsking('ask')
  const { idToken, refreshToken } = await provider.signIn('ada')
  for (const remember of [false, true]) {
    const response = await postSession(url, idToken, refreshToken, {}, { remember })
    t.match(response.headers.getSetCookie(), [FORGOTTEN])
  }
})

t.test('remember: ask, a session renewed after an account change stays as it was', async (t) => {
  const { url, now, signIn, provider } = await startAsking('ask')
  for (const [remember, pattern] of [
    [true, KEPT],
    [false, FORGOTTEN]
  ] as const) {
    const cookie = cookieHeader(await signIn({ remember }))
    const { idToken, refreshToken } = await provider.signIn('ada', {
      authTimeSeconds: now() - (remember ? 30 : 31)
    })
    const renewed = await postSession(url, idToken, refreshToken, { cookie }, { expect: 'ada' })
    t.match(renewed.headers.getSetCookie(), [pattern], String(remember))
  }
})

t.test('remember: a session handed over to another host gets the same kind of cookie there', async (t) => {
  const upstream = { url: 'http://127.0.0.1:9' }
  const wiki = { name: 'wiki', host: 'wiki.example.org', upstream }
  const config = { 'login.remember': 'ask', applications: [{ name: 'home', upstream }, wiki] }
  const gateway = await startGateway(t, { publicUrl: HOME, config })
  const { openBrowser, signIn } = createBrowsers(gateway)
  for (const remember of [true, false]) {
    const browser = openBrowser()
    await signIn(browser, 'ada', { remember })
    const arrived = await post(browser, await approach(browser, `${WIKI}/_auth/begin`))
    const [line = ''] = arrived.headers.getSetCookie().filter((cookie) => /^__Host-gatehouse=2/.test(cookie))
    t.ok(line)
    t.equal(/Max-Age|Expires/.test(line), remember, `remember: ${remember}`)
  }
})
