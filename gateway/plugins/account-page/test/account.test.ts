import t, { type Test } from 'tap'
import { permissionsOf } from '../../../src/endpoints/own-account.ts'
import { readUserRecord } from '../../../src/identity-platform/accounts/user-record.ts'
import {
  outcomeOf,
  PUBLIC_ORIGIN,
  startGateway,
  type TestGatewayOptions,
  testConfig
} from '../../../test/fixtures/gateway.ts'
import { signal } from '../../../test/fixtures/signal.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'

const ON = { 'account.enabled': true }
const JSON_CALL = { origin: PUBLIC_ORIGIN, 'content-type': 'application/json' }
const MODES = ['handover', 'exchange'] as const

/** A gateway at which ada is signed in. */
async function start(t: Test, options: TestGatewayOptions = {}) {
  const gateway = await startGateway(t, { ...options, config: { ...ON, ...options.config } })
  const { provider, url, logLines } = gateway
  provider.accounts.create({
    uid: 'ada',
    email: 'ada@example.com',
    emailVerified: true,
    displayName: 'Ada',
    photoUrl: 'https://img.example/ada.png',
    phoneNumber: '+15555550100',
    password: 'a long password',
    customClaims: { role: 'admin' }
  })
  const cookie = await gateway.signIn('ada')
  const call = (method: string, path: string, body: string | Buffer, headers: Record<string, string>) =>
    send(`${url}${path}`, { method, headers: { cookie, ...headers }, body })
  return {
    ...gateway,
    cookie,
    call,
    see: (as = cookie, path = '/_auth/account') => send(`${url}${path}`, { headers: { cookie: as } }),
    rename: (name: unknown, headers: Record<string, string> = {}) =>
      call('PATCH', '/_auth/account', JSON.stringify({ name }), { ...JSON_CALL, ...headers }),
    /** Requests the mail that verifies the address. */
    verify: (body: unknown = {}, as = cookie) =>
      call('POST', '/_auth/account/verification', JSON.stringify(body), { ...JSON_CALL, cookie: as }),
    /** Signs in again, as the page does after a change. */
    async renew(uid: string, expect: unknown) {
      gateway.advance(1)
      const { idToken, refreshToken } = await provider.signIn(uid)
      const headers = { ...JSON_CALL, authorization: `Bearer ${idToken}` }
      return call('POST', '/_auth/session', JSON.stringify({ refreshToken, expect }), headers)
    },
    nameNow: () => provider.accounts.get('ada')?.displayName,
    /** The last line of a request. */
    async lastRequest() {
      await gateway.settled()
      return logLines().findLast(({ msg }) => msg === 'request')
    },
    async changes() {
      await gateway.settled()
      return logLines({ event: 'account.changed' })
    }
  }
}

const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

for (const acquire of MODES)
  t.test(`account: ${acquire}, returns what is known of it but no secrets`, async (t) => {
    const { see } = await start(t, { acquire })
    const response = await see()
    t.equal(response.status, 200)
    t.equal(response.headers.get('cache-control'), 'no-store')
    const text = await response.text()
    t.match(JSON.parse(text), {
      uid: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      name: 'Ada',
      picture: 'https://img.example/ada.png',
      phone: '+•••••••0100',
      tenant: null,
      createdAt: Number,
      passwordChangedAt: Number,
      factors: [],
      session: { provider: 'password', secondFactor: null },
      may: { name: true, password: true, email: true, providers: [], totp: true, sms: false, delete: false }
    })
    t.notMatch(text, /eyJ|passwordHash|salt|customAttributes|admin|AIza|5555550100/)
  })

t.test('account: passkeys are listed by label, and can be changed where they are offered', async (t) => {
  const record = readUserRecord({
    localId: 'ada',
    passkeyInfo: [{ credentialId: 'aWQ', name: 'Laptop', publicKey: 'x' }]
  })
  t.strictSame(record?.passkeys, [{ id: 'aWQ', name: 'Laptop' }])
  const on = await start(t, { config: { 'login.methods.passkey': 'button' } })
  t.match(await (await on.see()).json(), { passkeys: [], may: { passkeys: true } })
  const off = await start(t)
  t.match(await (await off.see()).json(), { may: { passkeys: false } }, 'control')
})

