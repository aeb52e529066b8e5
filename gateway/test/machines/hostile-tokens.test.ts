import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { VerifyIdToken } from '../../src/identity-platform/tokens/id-token.ts'
import { createMachineState } from '../../src/machines/machine-state.ts'
import { createMachines, type MachineCheck } from '../../src/machines/machines.ts'
import { createTokenVerifier, readToken } from '../../src/machines/token-verifier.ts'
import { createRuntime } from '../../src/operations/runtime.ts'
import { createClock } from '../fixtures/clock.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { AUDIENCE, startIssuer, type TestIssuer, type TokenChanges } from '../fixtures/provider/issuer.ts'
import { decodeClaims } from '../fixtures/provider/provider.ts'

const DAY = 24 * 3600
const PROJECT = 'https://securetoken.google.com/demo-test'
/** For id tokens of the project: the subject decides how the verification fails. */
const verifyIdToken: VerifyIdToken = async (token) => {
  const { sub } = decodeClaims(token)
  return {
    kind: 'refused',
    code: sub === 'forged' ? 'INVALID_TOKEN_SIGNATURE' : 'INVALID_ARGUMENT',
    detail: 'none'
  }
}
const revocation = { isDue: () => false, check: async () => ({ kind: 'active' }) as const }

/** Machines of two issuers and of the project, with real discovery. `entry`: settings of the first one. */
async function startMachines(
  t: Test,
  entry: Record<string, unknown> | ((issuer: TestIssuer) => object) = {}
) {
  const clock = createClock()
  const { now } = clock
  const [issuer, other] = [await startIssuer(t, now), await startIssuer(t, now)]
  const state = createMachineState(createRuntime({ now }))
  t.teardown(() => state.close())
  const audiences = [AUDIENCE]
  const configured = typeof entry === 'function' ? entry(issuer) : entry
  const config = testConfig({
    bearer: [
      { issuer: issuer.url, audiences, ...configured },
      { issuer: other.url, audiences },
      { issuer: PROJECT, audiences: ['demo-test'] }
    ]
  })
  const machines = createMachines({
    config,
    platform: { verifyIdToken },
    sessions: { revocation },
    state,
    now
  })
  const check = async (token: string, client = '192.0.2.1'): Promise<MachineCheck | null> =>
    (await machines?.check({ headers: { authorization: `Bearer ${token}` }, client }, null)) ?? null
  return { clock, issuer, other, machines, check, now, state }
}

/** The description in the response; `signed-in` if there is none. */
const wordOf = (checked: MachineCheck | null) =>
  checked?.kind === 'token-refused' ? checked.description : checked?.kind

