import t, { type Test } from 'tap'
import { PAGE, postSession, startGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import { startOwnResponses } from '../fixtures/login-page/own-responses.ts'
import { createCookieJar } from '../fixtures/wire/cookie-jar.ts'
import { startHostingFront } from '../fixtures/wire/hosting-front.ts'
import { type SendOptions, send } from '../fixtures/wire/http-client.ts'
import { findFreePorts } from '../fixtures/wire/ports.ts'

/** The gateway behind a front that passes on one cookie, `__session`, and changes `Host`. */

const MODES = ['exchange', 'handover'] as const

async function startBehindHosting(t: Test, { config, ...options }: TestGatewayOptions = {}) {
  const [port = 0, backendPort = 0] = await findFreePorts(2)
  const origin = `http://localhost:${port}`
  const gateway = await startGateway(t, {
    publicUrl: origin,
    port: backendPort,
    ...options,
    config: { 'cookie.name': '__session', ...config }
  })
  await startHostingFront(t, { port, backendPort })

  /** A browser whose `Set-Cookie` names are recorded. */
  function openBrowser() {
    const jar = createCookieJar()
    const names = new Set<string>()
    const keep = (response: Response): Response => {
      const lines = response.headers.getSetCookie()
      jar.store(lines)
      for (const line of lines) names.add(line.split('=', 1)[0] ?? '')
      return response
    }
    const visit = async (path: string, { headers, ...options }: SendOptions = {}) =>
      keep(await send(`${origin}${path}`, { ...options, headers: { cookie: jar.header(), ...headers } }))
    return {
      names,
      visit,
      open: (path: string, headers = {}) => visit(path, { headers: { ...PAGE, ...headers } }),
      async signIn(uid = 'ada') {
        gateway.advance(1)
        const { idToken, refreshToken } = await gateway.provider.signIn(uid)
        return keep(await postSession(origin, idToken, refreshToken, { origin, cookie: jar.header() }))
      }
    }
  }
  return { ...gateway, origin, openBrowser }
}

const userOf = async (response: Response) => JSON.parse(await response.text()).headers['x-forwarded-user']

for (const acquire of MODES)
  t.test(`firebase hosting: ${acquire}, one cookie carries sign-in, refresh and sign-out`, async (t) => {
    const { openBrowser, advance, provider, origin } = await startBehindHosting(t, { acquire })
    const { visit, open, signIn, names } = openBrowser()
    const asked = await open('/x?y=1')
    t.equal(asked.status, 302)
    t.equal(asked.headers.get('location'), '/login?redirect=%2Fx%3Fy%3D1')
    t.equal((await signIn()).status, 200)
    t.equal(await userOf(await visit('/x')), 'ada')
    advance(3601)
    provider.calls.reset()
    const renewed = await visit('/x')
    t.equal(await userOf(renewed), 'ada')
    t.match(renewed.headers.getSetCookie(), [/^__session=2~1~/])
    t.equal(await userOf(await visit('/x')), 'ada', 'with the renewed cookie')
    t.equal(provider.calls.refresh, 1)
    t.equal((await visit('/_auth/refresh', { method: 'POST', headers: { origin } })).status, 200)
    const end = await visit('/logout', { method: 'POST', headers: { origin } })
    t.equal(end.status, 204)
    t.match(end.headers.getSetCookie(), [/^__session=; Max-Age=0/])
    t.equal((await open('/x')).status, 302)
    t.same([...names], ['__session'], 'no other cookie was set')
  })

/** More than the difference between refresh tokens of production, about 250 characters, and those here. */
const RESERVE_BYTES = 350

for (const acquire of MODES)
  t.test(`firebase hosting: ${acquire}, the most custom claims that an account can have fit`, async (t) => {
    const { openBrowser, provider } = await startBehindHosting(t, { acquire })
    // 1000 characters of JSON: https://cloud.google.com/identity-platform/docs/how-to-configure-custom-claims
    const customClaims = { roles: 'x'.repeat(1000 - '{"roles":""}'.length) }
    provider.accounts.create({
      uid: 'max',
      email: 'maximilian@example.com',
      displayName: 'Max',
      customClaims
    })
    const { visit, signIn } = openBrowser()
    const signedIn = await signIn('max')
    t.equal(signedIn.status, 200)
    const [cookie = ''] = signedIn.headers.getSetCookie()
    const bytes = (cookie.split(';', 1)[0] ?? '').length
    t.ok(bytes < 3900 - RESERVE_BYTES, `${bytes} bytes`)
    t.comment(`${acquire}: ${bytes} bytes`)
    t.equal(await userOf(await visit('/x')), 'max')
  })

t.test('firebase hosting: tokens beyond one cookie are refused with the reason in the log', async (t) => {
  const { openBrowser, provider, logLines, settled } = await startBehindHosting(t)
  provider.accounts.create({ uid: 'eve', displayName: 'x'.repeat(4000) })
  const eve = openBrowser()
  const refused = await eve.signIn('eve')
  t.equal(refused.status, 431)
  t.match(await refused.json(), { code: 'SESSION_TOO_LARGE' })
  t.same([...eve.names], [])
  t.equal((await openBrowser().signIn('ada')).status, 200, 'control: an account with fewer claims')
  await settled()
  const line = logLines().find(({ code }) => code === 'SESSION_TOO_LARGE')
  t.match(line, { detail: /^needs \d cookies, the limit is 1: id token of \d+ bytes, refresh token of \d+$/ })
})

t.test('firebase hosting: a session that outgrows its cookie ends, the next sign-in explains', async (t) => {
  const { openBrowser, provider, advance } = await startBehindHosting(t)
  const { open, visit, signIn } = openBrowser()
  await signIn()
  provider.accounts.update('ada', { displayName: 'x'.repeat(4000) })
  advance(3601)
  const ended = await open('/x')
  t.equal(ended.status, 302)
  t.match(ended.headers.get('location'), /^\/login\?/)
  t.match(ended.headers.getSetCookie(), [/^__session=; Max-Age=0/])
  t.equal((await open(ended.headers.get('location') ?? '')).status, 200, 'the login page shows its form')
  t.equal((await signIn()).status, 431)
  t.equal((await visit('/x')).status, 401)
})

t.test('firebase hosting: the ninth redirect of a session to one path in 30 s is a loop', async (t) => {
  const gateway = await startBehindHosting(t)
  const [ada, bob] = [gateway.openBrowser(), gateway.openBrowser()]
  await ada.signIn('ada')
  await bob.signIn('bob')
  const bounce = async ({ open }: typeof ada, path = 'x', headers = {}) =>
    (await open(`/login?redirect=%2F${path}`, headers)).status
  const ahead = { 'sec-purpose': 'prefetch' }
  for (let count = 1; count <= 8; count++) {
    t.equal(await bounce(ada, 'x', ahead), 302, 'a prefetch does not count')
    t.equal(await bounce(ada), 302, `${count}`)
  }
  t.equal(await bounce(ada), 508)
  t.equal(await bounce(ada, 'y'), 302, 'another path')
  t.equal(await bounce(bob), 302, 'another session')
  gateway.advance(31)
  t.equal(await bounce(ada), 302, 'half a minute later')
  t.same([...ada.names], ['__session'])
})

t.test('firebase hosting: a language lasts for one page, and pages of the gateway offer none', async (t) => {
  const { openBrowser } = await startBehindHosting(t, {
    config: {
      'login.locales.enabled': ['en', 'de'],
      'access.rules': [{ path: '/no', allow: { claim: 'x', oneOf: ['y'] } }]
    }
  })
  const { open, signIn, names } = openBrowser()
  t.match(await (await open('/login?lang=de')).text(), '<html lang="de"')
  t.match(await (await open('/login', { 'accept-language': 'de' })).text(), '<html lang="de"', 'the browser')
  t.match(await (await open('/login')).text(), '<html lang="en"')
  const chosen = await open('/_auth/language?lang=de&to=%2Fx')
  t.equal(chosen.headers.get('location'), '/x')
  await signIn()
  for (const path of ['/no', '/logout']) {
    const page = await (await open(path)).text()
    t.match(page, '<html lang="en"', path)
    t.notMatch(page, 'hreflang', path)
  }
  t.same([...names], ['__session'])
})

t.test('firebase hosting: no sign-in is reported as that of a new device', async (t) => {
  const { openBrowser, logText, settled } = await startBehindHosting(t)
  await openBrowser().signIn()
  await openBrowser().signIn()
  await settled()
  t.equal(logText().match(/"event":"session\.started"/g)?.length, 2, 'control')
  t.notMatch(logText(), 'session.new-device')
})

t.test('firebase hosting: a form is kept in the tab and sent after the sign-in', async (t) => {
  const { openBrowser, origin } = await startBehindHosting(t, { config: { 'keepForms.enabled': true } })
  const { open, visit, signIn, names } = openBrowser()
  const form = {
    method: 'POST',
    headers: { ...PAGE, origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1'
  }
  const kept = await visit('/save', form)
  t.equal(kept.status, 401)
  const [, signInAt = ''] = /href="(\/login\?[^"]+)"/.exec(await kept.text()) ?? []
  const sendAt = new URLSearchParams(signInAt.split('?')[1]).get('redirect') ?? ''
  t.match(sendAt, /^\/_auth\/form\?/)
  await signIn()
  t.equal((await open(sendAt)).status, 200)
  t.equal((await visit('/save', form)).status, 200, 'signed in')
  t.same([...names], ['__session'])
})

t.test('firebase hosting: the application sees the public host, whatever host the service has', async (t) => {
  const { openBrowser, upstream, origin } = await startBehindHosting(t)
  const { visit, signIn } = openBrowser()
  await signIn()
  await visit('/x')
  t.match(upstream.seen.at(-1)?.headers, {
    'x-forwarded-host': new URL(origin).host,
    'x-forwarded-proto': 'http',
    cookie: undefined
  })
})

t.test('firebase hosting: its cache stores only files and keys, without cookies', async (t) => {
  const { askAll } = await startOwnResponses(t, { config: { 'cookie.name': '__session' } })
  const storable = (await askAll()).filter(
    ({ headers }) => !/\b(private|no-store)\b/.test(headers.get('cache-control') ?? '')
  )
  t.ok(storable.length > 0, 'control')
  for (const { name, headers } of storable) {
    t.match(name, /^GET \/_auth\/(assets\/|jwks\.json)/, name)
    t.same(headers.getSetCookie(), [], name)
  }
})
