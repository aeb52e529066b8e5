import { decodeJwt } from 'jose'
import t from 'tap'
import { NOW, refresh, signCustomToken, signInCall, start } from './requests.ts'

t.test('stand-in: password sign-in, right password gives tokens', async (t) => {
  const standIn = await start(t)
  const { status, body } = await signInCall(standIn, 'signInWithPassword', {
    email: 'ALICE@example.com',
    password: 'secret1',
    returnSecureToken: true
  })
  t.equal(status, 200)
  t.match(body, { localId: 'alice', email: 'alice@example.com', registered: true, expiresIn: '3600' })
  t.match(decodeJwt(body.idToken), { sub: 'alice', firebase: { sign_in_provider: 'password' } })
  t.equal((await refresh(standIn, body.refreshToken)).status, 200)
  t.equal(standIn.accounts.get('alice')?.lastSignInSeconds, NOW)
})

t.test('stand-in: password sign-in, refusals', async (t) => {
  const standIn = await start(t)
  standIn.accounts.create({ uid: 'off', email: 'off@example.com', password: 'secret1', disabled: true })
  const rows: [string, Record<string, unknown>][] = [
    ['INVALID_LOGIN_CREDENTIALS', { email: 'alice@example.com', password: 'wrong' }],
    ['INVALID_LOGIN_CREDENTIALS', { email: 'nobody@example.com', password: 'secret1' }],
    ['INVALID_LOGIN_CREDENTIALS', { email: 'off@example.com', password: 'wrong' }],
    ['USER_DISABLED', { email: 'off@example.com', password: 'secret1' }],
    ['INVALID_EMAIL', { email: 'alice', password: 'secret1' }],
    ['MISSING_PASSWORD', { email: 'alice@example.com' }],
    ['TENANT_NOT_FOUND', { email: 'alice@example.com', password: 'secret1', tenantId: 'none' }]
  ]
  for (const [message, body] of rows) {
    const answer = await signInCall(standIn, 'signInWithPassword', body)
    t.equal(answer.status, 400)
    t.strictSame(answer.body, {
      error: { code: 400, message, errors: [{ message, reason: 'invalid', domain: 'global' }] }
    })
  }
})

t.test('stand-in: sign-up, makes an account or an anonymous one', async (t) => {
  const standIn = await start(t)
  const bob = await signInCall(standIn, 'signUp', {
    email: 'bob@example.com',
    password: 'secret-2',
    displayName: 'Bob'
  })
  t.match(standIn.accounts.get(bob.body.localId), { email: 'bob@example.com', hasPassword: true })
  const { body } = await signInCall(standIn, 'signUp', { returnSecureToken: true })
  const claims = decodeJwt(body.idToken)
  t.match(claims, { provider_id: 'anonymous', firebase: { sign_in_provider: 'anonymous', identities: {} } })
  t.notOk(Object.hasOwn(claims, 'email'))
})

t.test('stand-in: sign-up, refusals', async (t) => {
  const standIn = await start(t)
  const rows: [string, Record<string, unknown>][] = [
    ['EMAIL_EXISTS', { email: 'alice@EXAMPLE.com', password: 'secret1' }],
    ['INVALID_EMAIL', { email: 'bob', password: 'secret1' }],
    [
      'WEAK_PASSWORD : Password should be at least 6 characters',
      { email: 'bob@example.com', password: 'short' }
    ],
    ['MISSING_PASSWORD', { email: 'bob@example.com' }],
    ['MISSING_EMAIL', { password: 'secret1' }]
  ]
  for (const [message, body] of rows) {
    t.match(await signInCall(standIn, 'signUp', body), { status: 400, body: { error: { message } } })
  }
})

t.test('stand-in: look-up by id token, gives the record without the password', async (t) => {
  const standIn = await start(t)
  const { idToken } = await standIn.signIn('alice')
  const { body } = await signInCall(standIn, 'lookup', { idToken })
  t.match(body.users, [{ localId: 'alice', lastLoginAt: `${NOW}000`, providerUserInfo: [{}] }])
  t.notMatch(JSON.stringify(body), 'secret1')
})

t.test('stand-in: record of a federated sign-in, names the provider and the phone', async (t) => {
  const standIn = await start(t)
  standIn.accounts.create({ uid: 'bob', phoneNumber: '+15555550100' })
  const { idToken } = await standIn.signIn('bob', { provider: 'google.com' })
  const { body } = await signInCall(standIn, 'lookup', { idToken })
  t.match(body.users[0].providerUserInfo, [
    { providerId: 'google.com', rawId: /^\d+$/ },
    { providerId: 'phone', rawId: '+15555550100' }
  ])
  t.notOk(Object.hasOwn(body.users[0], 'passwordHash'))
})

