import * as client from 'openid-client'
import t from 'tap'
import { LOOPBACK, REPORTS_CALLBACK, SECRETS, startAttackedServer } from '../fixtures/attacked-server.ts'
import { beginRequest, CALLBACK } from '../fixtures/authorization-server.ts'

/** Of the registered redirect URI, and what browsers would take for another address. */
const NEAR_MISSES = `
  https://dashboard.example.com/callbac https://dashboard.example.com/callback/
  https://dashboard.example.com/callback/../evil https://dashboard.example.com/callback/%2e%2e/evil
  https://dashboard.example.com/%63allback https://dashboard.example.com/callback?next=https://evil.example
  https://dashboard.example.com/callback# https://dashboard.example.com/callback#x
  https://dashboard.example.com/Callback https://DASHBOARD.example.com/callback
  https://dashboard.example.com:443/callback https://dashboard.example.com:444/callback
  https://dashboard.example.com./callback https://dashboard.example.com@evil.example/callback
  https://ada@dashboard.example.com/callback https://dashboard.example.com.evil.example/callback
  https://evil.example/?https://dashboard.example.com/callback http://dashboard.example.com/callback
  https:/dashboard.example.com/callback //dashboard.example.com/callback
  https://dashboard.example.com\\@evil.example/callback https://127.0.0.1/callback http://localhost/callback
  javascript:alert(1) data:text/html,x
`

t.test('redirect URI: only the registered one, character by character (ASVS 10.4.1)', async (t) => {
  const { oidc, visit, gateway } = await startAttackedServer(t)
  const visitor = await visit()
  for (const uri of [
    ...NEAR_MISSES.trim().split(/\s+/),
    'https://dashboard.example.com/callback\t',
    ' https://dashboard.example.com/callback',
    REPORTS_CALLBACK,
    LOOPBACK
  ]) {
    const { status, location } = await visitor.ask({ redirect_uri: uri })
    t.equal(status, 400, uri)
    t.match(location, /^\/_auth\/oauth\/authorize/, 'the visitor is sent nowhere')
  }
  const { url } = await beginRequest(oidc)
  t.equal((await visitor.go(url)).status, 200, 'twin: the registered one')
  const twice = await visitor.go(`${url}&redirect_uri=https://evil.example/`)
  t.match(twice.location, `${CALLBACK}?error=invalid_request`, 'twice: an error, to the registered one')
  t.equal((await visitor.go(url.replace(/redirect_uri=[^&]*&?/, ''))).status, 200, 'only one: it is meant')
  await gateway.settled()
  t.notMatch(gateway.logText(), 'uncaught')
})

t.test('redirect URI: a public client may use any port of its loopback address, of no other', async (t) => {
  const visitor = await (await startAttackedServer(t)).visit()
  const go = async (uri: string) => (await visitor.ask({ client_id: 'cli', redirect_uri: uri })).status
  t.equal(await go('http://127.0.0.1:49152/callback'), 200)
  for (const uri of `
    http://localhost:49152/callback http://[::1]:49152/callback http://127.0.0.2:49152/callback
    http://2130706433/callback http://127.1/callback http://127.0.0.1.evil.example/callback
    http://127.0.0.1:80@evil.example/callback http://127.0.0.1:49152/callback/more https://127.0.0.1:49152/callback
  `
    .trim()
    .split(/\s+/))
    t.equal(await go(uri), 400, uri)
})

t.test('PKCE: an authorization request without it, or with plain, is refused (ASVS 10.4.6)', async (t) => {
  const { oidc, visit } = await startAttackedServer(t)
  const visitor = await visit()
  const { url } = await beginRequest(oidc)
  const without = (...names: string[]) => {
    const changed = new URL(url)
    for (const name of names) changed.searchParams.delete(name)
    return changed
  }
  const refused = async (changed: URL, why: string) => {
    const { location } = await visitor.go(changed.href)
    t.match(location, `${CALLBACK}?error=invalid_request`, why)
  }
  await refused(without('code_challenge', 'code_challenge_method'), 'none')
  await refused(without('code_challenge'), 'a method alone')
  await refused(without('code_challenge_method'), 'the default method is plain')
  const plain = new URL(url)
  plain.searchParams.set('code_challenge_method', 'plain')
  await refused(plain, 'plain')
  t.equal((await visitor.go(url)).status, 200, 'twin: S256')
})

