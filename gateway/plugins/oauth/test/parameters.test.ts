import { decodeJwt } from 'jose'
import t, { type Test } from 'tap'
import { readJson } from '../../../test/fixtures/wire/http-client.ts'
import { readParameters } from '../resources.ts'
import { startAttackedServer } from './fixtures/attacked-server.ts'
import { applicationAt, CALLBACK } from './fixtures/authorization-server.ts'

/** Requests as clients write them. */

const HOME = applicationAt('home')
const ONE_RESOURCE = { applications: [applicationAt('mcp', ['mcp:read', 'mcp:write']), HOME] }
const SHARED_SCOPE = {
  applications: ['a', 'b'].map((name) => applicationAt(name, ['read', `${name}:write`]))
}

async function start(t: Test, more: Record<string, unknown> = {}) {
  const started = await startAttackedServer(t, more)
  const { authorize, askToken, exchange } = started
  /** What a client gets by this request alone. */
  async function tokensFor(request: Record<string, string>) {
    const given = await authorize(request)
    const tokens = await askToken(exchange(given))
    return { ...tokens, error: given.back.searchParams.get('error') ?? tokens.error, back: given.back }
  }
  /** The resource that the token is for. */
  const audienceFor = async (request: Record<string, string>) =>
    decodeJwt((await tokensFor(request)).accessToken).aud
  return { ...started, tokensFor, audienceFor }
}

t.test('parameters: are left as they are, byte for byte, unless one has another form', (t) => {
  for (const form of [
    '',
    'scope=openid+email&resource=https%3A%2F%2Fa.example%2Fmcp&prompt=login',
    'scope=openid%20email&x=%FF&y&&z=+',
    'scope=a&scope=b',
    'resource=x&resource=%',
    'prompt=select_accounts&constructor=1&__proto__=2'
  ])
    t.equal(readParameters(form), form, form)
  for (const [given, expected] of [
    ['scope=+openid', 'scope=openid'],
    ['scope=%20%20openid%20%20email+', 'scope=openid+email'],
    ['scope=++', 'scope='],
    ['scope=a&scope=+b&x=%FF', 'scope=a&scope=b&x=%EF%BF%BD'],
    ['resource=HTTPS://A.example:443/mcp/', 'resource=https%3A%2F%2Fa.example%2Fmcp'],
    ['resource=https://a.example/', 'resource=https%3A%2F%2Fa.example'],
    ['prompt=login+select_account', 'prompt=login+consent']
  ])
    t.equal(readParameters(String(given)), expected, String(given))
  t.end()
})

t.test('scope: spaces around and between do not matter, at any endpoint', async (t) => {
  const { origin, tokensFor, askToken, refresh, post } = await start(t)
  const resource = `${origin}/mcp`
  const all = await tokensFor({ scope: '', resource })
  t.match(
    decodeJwt(all.accessToken),
    { scope: 'mcp:read mcp:write', aud: resource },
    'none: all of the resource'
  )
  for (const scope of [' mcp:read', 'mcp:read ', '  mcp:read   openid ', 'mcp:read']) {
    const { accessToken, refreshToken } = await tokensFor({ scope, resource })
    t.match(decodeJwt(accessToken), { scope: 'mcp:read', aud: resource }, JSON.stringify(scope))
    t.match(await askToken(refresh(refreshToken, { scope: '  mcp:read ' })), { scope: 'mcp:read' })
  }
  for (const scope of [' mcp:read', '']) {
    const form = new URLSearchParams({ client_id: 'cli', scope, resource: `${resource}/` })
    const response = await post('/device-authorization', String(form))
    t.match(readJson(await response.text()), { user_code: String })
  }
  for (const scope of ['mcp:"read', 'mcp:read\tmcp:write', 'mcp:read\nopenid', 'mcp:\\read'])
    t.equal((await tokensFor({ scope, resource })).error, 'invalid_scope', `twin: ${JSON.stringify(scope)}`)
})

t.test('resource: is the same in any spelling of its address, from the request to the refresh', async (t) => {
  const { origin, authorize, askToken, exchange, refresh } = await start(t)
  const { port } = new URL(origin)
  const spellings = ['/mcp', '/mcp/', '/x/../mcp/'].map((path) => `${origin}${path}`)
  spellings.push(`HTTP://LOCALHOST:${port}/mcp`)
  for (const first of spellings)
    for (const second of spellings) {
      const given = await authorize({ scope: 'mcp:read', resource: first })
      const { accessToken, refreshToken } = await askToken(exchange(given, { resource: second }))
      t.equal(decodeJwt(accessToken).aud, `${origin}/mcp`, `${first} ${second}`)
      const { status } = await askToken(refresh(refreshToken, { resource: first }))
      t.equal(status, 200, `${second} ${first}`)
    }
  for (const other of ['/mcp//', '/MCP', '/mcp?x', '/mcp/tools', ''].map((path) => `${origin}${path}`)) {
    const given = await authorize({ scope: 'mcp:read', resource: `${origin}/mcp` })
    t.match(await askToken(exchange(given, { resource: other })), { error: 'invalid_target' }, other)
  }
})

t.test('resource: in another spelling, consent is not asked for again', async (t) => {
  const { origin, visit } = await start(t)
  const visitor = await visit()
  const ask = async (resource: string) => await visitor.ask({ scope: 'mcp:read', resource })
  const page = await ask(`${origin}/mcp/`)
  await visitor.allow(page)
  t.match((await ask(`${origin}/mcp`)).location, `${CALLBACK}?code=`)
  t.equal((await ask(`${origin}/notes`)).location?.includes('error=invalid_scope'), true, 'twin: another one')
})