t.test('stand-in: look-up by id token, refusals', async (t) => {
  const standIn = await start(t)
  const { accounts } = standIn
  for (const uid of ['off', 'late', 'gone']) accounts.create({ uid })
  const tokens = Object.fromEntries(
    await Promise.all(['off', 'gone'].map(async (uid) => [uid, await standIn.issueIdToken(uid)]))
  )
  const late = await standIn.issueIdToken('late', { claims: { auth_time: NOW - 1 } })
  accounts.disable('off')
  accounts.revoke('late')
  accounts.delete('gone')
  const rows = [
    ['MISSING_ID_TOKEN', ''],
    ['INVALID_ID_TOKEN', 'x.y.z'],
    ['INVALID_ID_TOKEN', `${tokens.off.slice(0, -8)}AAAAAAAA`],
    ['INVALID_ID_TOKEN', await standIn.issueIdToken('alice', { header: { kid: 'other' } })],
    ['INVALID_ID_TOKEN', await standIn.issueIdToken('alice', { omit: ['sub'] })],
    ['TOKEN_EXPIRED', await standIn.issueIdToken('alice', { lifeSeconds: 0 })],
    ['TOKEN_EXPIRED', late],
    ['USER_DISABLED', tokens.off],
    ['USER_NOT_FOUND', tokens.gone]
  ]
  for (const [message, idToken] of rows) {
    const answer = await signInCall(standIn, 'lookup', { idToken })
    t.match(answer, { status: 400, body: { error: { message } } }, message)
  }
})

t.test('stand-in: custom token, signs in and its claims stay across a refresh', async (t) => {
  const standIn = await start(t)
  standIn.accounts.setClaims('alice', { role: 'account', fresh: true })
  const token = await signCustomToken(standIn, { uid: 'alice', claims: { role: 'token' } })
  const { status, body } = await signInCall(standIn, 'signInWithCustomToken', {
    token,
    returnSecureToken: true
  })
  t.equal(status, 200)
  t.match(body, { isNewUser: false, expiresIn: '3600' })
  const { body: refreshed } = await refresh(standIn, body.refreshToken)
  for (const idToken of [body.idToken, refreshed.id_token]) {
    const firebase = { sign_in_provider: 'custom' }
    t.match(decodeJwt(idToken), { role: 'token', fresh: true, email: 'alice@example.com', firebase })
  }
  t.equal(standIn.calls.exchange, 1)
})

t.test('stand-in: custom token of an unknown uid, creates the account in its pool', async (t) => {
  const standIn = await start(t, { tenants: ['blue'] })
  const token = await signCustomToken(standIn, { uid: 'new', tenant_id: 'blue' })
  const { body } = await signInCall(standIn, 'signInWithCustomToken', { token, tenantId: 'blue' })
  t.equal(body.isNewUser, true)
  t.match(standIn.accounts.get('new'), { uid: 'new', tenantId: 'blue' })
  t.match(decodeJwt(body.idToken), { firebase: { tenant: 'blue' } })
})

t.test('stand-in: custom token, refusals', async (t) => {
  const standIn = await start(t)
  const other = await start(t, { projectId: 'demo-other' })
  standIn.accounts.create({ uid: 'off', disabled: true })
  const make = (claims: Record<string, unknown>, key?: string): Promise<string> =>
    signCustomToken(standIn, { uid: 'alice', ...claims }, key)
  const rows: [string, string, string?][] = [
    ['MISSING_CUSTOM_TOKEN', ''],
    ['INVALID_CUSTOM_TOKEN : Invalid assertion format', 'x.y.z'],
    ['INVALID_CUSTOM_TOKEN', await make({}, other.serviceAccount.private_key)],
    ['INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): "x"))', await make({ aud: 'x' })],
    ['CREDENTIAL_MISMATCH', await make({ iss: 'x@example.com' })],
    ['CREDENTIAL_MISMATCH', await make({ sub: 'x@example.com' })],
    ['INVALID_CUSTOM_TOKEN', await make({ iat: NOW - 3601, exp: NOW })],
    ['INVALID_CUSTOM_TOKEN', await make({ iat: NOW + 301, exp: NOW + 3000 })],
    ['INVALID_CUSTOM_TOKEN', await make({ exp: NOW + 3601 })],
    ['INVALID_CUSTOM_TOKEN', await make({ exp: undefined })],
    ['MISSING_IDENTIFIER', await make({ uid: undefined })],
    ['MISSING_IDENTIFIER', await make({ uid: '' })],
    ['INVALID_CUSTOM_TOKEN', await make({ uid: 'x'.repeat(129) })],
    ['INVALID_CUSTOM_TOKEN', await make({ claims: ['x'] })],
    ['FORBIDDEN_CLAIM : sub', await make({ claims: { sub: 'x' } })],
    ['FORBIDDEN_CLAIM : firebase', await make({ claims: { firebase: {} } })],
    ['TENANT_ID_MISMATCH', await make({}), 'blue'],
    ['TENANT_ID_MISMATCH', await make({ tenant_id: 'blue' })],
    ['TENANT_NOT_FOUND', await make({ tenant_id: 'blue' }), 'blue'],
    ['USER_DISABLED', await make({ uid: 'off' })]
  ]
  for (const [message, token, tenantId] of rows) {
    const { status, body } = await signInCall(standIn, 'signInWithCustomToken', { token, tenantId })
    t.strictSame([status, body.error.message], [400, message])
  }
  const longest = await signCustomToken(standIn, { uid: 'x'.repeat(128) })
  t.equal((await signInCall(standIn, 'signInWithCustomToken', { token: longest })).status, 200)
})
