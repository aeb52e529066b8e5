import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { createProviderHttp, type ProviderHttp } from '../../../src/identity-platform/client/http.ts'
import { createIdentityPlatform } from '../../../src/identity-platform/identity-platform.ts'
import { type Certificates, createCertificates } from '../../../src/identity-platform/tokens/key-set.ts'
import { createRuntime } from '../../../src/operations/runtime.ts'
import type { InjectedFault } from '../../../stand-in/server/faults.ts'
import { createCertificate } from '../../../stand-in/tokens/certificate.ts'
import { SigningKeys } from '../../../stand-in/tokens/signing-keys.ts'
import { createClock, NOW } from '../../fixtures/clock.ts'
import { startProvider } from '../../fixtures/provider/provider.ts'
import { pooledKey } from '../../fixtures/provider/rsa-keys.ts'
import { encryptSession, startSessions } from '../../fixtures/session/sessions.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

const HOUR = 3600
const keys = await SigningKeys.create(() => NOW, pooledKey)
const [first = ''] = Object.keys(keys.certificates())
const oldMap = keys.certificates()
await keys.rotate()
const bothMap = keys.certificates()
const second = Object.keys(bothMap).find((kid) => kid !== first) ?? ''
const pem = oldMap[first] ?? ''
const ISSUER = await pooledKey()

const ELLIPTIC = generateKeyPairSync('ec', { namedCurve: 'P-256' })
// Signed with another key: only the content of a certificate counts, not its issuer.
const certificateOf = ({ publicKey }: { publicKey: KeyObject }) =>
  createCertificate({
    privateKey: ISSUER.privateKey,
    publicKey,
    commonName: 'odd',
    serial: Buffer.from([1]),
    notBeforeSeconds: NOW,
    notAfterSeconds: NOW + 60
  })

type Reply = (response: ServerResponse) => void

/** The published JWK of the second key, changed; undefined leaves a member out. */
const jwkWith = (changes: Record<string, unknown>, kid = second) => ({
  ...keys.jwks().keys.find((jwk) => jwk.kid === kid),
  ...changes
})

const answerMap =
  (
    map: Record<string, unknown>,
    headers: Record<string, string> = { 'cache-control': 'max-age=21600' }
  ): Reply =>
  (response) =>
    sendJson(response, 200, map, headers)

/** Certificates from a server whose response the test may change. */
async function startCertificates(t: Test, answer: Reply = answerMap(oldMap)) {
  const clock = createClock()
  const state = { response: answer }
  const server = await startRecordingServer(t, (response) => state.response(response))
  const http = createProviderHttp()
  t.teardown(() => http.close())
  const failures: unknown[] = []
  const skippedIds: (readonly string[])[] = []
  let begun = 0
  const countingHttp: ProviderHttp = {
    ...http,
    send(call) {
      begun += 1
      return http.send(call)
    }
  }
  const runtime = createRuntime({
    now: clock.now,
    report(event) {
      if (event.kind === 'certificates.unavailable') failures.push(event.failure)
      if (event.kind === 'certificates.ignored') skippedIds.push(event.keyIds)
    }
  })
  const certificates = createCertificates(runtime, countingHttp, server.url)
  /** Fetches that have begun; background fetches reach the server later. */
  const fetches = () => begun
  return { certificates, clock, state, server, failures, skippedIds, fetches }
}

async function kindOf(certificates: Certificates, keyId: string): Promise<string> {
  return (await certificates.find(keyId)).kind
}

/** Waits for background fetches: a find of an unknown key joins the one under way. */
async function settle(certificates: Certificates): Promise<void> {
  await certificates.find('unknown key id')
}

t.test('certificates: with an empty cache, one fetch for all finds, by known and unknown ids', async (t) => {
  const { certificates, server } = await startCertificates(t)
  const ids = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? first : 'unknown'))
  const found = await Promise.all([...ids.map((id) => kindOf(certificates, id)), certificates.warm()])
  t.same(new Set(found), new Set(['key', 'unknown', undefined]))
  t.equal(await kindOf(certificates, first), 'key')
  t.equal(server.requests.length, 1)
  t.equal(server.requests[0]?.headers.authorization, undefined)
})

t.test('certificates: warming while the provider is away does not throw', async (t) => {
  const { certificates, failures } = await startCertificates(t, (response) => response.destroy())
  await certificates.warm()
  t.equal(failures.length, 1)
})

