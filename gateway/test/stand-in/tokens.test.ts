import { X509Certificate } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, importX509, jwtVerify } from 'jose'
import t from 'tap'
import { JWK_PATH, NOW, postForm, refresh, send, start } from './requests.ts'

t.test('stand-in: published certificate, is self-signed X.509 and verifies an id token', async (t) => {
  const standIn = await start(t)
  const idToken = await standIn.issueIdToken('alice')
  const { headers, body } = await send(standIn.endpoints.certificates)
  const { kid = '' } = decodeProtectedHeader(idToken)
  t.match(kid, /^[0-9a-f]{40}$/)
  t.strictSame(Object.keys(body), [kid])
  t.equal(headers.get('cache-control'), 'public, max-age=21600, must-revalidate, no-transform')
  const certificate = new X509Certificate(body[kid])
  t.ok(certificate.verify(certificate.publicKey))
  t.equal(certificate.subject, certificate.issuer)
  t.ok(Date.parse(certificate.validFrom) / 1000 < NOW && Date.parse(certificate.validTo) / 1000 > NOW)
  const { payload } = await jwtVerify(idToken, await importX509(body[kid], 'RS256'), {
    issuer: 'https://securetoken.google.com/demo-gate',
    audience: 'demo-gate',
    currentDate: new Date(NOW * 1000)
  })
  t.equal(payload.sub, 'alice')
})

t.test('stand-in: certificate validity after 2049, is written with four-digit years', async (t) => {
  const standIn = await start(t, { now: () => 2_600_000_000 })
  const { body } = await send(standIn.endpoints.certificates)
  const [pem] = Object.values(body)
  t.match(new X509Certificate(String(pem)).validTo, '2052')
})

t.test('stand-in: JWK set, has the same key ids as the certificates', async (t) => {
  const standIn = await start(t)
  const { body } = await send(`${standIn.url}${JWK_PATH}`)
  const { kid } = decodeProtectedHeader(await standIn.issueIdToken('alice'))
  t.match(body, { keys: [{ kid, kty: 'RSA', alg: 'RS256', use: 'sig', e: 'AQAB' }] })
})

t.test('stand-in: max-age of certificates, changed or left out, so is cache-control', async (t) => {
  const standIn = await start(t)
  standIn.settings.certificatesMaxAgeSeconds = 5
  t.match((await send(standIn.endpoints.certificates)).headers.get('cache-control'), 'max-age=5,')
  standIn.settings.certificatesMaxAgeSeconds = null
  t.equal((await send(standIn.endpoints.certificates)).headers.get('cache-control'), null)
})

t.test('stand-in: key rotation, publishes both until the old one is retired', async (t) => {
  const standIn = await start(t)
  const before = decodeProtectedHeader(await standIn.issueIdToken('alice')).kid
  await standIn.rotateKeys()
  const after = decodeProtectedHeader(await standIn.issueIdToken('alice')).kid
  t.not(before, after)
  t.strictSame(Object.keys((await send(standIn.endpoints.certificates)).body).sort(), [before, after].sort())
  standIn.retireOldKeys()
  t.strictSame(Object.keys((await send(standIn.endpoints.certificates)).body), [after])
})

t.test('stand-in: id token, carries account, session and tenant claims', async (t) => {
  const standIn = await start(t)
  const uid = standIn.accounts.create({
    email: 'bob@example.com',
    displayName: 'Bob',
    photoUrl: 'https://img.example/b.png',
    emailVerified: true,
    phoneNumber: '+15555550100',
    customClaims: { role: 'admin', sub: 'nobody' },
    tenantId: 'blue'
  })
  t.match(uid, /^[A-Za-z0-9]{28}$/)
  const { idToken } = await standIn.signIn(uid, {
    provider: 'google.com',
    authTimeSeconds: NOW - 100,
    tenantId: 'blue',
    secondFactor: { kind: 'totp', id: 'factor-1' }
  })
  const { firebase, ...claims } = decodeJwt<{ firebase: Record<string, unknown> }>(idToken)
  t.strictSame(claims, {
    role: 'admin',
    name: 'Bob',
    picture: 'https://img.example/b.png',
    email: 'bob@example.com',
    email_verified: true,
    phone_number: '+15555550100',
    iss: 'https://securetoken.google.com/demo-gate',
    aud: 'demo-gate',
    auth_time: NOW - 100,
    user_id: uid,
    sub: uid,
    iat: NOW,
    exp: NOW + 3600
  })
  t.match(firebase, {
    identities: { 'google.com': [/^\d+$/], email: ['bob@example.com'], phone: ['+15555550100'] },
    sign_in_provider: 'google.com',
    sign_in_second_factor: 'totp',
    second_factor_identifier: 'factor-1',
    tenant: 'blue'
  })
})