t.test('no resource: the only one that has the scopes is meant', async (t) => {
  const { origin, tokensFor } = await start(t)
  for (const [scope, audience] of [
    ['mcp:read', 'mcp'],
    ['openid mcp:read', 'mcp'],
    ['openid mcp:read mcp:write offline_access', 'mcp'],
    ['mcp:write unknown', 'mcp'],
    ['notes:read', 'notes']
  ] as const) {
    const { accessToken, refreshToken } = await tokensFor({ scope })
    t.equal(decodeJwt(accessToken).aud, `${origin}/${audience}`, scope)
    t.not(refreshToken, 'undefined')
  }
  for (const scope of ['openid', 'openid email profile', 'openid unknown']) {
    const { accessToken, error } = await tokensFor({ scope })
    t.equal(error, undefined, scope)
    t.throws(() => decodeJwt(accessToken), scope)
  }
  t.equal((await tokensFor({ scope: 'unknown' })).error, 'invalid_scope')
})

t.test('no resource: where it is not clear, the client learns what to name', async (t) => {
  const { origin, tokensFor, post } = await start(t)
  const both = await tokensFor({ scope: 'mcp:read notes:read' })
  t.equal(both.error, 'invalid_target')
  t.match(both.back.searchParams.get('error_description'), /no application has all of these scopes/)
  for (const request of [{ scope: '' }, { scope: 'offline_access' }, { scope: 'email' }]) {
    const none = await tokensFor(request)
    t.equal(none.error, 'invalid_target', JSON.stringify(request))
    t.match(none.back.searchParams.get('error_description'), `${origin}/notes ${origin}/mcp`)
  }
  const device = await post('/device-authorization', 'client_id=cli&scope=mcp:read+notes:read')
  t.match(readJson(await device.text()), { error: 'invalid_target' })
})

t.test('no resource: of several that have the scopes, the default one is meant', async (t) => {
  const without = await start(t, SHARED_SCOPE)
  t.equal((await without.tokensFor({ scope: 'read' })).error, 'invalid_target')
  t.equal(await without.audienceFor({ scope: 'read a:write' }), `${without.origin}/a`, 'twin: one has both')
  const preferring = { ...SHARED_SCOPE, 'authorizationServer.defaultResource': 'b' }
  const { origin, tokensFor, audienceFor } = await start(t, preferring)
  for (const [scope, name] of [
    ['read', 'b'],
    ['', 'b'],
    ['read a:write', 'a']
  ] as const)
    t.equal(await audienceFor({ scope }), `${origin}/${name}`, scope)
  t.equal((await tokensFor({ scope: 'a:write b:write' })).error, 'invalid_target')
})

t.test('no resource and no scope: the only resource is meant, with all of its scopes', async (t) => {
  const { origin, tokensFor, authorize } = await start(t, ONE_RESOURCE)
  for (const scope of ['', 'offline_access', 'mcp:read mcp:write']) {
    const { accessToken } = await tokensFor({ scope })
    t.match(decodeJwt(accessToken), { aud: `${origin}/mcp`, scope: 'mcp:read mcp:write' }, scope)
  }
  const { back } = await authorize({ scope: 'openid' })
  t.ok(back.searchParams.get('code'), 'twin')
  const none = await start(t, { applications: [HOME] })
  const { accessToken, error, scope } = await none.tokensFor({ scope: '' })
  t.same([error, scope], [undefined, 'openid'])
  t.throws(() => decodeJwt(accessToken), 'twin: there is none')
})

t.test('offline_access: what was consented to is in the response, and valid at a refresh', async (t) => {
  const { origin, tokensFor, askToken, refresh, visit } = await start(t)
  for (const more of [{}, { prompt: 'consent' }]) {
    const scope = 'openid email offline_access'
    const { scope: given, refreshToken } = await tokensFor({ scope, ...more })
    t.same(String(given).split(' ').sort(), scope.split(' ').sort())
    const next = await askToken(refresh(refreshToken, { scope }))
    t.match(next, { status: 200 })
    t.same(String(next.scope).split(' ').sort(), scope.split(' ').sort())
  }
  const all = { scope: 'openid mcp:read offline_access', resource: `${origin}/mcp` }
  const { refreshToken, accessToken } = await tokensFor(all)
  t.equal(decodeJwt(accessToken).scope, 'mcp:read')
  t.match(await askToken(refresh(refreshToken, { scope: all.scope })), { status: 200 })
  const page = await (await visit()).ask({ scope: 'openid profile offline_access' })
  t.match(page.text, /until you disconnect it/)
  const without = await tokensFor({ scope: 'openid email' })
  const more = await askToken(refresh(without.refreshToken, { scope: 'openid email offline_access' }))
  t.match(more, { error: 'invalid_scope' }, 'twin: not asked for')
})

t.test('prompt=select_account: shows the account and the way to another one', async (t) => {
  const { visit } = await start(t)
  const visitor = await visit()
  const { ask } = visitor
  await visitor.askAndAllow()
  t.match((await ask()).location, `${CALLBACK}?code=`, 'control: consent is remembered')
  for (const prompt of ['select_account', 'select_account consent']) {
    const choice = await ask({ prompt })
    t.match(choice, { status: 200, text: /ada@example\.com[\s\S]*Not you\?/ }, prompt)
    t.match((await visitor.allow(choice)).location, `${CALLBACK}?code=`, prompt)
  }
  t.match((await ask({ prompt: 'login select_account' })).location, /^\/login\?/)
  t.match((await ask({ prompt: 'none select_account' })).location, 'error=invalid_request', 'twin')
  t.match((await ask({ prompt: 'select' })).location, 'error=invalid_request', 'twin')
})
