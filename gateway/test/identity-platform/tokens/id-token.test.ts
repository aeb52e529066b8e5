import { createHmac, sign as signBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import { wrongShape } from '../../../src/identity-platform/client/error-sorting.ts'
import { createProviderHttp } from '../../../src/identity-platform/client/http.ts'
import {
  CLOCK_SKEW_SECONDS,
  createIdTokenVerifier,
  type IdTokenOptions,
  isUid,
  readAcceptedClaims,
  tenantOf
} from '../../../src/identity-platform/tokens/id-token.ts'
import { createCertificates } from '../../../src/identity-platform/tokens/key-set.ts'
import { createRuntime } from '../../../src/operations/runtime.ts'
import { type SigningKey, SigningKeys } from '../../../stand-in/tokens/signing-keys.ts'
import { NOW } from '../../fixtures/clock.ts'
import { PROJECT, startProvider } from '../../fixtures/provider/provider.ts'
import { pooledKey } from '../../fixtures/provider/rsa-keys.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

const keys = await SigningKeys.create(() => NOW, pooledKey)
const [kid = ''] = Object.keys(keys.certificates())
const key = keys.find(kid) as SigningKey
const stranger = await pooledKey()

const HEADER = { alg: 'RS256', kid, typ: 'JWT' }
const CLAIMS = {
  iss: `https://securetoken.google.com/${PROJECT}`,
  aud: PROJECT,
  auth_time: NOW - 86_400,
  user_id: 'alice',
  sub: 'alice',
  iat: NOW - 60,
  exp: NOW + 3540,
  email: 'alice@example.com',
  email_verified: true,
  firebase: { identities: { email: ['alice@example.com'] }, sign_in_provider: 'password' }
}

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

/** A token signed RS256 over exactly these segments; a string is used as is, anything else as JSON. */
const signToken = (header: unknown, payload: unknown, privateKey = key.privateKey) =>
  signInput(`${encode(header)}.${encode(payload)}`, privateKey)

function signInput(input: string, privateKey = key.privateKey): string {
  return `${input}.${signBytes('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url')}`
}

const tokenWith = (claims: Record<string, unknown>) => signToken(HEADER, { ...CLAIMS, ...claims })
const tenantToken = (tenant: string) => tokenWith({ firebase: { tenant } })
const tokenUnder = (header: Record<string, unknown>) => signToken({ ...HEADER, ...header }, CLAIMS)

async function startVerifier(t: Test, changes: Partial<IdTokenOptions> = {}) {
  const server = await startRecordingServer(t, (response) => sendJson(response, 200, keys.certificates()))
  const http = createProviderHttp()
  t.teardown(() => http.close())
  const now = changes.now ?? (() => NOW)
  const certificates = createCertificates(createRuntime({ now }), http, server.url)
  const verify = createIdTokenVerifier({
    projectId: PROJECT,
    tenantIds: [null],
    allowAnonymous: false,
    emulator: false,
    certificates,
    now,
    ...changes
  })
  return { verify, server }
}

/** Another base64url spelling of the same bytes, which leave four bits of the last character unused. */
function respell(segment: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return `${segment.slice(0, -1)}${alphabet[alphabet.indexOf(segment.at(-1) ?? '') | 15]}`
}

/** Refuses each token for its only fault. */
async function refusesEach(
  t: Test,
  code: string,
  rows: readonly (readonly [detail: string, token: string])[]
) {
  const { verify } = await startVerifier(t)
  t.equal((await verify(signToken(HEADER, CLAIMS))).kind, 'valid', 'the token without the fault')
  for (const [detail, token] of rows) {
    const doctor = detail.endsWith('in the future') ? { doctor: 'CLOCK' } : {}
    const shown = token.split('.', 2).map((part) => Buffer.from(part, 'base64url').toString())
    t.strictSame(await verify(token), { kind: 'refused', code, detail, ...doctor }, shown.join())
  }
}

/** Tokens whose header or content has each of these values; undefined leaves the member out. */
const eachUnder = (detail: string, name: string, ...values: unknown[]) =>
  values.map((value) => [detail, tokenUnder({ [name]: value })] as const)
const eachWith = (detail: string, name: string, ...values: unknown[]) =>
  values.map((value) => [detail, tokenWith({ [name]: value })] as const)

t.test('id token: iat in the future reports a wrong clock, unless forged or of an unknown key', async (t) => {
  const iat = NOW + CLOCK_SKEW_SECONDS + 1
  const claims = { ...CLAIMS, iat, exp: iat + 3600 }
  const notedFor = async (token: string, changes: Partial<IdTokenOptions> = {}) => {
    const noted: number[] = []
    const { verify } = await startVerifier(t, { onFutureToken: (at) => noted.push(at), ...changes })
    t.match(await verify(token), { kind: 'refused', detail: 'iat lies in the future' })
    return noted
  }
  t.strictSame(await notedFor(signToken(HEADER, claims)), [iat])
  t.strictSame(await notedFor(signToken(HEADER, claims, stranger.privateKey)), [], 'forged')
  t.strictSame(await notedFor(signToken({ ...HEADER, kid: 'other' }, claims)), [], 'unknown key')
  const failure = { ...wrongShape('nothing'), call: 'certificates' } as const
  const certificates = {
    find: async () => ({ kind: 'unavailable', failure, hasCertificates: false }) as const
  }
  t.strictSame(await notedFor(signToken(HEADER, claims), { certificates }), [], 'no certificates')
})

t.test('id token: a refusal for another reason does not report a wrong clock', async (t) => {
  const noted: number[] = []
  const { verify } = await startVerifier(t, { onFutureToken: (at) => noted.push(at) })
  const atTheLimit = { iat: NOW + CLOCK_SKEW_SECONDS, exp: NOW + 3600 }
  for (const claims of [{ sub: '' }, { ...atTheLimit, auth_time: NOW + 600 }, atTheLimit])
    await verify(tokenWith(claims))
  t.strictSame(noted, [])
})

t.test('id token: a header with one wrong member is refused (ASVS 6.8.2, 9.1.2)', async (t) => {
  const unsigned = `${encode({ ...HEADER, alg: 'none' })}.${encode(CLAIMS)}`
  const others = ['none', 'None', 'rs256', 'HS256', 'RS512', 'PS256', 'ES256', ['RS256'], undefined]
  await refusesEach(t, 'INVALID_ARGUMENT', [
    ...eachUnder('alg is not RS256', 'alg', ...others),
    ['not a token', unsigned],
    ['not a token', `${unsigned}.`],
    ...eachUnder('crit, b64 or cty', 'crit', ['x'], [], null),
    ...eachUnder('crit, b64 or cty', 'b64', true),
    ...eachUnder('crit, b64 or cty', 'cty', 'JWT'),
    ...eachUnder('typ is not JWT', 'typ', 'at+jwt', 'jwt', '', null)
  ])
})

t.test('id token: an HMAC with the certificate as its secret is refused (ASVS 6.8.2, 9.1.2)', async (t) => {
  const { verify } = await startVerifier(t)
  for (const secret of [key.certificate, key.publicKey.export({ format: 'pem', type: 'spki' })]) {
    const input = `${encode({ ...HEADER, alg: 'HS256' })}.${encode(CLAIMS)}`
    const token = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
    t.match(await verify(token), { kind: 'refused', code: 'INVALID_ARGUMENT' })
    const disguised = `${encode(HEADER)}.${encode(CLAIMS)}`
    const mac = createHmac('sha256', secret).update(disguised).digest('base64url')
    t.match(await verify(`${disguised}.${mac}`), { kind: 'refused', code: 'INVALID_TOKEN_SIGNATURE' })
  }
})

t.test('id token: a missing or malformed kid is refused as such', async (t) => {
  await refusesEach(t, 'NO_KEY_ID', eachUnder('no kid', 'kid', undefined, '', null, 1, [kid], {}))
})

t.test('id token: an unpublished kid is an unknown key, reported with the claims of the token', async (t) => {
  const { verify } = await startVerifier(t)
  for (const other of ['__proto__', 'constructor', 'toString', `${kid}0`, kid.toUpperCase(), ` ${kid}`])
    t.strictSame(await verify(tokenUnder({ kid: other })), { kind: 'unknown-key', claims: CLAIMS }, other)
  const expired = signToken({ ...HEADER, kid: 'gone' }, { ...CLAIMS, iat: NOW - 7200, exp: NOW - 3600 })
  t.equal((await verify(expired)).kind, 'unknown-key', 'not expired')
  t.equal((await verify(tokenUnder({ kid }))).kind, 'valid')
})

t.test('id token: a key or key URL in the header is ignored (ASVS 6.8.2, 9.1.3)', async (t) => {
  const server = await startRecordingServer(t, (response) => sendJson(response, 200, { keys: [jwk] }))
  const jwk = stranger.publicKey.export({ format: 'jwk' })
  const header = { ...HEADER, jwk, jku: server.url, x5u: server.url, x5c: [key.certificate] }
  const { verify } = await startVerifier(t)
  const forged = signToken(header, CLAIMS, stranger.privateKey)
  t.match(await verify(forged), { kind: 'refused', code: 'INVALID_TOKEN_SIGNATURE' })
  t.equal((await verify(signToken(header, CLAIMS))).kind, 'valid', 'signed with the published key')
  t.equal(server.requests.length, 0)
})

t.test('id token: content with one wrong claim is refused (ASVS 1.4.2, 9.2.1, 9.2.3, 10.5.4)', async (t) => {
  const future = NOW + 600
  const surrogate = signToken(HEADER, JSON.stringify({ ...CLAIMS, sub: 'X' }).replace('"X"', '"\\ud800"'))
  const infinite = (name: string) =>
    signToken(HEADER, JSON.stringify({ ...CLAIMS, [name]: 0 }).replace(`"${name}":0`, `"${name}":1e400`))
  const each = (name: string, ...values: unknown[]) => eachWith(name, name, ...values)
  const early = [future, NOW + CLOCK_SKEW_SECONDS + 1].map((iat) => tokenWith({ iat, exp: iat + 3600 }))
  await refusesEach(t, 'INVALID_ARGUMENT', [
    ...each('aud', 'other', [PROJECT], 1, '', undefined),
    ...each('iss', 'https://securetoken.google.com/other', `${CLAIMS.iss}/`, undefined),
    ...each('iss', CLAIMS.iss.replace('https', 'http')),
    ...each('sub', '', 42, null, {}, 'x'.repeat(129), undefined),
    ['sub', surrogate],
    ...each('exp', undefined, String(CLAIMS.exp), null, 'NaN', 1e308, CLAIMS.iat + 86_401),
    ['exp', infinite('exp')],
    ...eachWith('exp', 'iat', -1e308),
    ...each('iat', undefined, String(CLAIMS.iat)),
    ['iat', infinite('iat')],
    ...early.map((token) => ['iat lies in the future', token] as const),
    ...eachWith('iat lies in the future', 'iat', 1e308),
    ...each('auth_time', undefined, String(NOW)),
    ['auth_time', infinite('auth_time')],
    ...eachWith('auth_time lies in the future', 'auth_time', 1e308, future),
    ...each('nbf', future, '0'),
    ...eachWith('firebase.tenant', 'firebase', { tenant: 'acme' }, { tenant: '' }),
    ...each('firebase', [], 'x', null)
  ])
})

t.test('id token: a foreign token is refused for its aud, iss or sub first (ASVS 9.2.2)', async (t) => {
  const google = { iss: 'https://accounts.google.com', aud: 'client.apps.googleusercontent.com' }
  const bare = { iss: CLAIMS.iss, aud: PROJECT, sub: 'alice' }
  const rows: readonly [detail: string, claims: Record<string, unknown>][] = [
    ['aud', {}],
    ['aud', { ...bare, iss: 'https://securetoken.google.com/other', aud: 'other' }],
    ['aud', { ...google, sub: '7', iat: NOW, exp: NOW + 3600 }],
    ['iss', { ...bare, iss: google.iss }],
    ['iss', { ...bare, iss: `https://session.firebase.google.com/${PROJECT}` }],
    ['sub', { ...bare, sub: undefined }],
    ['iat', bare],
    ['auth_time', { ...bare, iat: NOW, exp: NOW + 3600 }]
  ]
  const tokens = rows.map(([detail, claims]) => [detail, signToken(HEADER, claims)] as const)
  await refusesEach(t, 'INVALID_ARGUMENT', tokens)
})

t.test('id token: content at the limits of what is allowed is valid', async (t) => {
  const { verify } = await startVerifier(t)
  const rows: readonly Record<string, unknown>[] = [
    ...['x'.repeat(128), '😀'.repeat(64), '0'].map((sub) => ({ sub })),
    { iat: NOW + 3, exp: NOW + 3603, auth_time: NOW + 3 },
    { iat: NOW + CLOCK_SKEW_SECONDS, exp: NOW + 3900 },
    { exp: NOW + 1 },
    { exp: CLAIMS.iat + 86_400 },
    { nbf: NOW },
    { firebase: undefined },
    { email: undefined }
  ]
  for (const claims of rows) t.equal((await verify(tokenWith(claims))).kind, 'valid', JSON.stringify(claims))
  const other = { ...CLAIMS, user_id: 'mallory' }
  t.strictSame(await verify(signToken({ alg: 'RS256', kid }, other)), { kind: 'valid', claims: other })
})

t.test('id token: a claim named __proto__ remains a plain claim (ASVS 15.3.6)', async (t) => {
  const { verify } = await startVerifier(t)
  const payload = JSON.stringify(CLAIMS).replace('{', '{"__proto__":{"admin":true},')
  const result = await verify(signToken(HEADER, payload))
  t.equal(result.kind, 'valid')
  t.equal(result.kind === 'valid' && result.claims.admin, undefined)
})

t.test('id token: valid until the second before exp, expired from exp on (ASVS 9.2.1)', async (t) => {
  for (const late of [-1, -0.001, 0, 1, 30 * 86_400]) {
    const { verify } = await startVerifier(t, { now: () => CLAIMS.exp + late })
    const kind = late < 0 ? 'valid' : 'expired'
    t.match(await verify(signToken(HEADER, CLAIMS)), { kind, claims: { sub: 'alice' } }, `${late}`)
  }
})

t.test('id token: a forged one is refused for its signature (ASVS 6.8.2, 9.1.1)', async (t) => {
  const [head = '', body = '', signature = ''] = signToken(HEADER, CLAIMS).split('.')
  const flipped = Buffer.from(signature, 'base64url')
  flipped[100] = (flipped[100] ?? 0) ^ 1
  const { verify } = await startVerifier(t)
  const over = { ...CLAIMS, iat: NOW - 7200, exp: NOW - 3600 }
  t.equal((await verify(signToken(HEADER, over))).kind, 'expired', 'twin: the genuine one')
  const rows: readonly [string, string][] = [
    ['by another key under the same kid', signToken(HEADER, CLAIMS, stranger.privateKey)],
    ['an expired one by another key', signToken(HEADER, over, stranger.privateKey)],
    ['another payload', `${head}.${encode({ ...CLAIMS, sub: 'mallory' })}.${signature}`],
    ['another header', `${encode({ ...HEADER, x: 1 })}.${body}.${signature}`],
    ['one bit of the signature', `${head}.${body}.${flipped.toString('base64url')}`],
    ['a short signature', `${head}.${body}.${signature.slice(0, 100)}`],
    ['a long signature', `${head}.${body}.${signature}AAAA`],
    ['zeros', `${head}.${body}.${Buffer.alloc(256).toString('base64url')}`]
  ]
  for (const [name, token] of rows)
    t.match(await verify(token), { kind: 'refused', code: 'INVALID_TOKEN_SIGNATURE' }, name)
  const found = await verify(`${head}.${body}.A`)
  t.match(found, { kind: 'refused', code: 'INVALID_ARGUMENT' }, 'no base64url at all')
  t.equal((await verify(`${head}.${body}.${signature}`)).kind, 'valid')
})

t.test('id token: text that is not exactly three canonical segments is refused', async (t) => {
  const token = signToken(HEADER, CLAIMS)
  const [head = '', body = '', signature = ''] = token.split('.')
  const respelled = respell(signature)
  t.strictSame(Buffer.from(respelled, 'base64url'), Buffer.from(signature, 'base64url'))
  t.not(respelled, signature)
  const json = (text: string) => signToken(HEADER, text)
  const [before = '', after = ''] = JSON.stringify({ ...CLAIMS, name: 'X' }).split('X')
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)])
  const rows: readonly [string, string][] = [
    ['empty', ''],
    ['no dots', 'x'],
    ['two segments', `${head}.${body}`],
    ['four segments', `${token}.AAAA`],
    ['five segments', `${head}..${body}..${signature}`],
    ['empty header', `.${body}.${signature}`],
    ['empty payload', `${head}..${signature}`],
    ['empty signature', `${head}.${body}.`],
    ['trailing newline', `${token}\n`],
    ['trailing carriage return', `${token}\r\n`],
    ['trailing line separator', `${token}\u2028`],
    ['leading space', ` ${token}`],
    ['trailing space', `${token} `],
    ['space inside the signature', `${head}.${body}.${signature.slice(0, 9)} ${signature.slice(9)}`],
    ['newline inside the payload', `${head}.${body.slice(0, 9)}\n${body.slice(9)}.${signature}`],
    ['padding after the signature', `${token}==`],
    ['padding after the header', `${head}=.${body}.${signature}`],
    ['plain base64 alphabet', `${head}.${body}.${signature.slice(0, -2)}+/`],
    ['other trailing bits in the signature', `${head}.${body}.${respelled}`],
    ['NUL', `${token}\0`],
    ['not ASCII', `${head}.${body}.${signature.slice(0, -1)}ä`],
    ['payload not UTF-8', signInput(`${encode(HEADER)}.${bytes.toString('base64url')}`)],
    ['payload null', json('null')],
    ['payload a list', json(JSON.stringify([CLAIMS]))],
    ['payload a text', json('"alice"')],
    ['payload a number', json('1')],
    ['payload not JSON', json('{"sub":"alice"')],
    ['payload with a BOM', json(`\ufeff${JSON.stringify(CLAIMS)}`)],
    ['header with a BOM', signToken(`\ufeff${JSON.stringify(HEADER)}`, CLAIMS)],
    ['header null', signToken('null', CLAIMS)],
    ['header a list', signToken([HEADER], CLAIMS)],
    ['header not JSON', signToken('RS256', CLAIMS)],
    ['longer than 12 kB', tokenWith({ filler: 'x'.repeat(9500) })]
  ]
  const { verify } = await startVerifier(t)
  t.equal((await verify(token)).kind, 'valid')
  for (const [name, text] of rows)
    t.match(await verify(text), { kind: 'refused', code: 'INVALID_ARGUMENT' }, name)
})