t.test('PKCE: a code is exchanged only with its verifier', async (t) => {
  const { authorize, askToken, exchange } = await startAttackedServer(t)
  for (const code_verifier of ['', 'short', client.randomPKCECodeVerifier()])
    t.match(await askToken(exchange(await authorize(), { code_verifier })), { status: 400 }, code_verifier)
  const { code_verifier: _, ...without } = exchange(await authorize())
  t.equal((await askToken(without)).status, 400, 'without one')
  t.equal((await askToken(exchange(await authorize()))).status, 200, 'twin')
})

t.test('code: one replayed later ends the tokens that it gave (ASVS 10.4.2)', async (t) => {
  const { authorize, askToken, exchange, refresh } = await startAttackedServer(t)
  const given = await authorize()
  const first = await askToken(exchange(given))
  t.equal(first.status, 200)
  t.match(await askToken(exchange(given)), { status: 400, error: 'invalid_grant' })
  t.match(await askToken(refresh(first.refreshToken)), { status: 400, error: 'invalid_grant' })
  const twin = await askToken(exchange(await authorize()))
  t.equal((await askToken(refresh(twin.refreshToken))).status, 200, 'twin: used once')
})

t.test('code: is of no use once the session has ended that it came from', async (t) => {
  const { gateway, origin, request, visit, askToken, exchange } = await startAttackedServer(t)
  for (const path of ['/logout', '/logout?everywhere=1']) {
    const [visitor, other] = [await visit('ada'), await visit('eve')]
    const get = async (of = visitor) => {
      const { location, checks } = await of.askAndAllow()
      return exchange({ back: new URL(location), verifier: checks.pkceCodeVerifier })
    }
    const [before, spent, ofOther] = [await get(), await get(), await get(other)]
    t.equal((await askToken(spent)).status, 200, 'twin: before the end')
    await request(path, { cookie: visitor.cookie(), origin }, { method: 'POST' })
    t.match(await askToken(before), { status: 400, error: 'invalid_grant' }, path)
    t.equal((await askToken(ofOther)).status, 200, 'twin: of another session')
    t.match(await askToken(spent), { error: 'invalid_grant' }, 'used twice')
    gateway.advance(2)
  }
})

t.test('code: another client, redirect URI or secret gets nothing for it (ASVS 10.4.10)', async (t) => {
  const { authorize, askToken, exchange, post } = await startAttackedServer(t)
  for (const id of ['reports', 'cli'] as const)
    t.match(await askToken(exchange(await authorize()), id), { error: 'invalid_grant' }, id)
  const elsewhere = exchange(await authorize(), { redirect_uri: REPORTS_CALLBACK })
  t.match(await askToken(elsewhere), { error: 'invalid_grant' })
  const form = new URLSearchParams(exchange(await authorize()))
  for (const [why, more] of [
    ['no secret', { client_id: 'dashboard' }],
    ['a wrong secret', { client_id: 'dashboard', client_secret: 'x'.repeat(40) }],
    ['of another client', { client_id: 'dashboard', client_secret: SECRETS.reports }]
  ] as const) {
    const response = await post('/token', new URLSearchParams([...form, ...Object.entries(more)]).toString())
    t.equal(response.status, 401, why)
  }
  t.equal((await askToken(Object.fromEntries(form))).status, 200, 'twin: the code was still good')
})

t.test('response: names the issuer against a mix-up, and returns the state as it was', async (t) => {
  const { authorize, origin } = await startAttackedServer(t)
  const state = 'https://evil.example/?a=1&b="><script>'
  const { back } = await authorize({ state })
  t.equal(back.searchParams.get('iss'), `${origin}/_auth/oauth`)
  t.equal(back.searchParams.get('state'), state)
  t.equal(`${back.origin}${back.pathname}`, CALLBACK)
})

t.test('response: another type or mode than a code in the query (ASVS 10.4.4, 10.6.1)', async (t) => {
  const visitor = await (await startAttackedServer(t)).visit()
  for (const type of ['token', 'id_token', 'code id_token', 'code token', 'none', '']) {
    const { location } = await visitor.ask({ response_type: type, nonce: 'n' })
    t.notMatch(location, /[?&#](code|access_token|id_token)=/, type)
  }
  for (const parameter of ['request', 'request_uri', 'registration']) {
    const { location } = await visitor.ask({ [parameter]: 'https://evil.example/request' })
    t.match(location, /error=\w+_not_supported/, parameter)
  }
})