t.test('certificates: a set lives for max-age less Age, between a minute and a day', async (t) => {
  const rows: readonly [headers: Record<string, string>, ttlSeconds: number][] = [
    [{ 'cache-control': 'public, max-age=22349, must-revalidate, no-transform' }, 22_349],
    [{ 'cache-control': 'public, max-age=21600', age: '600' }, 21_000],
    [{ 'cache-control': 'Public, Max-Age=7200' }, 7200],
    [{ 'cache-control': 'MAX-AGE=7200', age: '0' }, 7200],
    [{ 'cache-control': 'max-age=7200', age: 'soon' }, 7200],
    [{ 'cache-control': 'max-age=7200', age: '-100' }, 7200],
    [{ 'cache-control': 'max-age=0' }, 60],
    [{ 'cache-control': 'max-age=59' }, 60],
    [{ 'cache-control': 'max-age=100', age: '99' }, 60],
    [{ 'cache-control': 'max-age=100', age: '10000' }, 60],
    [{ 'cache-control': 'no-store' }, 60],
    [{ 'cache-control': 'max-age=NaN' }, 60],
    [{ 'cache-control': 'max-age=-1' }, 60],
    [{ 'cache-control': 'max-age=' }, 60],
    [{}, 60],
    [{ 'cache-control': 'max-age=86401' }, 86_400],
    [{ 'cache-control': `max-age=${'9'.repeat(400)}` }, 86_400]
  ]
  for (const [headers, ttlSeconds] of rows) {
    const { certificates, clock, server, state } = await startCertificates(t, answerMap(oldMap, headers))
    await certificates.find(first)
    // At its end, a set is replaced before a find returns; a moment before, at most in the background.
    state.response = answerMap({ [second]: bothMap[second] })
    clock.advance(ttlSeconds - 1)
    t.equal(await kindOf(certificates, first), 'key', `${JSON.stringify(headers)}: a second before`)
    const seen = server.requests.length
    t.ok(seen <= 2)
    clock.advance(1)
    await settle(certificates)
    t.equal(await kindOf(certificates, first), 'unknown', `${JSON.stringify(headers)}: at the end`)
  }
})

t.test('certificates: renewed after four fifths of max-age less Age, not a second before', async (t) => {
  const rows: readonly [headers: Record<string, string>, renewAfterSeconds: number][] = [
    [{ 'cache-control': 'max-age=20000' }, 16_000],
    [{ 'cache-control': 'max-age=20000', age: '0' }, 16_000],
    [{ 'cache-control': 'max-age=20000', age: '10000' }, 8_000],
    [{ 'cache-control': 'max-age=20000', age: '19000' }, 800],
    [{ 'cache-control': 'max-age=20000', age: '-10000' }, 16_000],
    [{ 'cache-control': 'max-age=20000', age: '1e999' }, 16_000],
    [{}, 48]
  ]
  for (const [headers, renewAfterSeconds] of rows) {
    const { certificates, clock, fetches } = await startCertificates(t, answerMap(oldMap, headers))
    await certificates.find(first)
    clock.advance(renewAfterSeconds - 1)
    await certificates.find(first)
    t.equal(fetches(), 1, `${JSON.stringify(headers)}: a second before`)
    clock.advance(1)
    await certificates.find(first)
    t.equal(fetches(), 2, `${JSON.stringify(headers)}: then`)
  }
})

t.test('certificates: renewal fails, the old set stays in use, the next fetch is after 30 s', async (t) => {
  const { certificates, clock, server, state, failures } = await startCertificates(t)
  await certificates.find(first)
  clock.advance(5.5 * HOUR)
  state.response = (response) => response.writeHead(429).end()
  await certificates.find(first)
  await settle(certificates)
  t.equal(await kindOf(certificates, first), 'key')
  t.equal(failures.length, 1)
  clock.advance(29)
  await certificates.find(first)
  await settle(certificates)
  t.equal(server.requests.length, 2)
  clock.advance(1)
  await certificates.find(first)
  await settle(certificates)
  t.equal(server.requests.length, 3)
})

