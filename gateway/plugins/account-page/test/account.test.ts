import t from 'tap'
import { permissionsOf } from '../../../src/endpoints/own-account.ts'
import { readUserRecord } from '../../../src/identity-platform/accounts/user-record.ts'
import { PUBLIC_ORIGIN, startGateway, type TestGateway, testConfig } from '../../../test/fixtures/gateway.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'

const ON = { 'account.enabled': true }
const JSON_CALL = { origin: PUBLIC_ORIGIN, 'content-type': 'application/json' }
const MODES = ['handover', 'exchange'] as const

async function start(
  t: Parameters<typeof startGateway>[0],
  options: Parameters<typeof startGateway>[1] = {}
) {
  const gateway = await startGateway(t, { ...options, config: { ...ON, ...options.config } })
  gateway.provider.accounts.create({
    uid: 'ada',
    email: 'ada@example.com',
    emailVerified: true,
    displayName: 'Ada',
    photoUrl: 'https://img.example/ada.png',
    phoneNumber: '+15555550100',
    password: 'a long password',
    customClaims: { role: 'admin' }
  })
  return gateway
}

function see(gateway: TestGateway, cookie: string, path = '/_auth/account') {
  return send(`${gateway.url}${path}`, { headers: { cookie } })
}

function rename(gateway: TestGateway, cookie: string, body: unknown, headers = {}) {
  return send(`${gateway.url}/_auth/account`, {
    method: 'PATCH',
    headers: { ...JSON_CALL, cookie, ...headers },
    body: JSON.stringify(body)
  })
}

for (const acquire of MODES)
  t.test(`account: ${acquire}, returns what is known of it but no secrets`, async (t) => {
    const gateway = await start(t, { acquire })
    const cookie = await gateway.signIn('ada')
    const response = await see(gateway, cookie)
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
  const gateway = await start(t, { config: { 'login.methods.passkey': 'button' } })
  const cookie = await gateway.signIn('ada')
  t.match(await (await see(gateway, cookie)).json(), { passkeys: [], may: { passkeys: true } })
  const off = await start(t)
  const seen = await see(off, await off.signIn('ada'))
  t.match(await seen.json(), { may: { passkeys: false } }, 'control')
  t.strictSame(record?.passkeys, [{ id: 'aWQ', name: 'Laptop' }])
})

t.test('account: without a session, 401 and no provider call', async (t) => {
  const gateway = await start(t)
  const calls = () => gateway.provider.calls.lookupByIdToken
  const before = calls()
  for (const path of ['/_auth/account', '/_auth/account/export'])
    t.equal((await see(gateway, '', path)).status, 401, path)
  t.equal((await rename(gateway, '', { name: 'Eve' })).status, 401)
  t.equal(calls(), before)
  t.equal((await see(gateway, await gateway.signIn('ada'))).status, 200, 'control')
})

t.test('account: when disabled, its paths belong to the application', async (t) => {
  const gateway = await start(t, { config: { 'account.enabled': false } })
  const cookie = await gateway.signIn('ada')
  for (const path of ['/account', '/_auth/account', '/_auth/account/export']) {
    const response = await see(gateway, cookie, path)
    t.match(await response.json(), { url: path }, `${path}: passed on`)
  }
})

t.test('account: a picture without an https address is dropped', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  for (const photoUrl of [
    'javascript:alert(1)',
    'data:image/svg+xml,x',
    'http://img.example/a',
    'no address'
  ]) {
    gateway.provider.accounts.update('ada', { photoUrl })
    t.match(await (await see(gateway, cookie)).json(), { picture: null }, photoUrl)
  }
})

for (const acquire of MODES)
  t.test(`account: ${acquire}, a new name reaches the application with the next request`, async (t) => {
    const gateway = await start(t, { acquire })
    const cookie = await gateway.signIn('ada')
    const response = await rename(gateway, cookie, { name: '  Ada Lovelace ' })
    t.equal(response.status, 200)
    t.same(await response.json(), { name: 'Ada Lovelace' })
    const [renewed = ''] = response.headers.getSetCookie()
    const seen = await see(gateway, renewed.split(';')[0] ?? '', '/page')
    t.match(await seen.json(), { headers: { 'x-forwarded-preferred-username': 'Ada Lovelace' } })
    t.equal(gateway.provider.accounts.get('ada')?.displayName, 'Ada Lovelace')
    t.equal((await rename(gateway, renewed.split(';')[0] ?? '', { name: null })).status, 200, 'taken away')
    t.equal(gateway.provider.accounts.get('ada')?.displayName, undefined)
  })

