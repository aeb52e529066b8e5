import * as client from 'openid-client'
import t, { type Test } from 'tap'
import { beginRequest, CALLBACK, registerClient, startSignedIn } from './fixtures/authorization-server.ts'
import { serveClientDocuments, WITH_DOCUMENTS } from './fixtures/client-documents.ts'

/** One rule, by whichever of the three ways a client is known. */

const TOKEN = 'an-initial-access-token-of-more-than-32-characters'
const CURSOR = 'cursor://anysphere.cursor-mcp/oauth/callback'
const LOOPBACK = 'http://127.0.0.1:33418/callback'
const MIXED = [CURSOR, 'https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback']

async function start(t: Test) {
  const publish = await serveClientDocuments(t)
  const started = await startSignedIn(t, {
    ...WITH_DOCUMENTS,
    'authorizationServer.registration.initialAccessToken': TOKEN,
    'authorizationServer.clients': [
      {
        id: 'dashboard',
        secret: 'a-secret-of-more-than-thirty-two-characters',
        redirectUris: [CALLBACK, LOOPBACK]
      },
      { id: 'mixed', redirectUris: MIXED },
      {
        id: 'several',
        redirectUris: [
          CALLBACK,
          'https://evil.example/callback',
          'https://dashboard.example.com:8443/callback',
          'https://dashboard.example.com/other'
        ]
      },
      { id: 'page', redirectUris: [CALLBACK] }
    ]
  })
  const { gateway, origin } = started

  async function register(metadata: object) {
    gateway.advance(61)
    const all = { token_endpoint_auth_method: 'none', ...metadata }
    return (await registerClient(gateway, origin, TOKEN, all)).body
  }

  const ask = async (
    visitor: typeof started.visitor,
    clientId: string,
    uri: string,
    more: Record<string, string> = {}
  ) => await visitor.ask({ client_id: clientId, redirect_uri: uri, scope: 'openid', ...more })
  return { ...started, publish, register, ask }
}

t.test('redirect URIs: a mixed list is accepted from all three, each by its own rule', async (t) => {
  const { visitor, publish, register, ask } = await start(t)
  const ids = [
    'mixed',
    String((await register({ redirect_uris: MIXED })).client_id),
    publish({ redirect_uris: MIXED })
  ]
  for (const id of ids) {
    for (const uri of [...MIXED, 'http://localhost:1234/callback'])
      t.equal((await ask(visitor, id, uri)).status, 200, `${id} ${uri}`)
    for (const uri of [
      `${CURSOR}/`,
      `${CURSOR}?x`,
      'cursor://anysphere.cursor-mcp:80/oauth/callback',
      'Cursor://anysphere.cursor-mcp/oauth/callback',
      'cursor://evil/oauth/callback',
      'vscode://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com:8443/agents/mcp/oauth/callback',
      'http://127.0.0.1:8787/callback',
      'http://localhost:8787/callback/x'
    ])
      t.match(await ask(visitor, id, uri), { status: 400, text: 'invalid_redirect_uri' }, `${id} ${uri}`)
  }
})

t.test('redirect URIs: one that is none is refused in any document and registration', async (t) => {
  const { visitor, publish, register, ask } = await start(t)
  for (const uri of [
    'http://evil.example/cb',
    'https://user@client.example/cb',
    'ftp://client.example/cb',
    'mailto:ada@example.com',
    'tel:123',
    'ms-msdt:/id',
    'https://client.example/a b',
    'javascript:alert(1)'
  ]) {
    for (const type of ['web', 'native', undefined]) {
      const metadata = {
        redirect_uris: [CALLBACK, uri],
        application_type: type,
        token_endpoint_auth_method: 'none'
      }
      t.match(await register(metadata), { error: 'invalid_redirect_uri' }, `${type} ${uri}`)
      for (const asked of [uri, CALLBACK])
        t.match(await ask(visitor, publish(metadata), asked), { status: 400 }, `${type} ${uri} ${asked}`)
    }
    const logout = { redirect_uris: [CALLBACK], post_logout_redirect_uris: [uri] }
    t.match(await register(logout), { error: 'invalid_redirect_uri' }, `after a sign-out: ${uri}`)
    t.match(await ask(visitor, publish(logout), CALLBACK), { status: 400 }, `after a sign-out: ${uri}`)
  }
  t.equal((await ask(visitor, publish({ redirect_uris: [CALLBACK] }), CALLBACK)).status, 200, 'twin')
})