t.test('certificates: many unknown key ids cause one fetch in 30 s', async (t) => {
  const { certificates, clock, server } = await startCertificates(t)
  await certificates.find(first)
  clock.advance(31)
  const storm = () =>
    Promise.all(Array.from({ length: 200 }, (_, index) => kindOf(certificates, `unknown ${index}`)))
  t.strictSame(new Set(await storm()), new Set(['unknown']))
  t.equal(server.requests.length, 2)
  clock.advance(29)
  await storm()
  t.equal(server.requests.length, 2)
  clock.advance(1)
  await storm()
  t.equal(server.requests.length, 3)
})

t.test('certificates: names of Object.prototype are unknown unless published (ASVS 15.3.6)', async (t) => {
  const { certificates } = await startCertificates(t)
  for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'keys', ''])
    t.equal(await kindOf(certificates, name), 'unknown', name)
})

t.test('certificates: in an outage, an expired set is used for 24 h more, no longer', async (t) => {
  const { certificates, clock, state, failures } = await startCertificates(t)
  await certificates.find(first)
  state.response = (response) => response.destroy()
  clock.advance(6 * HOUR)
  t.equal(await kindOf(certificates, first), 'key', 'at the end of its lifetime')
  t.ok(failures.length > 0)
  clock.advance(24 * HOUR - 1)
  t.equal(await kindOf(certificates, first), 'key', 'a second before the end')
  clock.advance(1)
  t.equal(await kindOf(certificates, first), 'unavailable', 'a day later')
  state.response = answerMap(oldMap)
  clock.advance(30)
  t.equal(await kindOf(certificates, first), 'key', 'the provider is back')
})

t.test('certificates: in an outage, an unknown key id is unavailable rather than unknown', async (t) => {
  const { certificates, clock, state } = await startCertificates(t)
  await certificates.find(first)
  state.response = (response) => response.writeHead(500).end()
  clock.advance(31)
  t.match(await certificates.find(second), { kind: 'unavailable', hasCertificates: true })
  t.equal(await kindOf(certificates, first), 'key')
  state.response = answerMap(oldMap)
  clock.advance(31)
  t.equal(await kindOf(certificates, second), 'unknown')
})

t.test('certificates: without any set, every find fetches again and is unavailable', async (t) => {
  const { certificates, server, state } = await startCertificates(t, (response) =>
    response.writeHead(404).end()
  )
  t.match(await certificates.find(first), {
    kind: 'unavailable',
    failure: { detail: '404 without a body', call: 'certificates' },
    hasCertificates: false
  })
  t.equal(await kindOf(certificates, first), 'unavailable')
  t.equal(server.requests.length, 2)
  state.response = answerMap(oldMap)
  t.equal(await kindOf(certificates, first), 'key')
})

t.test('certificates: a response without a usable key never replaces a good set', async (t) => {
  const json =
    (status: number, body: unknown): Reply =>
    (response) =>
      sendJson(response, status, body)
  const rows: readonly [string, Reply][] = [
    ['{}', json(200, {})],
    ['an error with 200', json(200, { error: { code: 400, message: 'x' } })],
    ['an error as text with 200', json(200, { error: 'x' })],
    ['a map with 500', json(500, bothMap)],
    ['a map with 404', json(404, bothMap)],
    ['a list', json(200, [pem])],
    ['null', json(200, null)],
    ['a JWK set without keys', json(200, { keys: [] })],
    ['a JWK set whose keys are text', json(200, { keys: 'x' })],
    ['a JWK set whose keys are an object', json(200, { keys: { [second]: bothMap[second] } })],
    ['a JWK set whose keys are null', json(200, { keys: null })],
    [
      'a JWK set of which no key can verify',
      json(200, { keys: [jwkWith({ use: 'enc' }), null, 'x', 7, {}] })
    ],
    ['a JWK set with 500', json(500, keys.jwks())],
    ['certificates beside an empty JWK set', json(200, { keys: [], ...bothMap })],
    ['no certificate but keys of other kinds', json(200, { [second]: certificateOf(ELLIPTIC), x: 'y' })],
    ['a cut certificate', json(200, { [second]: pem.slice(0, 300) })],
    ['HTML', (response) => response.writeHead(200).end('<html></html>')],
    ['nothing', (response) => response.writeHead(200).end()],
    ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['a reset', (response) => response.destroy()]
  ]
  const { certificates, clock, state, failures, skippedIds } = await startCertificates(t)
  await certificates.find(first)
  for (const [name, answer] of rows) {
    state.response = answer
    clock.advance(31)
    const before = failures.length
    t.equal(await kindOf(certificates, second), 'unavailable', `${name}: the new key`)
    t.equal(failures.length, before + 1, `${name}: reported`)
    t.equal(await kindOf(certificates, first), 'key', `${name}: the old key`)
  }
  t.strictSame(skippedIds, [], 'a rejected set reports no skipped entry')
  state.response = answerMap(bothMap)
  clock.advance(31)
  t.equal(await kindOf(certificates, second), 'key', 'a good map replaces it')
})