t.test('stand-in: id token overrides, change header, claims, life and leave names out', async (t) => {
  const standIn = await start(t)
  const idToken = await standIn.issueIdToken('nobody', {
    header: { kid: 'other', crit: ['b64'] },
    claims: { aud: ['demo-gate'] },
    lifeSeconds: -1,
    omit: ['typ', 'auth_time']
  })
  t.strictSame(decodeProtectedHeader(idToken), { alg: 'RS256', kid: 'other', crit: ['b64'] })
  t.match(decodeJwt(idToken), { sub: 'nobody', aud: ['demo-gate'], exp: NOW - 1, auth_time: undefined })
})

t.test('stand-in: refresh, gives a new id token of the same sign-in', async (t) => {
  let now = NOW
  const standIn = await start(t, { now: () => now })
  const { refreshToken } = await standIn.signIn('alice')
  now += 5000
  standIn.accounts.setClaims('alice', { role: 'admin' })
  const { status, body } = await refresh(standIn, refreshToken)
  t.equal(status, 200)
  t.match(body, { expires_in: '3600', refresh_token: refreshToken, user_id: 'alice', token_type: 'Bearer' })
  t.match(body.project_id, /^\d{12}$/)
  t.equal(body.access_token, body.id_token)
  t.match(decodeJwt(body.id_token), { auth_time: NOW, iat: NOW + 5000, role: 'admin' })
  standIn.settings.rotateRefreshTokens = true
  const rotated = await refresh(standIn, refreshToken)
  t.not(rotated.body.refresh_token, refreshToken)
  t.equal((await refresh(standIn, rotated.body.refresh_token)).status, 200)
  t.equal((await refresh(standIn, refreshToken)).status, 200)
})

t.test('stand-in: refresh after revocation, TOKEN_EXPIRED', async (t) => {
  let now = NOW
  const standIn = await start(t, { now: () => now })
  const { refreshToken } = await standIn.signIn('alice')
  standIn.accounts.revoke('alice')
  t.equal((await refresh(standIn, refreshToken)).status, 200, 'same second')
  now += 1
  standIn.accounts.revoke('alice')
  const { status, body } = await refresh(standIn, refreshToken)
  t.equal(status, 400)
  t.strictSame(body, { error: { code: 400, message: 'TOKEN_EXPIRED', status: 'INVALID_ARGUMENT' } })
  const { refreshToken: later } = await standIn.signIn('alice')
  t.equal((await refresh(standIn, later)).status, 200)
})

t.test('stand-in: refresh of a session that is over, refusals', async (t) => {
  const standIn = await start(t)
  const other = await start(t, { projectId: 'demo-other' })
  const { accounts } = standIn
  const open = async (uid: string): Promise<string> => {
    accounts.create({ uid, email: `${uid}@example.com`, password: 'secret1' })
    return (await standIn.signIn(uid)).refreshToken
  }
  const rows: [string, string][] = [
    ['TOKEN_EXPIRED', await open('new-password')],
    ['TOKEN_EXPIRED', await open('new-email')],
    ['USER_DISABLED', await open('off')],
    ['USER_NOT_FOUND', await open('gone')],
    ['USER_NOT_FOUND', await open('again')],
    ['INVALID_REFRESH_TOKEN', 'made-up'],
    ['PROJECT_NUMBER_MISMATCH', (await other.signIn('alice')).refreshToken],
    ['MISSING_REFRESH_TOKEN', '']
  ]
  accounts.update('new-password', { password: 'secret2' })
  accounts.update('new-email', { email: 'newer@example.com' })
  accounts.disable('off')
  accounts.delete('gone')
  accounts.delete('again')
  accounts.create({ uid: 'again' })
  for (const [message, refreshToken] of rows) {
    t.match(await refresh(standIn, refreshToken), { status: 400, body: { error: { message } } }, message)
  }
})

t.test('stand-in: refresh without a grant type, refused', async (t) => {
  const standIn = await start(t)
  const url = `${standIn.url}/v1/token?key=k`
  t.match(await postForm(url, {}), { status: 400, body: { error: { message: 'MISSING_GRANT_TYPE' } } })
  t.match((await postForm(url, { grant_type: 'x' })).body, { error: { message: 'INVALID_GRANT_TYPE' } })
  t.match((await send(url, { method: 'POST' })).body, { error: { message: 'MISSING_GRANT_TYPE' } })
})
