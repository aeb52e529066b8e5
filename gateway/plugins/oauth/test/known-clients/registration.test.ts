import * as client from 'openid-client'
import t, { type Test } from 'tap'
import { realClock } from '../../../../src/async.ts'
import { createMemoryState } from '../../../../src/shared-state/memory.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../../test/fixtures/processes/store-server.ts'
import { words } from '../../../../test/fixtures/words.ts'
import { admitRegistered } from '../../clients.ts'
import { loadOidcLibrary } from '../../provider.ts'
import {
  beginRequest,
  CALLBACK,
  connect,
  discoverAs,
  INITIAL_TOKEN,
  recordsOf,
  registerClient,
  SECRET,
  startAuthorizationServer,
  startSignedIn,
  TOKEN_KEY
} from '../fixtures/authorization-server.ts'
import { serveClientDocuments, WITH_DOCUMENTS } from '../fixtures/client-documents.ts'

const ASKED = { redirect_uris: [CALLBACK], client_name: 'Registered', token_endpoint_auth_method: 'none' }

async function start(
  t: Test,
  more: Record<string, unknown> = { [TOKEN_KEY]: INITIAL_TOKEN },
  shared?: Parameters<typeof startAuthorizationServer>[3]
) {
  const server = await startAuthorizationServer(t, more, {}, shared)
  const { gateway, origin } = server
  const register = (metadata: object | string, token: string | null = INITIAL_TOKEN) =>
    registerClient(gateway, origin, token, metadata)
  /** What each is answered with, in a minute of its own. */
  async function registerEach<Case>(cases: readonly Case[], metadataOf: (one: Case) => object | string) {
    const answers = []
    for (const one of cases) {
      answers.push(await register(metadataOf(one)))
      gateway.advance(61)
    }
    return answers
  }
  return { ...server, register, registerEach }
}

t.test('registration: with the token a client registers, and signs visitors in (RFC 7591)', async (t) => {
  const { register, origin, oidc, post, visit } = await start(t)
  t.equal(oidc.serverMetadata().registration_endpoint, undefined, 'not open to everyone')
  const { status, body } = await register(ASKED)
  t.equal(status, 201)
  t.notOk('client_secret' in body, 'public')
  t.notOk('registration_access_token' in body)
  const own = await discoverAs(origin, String(body.client_id))
  t.equal((await connect({ oidc: own, visitor: await visit() })).claims()?.aud, body.client_id)
  const confidential = (await register({ redirect_uris: [CALLBACK] })).body
  t.equal(confidential.token_endpoint_auth_method, 'client_secret_basic', 'the default')
  const revoke = async (secret: unknown) => {
    const credentials = Buffer.from(`${confidential.client_id}:${secret}`).toString('base64')
    return (await post('/revoke', 'token=none', { authorization: `Basic ${credentials}` })).status
  }
  t.same([await revoke(confidential.client_secret), await revoke('x')], [200, 401])
})

t.test('registration: scopes of resources may be named, those of the account limit the client', async (t) => {
  const { registerEach } = await start(t)
  const scopes = ['openid mcp:read', 'mcp:read admin', undefined]
  const answers = await registerEach(scopes, (scope) => ({ ...ASKED, ...(scope !== undefined && { scope }) }))
  const given = answers.map(({ status, body }) => `${status} ${body.scope}`)
  t.same(given, ['201 openid', '201 undefined', '201 undefined'], 'no other one is granted by naming it')
})

t.test('registration: without the token, or with another one, 401 (ASVS 10.4.7)', async (t) => {
  const { register, gateway } = await start(t)
  const near = INITIAL_TOKEN.slice(0, -1)
  for (const token of [null, 'x', `${INITIAL_TOKEN}x`, near, INITIAL_TOKEN.toUpperCase()])
    t.equal((await register(ASKED, token)).status, 401, String(token))
  t.equal((await register(ASKED)).status, 201, 'twin')
  t.notOk(gateway.logText().includes(near))
})

t.test('registration: without a configured token there is no such endpoint', async (t) => {
  const { register, oidc } = await start(t, {})
  t.equal(oidc.serverMetadata().registration_endpoint, undefined)
  t.same([(await register(ASKED)).status, (await register(ASKED, '')).status], [404, 404])
})