t.test('redirect URIs: the scheme of a program is for public clients alone', async (t) => {
  const { visitor, publish, register, ask } = await start(t)
  const jwks = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] }
  for (const method of ['client_secret_basic', 'client_secret_post', 'private_key_jwt']) {
    const more = { token_endpoint_auth_method: method, ...(method === 'private_key_jwt' && { jwks }) }
    t.match(await register({ redirect_uris: MIXED, ...more }), { error: 'invalid_redirect_uri' }, method)
    t.match(
      await register({ redirect_uris: MIXED.slice(1), ...more }),
      { client_id: String },
      `twin: ${method}`
    )
  }
  const signing = { token_endpoint_auth_method: 'private_key_jwt', jwks }
  const asked = async (uris: string[]) =>
    (await ask(visitor, publish({ redirect_uris: uris, ...signing }), String(uris[0]))).status
  t.equal(await asked(MIXED), 400)
  t.equal(await asked(MIXED.slice(1)), 200, 'twin')
})

t.test('consent: says where the code goes, whatever the client calls itself', async (t) => {
  const { visitor, publish, register, ask } = await start(t)
  const uris = [CALLBACK, LOOPBACK, 'http://[::1]/cb', 'http://localhost/cb', CURSOR]
  for (const type of ['web', 'native']) {
    const metadata = { redirect_uris: uris, application_type: type }
    for (const id of [publish(metadata), String((await register(metadata)).client_id)])
      for (const uri of uris) {
        const { text } = await ask(visitor, id, uri)
        t.equal(text.includes('a program on this device'), uri !== CALLBACK, `${type} ${uri}`)
        t.equal(text.includes('return to dashboard.example.com'), uri === CALLBACK, `${type} ${uri}`)
      }
  }
})

t.test('consent: where a program waits it is asked for each time, at a host it is remembered', async (t) => {
  const { visitor, publish, register, ask } = await start(t)
  const uris = [CALLBACK, LOOPBACK, CURSOR]
  for (const type of ['web', 'native']) {
    const metadata = { redirect_uris: uris, application_type: type }
    for (const id of [publish(metadata), String((await register(metadata)).client_id)]) {
      const page = await ask(visitor, id, CALLBACK)
      t.match((await visitor.allow(page)).location, `${CALLBACK}?code=`)
      t.match((await ask(visitor, id, CALLBACK)).location, `${CALLBACK}?code=`, `${type}: remembered`)
      t.match((await ask(visitor, id, CALLBACK, { prompt: 'none' })).location, `${CALLBACK}?code=`)
      for (const uri of [LOOPBACK, 'http://127.0.0.1:5/callback', CURSOR]) {
        t.match(await ask(visitor, id, uri), { status: 200, text: /Allow/ }, `${type} ${uri}`)
        const silent = await ask(visitor, id, uri, { prompt: 'none' })
        t.notMatch(silent.location, 'code=', `${type} ${uri}`)
      }
    }
  }
})

t.test('consent: is remembered for the origin that the page named, whatever a document adds', async (t) => {
  const started = await start(t)
  const { visitor, publish, register, ask, startAnother, gateway } = started
  const [other, port] = ['https://evil.example/callback', 'https://dashboard.example.com:8443/callback']
  const path = 'https://dashboard.example.com/other'
  const metadata = { redirect_uris: [CALLBACK, other, port, path] }
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

t.test('consent: of configured clients too, by where they wait', async (t) => {
  const { visitor, ask } = await start(t)
  for (const [id, uri, isRemembered] of [
    ['dashboard', CALLBACK, true],
    ['dashboard', LOOPBACK, false],
    ['page', CALLBACK, true],
    ['mixed', CURSOR, false]
  ] as const) {
    const page = await ask(visitor, id, uri)
    await visitor.allow(page)
    t.equal((await ask(visitor, id, uri)).status !== 200, isRemembered, `${id} ${uri}`)
  }
})

t.test('redirect URIs: a client registered as a web page may use another port of its loopback', async (t) => {
  const { visitor, register, origin, ask } = await start(t)
  const uri = 'http://127.0.0.1:40404/callback'
  const registered = await register({
    redirect_uris: ['http://127.0.0.1/callback'],
    application_type: 'web'
  })
  t.match(registered, { application_type: 'native' }, 'what holds is said (RFC 7591, 3.2.1)')
  const id = String(registered.client_id)
  const own = await client.discovery(new URL(`${origin}/_auth/oauth`), id, {}, client.None(), {
    execute: [client.allowInsecureRequests]
  })
  const { url, checks } = await beginRequest(own, { redirect_uri: uri, scope: 'openid' })
  const page = await visitor.go(url)
  const done = await visitor.allow(page)
  const tokens = await client.authorizationCodeGrant(own, new URL(done.location), checks)
  t.equal(tokens.claims()?.aud, id)
  t.equal(
    (await ask(visitor, id, 'http://localhost:40404/callback')).status,
    400,
    'another name of it is another address'
  )
})
