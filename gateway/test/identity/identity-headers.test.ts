import t from 'tap'
import { encodeHeaderValue } from '../../src/identity/identity.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send } from '../fixtures/wire/http-client.ts'

const VALUES = [
  ['Ada Lovelace', 'Ada Lovelace'],
  ['ada@example.com', 'ada@example.com'],
  ['Zoë', 'Zo%C3%AB'],
  ['50% off', '50%25 off'],
  ['a%20b', 'a%2520b'],
  ['x\r\nX-Admin: 1', 'x%0D%0AX-Admin: 1'],
  ['\u0000', '%00'],
  ['日本', '%E6%97%A5%E6%9C%AC'],
  ['😀', '%F0%9F%98%80'],
  [' admin ', '%20admin%20'],
  ['', '']
] as const

for (const [text, encoded] of VALUES) {
  t.test(`header value: ${JSON.stringify(text)}, encoded and readable again (ASVS 1.3.3)`, async (t) => {
    t.equal(encodeHeaderValue(text), encoded)
    t.equal(decodeURIComponent(encoded), text)
    t.match(encoded, /^[\x20-\x7e]*$/)
  })
}

t.test('header value: half a surrogate pair is encoded without an error', async (t) => {
  t.equal(encodeHeaderValue('a\ud800b'), 'a%EF%BF%BDb')
})

t.test('identity headers: claims of every type, by name and by path, null disables a header', async (t) => {
  const identityHeaders = {
    'x-forwarded-groups': 'groups',
    'x-forwarded-email': null,
    'x-provider': 'firebase.sign_in_provider',
    'x-level': 'level',
    'x-staff': 'staff',
    'x-address': 'address',
    'x-missing': 'firebase.nothing.there',
    'x-proto': '__proto__.constructor',
    authorization: '$idToken'
  }
  const { url, provider, upstream, signIn } = await startGateway(t, { config: { identityHeaders } })
  const customClaims = { groups: ['a', 'b,c', 'ü'], level: 3, staff: false, address: { city: 'Köln' } }
  provider.accounts.create({ uid: 'zoë/1 😀', email: 'z@example.com', displayName: 'Zoë', customClaims })
  const cookie = await signIn('zoë/1 😀')
  await send(`${url}/`, { headers: { cookie, authorization: 'Bearer of-the-client' } })
  const { headers } = upstream.seen[0]!
  t.match(headers, {
    'x-forwarded-user': 'zo%C3%AB/1 %F0%9F%98%80',
    'x-forwarded-preferred-username': 'Zo%C3%AB',
    'x-forwarded-groups': 'a,b%2Cc,%C3%BC',
    'x-provider': 'password',
    'x-level': '3',
    'x-staff': 'false',
    'x-address': '{"city":"K%C3%B6ln"}',
    authorization: /^Bearer eyJ/
  })
  for (const name of ['x-forwarded-email', 'x-missing', 'x-proto']) t.equal(headers[name], undefined, name)
})

t.test('identity headers: Authorization of the client passes unless the gateway has its own', async (t) => {
  const { get, upstream } = await signedIn(t)
  await get('/', { authorization: 'Basic YTpi' })
  t.equal(upstream.seen[0]?.headers.authorization, 'Basic YTpi')
})

t.test('identity headers: the host is the public one, or that of the upstream if configured', async (t) => {
  for (const hostHeader of ['public', 'upstream']) {
    const { get, upstream } = await signedIn(t, { 'upstream.hostHeader': hostHeader })
    await get('/', { host: 'evil.example' })
    const found = upstream.seen[0]?.headers.host
    t.equal(found, hostHeader === 'public' ? 'localhost:8080' : new URL(upstream.url).host)
  }
})

t.test('identity headers: an email address is sent only if verified, or as configured', async (t) => {
  const identityHeaders = { 'x-mail': 'email', 'x-any-mail': '$emailUnverified' }
  const { url, provider, upstream, signIn } = await startGateway(t, { config: { identityHeaders } })
  const rows = [
    ['ada', true, 'ada@example.com'],
    ['bob', false, undefined]
  ] as const
  for (const [uid, emailVerified, expected] of rows) {
    provider.accounts.create({ uid, email: `${uid}@example.com`, emailVerified })
    upstream.forget()
    const forged = { 'x-forwarded-email': 'forged@example.com', 'x-mail': 'forged@example.com' }
    await send(`${url}/`, { headers: { cookie: await signIn(uid), ...forged } })
    const { headers } = upstream.seen[0]!
    t.equal(headers['x-forwarded-email'], expected, uid)
    t.equal(headers['x-mail'], expected, uid)
    t.equal(headers['x-any-mail'], `${uid}@example.com`, uid)
    const [, payload = ''] = String(headers['x-gatehouse-assertion']).split('.')
    const assertion = JSON.parse(Buffer.from(payload, 'base64url').toString())
    t.match(assertion, { email: `${uid}@example.com`, email_verified: emailVerified })
  }
})

t.test('identity headers: an account without an email address gets none from any source', async (t) => {
  const identityHeaders = { 'x-any-mail': '$emailUnverified' }
  const { url, upstream, signIn } = await startGateway(t, { config: { identityHeaders } })
  await send(`${url}/`, { headers: { cookie: await signIn('nameless'), 'x-any-mail': 'forged@example.com' } })
  const { headers } = upstream.seen[0]!
  t.same([headers['x-forwarded-email'], headers['x-any-mail']], [undefined, undefined])
})
