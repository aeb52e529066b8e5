import t, { type Test } from 'tap'
import { realClock } from '../../../../src/async.ts'
import { createMemoryState } from '../../../../src/shared-state/memory.ts'
import { joinStore, NEEDS_STORE, startStore } from '../../../../test/fixtures/processes/store-server.ts'
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
  startAuthorizationServer,
  TOKEN_KEY
} from '../fixtures/authorization-server.ts'

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
