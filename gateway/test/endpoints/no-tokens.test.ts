import t from 'tap'
import { OPERATIONS } from '../../../config/openapi/operations.ts'
import { startAskedGateway } from '../fixtures/forward-auth.ts'
import { cookieHeader, PAGE, PUBLIC_ORIGIN, postSession, startGateway } from '../fixtures/gateway.ts'
import { type SendOptions, send } from '../fixtures/http-client.ts'

// The application is on the origin of the endpoints: what they tell, each of its scripts can read.

/** Of several hosts alone: what they hand over is sealed, see hand-over.test.ts. */
const HAND_OVER = ['/_auth/begin', '/_auth/continue', '/_auth/arrive']
const VISITORS = OPERATIONS.filter(({ tag, url }) => tag !== 'management' && !HAND_OVER.includes(url))
/** They end the session: last. */
const IN_ORDER = [...VISITORS].sort((a, b) => Number(a.tag === 'sign-out') - Number(b.tag === 'sign-out'))

interface Caller {
  cookie: string
  idToken: string
  refreshToken: string
}

/** What is sent to an operation: as a script, a page load and a program would, with all that the visitor has. */
function waysToAsk(method: string, { cookie, idToken, refreshToken }: Caller): SendOptions[] {
  const own = { origin: PUBLIC_ORIGIN, cookie }
  if (method === 'GET')
    return [
      { headers: own },
      { headers: { ...own, ...PAGE } },
      { headers: { authorization: `Bearer ${idToken}` } }
    ]
  const json = { ...own, 'content-type': 'application/json' }
  return [
    { method, headers: own },
    {
      method,
      headers: { ...json, authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ refreshToken })
    },
    { method, headers: json, body: JSON.stringify({ name: 'Ada', refreshToken, idToken }) },
    { method, headers: json, body: '{' }
  ]
}

t.test('endpoints: no answer of any of them holds a token or the cookie, whoever asks', async (t) => {
  const own = await startGateway(t, {
    acquire: 'exchange',
    config: { 'account.enabled': true, 'keepForms.enabled': true }
  })
  own.provider.accounts.create({
    uid: 'ada',
    email: 'ada@example.com',
    displayName: 'Ada',
    emailVerified: true
  })
  const asked = await startAskedGateway(t)
  let looked = 0
  const reached = new Set<string>()
  for (const { method, url, tag } of IN_ORDER) {
    const gateway = tag === 'forward auth' ? asked : own
    const tokens = await gateway.provider.signIn('ada', { authTimeSeconds: gateway.now() - looked })
    const { idToken, refreshToken } = tokens
    const cookie =
      gateway === asked
        ? await asked.enter()
        : cookieHeader(await postSession(own.url, idToken, refreshToken))
    for (const options of waysToAsk(method, { cookie, idToken, refreshToken })) {
      const answer = await send(`${gateway.url}${url}${method === 'GET' ? '' : '?force=1'}`, options)
      const text = await answer.text()
      const name = `${method} ${url}: ${answer.status}`
      t.notMatch(text, /eyJ/, `${name}: no token`)
      t.notOk(text.includes(refreshToken), `${name}: no refresh token`)
      for (const value of cookie.split('; ').map((part) => part.slice(part.indexOf('=') + 1)))
        if (value.length > 40) t.notOk(text.includes(value), `${name}: no cookie`)
      if (answer.status < 400) reached.add(`${method} ${url}`)
      looked++
    }
  }
  t.same(own.upstream.seen, [], 'all were answered by the gateway')
  for (const name of [
    'GET /_auth/session',
    'POST /_auth/session',
    'GET /_auth/account',
    'GET /_auth/account/export'
  ])
    t.ok(reached.has(name), `${name}: twin, it was answered`)
})