t.test('hostile tokens: each single defect is refused, the same token without it passes', async (t) => {
  const { issuer, check, now } = await startMachines(t)
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = stranger.publicKey.export({ format: 'jwk' })
  const rsa = issuer.keys.find(({ kid }) => kid === 'rsa')
  const rows: readonly [name: string, changes: TokenChanges, problem: RegExp][] = [
    ['alg none', { header: { alg: 'none' } }, /signature algorithm/],
    [
      'HMAC with the published key',
      { header: { alg: 'HS256' }, secret: JSON.stringify(rsa) },
      /signature algorithm/
    ],
    ['unknown alg', { header: { alg: 'RS256K' } }, /signature algorithm/],
    ['kid of another type of key', { header: { kid: 'ec' } }, /does not publish/],
    ['alg of another type of key', { header: { alg: 'ES256' } }, /does not publish/],
    ['no kid', { header: { kid: undefined } }, /does not publish/],
    ['kid __proto__', { header: { kid: '__proto__' } }, /does not publish/],
    ['jwk', { header: { jwk }, key: stranger.privateKey }, /signature/],
    ['jku', { header: { jku: `${issuer.url}/evil` }, key: stranger.privateKey }, /signature/],
    ['x5u', { header: { x5u: `${issuer.url}/evil` }, key: stranger.privateKey }, /signature/],
    ['crit', { header: { crit: ['exp'] } }, /signature algorithm/],
    ['zip', { header: { zip: 'DEF' } }, /signature algorithm/],
    ['typ', { header: { typ: 'gatehouse+jwt' } }, /cannot be read/],
    ['logout token', { header: { typ: 'logout+jwt' } }, /cannot be read/],
    ['typ is a list', { header: { typ: ['JWT'] } }, /cannot be read/],
    ['issuer in other case', { claims: { iss: issuer.url.toUpperCase() } }, /issuer/],
    ['issuer is a list', { claims: { iss: [issuer.url] } }, /issuer/],
    ['audience is part', { claims: { aud: `${AUDIENCE}/x` } }, /another audience/],
    ['audience is an object', { claims: { aud: { 0: AUDIENCE } } }, /another audience/],
    ['audience in a list in a list', { claims: { aud: [[AUDIENCE]] } }, /another audience/],
    ['no audience', { claims: { aud: undefined } }, /another audience/],
    ['no exp', { claims: { exp: undefined } }, /claim/],
    ['exp is text', { claims: { exp: String(now() + 60) } }, /claim/],
    ['more than a day', { claims: { exp: now() + DAY + 1 } }, /claim/],
    ['no iat', { claims: { iat: undefined } }, /claim/],
    ['iat ahead', { claims: { iat: now() + 301 } }, /not valid yet/],
    ['nbf ahead', { claims: { nbf: now() + 301 } }, /not valid yet/],
    ['nbf is text', { claims: { nbf: '0' } }, /claim/],
    ['over', { claims: { iat: now() - 60, exp: now() } }, /expired/],
    ['no sub', { claims: { sub: undefined } }, /claim/],
    ['sub is empty', { claims: { sub: '' } }, /claim/],
    ['sub is a number', { claims: { sub: 1 } }, /claim/],
    ['sub is long', { claims: { sub: 'a'.repeat(256) } }, /claim/],
    ['sub has a line', { claims: { sub: 'a\r\nx: y' } }, /claim/],
    ['bound to a key', { claims: { cnf: { jkt: 'x' } } }, /claim/],
    ['too large', { claims: { more: 'a'.repeat(12 * 1024) } }, /cannot be read/]
  ]
  for (const [name, changes, problem] of rows)
    t.match(wordOf(await check(issuer.token(changes))), problem, name)
  const edges: readonly TokenChanges[] = [
    {},
    { claims: { exp: now() + DAY } },
    { claims: { iat: now() + 300, exp: now() + 400 } },
    { claims: { nbf: now() + 300 } },
    { claims: { iat: now() - 60, exp: now() + 1 } },
    { claims: { sub: 'a'.repeat(255) } },
    { header: { typ: undefined } },
    { header: { jwk } }
  ]
  for (const changes of edges)
    t.equal(wordOf(await check(issuer.token(changes))), 'signed-in', JSON.stringify(changes))
  t.notOk(
    issuer.requests.some(({ url }) => url === '/evil'),
    'no request to an address in a token'
  )
})

t.test('hostile tokens: an issuer cannot sign for another, each is accepted for itself', async (t) => {
  const { issuer, other, check } = await startMachines(t)
  const header = { alg: 'ES256', kid: 'ec' }
  for (const [signs, named] of [
    [issuer, other],
    [other, issuer]
  ] as const) {
    t.equal(wordOf(await check(signs.token({ header }))), 'signed-in', 'for itself')
    t.match(wordOf(await check(signs.token({ header, claims: { iss: named.url } }))), /signature/)
  }
})

t.test('hostile tokens: an auth_time after iat is replaced by iat, an earlier one is kept', async (t) => {
  const { issuer, check, now } = await startMachines(t)
  const iat = now() - 120
  const rows: readonly [authTime: unknown, signedInAt: number][] = [
    [iat + 1, iat],
    [now() + DAY, iat],
    [iat, iat],
    [iat - 1, iat - 1],
    [String(iat - 1), iat],
    [undefined, iat]
  ]
  for (const [authTime, signedInAt] of rows) {
    const checked = await check(issuer.token({ claims: { iat, auth_time: authTime } }))
    t.match(checked, { kind: 'signed-in', session: { claims: { auth_time: signedInAt } } }, `${authTime}`)
  }
})

t.test('hostile tokens: a Google token needs its client, and a verified address if any', async (t) => {
  const iss = 'https://accounts.google.com'
  const { issuer, check } = await startMachines(t, ({ url }) => ({
    issuer: iss,
    jwksUri: `${url}/keys`,
    claims: { sub: ['robot-1'] }
  }))
  const azp = 'client.apps.googleusercontent.com'
  const email = 'robot@example.com'
  const rows: readonly [claims: Record<string, unknown>, passes: boolean][] = [
    [{ azp }, true],
    [{}, false],
    [{ azp: '' }, false],
    [{ azp: [azp] }, false],
    [{ azp, email, email_verified: true }, true],
    [{ azp, email }, false],
    [{ azp, email, email_verified: false }, false],
    [{ azp, email, email_verified: 'true' }, false]
  ]
  for (const [claims, passes] of rows) {
    const word = wordOf(await check(issuer.token({ claims: { iss, ...claims } })))
    t.match(word, passes ? /^signed-in$/ : /lacks a claim/, JSON.stringify(claims))
  }
})