t.test('id token: non-canonical trailing bits in the header or payload are refused', async (t) => {
  const { verify } = await startVerifier(t)
  // One byte more or less until the last character has spare bits.
  const header = encode(
    `${JSON.stringify(HEADER)}${' '.repeat((4 - (JSON.stringify(HEADER).length % 3)) % 3)}`
  )
  t.equal(header.length % 4, 2)
  const respelled = respell(header)
  t.strictSame(Buffer.from(respelled, 'base64url'), Buffer.from(header, 'base64url'))
  const withHeader = (head: string) => signInput(`${head}.${encode(CLAIMS)}`)
  t.equal((await verify(withHeader(header))).kind, 'valid')
  t.match(await verify(withHeader(respelled)), { kind: 'refused', code: 'INVALID_ARGUMENT' })
})

t.test('id token: 12,288 characters are accepted, one more is refused', async (t) => {
  const { verify } = await startVerifier(t)
  const ofLength = (length: number) => {
    for (let filler = 8000; filler < 9500; filler++) {
      // The header gives the finer step: base64 grows by one or two characters.
      for (const x of ['', 'x', 'xx', 'xxx']) {
        const input = `${encode({ ...HEADER, x })}.${encode({ ...CLAIMS, filler: 'x'.repeat(filler) })}`
        if (input.length + 343 === length) return signInput(input)
      }
    }
    throw new Error(`no token of ${length} characters`)
  }
  const longest = ofLength(12_288)
  t.equal(longest.length, 12_288)
  t.equal((await verify(longest)).kind, 'valid')
  const tooLong = ofLength(12_289)
  t.equal(tooLong.length, 12_289)
  t.match(await verify(tooLong), { kind: 'refused', code: 'INVALID_ARGUMENT', detail: 'not a token' })
})