t.test('registration: no address that the gateway sends to or fetches, no privileged grant', async (t) => {
  const { register, registerEach } = await start(t)
  const signing = { token_endpoint_auth_method: 'private_key_jwt' }
  const refused = [
    { backchannel_logout_uri: 'http://169.254.169.254/' },
    { sector_identifier_uri: 'https://127.0.0.1/x' },
    { grant_types: ['client_credentials'] },
    { response_types: ['token'] },
    { token_endpoint_auth_method: 'client_secret_jwt' },
    { post_logout_redirect_uris: ['http://evil.example/'] },
    { redirect_uris: Array.from({ length: 33 }, (_, index) => `${CALLBACK}/${index}`) },
    { redirect_uris: [`${CALLBACK}/${'x'.repeat(512)}`] },
    { client_name: 'x'.repeat(65) },
    { ...signing, jwks_uri: 'http://169.254.169.254/' },
    { ...signing, jwks_uri: 'https://client.example.com/jwks' }
  ]
  const answers = await registerEach(refused, (more) => ({ ...ASKED, ...more }))
  for (const [index, { status, error }] of answers.entries())
    t.match({ status, error }, { status: 400, error: /^invalid_/ }, JSON.stringify(refused[index]))
  for (const { status } of await registerEach(['', '[]', '{', 'x'.repeat(100_000)], (text) => text))
    t.ok(status >= 400 && status < 500)
  t.not((await register({ ...ASKED, client_id: 'dashboard' })).body.client_id, 'dashboard')
})

t.test('registration: ten a minute from one address, right token or not', async (t) => {
  const { register } = await start(t)
  for (let times = 0; times < 10; times++)
    await register(ASKED, times % 2 === 0 ? INITIAL_TOKEN : 'x'.repeat(40))
  const { status, headers } = await register(ASKED)
  t.equal(status, 429)
  t.ok(headers.get('retry-after'))
})

t.test('registration: a hundred clients, and no more', async (t) => {
  const { errors } = await loadOidcLibrary()
  const shared = createMemoryState(realClock)
  const { adapter } = recordsOf(shared)
  const clients = admitRegistered(adapter, errors, { shared, now: realClock })('Client')
  const add = (id: string) => clients.upsert(id, { client_id: id, redirect_uris: [CALLBACK] }, 0)
  for (let index = 0; index < 100; index++) await add(`c${index}`)
  const refusal = { statusCode: 403, error_description: 'too many clients' }
  t.match(await add('more').catch((err) => err), refusal)
  t.ok(await clients.find('c0'))
  t.notOk(await clients.find('more'))
})

t.test('registration: a client of one replica is known at another', { skip: NEEDS_STORE }, async (t) => {
  const store = await startStore(t)
  const { register, startAnother, oidc, request } = await start(
    t,
    { [TOKEN_KEY]: INITIAL_TOKEN, 'store.url': store.url },
    { shared: (report) => joinStore(t, store.url, { report }) }
  )
  const { body } = await register(ASKED)
  const other = await startAnother()
  await other.state.shared.ready()
  const { url } = await beginRequest(oidc, { client_id: String(body.client_id) })
  t.equal((await request(url, {}, { at: other })).status, 303)
  for (const name of [await store.command('KEYS', '*')].flat().map(String)) {
    const dump = String(await store.command('ZRANGE', name, 0, -1).catch(() => ''))
    t.notMatch(`${name} ${dump}`, 'Registered')
  }
})

/** One rule, by whichever of the three ways a client is known. */

const CURSOR = 'cursor://anysphere.cursor-mcp/oauth/callback'
const LOOPBACK = 'http://127.0.0.1:33418/callback'
const MIXED = [CURSOR, 'https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback']
const SEVERAL = words`
  https://evil.example/callback https://dashboard.example.com:8443/callback https://dashboard.example.com/other
`