t.test('certificates: an entry that is no usable RSA key is skipped, others are used', async (t) => {
  const rsa = (modulusLength: number, publicExponent = 65_537) =>
    certificateOf(generateKeyPairSync('rsa', { modulusLength, publicExponent }))
  const rows: readonly [name: string, entry: unknown, isFound: boolean][] = [
    ['RSA, 2048 bits', rsa(2048), true],
    ['RSA, 1024 bits', rsa(1024), false],
    ['RSA, exponent 3', rsa(2048, 3), false],
    ['elliptic curve', certificateOf(ELLIPTIC), false],
    ['Ed25519', certificateOf(generateKeyPairSync('ed25519')), false],
    ['a bare public key', ELLIPTIC.publicKey.export({ format: 'pem', type: 'spki' }), false],
    ['a cut certificate', pem.slice(0, 300), false],
    ['other text', 'not a certificate', false],
    ['empty', '', false],
    ['null', null, false],
    ['a number', 1, false],
    ['an object', { pem }, false]
  ]
  for (const [name, entry, isFound] of rows) {
    const map = { [first]: bothMap[first], odd: entry, [second]: bothMap[second] }
    const { certificates, skippedIds, failures } = await startCertificates(t, answerMap(map))
    for (const keyId of [first, second]) t.equal(await kindOf(certificates, keyId), 'key', name)
    t.equal(await kindOf(certificates, 'odd'), isFound ? 'key' : 'unknown', name)
    t.strictSame(skippedIds, isFound ? [] : [['odd']], `${name}: reported`)
    t.equal(failures.length, 0, name)
  }
})

t.test('certificates: skipped entries are reported once until they change', async (t) => {
  const elliptic = certificateOf(ELLIPTIC)
  const { certificates, clock, state, skippedIds, server } = await startCertificates(
    t,
    answerMap({ ...oldMap, odd: elliptic })
  )
  const rows: readonly [map: Record<string, unknown>, ignored: string[][]][] = [
    [{ ...oldMap, odd: elliptic }, [['odd']]],
    [{ ...oldMap, odd: elliptic, more: elliptic }, [['odd'], ['more', 'odd']]],
    [{ more: elliptic, odd: elliptic, ...oldMap }, [['odd'], ['more', 'odd']]],
    [oldMap, [['odd'], ['more', 'odd']]],
    [{ ...oldMap, odd: elliptic }, [['odd'], ['more', 'odd'], ['odd']]]
  ]
  await certificates.warm()
  for (const [index, [map, ignored]] of rows.entries()) {
    state.response = answerMap(map)
    clock.advance(7 * HOUR)
    await certificates.warm()
    t.strictSame(skippedIds, ignored, `fetch ${index + 2}`)
    t.equal(server.requests.length, index + 2)
  }
})

// Which entries verify is tried with published-keys.test.ts.
t.test('certificates: a JWK that cannot verify is skipped, and the others of its set are used', async (t) => {
  const rows: readonly [name: string, changes: Record<string, unknown>, isFound: boolean][] = [
    ['as published', {}, true],
    ['of another algorithm', { alg: 'RS512' }, false],
    ['no key', { n: undefined }, false],
    ['a weak one', { e: 'AQ' }, false]
  ]
  for (const [name, changes, isFound] of rows) {
    const set = { keys: [jwkWith(changes), jwkWith({}, first)] }
    const { certificates } = await startCertificates(t, answerMap(set))
    t.equal(await kindOf(certificates, second), isFound ? 'key' : 'unknown', name)
    t.equal(await kindOf(certificates, first), 'key', `${name}: the other key`)
  }
})