t.test('id token: with a tenant configured, only tokens of exactly that tenant are accepted', async (t) => {
  const { verify } = await startVerifier(t, { tenantIds: ['acme'] })
  t.equal((await verify(tenantToken('acme'))).kind, 'valid')
  const others = ['other', 'Acme', ['acme']].map((tenant) => ({ firebase: { tenant } }))
  for (const claims of [...others, { tenant: 'acme' }, {}, { firebase: undefined }])
    t.equal((await verify(tokenWith(claims))).kind, 'refused', JSON.stringify(claims))
})

t.test('id token: with several pools configured, tokens of each and of no other are accepted', async (t) => {
  const ofPool = { project: tokenWith({}), acme: tenantToken('acme'), globex: tenantToken('globex') }
  const pools = [[null], ['acme'], [null, 'acme'], ['acme', 'globex'], ['null'], [''], []]
  for (const tenantIds of pools) {
    const { verify } = await startVerifier(t, { tenantIds })
    for (const pool of ['project', 'acme', 'globex'] as const) {
      const isAccepted = tenantIds.includes(pool === 'project' ? null : pool)
      const kind = isAccepted ? 'valid' : 'refused'
      t.equal((await verify(ofPool[pool])).kind, kind, `${pool} for ${JSON.stringify(tenantIds)}`)
    }
  }
})