t.test('hostile tokens: tokens refused without a key cause no request to an issuer', async (t) => {
  const { issuer, other, check } = await startMachines(t)
  const flaws: readonly TokenChanges[] = [
    { header: { alg: 'none' } },
    { header: { crit: ['exp'] } },
    { header: { typ: 'logout+jwt' } },
    { header: { kid: undefined } },
    { header: { kid: '' } },
    { header: { kid: 7 } },
    { claims: { iss: 'https://evil.example' } },
    { claims: { aud: 'elsewhere' } },
    { claims: { sub: '' } },
    { claims: { exp: undefined } },
    { claims: { cnf: {} } }
  ]
  for (const problem of flaws)
    t.equal((await check(issuer.token(problem)))?.kind, 'token-refused', JSON.stringify(problem))
  t.same([...issuer.requests, ...other.requests], [])
})

t.test('hostile tokens: firebase claim of another issuer gives no tenant or sign-in method', async (t) => {
  const { issuer, check } = await startMachines(t)
  const firebase = { tenant: 'acme', sign_in_provider: 'password', sign_in_second_factor: 'totp' }
  const checked = await check(issuer.token({ claims: { firebase } }))
  t.match(checked, {
    kind: 'signed-in',
    session: { tenantId: null, claims: { firebase: { sign_in_provider: issuer.url } } }
  })
  if (checked?.kind === 'signed-in')
    t.same(Object.keys(checked.session.claims.firebase), ['sign_in_provider'])
})

t.test('hostile tokens: each claim of the entry must have a listed value, as written', async (t) => {
  const claims = { repository: ['acme/wiki', 'acme/api'], email: ['ci@example.com'], run: ['7', 'true'] }
  const { issuer, check } = await startMachines(t, { claims })
  const good = { repository: 'acme/api', email: 'ci@example.com', email_verified: true, run: '7' }
  const rows: readonly [passes: boolean, changes: readonly Record<string, unknown>[]][] = [
    [true, [{}, { repository: ['x', 'acme/wiki'] }]],
    [false, [{ repository: 'acme/wiki2' }, { repository: undefined }, { repository: { 'acme/api': true } }]],
    [false, [{ email_verified: 'true' }, { email_verified: undefined }]],
    [true, [7, true, [3, 7]].map((run) => ({ run }))],
    [false, [70, false, null, { toString: '7' }, [['7']]].map((run) => ({ run }))]
  ]
  for (const [passes, all] of rows)
    for (const changes of all) {
      const checked = await check(issuer.token({ claims: { ...good, ...changes } }))
      t.equal(checked?.kind, passes ? 'signed-in' : 'token-refused', JSON.stringify(changes))
    }
})

t.test('hostile tokens: any change to a good token is refused without an exception', async (t) => {
  const { issuer, check } = await startMachines(t)
  const good = issuer.token()
  t.equal((await check(good))?.kind, 'signed-in')
  const position = fc.integer({ min: 0, max: good.length - 1 })
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom('.', '=', '-', '_', 'A', '\0')
  )
  const mutated = fc
    .tuple(position, fc.nat(8), piece)
    .map(([at, length, put]) => `${good.slice(0, at)}${put}${good.slice(at + length)}`)
  await fc.assert(
    fc.asyncProperty(fc.oneof(mutated, fc.string({ unit: 'binary', maxLength: 60 })), async (token) => {
      const checked = await check(token)
      if (token.replace(/^ +| +$/g, '') !== good) return checked?.kind === 'token-refused'
      return checked?.kind === 'signed-in'
    }),
    { numRuns: 300 }
  )
})

