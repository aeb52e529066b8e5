import t from 'tap'
import { ORIGIN, PROOF, pairOf, REFRESH, resultOf, SESSION, signInToBind } from './device.ts'

t.test('device binding: off, nothing is offered, and the paths do not exist', async (t) => {
  const { begin, post } = await signInToBind(t, { mode: 'off' })
  const { response, cookies } = await begin()
  t.equal(response.headers.get('secure-session-registration'), null)
  t.notMatch(cookies, /~u\.\d+~/)
  t.equal(await resultOf(await post(REFRESH, cookies)), '404 NOT_FOUND')
})

t.test('device binding: a sign-in offers a registration, which binds the session in place', async (t) => {
  const { bind, call, now } = await signInToBind(t)
  const { begun, response, cookies, body, id } = await bind()
  t.match(
    begun.response.headers.get('secure-session-registration'),
    /^\(ES256\);path="\/_auth\/device\/register";challenge="v1\.\d+\.[\w-]{22}\.[\w-]{43}"$/
  )
  t.equal(response.status, 200)
  t.same(body, {
    session_identifier: id,
    refresh_url: REFRESH,
    scope: { origin: ORIGIN, include_site: false, scope_specification: [] },
    credentials: [{ type: 'cookie', name: PROOF, attributes: 'Path=/; HttpOnly; Secure; SameSite=Lax' }]
  })
  const proof = response.headers.getSetCookie().find((line) => line.startsWith(PROOF)) ?? ''
  t.match(
    proof,
    new RegExp(
      `^${PROOF}=v1\\.${now() + 600}\\.[\\w-]{43}; Max-Age=595; Path=/; HttpOnly; Secure; SameSite=Lax$`
    )
  )
  t.ok(proof.length <= 200)
  t.equal(await resultOf(await call('/', cookies)), '200')
})

t.test('device binding: a cookie without its proof passes nowhere, and stays', async (t) => {
  const { bind, call, advance } = await signInToBind(t)
  const { cookies } = await bind()
  const alone = pairOf(cookies, SESSION)
  const response = await call('/api', alone)
  t.match(response.headers.get('www-authenticate'), /^Bearer error="insufficient_user_authentication"/)
  t.same(response.headers.getSetCookie(), [])
  t.equal(await resultOf(response), '401 DEVICE_PROOF_REQUIRED')
  t.equal(await resultOf(await call('/_auth/session', alone)), '401 DEVICE_PROOF_REQUIRED')
  t.equal(await resultOf(await call('/', cookies)), '200')
  advance(600)
  t.equal(await resultOf(await call('/', cookies)), '401 DEVICE_PROOF_REQUIRED', 'its proof has run out')
})

t.test("device binding: the gateway's own endpoints ask for the proof too", async (t) => {
  const { bind, call } = await signInToBind(
    t,
    {},
    { withCredentials: true, config: { 'clientSdk.enabled': true, 'account.enabled': true } }
  )
  const { cookies } = await bind()
  const own = ['/_auth/firebase-token', '/_auth/account', '/_auth/account/sessions', '/_auth/account/export']
  const headers = { host: 'app.example.com', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  for (const path of own) {
    const alone = await call(path, pairOf(cookies, SESSION), headers)
    t.equal(await resultOf(alone), '401 DEVICE_PROOF_REQUIRED', path)
    t.equal(await resultOf(await call(path, cookies, headers)), '200', path)
  }
})

t.test('device binding: a page load from elsewhere loads once more, one from here explains', async (t) => {
  const { bind, call } = await signInToBind(t)
  const { cookies } = await bind()
  const load = async (site: string) => {
    const response = await call('/', pairOf(cookies, SESSION), {
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': site
    })
    return { status: response.status, text: await response.text() }
  }
  const linked = await load('cross-site')
  t.equal(linked.status, 401)
  t.match(linked.text, /location\.reload\(\)/)
  const own = await load('same-origin')
  t.equal(own.status, 401)
  t.notMatch(own.text, /location\.reload/)
  t.match(own.text, /\/login\?/, 'a sign-in is the way on')
})

t.test('device binding: the proof is renewed by a signed challenge, and nothing else changes', async (t) => {
  const { bind, call, advance } = await signInToBind(t, { refreshSeconds: 60 })
  const { ask, prove, cookies, id } = await bind()
  advance(59)
  const asked = await ask()
  t.equal(asked.status, 403)
  t.match(asked.headers.get('secure-session-challenge'), new RegExp(`^"v1\\.[^"]+";id="${id}"$`))
  const { response, cookies: renewed } = await prove()
  t.equal(response.status, 200)
  const [proof, ...more] = response.headers.getSetCookie()
  t.match(proof, new RegExp(`^${PROOF}=.*; Max-Age=55;`))
  t.same(more, [])
  advance(59)
  t.equal(await resultOf(await call('/', renewed)), '200')
  t.equal(await resultOf(await call('/', cookies)), '401 DEVICE_PROOF_REQUIRED')
})

t.test('device binding: the unbound cookie of a bound session is refused at once', async (t) => {
  const { bind, call, advance } = await signInToBind(t)
  const { begun, cookies } = await bind()
  t.equal(await resultOf(await call('/', begun.cookies)), '401 DEVICE_PROOF_REQUIRED')
  for (const site of ['same-origin', 'cross-site']) {
    const from = { 'sec-fetch-site': site }
    const sentBefore = await call('/data?q=1', begun.cookies, from)
    t.equal(sentBefore.status, 307, `${site}: a page was loading, its request goes on with the new cookies`)
    t.equal(sentBefore.headers.get('location'), '/data?q=1')
    t.equal(await resultOf(await call('/data?q=1', cookies, from)), '200')
  }
  advance(5)
  const late = await call('/data?q=1', begun.cookies, { 'sec-fetch-site': 'same-origin' })
  t.equal(await resultOf(late), '401 DEVICE_PROOF_REQUIRED')
})

t.test('device binding: a session that has ended ends in the browser, with both cookies', async (t) => {
  const { bind, post } = await signInToBind(t)
  const { ask, cookies } = await bind()
  const out = await post('/logout', cookies, { origin: ORIGIN })
  t.match(out.headers.getSetCookie().join('\n'), new RegExp(`${PROOF}=; Max-Age=0`))
  const response = await ask()
  t.same(await response.json(), { continue: false })
  t.equal(response.status, 200)
  t.match(
    response.headers.getSetCookie().join('\n'),
    new RegExp(`${SESSION}=; Max-Age=0[^\\n]*\\n${PROOF}=; Max-Age=0`)
  )
})