t.test('id token: the tenant of verified claims is a text, or null for the project', async (t) => {
  const found = ['acme', undefined, null, ['acme']].map((tenant) =>
    tenantOf({ ...CLAIMS, firebase: { tenant } })
  )
  t.same(found, ['acme', null, null, null])
})

t.test('id token: an anonymous account is refused unless allowed', async (t) => {
  const token = tokenWith({ provider_id: 'anonymous', firebase: { sign_in_provider: 'anonymous' } })
  const strict = await startVerifier(t)
  t.match(await strict.verify(token), { kind: 'refused', code: 'FORBIDDEN', detail: 'anonymous account' })
  const lenient = await startVerifier(t, { allowAnonymous: true })
  t.equal((await lenient.verify(token)).kind, 'valid')
})

t.test('id token: a custom token of the same project is refused (ASVS 9.2.2)', async (t) => {
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  const signed = await platform.signCustomToken({ uid: 'alice', tenantId: null })
  const customToken = signed.kind === 'signed' ? signed.token : ''
  t.match(await platform.verifyIdToken(customToken), { kind: 'refused', code: 'NO_KEY_ID' })
  t.equal((await platform.verifyIdToken(await standIn.issueIdToken('alice'))).kind, 'valid')
})

t.test('id token: without certificates, the result is unavailable and the token is not judged', async (t) => {
  const { standIn, platform, clock } = await startProvider(t)
  standIn.faults.certificates = { kind: 'html', status: 503 }
  const expired = await standIn.issueIdToken('alice', { ttlSeconds: -10 })
  for (const token of [await standIn.issueIdToken('alice'), expired])
    t.equal((await platform.verifyIdToken(token)).kind, 'unavailable')
  const fetches = standIn.calls.certificates
  const ofOtherProject = await standIn.issueIdToken('alice', { claims: { aud: 'other' } })
  for (const wrong of [ofOtherProject, 'not a token'])
    t.match(await platform.verifyIdToken(wrong), { kind: 'refused' })
  t.equal(standIn.calls.certificates, fetches, 'wrong content needs no certificates')
  standIn.faults.reset()
  clock.advance(31)
  t.equal((await platform.verifyIdToken(await standIn.issueIdToken('alice'))).kind, 'valid')
})