t.test('account: without a session, 401 and no provider call', async (t) => {
  const { provider, see, rename, logText } = await start(t)
  const before = provider.calls.lookupByIdToken
  for (const call of [see(''), see('', '/_auth/account/export'), rename('Eve', { cookie: '' })])
    t.equal((await call).status, 401)
  t.notMatch(logText(), '"level":"error"')
  t.equal(provider.calls.lookupByIdToken, before)
  t.equal((await see()).status, 200, 'control')
})

t.test('account: a picture without an https address is dropped', async (t) => {
  const { provider, see } = await start(t)
  for (const photoUrl of ['javascript:alert(1)', 'data:image/svg+xml,x', 'http://img.example/a', 'none']) {
    provider.accounts.update('ada', { photoUrl })
    t.match(await (await see()).json(), { picture: null }, photoUrl)
  }
})

for (const acquire of MODES)
  t.test(`account: ${acquire}, a new name reaches the application with the next request`, async (t) => {
    const { see, rename, nameNow } = await start(t, { acquire })
    const response = await rename('  Ada Lovelace ')
    t.equal(response.status, 200)
    t.same(await response.json(), { name: 'Ada Lovelace' })
    const cookie = cookieOf(response)
    const seen = await see(cookie, '/page')
    t.match(await seen.json(), { headers: { 'x-forwarded-preferred-username': 'Ada Lovelace' } })
    t.equal(nameNow(), 'Ada Lovelace')
    t.equal((await rename(null, { cookie })).status, 200, 'taken away')
    t.equal(nameNow(), undefined)
  })

t.test('account: names that cannot be shown or sent in a header get 400 and are not stored', async (t) => {
  const { rename, advance, nameNow } = await start(t)
  const unfit = [
    ...['a\r\nx-forwarded-user: root', 'a\nb', 'a\u0000b', 'a\u2028b', '\u202eadA', 'x'.repeat(129)],
    ...['   ', '\u200b\u200b', '', '\ud800', 7, ['Ada'], { toString: 'Ada' }, undefined]
  ]
  for (const [index, name] of unfit.entries()) t.equal((await rename(name)).status, 400, `number ${index}`)
  t.equal(nameNow(), 'Ada')
  advance(61)
  for (const name of ['x'.repeat(128), '山田', 'عائشة', 'O’Neil-García', '🙂'])
    t.equal((await rename(name)).status, 200, `control: ${name.slice(0, 9)}`)
})

t.test('account: a body with more or less than a name gets 400 and changes nothing', async (t) => {
  const { call, rename, nameNow, lastRequest } = await start(t)
  const bodies: [body: string | Buffer, detail: string][] = [
    ['{"name":"Fay","email":"x@y.example","isAdmin":true}', 'body: another member than name'],
    ['[]', 'body: no JSON object'],
    ['"Fay"', 'body: no JSON object'],
    ['null', 'body: no JSON object'],
    ['{}', 'body: name'],
    [Buffer.from('{"name":"F\xe9lix"}', 'latin1'), 'body: not UTF-8']
  ]
  for (const [body, detail] of bodies) {
    t.equal((await call('PATCH', '/_auth/account', body, JSON_CALL)).status, 400, `${body}`)
    t.match(await lastRequest(), { code: 'INVALID_REQUEST', detail }, `${body}`)
  }
  t.equal(nameNow(), 'Ada')
  t.equal((await rename('Félix')).status, 200, 'control')
  t.equal(nameNow(), 'Félix')
})