async function startKnown(t: Test) {
  const publish = await serveClientDocuments(t)
  const started = await startSignedIn(t, {
    ...WITH_DOCUMENTS,
    [TOKEN_KEY]: INITIAL_TOKEN,
    'authorizationServer.clients': [
      { id: 'dashboard', secret: SECRET, redirectUris: [CALLBACK, LOOPBACK] },
      { id: 'mixed', redirectUris: MIXED },
      { id: 'several', redirectUris: [CALLBACK, ...SEVERAL] },
      { id: 'page', redirectUris: [CALLBACK] }
    ]
  })
  const { gateway, origin } = started

  async function register(metadata: object) {
    gateway.advance(61)
    const all = { token_endpoint_auth_method: 'none', ...metadata }
    return (await registerClient(gateway, origin, INITIAL_TOKEN, all)).body
  }
  /** The ids of a client that its document describes, and of one that is registered. */
  const known = async (metadata: object) => [publish(metadata), String((await register(metadata)).client_id)]

  const ask = (
    visitor: typeof started.visitor,
    clientId: string,
    uri: string,
    more: Record<string, string> = {}
  ) => visitor.ask({ client_id: clientId, redirect_uri: uri, scope: 'openid', ...more })
  return { ...started, publish, register, known, ask }
}

t.test('redirect URIs: a mixed list is accepted from all three, each by its own rule', async (t) => {
  const { visitor, known, ask } = await startKnown(t)
  const others = words`
    cursor://anysphere.cursor-mcp/oauth/callback/ cursor://anysphere.cursor-mcp/oauth/callback?x
    cursor://anysphere.cursor-mcp:80/oauth/callback Cursor://anysphere.cursor-mcp/oauth/callback
    cursor://evil/oauth/callback vscode://anysphere.cursor-mcp/oauth/callback
    https://www.cursor.com:8443/agents/mcp/oauth/callback http://127.0.0.1:8787/callback
    http://localhost:8787/callback/x
  `
  for (const id of ['mixed', ...(await known({ redirect_uris: MIXED }))]) {
    for (const uri of [...MIXED, 'http://localhost:1234/callback'])
      t.equal((await ask(visitor, id, uri)).status, 200, `${id} ${uri}`)
    for (const uri of others)
      t.match(await ask(visitor, id, uri), { status: 400, text: 'invalid_redirect_uri' }, `${id} ${uri}`)
  }
})

t.test('redirect URIs: one that is none is refused in any document and registration', async (t) => {
  const { visitor, publish, register, ask } = await startKnown(t)
  const refusal = { error: 'invalid_redirect_uri', error_description: /^a redirect URI / }
  const wrong = words`http://evil.example/cb ms-msdt:/id javascript:alert(1)`
  for (const uri of [...wrong, 'https://client.example/a b']) {
    for (const application_type of ['web', 'native', undefined]) {
      const metadata = {
        redirect_uris: [CALLBACK, uri],
        application_type,
        token_endpoint_auth_method: 'none'
      }
      t.match(await register(metadata), refusal, `${application_type} ${uri}`)
      for (const asked of [uri, CALLBACK])
        t.equal((await ask(visitor, publish(metadata), asked)).status, 400, `${application_type} ${uri}`)
    }
    const logout = { redirect_uris: [CALLBACK], post_logout_redirect_uris: [uri] }
    t.match(await register(logout), { error: 'invalid_redirect_uri' }, `after a sign-out: ${uri}`)
    t.match(await ask(visitor, publish(logout), CALLBACK), { status: 400 }, `after a sign-out: ${uri}`)
  }
  t.equal((await ask(visitor, publish({ redirect_uris: [CALLBACK] }), CALLBACK)).status, 200, 'twin')
})

t.test('redirect URIs: the scheme of a program is for public clients alone', async (t) => {
  const { visitor, publish, register, ask } = await startKnown(t)
  const jwks = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] }
  const signing = { token_endpoint_auth_method: 'private_key_jwt', jwks }
  const web = MIXED.slice(1)
  for (const method of ['client_secret_basic', 'client_secret_post', 'private_key_jwt']) {
    const more = method === 'private_key_jwt' ? signing : { token_endpoint_auth_method: method }
    t.match(await register({ redirect_uris: MIXED, ...more }), { error: 'invalid_redirect_uri' }, method)
    t.match(await register({ redirect_uris: web, ...more }), { client_id: String }, `twin: ${method}`)
  }
  const asked = async (redirect_uris: string[]) =>
    (await ask(visitor, publish({ redirect_uris, ...signing }), String(redirect_uris[0]))).status
  t.same([await asked(MIXED), await asked(web)], [400, 200])
})