t.test('account: names that cannot be shown or sent in a header get 400 and are not stored', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  const unfit = [
    'a\r\nx-forwarded-user: root',
    'a\nb',
    'a\u0000b',
    'a\u2028b',
    '\u202eadA',
    'x'.repeat(129),
    '   ',
    '\u200b\u200b',
    '',
    '\ud800',
    7,
    ['Ada'],
    { toString: 'Ada' },
    undefined
  ]
  for (const [index, name] of unfit.entries())
    t.equal((await rename(gateway, cookie, { name })).status, 400, `number ${index}`)
  t.equal(gateway.provider.accounts.get('ada')?.displayName, 'Ada')
  gateway.advance(61)
  for (const name of ['x'.repeat(128), '山田', 'عائشة', 'O’Neil-García', '🙂'])
    t.equal((await rename(gateway, cookie, { name })).status, 200, `control: ${name.slice(0, 9)}`)
})

t.test('account: a body with more or less than a name gets 400 and changes nothing', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  const bodies: [body: string | Buffer, detail: string][] = [
    ['{"name":"Fay","email":"x@y.example","isAdmin":true}', 'body: another member than name'],
    ['[]', 'body: no JSON object'],
    ['"Fay"', 'body: no JSON object'],
    ['null', 'body: no JSON object'],
    ['{}', 'body: name'],
    [Buffer.from('{"name":"F\xe9lix"}', 'latin1'), 'body: not UTF-8']
  ]
  for (const [body, detail] of bodies) {
    const headers = { ...JSON_CALL, cookie }
    const response = await send(`${gateway.url}/_auth/account`, { method: 'PATCH', headers, body })
    t.equal(response.status, 400, `${body}`)
    await gateway.settled()
    t.match(
      gateway.logLines().findLast(({ msg }) => msg === 'request'),
      { code: 'INVALID_REQUEST', detail },
      `${body}`
    )
  }
  t.equal(gateway.provider.accounts.get('ada')?.displayName, 'Ada')
  t.equal((await rename(gateway, cookie, { name: 'Félix' })).status, 200, 'control')
  t.equal(gateway.provider.accounts.get('ada')?.displayName, 'Félix')
})

t.test('account: changes from another site or not in JSON are refused', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
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
  for (const [what, headers, status] of rows)
    t.equal((await rename(gateway, cookie, { name: 'Eve' }, headers)).status, status, what)
  const { origin: _origin, ...untold } = JSON_CALL
  const program = { method: 'PATCH', headers: { ...untold, cookie }, body: '{"name":"Eve"}' }
  t.equal(
    (await send(`${gateway.url}/_auth/account`, program)).status,
    403,
    'neither Origin nor Sec-Fetch-Site'
  )
  t.equal(gateway.provider.accounts.get('ada')?.displayName, 'Ada')
  const { 'content-type': _type, ...untyped } = JSON_CALL
  const bare = await send(`${gateway.url}/_auth/account/verification`, {
    method: 'POST',
    headers: { ...untyped, cookie }
  })
  t.equal(bare.status, 415, 'no type')
  for (const type of ['Application/JSON; charset=utf-8', 'application/json;charset="UTF-8"'])
    t.equal((await rename(gateway, cookie, { name: 'Eve' }, { 'content-type': type })).status, 200, 'control')
})

t.test('account: disabled features give 403 for the name and 404 for the export', async (t) => {
  const gateway = await start(t, { config: { 'account.name': false, 'account.export': false } })
  const cookie = await gateway.signIn('ada')
  t.equal((await rename(gateway, cookie, { name: 'Eve' })).status, 403)
  t.equal((await see(gateway, cookie, '/_auth/account/export')).status, 404)
  t.match(await (await see(gateway, cookie)).json(), { name: 'Ada', may: { name: false, export: false } })
})

t.test('account: the export is a file with the claims and without secrets', async (t) => {
  const gateway = await start(t)
  const response = await see(gateway, await gateway.signIn('ada'), '/_auth/account/export')
  t.equal(response.status, 200)
  t.equal(response.headers.get('content-disposition'), 'attachment; filename="account.json"')
  const text = await response.text()
  t.match(JSON.parse(text), { uid: 'ada', email: 'ada@example.com', claims: { role: 'admin', sub: 'ada' } })
  t.notMatch(text, /eyJ|passwordHash|salt|"may"/)
})

/** Requests the mail that verifies the address. */
function verify(gateway: TestGateway, cookie: string, body: unknown) {
  return send(`${gateway.url}/_auth/account/verification`, {
    method: 'POST',
    headers: { ...JSON_CALL, cookie },
    body: JSON.stringify(body)
  })
}