t.test('certificates: only an own member named `keys` makes a response a JWK set', async (t) => {
  const inherited = JSON.stringify({ ...oldMap, x: 1 }).replace(
    '"x":1',
    `"__proto__":${JSON.stringify(keys.jwks())}`
  )
  const { certificates } = await startCertificates(t, (response) => response.writeHead(200).end(inherited))
  t.equal(await kindOf(certificates, second), 'unknown')
  t.equal(await kindOf(certificates, first), 'key', 'the certificates beside it')
  const named = await startCertificates(
    t,
    answerMap({ keys: [jwkWith({ kid: '__proto__' }), jwkWith({ kid: 'keys' })] })
  )
  t.equal(await kindOf(named.certificates, '__proto__'), 'key')
  t.equal(await kindOf(named.certificates, 'constructor'), 'unknown')
  const odd = await startCertificates(t, answerMap({ keys: pem }))
  t.equal(await kindOf(odd.certificates, 'keys'), 'key', 'a certificate whose key id is `keys`')
})

t.test('certificates: either URL of the provider verifies its tokens through a rotation', async (t) => {
  for (const form of ['certificates', 'jwks'] as const) {
    const { standIn, settings, clock } = await startProvider(t)
    const jwkUrl = settings.endpoints.certificates.replace(
      '/robot/v1/metadata/x509/',
      '/service_accounts/v1/jwk/'
    )
    const address = form === 'jwks' ? jwkUrl : settings.endpoints.certificates
    const platform = createIdentityPlatform({
      settings: { ...settings, endpoints: { ...settings.endpoints, certificates: address } },
      credentials: null,
      now: clock.now
    })
    t.teardown(() => platform.close())
    const before = await standIn.issueIdToken('alice')
    t.equal((await platform.verifyIdToken(before)).kind, 'valid')
    clock.advance(60)
    await standIn.rotateKeys()
    const after = await standIn.issueIdToken('alice')
    t.equal((await platform.verifyIdToken(after)).kind, 'valid', 'under the new key')
    t.equal((await platform.verifyIdToken(before)).kind, 'valid', 'under a key still published')
    t.equal(standIn.calls[form], 2)
    standIn.retireOldKeys()
    clock.advance(7 * HOUR)
    t.equal((await platform.verifyIdToken(before)).kind, 'unknown-key', 'under a key no longer published')
  }
})

const AWAY: readonly InjectedFault[] = [
  { kind: 'error', status: 500, message: 'Internal error encountered.' },
  { kind: 'error', status: 429, message: 'RESOURCE_EXHAUSTED' },
  { kind: 'html', status: 503 },
  { kind: 'html', status: 200 },
  { kind: 'reset' }
]

t.test('certificates: in an outage, a session with a retired key is refreshed', async (t) => {
  for (const outage of AWAY) {
    const name = JSON.stringify(outage)
    const { standIn, checker, signIn, clock } = await startSessions(t)
    const superseded = await signIn()
    await standIn.rotateKeys()
    standIn.retireOldKeys()
    await checker.check((await signIn()).header)
    standIn.faults.certificates = outage
    clock.advance(31)
    standIn.calls.reset()
    const check = await checker.check(superseded.header)
    t.match(check, { kind: 'signed-in', session: { claims: { iat: clock.now() } }, setCookies: [/./] }, name)
    t.equal(standIn.calls.refresh, 1, name)
    t.ok(standIn.calls.certificates >= 1, `${name}: they were requested first`)
    standIn.calls.reset()
    standIn.faults.refresh = outage
    clock.advance(61)
    const away = await checker.check(superseded.header)
    t.match(away, { kind: 'unavailable', owner: { subject: 'alice' } }, `${name}: refreshes away too`)
    t.notOk('setCookies' in away, name)
  }
})

t.test('certificates: in an outage, a session that cannot be refreshed keeps its cookie', async (t) => {
  const { standIn, checker, cookie, signIn, clock } = await startSessions(t)
  const { tokens } = await signIn()
  const { header } = encryptSession(cookie, { ...tokens, refreshToken: '' }, clock.now())
  await standIn.rotateKeys()
  standIn.retireOldKeys()
  await checker.check((await signIn()).header)
  standIn.faults.certificates = { kind: 'html', status: 503 }
  clock.advance(31)
  t.equal((await checker.check(header)).kind, 'unavailable')
  standIn.faults.reset()
  clock.advance(31)
  t.match(
    await checker.check(header),
    { kind: 'signed-out', code: 'MISSING_REFRESH_TOKEN' },
    'when certificates are available again'
  )
})
