import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import t, { type Test } from 'tap'
import { parseServiceAccount } from '../src/config/service-account.ts'
import { createServiceCredential } from '../src/identity-platform/service-credential.ts'
import {
  decodeClaims,
  readServiceAccount,
  sendJson,
  startProvider,
  startServer
} from './fixtures/provider.ts'

const now = () => Math.floor(Date.now() / 1000)
const { standIn } = await startProvider(t, { withCredentials: true })
const account = readServiceAccount(standIn)

interface Answer {
  status?: number
  /** A text is sent as HTML. */
  body: unknown
}

/** A credential whose token endpoint answers as `state.answer` says, else with each of `answers` in turn. */
async function startEndpoint(t: Test, ...answers: Answer[]) {
  const state: { answer: Answer | null } = { answer: null }
  const server = await startServer(t, (response, _request, index) => {
    const { status = 200, body } = state.answer ??
      answers[Math.min(index, answers.length - 1)] ?? { body: {} }
    if (body === 'reset') response.destroy()
    else if (typeof body === 'string') response.writeHead(status, { 'content-type': 'text/html' }).end(body)
    else sendJson(response, status, body)
  })
  let nowSeconds = Date.now() / 1000
  const advance = (seconds: number) => {
    nowSeconds += seconds
  }
  const tokenUrl = `${server.url}/token`
  const credential = createServiceCredential({ account, tokenUrl, now: () => nowSeconds })
  return { server, state, advance, credential }
}

const grant = (token: string, lifeSeconds: number) => ({
  body: { access_token: token, expires_in: lifeSeconds, token_type: 'Bearer' }
})

