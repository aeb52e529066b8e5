import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import t from 'tap'
import { startEchoUpstream } from '../../../test/fixtures/wire/upstream.ts'
import {
  applicationAt,
  beginRequest,
  startAuthorizationServer,
  startSignedIn
} from './fixtures/authorization-server.ts'

const upstream = await startEchoUpstream(t)

const at = (name: string, scopes?: string[], ...rules: object[]) =>
  applicationAt(name, scopes, { upstream: { url: upstream.url }, access: { rules } })
const WRITE = { path: '/mcp/write', allow: { scopes: ['mcp:write'] } }
const APPLICATIONS = [at('home'), at('notes', ['notes:read']), at('mcp', ['mcp:read', 'mcp:write'], WRITE)]

async function start(t: Parameters<typeof startAuthorizationServer>[0], more: Record<string, unknown> = {}) {
  const started = await startAuthorizationServer(t, { applications: APPLICATIONS, ...more })
  const { oidc, request, visit } = started

  /** A token for a resource, by sign-in and consent. */
  async function tokenFor(resource: string, scope: string, facts?: Parameters<typeof visit>[1]) {
    const { location, checks } = await (await visit('ada', facts)).askAndAllow({ scope, resource })
    return await client.authorizationCodeGrant(oidc, new URL(location), checks, { resource })
  }

  const ask = (path: string, token?: string) =>
    request(path, token === undefined ? {} : { authorization: `Bearer ${token}` })
  return { ...started, tokenFor, ask }
}

t.test('resource: the challenge leads to its metadata, and that to the authorization server', async (t) => {
  const { origin, ask } = await start(t)
  const refused = await ask('/mcp/')
  t.equal(refused.status, 401)
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
  t.match(refused.headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}"`)
  const document = await ask('/.well-known/oauth-protected-resource/mcp')
  t.match(await document.json(), {
    resource: `${origin}/mcp`,
    authorization_servers: [`${origin}/_auth/oauth`],
    scopes_supported: ['mcp:read', 'mcp:write']
  })
  t.equal(document.headers.get('access-control-allow-origin'), '*')
  const server = await ask('/.well-known/oauth-authorization-server/_auth/oauth')
  t.match(await server.json(), {
    issuer: `${origin}/_auth/oauth`,
    token_endpoint: `${origin}/_auth/oauth/token`,
    code_challenge_methods_supported: ['S256']
  })
  t.equal((await ask('/.well-known/oauth-protected-resource')).status, 404, 'home is none')
  t.equal((await ask('/')).headers.get('www-authenticate'), 'Bearer', 'twin: no resource, no metadata')
})

t.test('access token: is for one resource, and passes there as its account', async (t) => {
  const { origin, tokenFor, ask } = await start(t)
  const { access_token: token } = await tokenFor(`${origin}/mcp`, 'mcp:read')
  t.match(decodeProtectedHeader(token), { typ: 'at+jwt', alg: 'ES256' })
  const claims = { iss: `${origin}/_auth/oauth`, aud: `${origin}/mcp`, sub: 'ada', scope: 'mcp:read' }
  t.match(decodeJwt(token), claims)
  const passed = await ask('/mcp/tools', token)
  t.equal(passed.status, 200, await passed.text())
  const { headers } = upstream.seen.at(-1) ?? {}
  t.equal(headers?.['x-forwarded-user'], 'ada')
  t.equal(headers?.['x-gatehouse-issuer'], undefined, 'an account of the project')
  t.notOk(headers?.authorization, 'the token stays at the gateway')
  for (const path of ['/notes/', '/']) t.equal((await ask(path, token)).status, 401, path)
  t.equal((await ask('/mcp/', `${token.slice(0, -6)}AAAAAA`)).status, 401, 'another signature')
})

t.test('scope: a rule asks for it, a refusal names those present and missing (ASVS 10.3.2)', async (t) => {
  const rules = [
    { path: '/mcp/write', allow: { scopes: ['mcp:write'] } },
    { path: '/mcp/admin', allow: { scopes: ['mcp:write', 'mcp:admin'] } },
    { path: '/mcp/read', allow: { scopes: ['mcp:read'] } }
  ]
  const mcp = at('mcp', ['mcp:read', 'mcp:write', 'mcp:admin', 'mcp:more'], ...rules)
  const { origin, tokenFor, ask } = await start(t, { applications: [at('home'), mcp] })
  const { access_token: reader } = await tokenFor(`${origin}/mcp`, 'mcp:more mcp:read')
  const { access_token: writer } = await tokenFor(`${origin}/mcp`, 'mcp:write')
  const rows: readonly [path: string, token: string | undefined, status: number, ...scopes: string[]][] = [
    ['/mcp/write', undefined, 401, 'mcp:write'],
    ['/mcp/write', 'x', 401, 'mcp:write'],
    ['/mcp/', undefined, 401],
    ['/mcp/write', reader, 403, 'mcp:more', 'mcp:read', 'mcp:write'],
    ['/mcp/admin', reader, 403, 'mcp:admin', 'mcp:more', 'mcp:read', 'mcp:write'],
    ['/mcp/read', writer, 403, 'mcp:read', 'mcp:write'],
    ['/mcp/read', reader, 200],
    ['/mcp/write', writer, 200]
  ]
  for (const [path, token, expected, ...scopes] of rows) {
    const { status, headers } = await ask(path, token)
    const challenge = headers.get('www-authenticate') ?? ''
    const [, scope = ''] = /scope="([^"]*)"/.exec(challenge) ?? []
    t.same([status, scope.split(' ').sort()], [expected, scopes.length === 0 ? [''] : scopes], path)
    if (status !== 200) t.match(challenge, `resource_metadata="${origin}/`)
    if (token !== undefined && status !== 200)
      t.match(challenge, /error="(invalid_token|insufficient_scope)"/)
  }
})