t.test('account: verification mails have the language of the page, the fourth gets 429', async (t) => {
  const gateway = await start(t)
  gateway.provider.accounts.update('ada', { emailVerified: false })
  const cookie = await gateway.signIn('ada')
  for (const body of [{ language: 'de' }, { language: 'zh-CN' }, {}])
    t.equal((await verify(gateway, cookie, body)).status, 204, JSON.stringify(body))
  t.equal(gateway.provider.mail.list().length, 3)
  const refused = await verify(gateway, cookie, {})
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '600')
  gateway.advance(599.5)
  t.equal((await verify(gateway, cookie, {})).headers.get('retry-after'), '1', 'never 0')
  gateway.advance(0.5)
  t.equal((await verify(gateway, cookie, {})).status, 204, 'control: later')
})

t.test('account: verification with an invalid body gets 400, without a mail and uncounted', async (t) => {
  const gateway = await start(t)
  gateway.provider.accounts.update('ada', { emailVerified: false })
  const cookie = await gateway.signIn('ada')
  const bodies = [
    [],
    'x',
    null,
    { language: 1 },
    { language: null },
    { language: 'x\r\ny: z' },
    { to: 'eve' }
  ]
  for (const body of bodies) t.equal((await verify(gateway, cookie, body)).status, 400, JSON.stringify(body))
  t.same(gateway.provider.mail.list(), [])
  t.equal((await verify(gateway, cookie, {})).status, 204, 'control')
})

t.test('account: verification without an email address gets 400, not a provider error', async (t) => {
  const gateway = await start(t)
  gateway.provider.accounts.create({ uid: 'lin', phoneNumber: '+15555550101' })
  const response = await verify(gateway, await gateway.signIn('lin'), {})
  t.equal(response.status, 400)
  await gateway.settled()
  t.match(
    gateway.logLines().findLast(({ msg }) => msg === 'request'),
    { code: 'INVALID_REQUEST', detail: 'the account has no email address' }
  )
  t.same(gateway.provider.mail.list(), [])
  gateway.provider.accounts.update('ada', { emailVerified: false })
  t.equal((await verify(gateway, await gateway.signIn('ada'), {})).status, 204, 'control')
})

t.test('account: verification of an already verified address gets 204 and sends no mail', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  t.equal((await verify(gateway, cookie, {})).status, 204)
  t.same(gateway.provider.mail.list(), [])
  await gateway.settled()
  t.same(
    gateway.logLines().filter(({ event }) => event === 'account.changed'),
    [],
    'nothing was done'
  )
  gateway.provider.accounts.update('ada', { emailVerified: false })
  t.equal((await verify(gateway, cookie, {})).status, 204)
  t.equal(gateway.provider.mail.list().length, 1, 'control: not verified any more')
})

for (const acquire of MODES) {
  t.test(`account: ${acquire}, an id token that expires during the call is renewed and used`, async (t) => {
    const gateway = await start(t, { acquire })
    const cookie = await gateway.signIn('ada')
    const { faults, calls } = gateway.provider
    const before = calls.lookupByIdToken
    let answerNow = () => {}
    const until = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    faults.lookupByIdToken = { kind: 'hold', until }
    const seen = see(gateway, cookie)
    while (calls.lookupByIdToken === before) await new Promise((resolve) => setImmediate(resolve))
    gateway.advance(3601)
    answerNow()
    const response = await seen
    t.equal(response.status, 200)
    t.match(await response.json(), { uid: 'ada' })
    const [renewed = ''] = response.headers.getSetCookie()
    t.equal((await see(gateway, renewed.split(';')[0] ?? '')).status, 200, 'with the new cookie')
  })

  for (const [what, status] of [
    ['revoked', 401],
    ['deleted', 401],
    ['disabled', 403]
  ] as const)
    t.test(`account: ${acquire}, ${what} since, the next request ends the session`, async (t) => {
      const gateway = await start(t, { acquire, config: { 'session.revocationCheckSeconds': 0 } })
      const cookie = await gateway.signIn('ada')
      gateway.advance(2)
      t.equal((await see(gateway, cookie)).status, 200, 'control: before it')
      const { accounts } = gateway.provider
      if (what === 'revoked') accounts.revoke('ada')
      if (what === 'deleted') accounts.delete('ada')
      if (what === 'disabled') accounts.update('ada', { disabled: true })
      const response = await see(gateway, cookie)
      t.equal(response.status, status)
      t.match(response.headers.getSetCookie().join('\n'), /^gatehouse=;.*Max-Age=0/m)
    })
}

t.test('account: provider down, 503 and the session is preserved', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  gateway.provider.faults.lookupByIdToken = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  const response = await see(gateway, cookie)
  t.equal(response.status, 503)
  t.same(response.headers.getSetCookie(), [])
  gateway.provider.faults.lookupByIdToken = { kind: 'ok' }
  t.equal((await see(gateway, cookie, '/page')).status, 200)
})