t.test('consent: says where the code goes, and is asked for each time where a program waits', async (t) => {
  const { visitor, known, ask } = await startKnown(t)
  const programs = [LOOPBACK, CURSOR, 'http://[::1]/cb', 'http://localhost/cb']
  // Whatever the client calls itself.
  for (const application_type of ['web', 'native'])
    for (const id of await known({ redirect_uris: [CALLBACK, ...programs], application_type })) {
      const page = await ask(visitor, id, CALLBACK)
      t.match(page.text, 'return to <strong>dashboard.example.com</strong>', application_type)
      t.notMatch(page.text, 'a program on this device', application_type)
      await visitor.allow(page)
      for (const more of [{}, { prompt: 'none' }])
        t.match((await ask(visitor, id, CALLBACK, more)).location, `${CALLBACK}?code=`, 'remembered')
      for (const uri of [...programs, 'http://127.0.0.1:5/callback']) {
        const asked = await ask(visitor, id, uri)
        const name = `${application_type} ${uri}`
        t.match(asked, { status: 200, text: 'a program on this device' }, name)
        t.notMatch(asked.text, 'return to <strong>dashboard.example.com</strong>', name)
        t.notMatch((await ask(visitor, id, uri, { prompt: 'none' })).location, 'code=', name)
      }
    }
})

t.test('consent: is remembered for the origin that the page named, whatever a document adds', async (t) => {
  const started = await startKnown(t)
  const { visitor, publish, register, ask, startAnother, gateway } = started
  const [other = '', port = '', path = ''] = SEVERAL
  const metadata = { redirect_uris: [CALLBACK, ...SEVERAL] }
  const silently = async (id: string, uri: string, at = visitor) =>
    (await ask(at, id, uri, { prompt: 'none' })).location.includes('?code=')
  const allow = async (id: string, uri: string) =>
    await visitor.go((await ask(visitor, id, uri)).location, { method: 'POST' })
  let now: object = metadata
  const changing = publish({}, (response, text) =>
    response.end(JSON.stringify({ ...JSON.parse(text), ...now }))
  )
  for (const id of [changing, String((await register(metadata)).client_id), 'several']) {
    await allow(id, CALLBACK)
    for (const uri of [CALLBACK, path]) t.ok(await silently(id, uri), `${id}: twin: ${uri}`)
    for (const uri of [other, port]) {
      t.notOk(await silently(id, uri), `${id} ${uri}`)
      t.match(await ask(visitor, id, uri), { status: 200, text: new URL(uri).host }, 'asks')
    }
    await allow(id, other)
    for (const uri of [CALLBACK, other]) t.ok(await silently(id, uri), `${id}: twin: both, ${uri}`)
    t.notOk(await silently(id, port), 'twin')
  }
  const added = 'https://added.example/callback'
  for (const [more, uri, isRemembered] of [
    [{}, CALLBACK, true],
    [{ redirect_uris: [CALLBACK, added] }, CALLBACK, true],
    [{ redirect_uris: [CALLBACK, added] }, added, false],
    [{ client_name: 'Bank' }, CALLBACK, false]
  ] as const) {
    now = { ...metadata, ...more }
    // Its documents are fetched again.
    const reloaded = await startAnother({}, { state: gateway.state })
    const at = await started.visit(null, {}, { at: reloaded, cookie: visitor.cookie() })
    t.equal(await silently(changing, uri, at), isRemembered, `${JSON.stringify(more)} ${uri}`)
  }
})

t.test('redirect URIs: a client registered as a web page may use another port of its loopback', async (t) => {
  const { visitor, register, origin, ask } = await startKnown(t)
  const metadata = { redirect_uris: ['http://127.0.0.1/callback'], application_type: 'web' }
  const registered = await register(metadata)
  t.match(registered, { application_type: 'native' }, 'what holds is said (RFC 7591, 3.2.1)')
  const id = String(registered.client_id)
  const { location, checks } = await visitor.askAndAllow({
    client_id: id,
    redirect_uri: 'http://127.0.0.1:40404/callback',
    scope: 'openid'
  })
  const tokens = await client.authorizationCodeGrant(await discoverAs(origin, id), new URL(location), checks)
  t.equal(tokens.claims()?.aud, id)
  const other = await ask(visitor, id, 'http://localhost:40404/callback')
  t.equal(other.status, 400, 'another name of it is another address')
})