t.test('access token: rules and headers know the account, its client does not', async (t) => {
  const rules = [
    { path: '/mcp/staff', allow: { claim: 'role', oneOf: ['staff'] } },
    { path: '/mcp/domain', allow: { emailDomain: 'example.com' } }
  ]
  const mcp = at('mcp', ['mcp:read', 'mcp:write'], ...rules, WRITE)
  const { gateway, origin, tokenFor, ask } = await start(t, { applications: [at('home'), mcp] })
  gateway.provider.accounts.update('ada', { customClaims: { role: 'staff', scope: 'mcp:write' } })
  const { access_token: token } = await tokenFor(`${origin}/mcp`, 'mcp:read')
  for (const path of ['/mcp/staff', '/mcp/domain']) t.equal((await ask(path, token)).status, 200, path)
  const { headers } = upstream.seen.at(-1) ?? {}
  t.equal(headers?.['x-forwarded-email'], 'ada@example.com')
  t.notMatch(JSON.stringify(decodeJwt(token)), /example\.com|staff/, 'encrypted')
  t.equal((await ask('/mcp/write', token)).status, 403, 'a custom claim is no scope of the token')
  gateway.provider.accounts.update('ada', { customClaims: {} })
  const other = await tokenFor(`${origin}/mcp`, 'mcp:read')
  t.equal((await ask('/mcp/staff', other.access_token)).status, 403, 'twin')
})

t.test('access token: a rule about the second factor knows how the visitor signed in', async (t) => {
  const mcp = at('mcp', ['mcp:read'], { path: '/mcp/safe', allow: { secondFactor: true } })
  const { origin, tokenFor, ask } = await start(t, { applications: [at('home'), mcp] })
  const statusWith = async (facts: Parameters<typeof tokenFor>[2]) =>
    (await ask('/mcp/safe', (await tokenFor(`${origin}/mcp`, 'mcp:read', facts)).access_token)).status
  t.equal(await statusWith({ secondFactor: { kind: 'totp', id: 'phone' } }), 200)
  t.equal(await statusWith({}), 403, 'twin: without one')
})

t.test('access token: with a verified address required, one of such an account passes', async (t) => {
  const { gateway, origin, tokenFor, ask } = await start(t, { 'session.requireVerifiedEmail': true })
  const { access_token: token } = await tokenFor(`${origin}/mcp`, 'mcp:read')
  t.equal((await ask('/mcp/tools', token)).status, 200)
  gateway.provider.accounts.update('ada', { emailVerified: false })
  await t.rejects(tokenFor(`${origin}/mcp`, 'mcp:read'), 'twin: no session, no token')
})

t.test('consent: says which application a scope belongs to, also for a scope of two', async (t) => {
  const of = (name: string) => at(name, ['read', `${name}:write`])
  const server = await startSignedIn(t, { applications: [of('mcp'), of('notes')], 'account.enabled': true })
  const { host, origin, oidc, visitor, request } = server
  const itemsOf = (text: string) =>
    [...text.matchAll(/<bdi>([^<]*)<\/bdi><\/li>/g)].map(([, item = '']) => item)
  const ask = async (scope: string, ...names: string[]) => {
    const address = new URL((await beginRequest(oidc, { scope, prompt: 'consent' })).url)
    for (const name of names) address.searchParams.append('resource', `${origin}/${name}`)
    const page = await visitor.go(address.href)
    await visitor.allow(page)
    return itemsOf(page.text)
  }
  const [words, offline] = ['Recognize your account', 'Keep access when you’re away, until you disconnect it']
  const item = (scope: string, name: string) => `${scope} (\u2068${host}/${name}\u2069)`
  t.same(await ask('openid read', 'mcp'), [words, item('read', 'mcp'), offline])
  const ofNotes = [words, item('read', 'notes'), offline]
  t.same(await ask('openid read', 'notes'), ofNotes, 'twin: of the one that is asked for alone')
  t.same(await ask('openid', 'mcp'), [words, offline], 'and none that was allowed before')
  const inOrder = [item('mcp:write', 'mcp'), item('read', 'mcp'), words, offline]
  t.same(await ask('mcp:write read openid', 'mcp'), inOrder, 'in the order of the request')
  t.same(await ask('read mcp:write', 'mcp', 'notes'), [
    item('read', 'mcp'),
    item('read', 'notes'),
    item('mcp:write', 'mcp'),
    offline
  ])
  const listed = await request('/_auth/account/applications', { cookie: visitor.cookie(), origin })
  t.match(await listed.json(), {
    applications: [{ scopes: [words, item('read', 'mcp'), item('mcp:write', 'mcp'), item('read', 'notes')] }]
  })
})