t.test('account: a copy of a signed-out session gets 401 and does not count for the account', async (t) => {
  const gateway = await start(t)
  const [copied, cookie] = [await gateway.signIn('ada'), await gateway.signIn('ada')]
  await send(`${gateway.url}/logout`, {
    method: 'POST',
    headers: { origin: PUBLIC_ORIGIN, cookie: copied }
  })
  for (let look = 0; look < 21; look++) t.equal((await see(gateway, copied)).status, 401)
  t.equal((await see(gateway, cookie)).status, 200)
})

t.test('account: a change is an event with subject and kind, and no name is logged', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  await rename(gateway, cookie, { name: 'Zaphod' })
  await gateway.settled()
  t.match(
    gateway.logLines().filter(({ event }) => event === 'account.changed'),
    [{ what: 'name', outcome: 'done', subject: 'ada', requestId: String, sessionId: String }]
  )
  t.notMatch(gateway.logText(), /Zaphod/)
  gateway.provider.faults.updateByIdToken = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  t.equal((await rename(gateway, cookie, { name: 'Ford' })).status, 503)
  await gateway.settled()
  t.match(gateway.logLines().filter(({ event }) => event === 'account.changed')[1], { outcome: 'failed' })
})

for (const [uid, expect] of [
  ['eve', 'ada'],
  ['ada', 'eve']
] as const)
  t.test(`account: tokens of ${uid} where ${expect} is expected are logged as refused`, async (t) => {
    const gateway = await start(t)
    gateway.provider.accounts.create({ uid: 'eve' })
    const cookie = await gateway.signIn('ada')
    gateway.advance(1)
    const { idToken, refreshToken } = await gateway.provider.signIn(uid)
    const response = await send(`${gateway.url}/_auth/session`, {
      method: 'POST',
      headers: { ...JSON_CALL, cookie, authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ refreshToken, expect })
    })
    t.equal(response.status, 409)
    await gateway.settled()
    const lines = gateway.logLines()
    const told = { code: 'ACCOUNT_MISMATCH', subject: uid, client: '127.0.0.1' }
    t.match(
      lines.findLast(({ event }) => event === 'session.refused'),
      { ...told, provider: 'password' }
    )
    t.match(
      lines.findLast(({ msg }) => msg === 'request'),
      { ...told, route: 'session' }
    )
  })

for (const acquire of MODES)
  t.test(
    `account: ${acquire}, own tokens renew the session after a change, foreign ones do not`,
    async (t) => {
      const gateway = await start(t, { acquire })
      gateway.provider.accounts.create({ uid: 'eve' })
      const cookie = await gateway.signIn('ada')
      const renew = async (uid: string, expect: unknown) => {
        gateway.advance(1)
        const { idToken, refreshToken } = await gateway.provider.signIn(uid)
        return send(`${gateway.url}/_auth/session`, {
          method: 'POST',
          headers: { ...JSON_CALL, cookie, authorization: `Bearer ${idToken}` },
          body: JSON.stringify({ refreshToken, expect })
        })
      }
      for (const [uid, expect] of [
        ['eve', 'ada'],
        ['eve', 'eve'],
        ['ada', 'eve'],
        ['ada', ['ada']],
        ['ada', null]
      ] as const) {
        const refused = await renew(uid, expect)
        t.equal(refused.status, 409, `${uid}, ${expect}`)
        t.match(await refused.json(), { code: 'ACCOUNT_MISMATCH' })
        t.same(refused.headers.getSetCookie(), [], 'no cookie is set')
      }
      t.equal((await see(gateway, cookie, '/page')).status, 200, 'the session is still valid')
      const renewed = await renew('ada', 'ada')
      t.equal(renewed.status, 200)
      t.match(renewed.headers.getSetCookie(), [/^gatehouse=/, /^gatehouse-device=/])
      await gateway.settled()
      t.match(
        gateway.logLines().filter(({ event }) => event === 'account.changed'),
        [{ what: 'session' }]
      )
    }
  )

t.test('account: the same uid in another tenant is another account', async (t) => {
  const gateway = await start(t, {
    tenants: ['acme'],
    config: { 'login.tenants.choose': [{ id: 'acme', name: 'Acme' }], 'identityPlatform.tenantId': 'other' }
  })
  gateway.provider.accounts.create({ uid: 'ada', tenantId: 'acme' })
  gateway.provider.accounts.create({ uid: 'ada', tenantId: 'other' })
  const cookie = await gateway.signIn('ada', { tenantId: 'acme' })
  gateway.advance(1)
  const { idToken, refreshToken } = await gateway.provider.signIn('ada', { tenantId: 'other' })
  const response = await send(`${gateway.url}/_auth/session`, {
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
