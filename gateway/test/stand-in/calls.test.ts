import t from 'tap'
import {
  NOW,
  openAdmin,
  postForm,
  postJson,
  requestAccessToken,
  send,
  signInCall,
  start
} from './requests.ts'

t.test('stand-in: API key, accepted in query or header, refused when missing or wrong', async (t) => {
  const standIn = await start(t, { apiKey: 'right' })
  const url = `${standIn.url}/v1/accounts:signUp`
  t.equal((await postJson(`${url}?key=right`, {})).status, 200)
  t.equal((await postJson(url, {}, { 'x-goog-api-key': 'right' })).status, 200)
  t.match(await postJson(url, {}), { status: 403, body: { error: { status: 'PERMISSION_DENIED' } } })
  const message = 'API key not valid. Please pass a valid API key.'
  const wrong = await postJson(`${url}?key=wrong`, {})
  t.match(wrong, { status: 400, body: { error: { message, status: 'INVALID_ARGUMENT' } } })
  t.match((await postForm(`${standIn.url}/v1/token?key=wrong`, {})).body, { error: { message } })
})

t.test('stand-in: bodies production refuses, 400 with a sentence', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const broken = await send(`${standIn.url}/v1/accounts:signUp?key=k`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{'
  })
  const answers = [
    broken,
    await signInCall(standIn, 'signUp', { surname: 'x' }),
    await signInCall(standIn, 'signUp', []),
    await signInCall(standIn, 'signUp', { email: 1 }),
    await admin('accounts:lookup', { localId: 'alice' }),
    await admin('accounts:lookup', { localId: [1] }),
    await admin('accounts:update', { localId: 'alice', disableUser: 'yes' }),
    await admin('accounts:update', { localId: 'alice', validSince: '1.5' }),
    await admin('accounts:update', { localId: 'alice', displayName: null })
  ]
  for (const answer of answers) {
    const error = { message: /^Invalid JSON payload received\. ./, status: 'INVALID_ARGUMENT' }
    t.match(answer, { status: 400, body: { error } })
  }
  t.match(await send(`${standIn.url}/v2/other`), { status: 404, body: { error: { status: 'NOT_FOUND' } } })
})

t.test('stand-in: cross-origin page, preflight and answer allow any origin', async (t) => {
  const standIn = await start(t)
  const url = `${standIn.endpoints.identityToolkit}/v1/accounts:signUp?key=k`
  const preflight = await send(url, {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'x-client-version,content-type' }
  })
  t.equal(preflight.status, 204)
  t.equal(preflight.headers.get('access-control-allow-headers'), 'x-client-version,content-type')
  t.equal(standIn.calls.signUp, 0)
  for (const answer of [preflight, await postJson(url, {}), await postJson(url, [])]) {
    t.equal(answer.headers.get('access-control-allow-origin'), '*')
  }
})

t.test('stand-in: OAuth, a signed assertion gives an access token', async (t) => {
  const standIn = await start(t)
  const { status, body } = await requestAccessToken(standIn)
  t.equal(status, 200)
  t.match(body, { access_token: /^ya29\./, expires_in: 3599, token_type: 'Bearer' })
  t.equal((await requestAccessToken(standIn, { aud: 'https://oauth2.googleapis.com/token' })).status, 200)
  t.equal(standIn.calls.oauthToken, 2)
})

t.test('stand-in: OAuth, refusals', async (t) => {
  const standIn = await start(t)
  const other = await start(t, { projectId: 'demo-other' })
  const clock = /short-lived token/
  const rows: [Record<string, unknown>, string, string | RegExp, string?][] = [
    [{}, 'invalid_grant', 'Invalid JWT Signature.', other.serviceAccount.private_key],
    [{ iss: 'x@example.com' }, 'invalid_grant', 'Invalid grant: account not found'],
    [{ aud: 'x' }, 'invalid_grant', /audience/],
    [{ iat: NOW - 3600, exp: NOW }, 'invalid_grant', clock],
    [{ iat: NOW + 301 }, 'invalid_grant', clock],
    [{ exp: NOW + 3601 }, 'invalid_grant', clock],
    [{ scope: '' }, 'invalid_scope', /scope/]
  ]
  for (const [claims, error, description, key] of rows) {
    const answer = await requestAccessToken(standIn, claims, key)
    t.match(answer, { status: 400, body: { error, error_description: description } })
  }
  const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  const forms: [Record<string, string>, string][] = [
    [{}, 'unsupported_grant_type'],
    [{ grant_type: grantType }, 'invalid_request'],
    [{ grant_type: grantType, assertion: 'x' }, 'invalid_grant']
  ]
  for (const [form, error] of forms) {
    t.match(await postForm(standIn.endpoints.oauthToken, form), { status: 400, body: { error } })
  }
})
