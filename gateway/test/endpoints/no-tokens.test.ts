import t from 'tap'
import { OPERATIONS } from '../../../config/openapi/operations.ts'
import { startAskedGateway } from '../fixtures/forward-auth.ts'
import { cookieHeader, PAGE, PUBLIC_ORIGIN, postSession, startGateway } from '../fixtures/gateway.ts'
import { beginAt, createBrowsers, formOf, HOME, locationOf, post, WIKI } from '../fixtures/hand-over.ts'
import { type SendOptions, send } from '../fixtures/wire/http-client.ts'

// The application shares the origin with the endpoints: its scripts can read what they return.

/** Only with several hosts. */
const HAND_OVER = ['/_auth/begin', '/_auth/continue', '/_auth/arrive']
/** The exception, off by default: see client-sdk.test.ts. */
const CLIENT_SDK = '/_auth/firebase-token'
const VISITORS = OPERATIONS.filter(
  ({ tag, url }) => tag !== 'management' && url !== CLIENT_SDK && !HAND_OVER.includes(url)
)
/** They end the session, so they come last. */
const IN_ORDER = [...VISITORS].sort((a, b) => Number(a.tag === 'sign-out') - Number(b.tag === 'sign-out'))

/** Requests to an operation as sent by a script, a page load and a program, with all the visitor has. */
function waysToAsk(method: string, cookie: string, idToken: string, refreshToken: string): SendOptions[] {
  const own = { origin: PUBLIC_ORIGIN, cookie }
  const bearer = { authorization: `Bearer ${idToken}` }
  if (method === 'GET') return [{ headers: own }, { headers: { ...own, ...PAGE } }, { headers: bearer }]
  const json = { ...own, 'content-type': 'application/json' }
  const all = JSON.stringify({ name: 'Ada', refreshToken, idToken })
  return [
    { method, headers: own },
    { method, headers: { ...json, ...bearer }, body: JSON.stringify({ refreshToken }) },
    { method, headers: json, body: all },
    { method, headers: json, body: '{' }
  ]
}

t.test('endpoints: no response to any client contains a token or the cookie', async (t) => {
  const own = await startGateway(t, {
    acquire: 'exchange',
    config: { 'account.enabled': true, 'authorizationServer.enabled': true, 'keepForms.enabled': true }
  })
  const ada = { uid: 'ada', email: 'ada@example.com', displayName: 'Ada', emailVerified: true }
  own.provider.accounts.create(ada)
  const asked = await startAskedGateway(t)
  let looked = 0
  const reached = new Set<string>()
  for (const { method, url, tag } of IN_ORDER) {
    const gateway = tag === 'forward auth' ? asked : own
    const authTimeSeconds = gateway.now() - looked
    const { idToken, refreshToken } = await gateway.provider.signIn('ada', { authTimeSeconds })
    const enter = async () => cookieHeader(await postSession(own.url, idToken, refreshToken))
    const cookie = await (gateway === asked ? asked.enter() : enter())
    for (const options of waysToAsk(method, cookie, idToken, refreshToken)) {
      const response = await send(`${gateway.url}${url}${method === 'GET' ? '' : '?force=1'}`, options)
      const text = await response.text()
      const name = `${method} ${url}: ${response.status}`
      t.notMatch(text, /eyJ/, `${name}: no token`)
      t.notOk(text.includes(refreshToken), `${name}: no refresh token`)
      for (const value of cookie.split('; ').map((part) => part.slice(part.indexOf('=') + 1)))
        if (value.length > 40) t.notOk(text.includes(value), `${name}: no cookie`)
      if (response.status < 400) reached.add(`${method} ${url}`)
      looked++
    }
  }
  t.same(own.upstream.seen, [], 'no request reached the application')
  for (const name of ['GET session', 'POST session', 'GET account', 'GET account/export'])
    t.ok(reached.has(name.replace(' ', ' /_auth/')), `${name}: control, it succeeded`)
})

/** Cookies of both origins and their contents, which no page of an application may read. */
const SECRET = /[\w-]{40,}/g

// The exception is the form that hands a session over. It is a page of the sign-in origin, for page loads;
// its content is encrypted for that origin and browser, once. See hand-over.test.ts for use elsewhere.
t.test('hand-over: only the form has a session, encrypted, and no response a token or cookie', async (t) => {
  const upstream = { url: 'http://127.0.0.1:9' }
  const wiki = { name: 'wiki', host: 'wiki.example.org', upstream }
  const config = { applications: [{ name: 'home', upstream }, wiki] }
  const gateway = await startGateway(t, { publicUrl: HOME, config })
  const browser = await createBrowsers(gateway).signedInBrowser()
  const reached = new Set<string>()
  async function look(name: string, response: Response, code = ''): Promise<Response> {
    const html = await response.clone().text()
    const readable = `${html}${locationOf(response)}`.replace(code === '' ? /$^/ : code, '')
    t.notMatch(readable, /eyJ[\w-]+\./, `${name}: no token`)
    const cookies = [HOME, WIKI].map((origin) => browser.jarOf(origin).header()).join('; ')
    for (const secret of cookies.match(SECRET) ?? []) t.notOk(readable.includes(secret), `${name}: no cookie`)
    reached.add(`${name}: ${response.status}`)
    return response
  }
  const script = { headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', accept: '*/*' } }
  const begun = await look('begin', await browser.ask(beginAt(`${WIKI}/page`)))
  const address = locationOf(begun)
  await look('continue, by a script', await browser.ask(address, script))
  const page = await browser.ask(address)
  const form = await formOf(page.clone())
  const code = form.fields.session ?? ''
  await look('continue', page, code)
  t.match(code, /^[\w-]{500,}$/, 'the exception: an encrypted session')

  await look('arrive, by a GET', await browser.ask(`${WIKI}/_auth/arrive`))
  await look('arrive, altered', await post(browser, { ...form, fields: { ...form.fields, state: 'x' } }))
  await look('arrive', await post(browser, form))
  await look('arrive, again', await post(browser, form))
  for (const origin of [HOME, WIKI])
    t.match(browser.jarOf(origin).header(), SECRET, `${origin}: control, there is a cookie`)
  t.same(
    [...reached],
    [
      ...['begin: 302', 'continue, by a script: 403', 'continue: 200', 'arrive, by a GET: 400'],
      ...['arrive, altered: 400', 'arrive: 303', 'arrive, again: 400']
    ]
  )
})