t.test('hostile tokens: after 300 wrong signatures, new tokens get 429, other clients do not', async (t) => {
  const { clock, issuer, check } = await startMachines(t)
  const [known, good] = [issuer.token(), issuer.token({ claims: { sub: 'robot-2' } })]
  const forged = `${good.slice(0, -12)}AAAAAAAAAAAA`
  const cheap = issuer.token({ claims: { aud: 'elsewhere' } })
  const [mine, neighbour] = ['2001:db8::1:0:0:1', '2001:db8:0:0:1::2']
  t.equal((await check(known, mine))?.kind, 'signed-in')
  clock.advance(1)
  for (let count = 0; count < 400; count++) t.equal((await check(cheap, mine))?.kind, 'token-refused')
  for (let count = 0; count < 300; count++) t.equal((await check(forged, mine))?.kind, 'token-refused')
  clock.advance(10)
  for (const token of [forged, good, cheap])
    t.match(await check(token, mine), {
      kind: 'failed',
      fault: { code: 'RATE_LIMITED', retryAfterSeconds: 50 }
    })
  t.match(await check(good, neighbour), { kind: 'failed' }, 'the same /64')
  t.equal((await check(known, mine))?.kind, 'signed-in', 'remembered')
  for (const other of ['2001:db8:0:1::1', '192.0.2.1']) t.equal((await check(good, other))?.kind, 'signed-in')
  clock.advance(49.5)
  t.match(await check(cheap, mine), { fault: { retryAfterSeconds: 1 } }, 'never 0')
  clock.advance(0.5)
  t.equal((await check(issuer.token(), mine))?.kind, 'signed-in', 'the minute is over')
})

t.test('hostile tokens: id tokens of the project with a wrong signature are limited alike', async (t) => {
  const { issuer, check } = await startMachines(t)
  const ofProject = (sub: string) => issuer.token({ claims: { iss: PROJECT, aud: 'demo-test', sub } })
  const [forged, flawed] = [ofProject('forged'), ofProject('invalid')]
  for (let count = 0; count < 300; count++) {
    t.match(wordOf(await check(flawed)), /lacks a claim/)
    t.match(wordOf(await check(forged)), /signature/)
  }
  for (const token of [forged, flawed])
    t.match(await check(token), { kind: 'failed', fault: { code: 'RATE_LIMITED' } })
  t.match(wordOf(await check(flawed, '192.0.2.2')), /lacks a claim/, 'control: another client')
})

t.test('hostile tokens: a flood of unknown keys makes one fetch in 30 s', async (t) => {
  const { clock, issuer, check } = await startMachines(t)
  t.equal((await check(issuer.token()))?.kind, 'signed-in')
  const before = issuer.requests.length
  clock.advance(31)
  const flood = () =>
    Promise.all(Array.from({ length: 50 }, (_, kid) => check(issuer.token({ header: { kid: `k${kid}` } }))))
  for (const checked of [...(await flood()), ...(await flood())]) t.equal(checked?.kind, 'token-refused')
  t.equal(issuer.requests.length - before, 2, 'discovery and keys, once')
})

t.test('hostile tokens: an unsigned one of the project is left to the id token verifier', async (t) => {
  const asked: string[] = []
  const verify = createTokenVerifier(
    async (token) => {
      asked.push(token)
      return { kind: 'refused', code: 'INVALID_ARGUMENT', detail: 'alg is not RS256' }
    },
    () => 0
  )
  const entry = testConfig({ bearer: [{ issuer: PROJECT, audiences: ['demo-test'] }] }).bearer[0]!
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const unsigned = `${encode({ alg: 'none' })}.${encode({ iss: PROJECT, aud: 'demo-test', sub: 'ada' })}.`
  t.match(await verify(unsigned, [{ entry, keys: null }]), { kind: 'token-refused' })
  t.strictSame(asked, [unsigned])
  for (const malformed of [`.${unsigned}`, `.${unsigned.slice(0, -1)}`])
    t.match(await verify(malformed, [{ entry, keys: null }]), { kind: 'token-refused', problem: 'malformed' })
  t.equal(asked.length, 1)
})

t.test('token headers: one token without whitespace, neither a list nor a second header', async (t) => {
  const read = (headers: Parameters<typeof readToken>[0]) => readToken(headers, ['x-token', 'x-other']).kind
  t.equal(read({ 'x-token': 'a.b.c' }), 'token')
  t.same(
    [read({ 'x-token': 'a b' }), read({ 'x-token': '' }), read({ 'x-token': ['a.b.c', 'd'] })],
    ['malformed', 'malformed', 'malformed']
  )
  t.equal(read({ 'x-token': 'a', 'x-other': 'b' }), 'several')
})