t.test('id token: emulator mode accepts unsigned tokens only, and still checks their content', async (t) => {
  const { verify, server } = await startVerifier(t, { emulator: true })
  const unsigned = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    `${encode({ alg: 'none', typ: 'JWT', ...header })}.${encode({ ...CLAIMS, ...claims })}.`
  const rows: readonly [string, string, string][] = [
    ['unsigned', unsigned({}), 'valid'],
    ['unsigned and expired', unsigned({ iat: NOW - 7200, exp: NOW - 1 }), 'expired'],
    ['signed', signToken(HEADER, CLAIMS), 'refused'],
    ['alg RS256 without a signature', unsigned({}, { alg: 'RS256' }), 'refused'],
    ['alg none with a signature', `${unsigned({})}AAAA`, 'refused'],
    ['two segments', unsigned({}).slice(0, -1), 'refused'],
    ['trailing newline', `${unsigned({})}\n`, 'refused'],
    ['another project', unsigned({ aud: 'other' }), 'refused'],
    ['another issuer', unsigned({ iss: 'x' }), 'refused'],
    ['no sub', unsigned({ sub: '' }), 'refused'],
    ['a tenant', unsigned({ firebase: { tenant: 'acme' } }), 'refused']
  ]
  for (const [name, token, kind] of rows) t.equal((await verify(token)).kind, kind, name)
  t.equal(server.requests.length, 0)
  const real = await startVerifier(t)
  t.equal((await real.verify(unsigned({}))).kind, 'refused', 'outside of emulator mode')
})