t.test(
  'service credential: the token endpoint of the settings, gives a token that account calls accept',
  async (t) => {
    const credential = createServiceCredential({
      account,
      tokenUrl: standIn.endpoints.oauthToken,
      now: () => Date.now() / 1000
    })
    const token = await credential.accessToken()
    t.match(token, /^ya29\./)
    const answer = await fetch(`${standIn.endpoints.identityToolkit}/v1/projects/demo-gate/accounts:lookup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ localId: ['alice'] })
    })
    t.equal(answer.status, 200)
  }
)

t.test('service credential: assertion on the wire, names the account, the scope and its key', async (t) => {
  const { server, credential } = await startEndpoint(t, grant('ya29.one', 3599))
  t.equal(await credential.accessToken(), 'ya29.one')
  const [request] = server.requests
  t.match(request, { method: 'POST', url: '/token' })
  const form = new URLSearchParams(request?.body)
  t.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
  const assertion = form.get('assertion') ?? ''
  const claims = decodeClaims(assertion)
  t.match(claims, { iss: account.clientEmail, scope: 'https://www.googleapis.com/auth/identitytoolkit' })
  t.equal(claims.aud, 'https://oauth2.googleapis.com/token')
  t.equal(Number(claims.exp) - Number(claims.iat), 3600)
  t.ok(Math.abs(Number(claims.iat) - now()) < 60)
})

t.test('service credential: a token with more than five minutes left, asked for once', async (t) => {
  const { server, credential } = await startEndpoint(t, grant('ya29.one', 310), grant('ya29.two', 310))
  for (let round = 0; round < 20; round++) t.equal(await credential.accessToken(), 'ya29.one')
  t.equal(server.requests.length, 1)
})

t.test(
  'service credential: a token with less than five minutes left, renewed in the background',
  async (t) => {
    const { server, credential, advance } = await startEndpoint(
      t,
      grant('ya29.one', 299),
      grant('ya29.two', 3599)
    )
    t.equal(await credential.accessToken(), 'ya29.one')
    advance(29)
    t.equal(await credential.accessToken(), 'ya29.one')
    t.equal(server.requests.length, 1, 'not more often than every 30 s')
    advance(1)
    t.equal(await credential.accessToken(), 'ya29.one', 'nobody waits for the renewal')
    while (server.requests.length < 2) await new Promise((resolve) => setImmediate(resolve))
    while ((await credential.accessToken()) !== 'ya29.two')
      await new Promise((resolve) => setImmediate(resolve))
    t.equal(server.requests.length, 2)
  }
)

t.test('service credential: a token that ended is not given, whatever the endpoint says', async (t) => {
  const { credential, advance } = await startEndpoint(t, grant('ya29.one', 200), { status: 503, body: '' })
  t.equal(await credential.accessToken(), 'ya29.one')
  advance(201)
  await t.rejects(credential.accessToken())
})

t.test('service credential: 20 cold asks at once, one call', async (t) => {
  const { server, credential } = await startEndpoint(t, grant('ya29.one', 3599), grant('ya29.two', 3599))
  const all = await Promise.all(Array.from({ length: 20 }, () => credential.accessToken()))
  t.strictSame(new Set(all), new Set(['ya29.one']))
  t.equal(server.requests.length, 1)
})

// identity-platform.md, 9.1
t.test(
  'service credential: renewal fails while the old token still lives, the old one is used',
  async (t) => {
    const rows: readonly Answer[] = [
      { status: 400, body: { error: 'invalid_grant' } },
      { status: 403, body: '<html></html>' }
    ]
    for (const row of rows) {
      const { credential } = await startEndpoint(t, grant('ya29.one', 200), row)
      t.equal(await credential.accessToken(), 'ya29.one')
      const again = await credential.accessToken().catch((cause: unknown) => String(cause))
      t.equal(again, 'ya29.one', `the endpoint says ${row.status}`)
    }
  }
)

t.test('service credential: token that the provider refused, another one', async (t) => {
  const { server, credential } = await startEndpoint(t, grant('ya29.one', 3599), grant('ya29.two', 3599))
  t.equal(await credential.accessToken(), 'ya29.one')
  t.equal(await credential.accessToken('ya29.older'), 'ya29.one', 'refused was one that is no longer given')
  t.equal(await credential.accessToken('ya29.one'), 'ya29.two')
  t.equal(await credential.accessToken(), 'ya29.two')
  t.equal(server.requests.length, 2)
})

t.test('service credential: endpoint that gives no token, thrown and asked again', async (t) => {
  const rows: readonly Answer[] = [
    { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } },
    { status: 403, body: '<html></html>' },
    { body: {} },
    { body: { token_type: 'Bearer', expires_in: 3599 } },
    { body: { access_token: '', expires_in: 3599 } },
    { body: '<html>sign in to the wifi</html>' }
  ]
  for (const row of rows) {
    const { credential, state } = await startEndpoint(t, grant('ya29.later', 3599))
    state.answer = row
    await t.rejects(credential.accessToken(), Error, JSON.stringify(row))
    state.answer = null
    const later = await credential.accessToken().catch((cause: unknown) => String(cause))
    t.equal(later, 'ya29.later', `${JSON.stringify(row)}, and then a token`)
  }
})

// identity-platform.md, 1: one more attempt at most for a request in a visitor's path.
t.test('service credential: endpoint away, two attempts at most', async (t) => {
  for (const row of [{ status: 503, body: '<html></html>' }, { status: 429, body: {} }, { body: 'reset' }]) {
    const { server, credential } = await startEndpoint(t, row)
    await t.rejects(credential.accessToken(), Error)
    t.ok(server.requests.length <= 2, `${JSON.stringify(row)}: ${server.requests.length} attempts`)
  }
})

t.test('service credential: redirect of the token endpoint, not followed', async (t) => {
  const target = await startServer(t, (response) => sendJson(response, 200, grant('stolen', 3599).body))
  const server = await startServer(t, (response) => {
    response.writeHead(307, { location: target.url }).end()
  })
  await t.rejects(
    createServiceCredential({ account, tokenUrl: server.url, now: () => Date.now() / 1000 }).accessToken()
  )
  t.equal(target.requests.length, 0)
})

t.test('service credential: error that is thrown, holds neither the key nor the assertion', async (t) => {
  const { server, credential } = await startEndpoint(t, { status: 400, body: { error: 'invalid_grant' } })
  const err: unknown = await credential.accessToken().then(
    () => null,
    (cause: unknown) => cause
  )
  t.type(err, Error)
  const assertion = new URLSearchParams(server.requests[0]?.body).get('assertion') ?? ''
  t.ok(assertion.length > 100)
  const shown = err instanceof Error ? `${err.message}\n${err.stack}` : ''
  t.notOk(shown.includes(assertion) || shown.includes('PRIVATE KEY'))
})

const file = standIn.serviceAccount
const pem = file.private_key
const read = (changes: Record<string, unknown>) =>
  parseServiceAccount(JSON.stringify({ ...file, ...changes }))

t.test('service account: private key in every form that is met, read as the same key', async (t) => {
  const pkcs1 = createPrivateKey(pem).export({ format: 'pem', type: 'pkcs1' }).toString()
  const rows: readonly [string, string][] = [
    ['as it is', pem],
    ['literal \\n', pem.replaceAll('\n', '\\n')],
    ['double quotes', `"${pem}"`],
    ['single quotes', `'${pem}'`],
    ['quotes and literal \\n', `"${pem.replaceAll('\n', '\\n')}"`],
    ['\\r\\n', pem.replaceAll('\n', '\r\n')],
    ['no newline at the end', pem.trimEnd()],
    ['PKCS#1', pkcs1],
    ['PKCS#1 with literal \\n', pkcs1.replaceAll('\n', '\\n')],
    // identity-platform.md, 7
    ['base64 of the whole', Buffer.from(pem).toString('base64')]
  ]
  for (const [name, text] of rows) {
    const parsed = read({ private_key: text })
    t.ok('serviceAccount' in parsed && parsed.serviceAccount.privateKeyPem === account.privateKeyPem, name)
  }
})

t.test('service account: the fields of the file, read', async (t) => {
  const parsed = read({})
  t.match(parsed, {
    serviceAccount: {
      clientEmail: file.client_email,
      privateKeyId: file.private_key_id,
      projectId: 'demo-gate'
    }
  })
  const sparse = read({ private_key_id: undefined, project_id: undefined })
  t.match(sparse, { serviceAccount: { privateKeyId: null, projectId: null } })
})

t.test('service account: file that is none, a problem without any part of the key', async (t) => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const broken = `${pem.slice(0, 300)}${pem.slice(400)}`
  const rows: readonly [string, string, string][] = [
    ['not JSON', 'BEGIN', 'is not JSON'],
    ['null', 'null', 'is not a JSON object'],
    ['a text', '"x"', 'is not a JSON object'],
    [
      'another type',
      JSON.stringify({ ...file, type: 'authorized_user' }),
      'has another `type` than `service_account`'
    ],
    ['no type', JSON.stringify({ ...file, type: undefined }), 'has another `type` than `service_account`'],
    ['no e-mail', JSON.stringify({ ...file, client_email: '' }), 'lacks `client_email` or `private_key`'],
    ['no key', JSON.stringify({ ...file, private_key: undefined }), 'lacks `client_email` or `private_key`'],
    [
      'a broken key',
      JSON.stringify({ ...file, private_key: broken }),
      'holds a private key that cannot be read'
    ],
    [
      'a key that is not RSA',
      JSON.stringify({ ...file, private_key: elliptic.export({ format: 'pem', type: 'pkcs8' }) }),
      'holds a private key that is not RSA'
    ]
  ]
  for (const [name, text, problem] of rows) t.strictSame(parseServiceAccount(text), { problem }, name)
})