t.test('account: changes from another site or not in JSON are refused', async (t) => {
  const { call, rename, nameNow } = await start(t)
  const rows: [string, Record<string, string>, number][] = [
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['another site, by its fetch metadata', { 'sec-fetch-site': 'cross-site', origin: 'null' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a form as text', { 'content-type': 'text/plain' }, 415],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['another charset, quoted', { 'content-type': 'application/json;charset="ISO-8859-1"' }, 415],
    ['two charsets', { 'content-type': 'application/json; charset=utf-8; charset=utf-16' }, 415],
    ['a form with a file', { 'content-type': 'multipart/form-data; boundary=x' }, 415]
  ]
  for (const [what, headers, status] of rows) t.equal((await rename('Eve', headers)).status, status, what)
  const { origin, 'content-type': type } = JSON_CALL
  const unstated = await call('PATCH', '/_auth/account', '{"name":"Eve"}', { 'content-type': type })
  t.equal(unstated.status, 403, 'neither Origin nor Sec-Fetch-Site')
  t.equal(nameNow(), 'Ada')
  t.equal((await call('POST', '/_auth/account/verification', '', { origin })).status, 415, 'no type')
  for (const type of ['Application/JSON; charset=utf-8', 'application/json;charset="UTF-8"'])
    t.equal((await rename('Eve', { 'content-type': type })).status, 200, 'control')
})

t.test('account: disabled features give 403 for the name and 404 for the export', async (t) => {
  const { see, rename } = await start(t, { config: { 'account.name': false, 'account.export': false } })
  t.equal((await rename('Eve')).status, 403)
  t.equal((await see(undefined, '/_auth/account/export')).status, 404)
  t.match(await (await see()).json(), { name: 'Ada', may: { name: false, export: false } })
})

t.test('account: the export is a file with the claims and without secrets', async (t) => {
  const { see } = await start(t)
  const response = await see(undefined, '/_auth/account/export')
  t.equal(response.status, 200)
  t.equal(response.headers.get('content-disposition'), 'attachment; filename="account.json"')
  const text = await response.text()
  t.match(JSON.parse(text), { uid: 'ada', email: 'ada@example.com', claims: { role: 'admin', sub: 'ada' } })
  t.notMatch(text, /eyJ|passwordHash|salt|"may"/)
})

t.test('account: verification mails have the language of the page, the fourth gets 429', async (t) => {
  const { provider, verify, advance } = await start(t)
  provider.accounts.update('ada', { emailVerified: false })
  for (const body of [{ language: 'de' }, { language: 'zh-CN' }, {}])
    t.equal((await verify(body)).status, 204, JSON.stringify(body))
  t.equal(provider.mail.list().length, 3)
  const refused = await verify()
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '600')
  advance(599.5)
  t.equal((await verify()).headers.get('retry-after'), '1', 'never 0')
  advance(0.5)
  t.equal((await verify()).status, 204, 'control: later')
})

t.test('account: verification with an invalid body gets 400, without a mail and uncounted', async (t) => {
  const { provider, verify } = await start(t)
  provider.accounts.update('ada', { emailVerified: false })
  const languages = [1, null, 'x\r\ny: z'].map((language) => ({ language }))
  for (const body of [[], 'x', null, ...languages, { to: 'eve' }])
    t.equal((await verify(body)).status, 400, JSON.stringify(body))
  t.same(provider.mail.list(), [])
  t.equal((await verify()).status, 204, 'control')
})

t.test('account: verification without an email address gets 400, not a provider error', async (t) => {
  const { provider, signIn, verify, lastRequest } = await start(t)
  provider.accounts.create({ uid: 'lin', phoneNumber: '+15555550101' })
  t.equal((await verify({}, await signIn('lin'))).status, 400)
  const detail = 'the account has no email address'
  t.match(await lastRequest(), { code: 'INVALID_REQUEST', detail })
  t.same(provider.mail.list(), [])
  provider.accounts.update('ada', { emailVerified: false })
  t.equal((await verify()).status, 204, 'control')
})

t.test('account: verification of an already verified address gets 204 and sends no mail', async (t) => {
  const { provider, verify, changes } = await start(t)
  t.equal((await verify()).status, 204)
  t.same([provider.mail.list(), await changes()], [[], []], 'nothing was done')
  provider.accounts.update('ada', { emailVerified: false })
  t.equal((await verify()).status, 204)
  t.equal(provider.mail.list().length, 1, 'control: not verified any more')
})

for (const acquire of MODES) {
  t.test(`account: ${acquire}, an id token that expires during the call is renewed and used`, async (t) => {
    const { provider, see, advance } = await start(t, { acquire })
    const { faults, calls } = provider
    const before = calls.lookupByIdToken
    const until = signal()
    faults.lookupByIdToken = { kind: 'hold', until: until.promise }
    const seen = see()
    while (calls.lookupByIdToken === before) await new Promise((resolve) => setImmediate(resolve))
    advance(3601)
    until.settle()
    const response = await seen
    t.equal(response.status, 200)
    t.match(await response.json(), { uid: 'ada' })
    t.equal((await see(cookieOf(response))).status, 200, 'with the new cookie')
  })

  for (const [what, status] of [
    ['revoked', 401],
    ['deleted', 401],
    ['disabled', 403]
  ] as const)
    t.test(`account: ${acquire}, ${what} since, the next request ends the session`, async (t) => {
      const config = { 'session.revocationCheckSeconds': 0 }
      const { provider, see, advance, logText } = await start(t, { acquire, config })
      advance(2)
      t.equal((await see()).status, 200, 'control: before it')
      if (what === 'revoked') provider.accounts.revoke('ada')
      if (what === 'deleted') provider.accounts.delete('ada')
      if (what === 'disabled') provider.accounts.update('ada', { disabled: true })
      const response = await see()
      t.equal(response.status, status)
      t.match(response.headers.getSetCookie().join('\n'), /^gatehouse=;.*Max-Age=0/m)
      t.notMatch(logText(), '"level":"error"')
    })
}

t.test('account: provider down, 503 and the session is preserved', async (t) => {
  const { provider, see, cookie } = await start(t)
  provider.faults.lookupByIdToken = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  t.same(await outcomeOf(await see()), { status: 503, code: 'PROVIDER_UNAVAILABLE', cookies: [] })
  provider.faults.lookupByIdToken = { kind: 'ok' }
  t.equal((await see(cookie, '/page')).status, 200)
})

t.test('account: a copy of a signed-out session gets 401 and does not count for the account', async (t) => {
  const { url, see, signIn, cookie: copied } = await start(t)
  const cookie = await signIn('ada')
  await send(`${url}/logout`, { method: 'POST', headers: { origin: PUBLIC_ORIGIN, cookie: copied } })
  for (let look = 0; look < 21; look++) t.equal((await see(copied)).status, 401)
  t.equal((await see(cookie)).status, 200)
})

t.test('account: a change is an event with subject and kind, and no name is logged', async (t) => {
  const { provider, rename, changes, logText } = await start(t)
  await rename('Zaphod')
  provider.faults.updateByIdToken = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  t.equal((await rename('Ford')).status, 503)
  t.match(await changes(), [
    { what: 'name', outcome: 'done', subject: 'ada', requestId: String, sessionId: String },
    { outcome: 'failed' }
  ])
  t.notMatch(logText(), /Zaphod/)
})

for (const acquire of MODES)
  t.test(`account: ${acquire}, own tokens renew the session after a change, others do not`, async (t) => {
    const { see, cookie, renew, changes, lastRequest, logLines } = await start(t, { acquire })
    for (const [uid, expect] of [
      ['eve', 'ada'],
      ['eve', 'eve'],
      ['ada', 'eve'],
      ['ada', ['ada']],
      ['ada', null]
    ] as const) {
      const refused = await outcomeOf(await renew(uid, expect))
      t.same(refused, { status: 409, code: 'ACCOUNT_MISMATCH', cookies: [] }, `${uid}, ${expect}`)
      const refusal = { code: 'ACCOUNT_MISMATCH', subject: uid, client: '127.0.0.1' }
      t.match(await lastRequest(), { ...refusal, route: 'session' })
      t.match(logLines({ event: 'session.refused' }).at(-1), { ...refusal, provider: 'password' })
    }
    t.equal((await see(cookie, '/page')).status, 200, 'the session is still valid')
    const renewed = await renew('ada', 'ada')
    t.equal(renewed.status, 200)
    t.match(renewed.headers.getSetCookie(), [/^gatehouse=/, /^gatehouse-known=/])
    t.match(await changes(), [{ what: 'session' }])
  })

t.test('account: the same uid in another tenant is another account', async (t) => {
  const { provider, signIn, url, advance } = await startGateway(t, {
    tenants: ['acme'],
    config: {
      ...ON,
      'login.tenants.choose': [{ id: 'acme', name: 'Acme' }],
      'identityPlatform.tenantId': 'other'
    }
  })
  for (const tenantId of ['acme', 'other']) provider.accounts.create({ uid: 'ada', tenantId })
  const cookie = await signIn('ada', { tenantId: 'acme' })
  advance(1)
  const { idToken, refreshToken } = await provider.signIn('ada', { tenantId: 'other' })
  const response = await send(`${url}/_auth/session`, {
    method: 'POST',
    headers: { ...JSON_CALL, cookie, authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ refreshToken, expect: 'ada' })
  })
  t.equal(response.status, 409)
})

t.test('account: the second factor by code can be changed where page and operator allow it', async (t) => {
  const mayTotp = (config: Record<string, unknown>) => permissionsOf(testConfig({ ...ON, ...config })).totp
  for (const totp of ['optional', 'required']) t.equal(mayTotp({ 'login.mfa.totp': totp }), true, totp)
  t.equal(mayTotp({ 'login.mfa.totp': 'off' }), false)
  t.equal(mayTotp({ 'login.mfa.totp': 'optional', 'account.secondStep': false }), false)
})