t.test('uid: valid with 1 to 128 UTF-16 units and no lone surrogate', async (t) => {
  for (const uid of ['a', 'ü/😀 x', 'x'.repeat(128), '😀'.repeat(64)]) t.ok(isUid(uid), uid)
  for (const uid of ['', 'x'.repeat(129), `${'😀'.repeat(64)}x`, '\ud800', 'a\udc00'])
    t.notOk(isUid(uid), JSON.stringify(uid))
})

t.test('id token: claims without a token are accepted or refused as they are in one', async (t) => {
  const rules = { tenantIds: [null], allowAnonymous: false, now: () => NOW }
  t.match(readAcceptedClaims(CLAIMS, rules), { kind: 'claims', claims: { sub: 'alice' } })
  const anonymous = { sign_in_provider: 'anonymous' }
  for (const [changes, code] of [
    [{ sub: 7 }, 'INVALID_ARGUMENT'],
    [{ exp: 'x' }, 'INVALID_ARGUMENT'],
    [{ auth_time: undefined }, 'INVALID_ARGUMENT'],
    [{ iat: NOW + 301 }, 'INVALID_ARGUMENT'],
    [{ firebase: { tenant: 'acme' } }, 'INVALID_ARGUMENT'],
    [{ firebase: anonymous }, 'FORBIDDEN']
  ] as const) {
    const found = readAcceptedClaims({ ...CLAIMS, ...changes }, rules)
    t.match(found, { kind: 'refused', code }, JSON.stringify(changes))
  }
})
