import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { VerifyIdToken } from '../../src/identity-platform/tokens/id-token.ts'
import { createMachineState } from '../../src/machines/machine-state.ts'
import { createMachines, type MachineCheck } from '../../src/machines/machines.ts'
import { createClock } from '../fixtures/clock.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { AUDIENCE, startIssuer, type TokenChanges } from '../fixtures/issuer.ts'

const DAY = 24 * 3600
const verifyIdToken: VerifyIdToken = async () => ({
  kind: 'refused',
  code: 'INVALID_ARGUMENT',
  detail: 'none'
})
const revocation = { isDue: () => false, check: async () => ({ kind: 'stands' }) as const }

/** Machines of one issuer, by the real way to its keys. */
async function startMachines(t: Test, entry: Record<string, unknown> = {}) {
  const clock = createClock()
  const { now } = clock
  const issuer = await startIssuer(t, now)
  const state = createMachineState({ report: () => {}, now })
  t.teardown(() => state.close())
  const config = testConfig({ bearer: [{ issuer: issuer.url, audiences: [AUDIENCE], ...entry }] })
  const machines = createMachines({
    config,
    platform: { verifyIdToken },
    sessions: { revocation },
    state,
    now
  })
  const check = async (token: string, client = '192.0.2.1'): Promise<MachineCheck | null> =>
    await machines.check({ headers: { authorization: `Bearer ${token}` }, client }, null)
  return { clock, issuer, machines, check, now }
}

/** What a caller is told; `signed-in` where there is nothing to say. */
const wordOf = (checked: MachineCheck | null) =>
  checked?.kind === 'token-refused' ? checked.description : checked?.kind

t.test('hostile tokens: each thing that is wrong, refused; the same token without it passes', async (t) => {
  const { issuer, check, now } = await startMachines(t)
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = stranger.publicKey.export({ format: 'jwk' })
  const rsa = issuer.keys.find(({ kid }) => kid === 'rsa')
  const rows: readonly [name: string, changes: TokenChanges, flaw: RegExp][] = [
    ['alg none', { header: { alg: 'none' } }, /signed in a way/],
    [
      'HMAC with the published key',
      { header: { alg: 'HS256' }, secret: JSON.stringify(rsa) },
      /signed in a way/
    ],
    ['unknown alg', { header: { alg: 'RS256K' } }, /signed in a way/],
    ['kid of another type of key', { header: { kid: 'ec' } }, /does not publish/],
    ['alg of another type of key', { header: { alg: 'ES256' } }, /does not publish/],
    ['no kid', { header: { kid: undefined } }, /does not publish/],
    ['kid __proto__', { header: { kid: '__proto__' } }, /does not publish/],
    ['jwk', { header: { jwk }, key: stranger.privateKey }, /signature/],
    ['jku', { header: { jku: `${issuer.url}/evil` }, key: stranger.privateKey }, /signature/],
    ['x5u', { header: { x5u: `${issuer.url}/evil` }, key: stranger.privateKey }, /signature/],
    ['crit', { header: { crit: ['exp'] } }, /signed in a way/],
    ['zip', { header: { zip: 'DEF' } }, /signed in a way/],
    ['typ', { header: { typ: 'gatehouse+jwt' } }, /cannot be read/],
    ['logout token', { header: { typ: 'logout+jwt' } }, /cannot be read/],
    ['typ is a list', { header: { typ: ['JWT'] } }, /cannot be read/],
    ['issuer in other case', { claims: { iss: issuer.url.toUpperCase() } }, /issuer/],
    ['issuer is a list', { claims: { iss: [issuer.url] } }, /issuer/],
    ['audience is part', { claims: { aud: `${AUDIENCE}/x` } }, /not meant/],
    ['audience is an object', { claims: { aud: { 0: AUDIENCE } } }, /not meant/],
    ['audience in a list in a list', { claims: { aud: [[AUDIENCE]] } }, /not meant/],
    ['no audience', { claims: { aud: undefined } }, /not meant/],
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
  for (const [name, changes, flaw] of rows) t.match(wordOf(await check(issuer.token(changes))), flaw, name)
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
    'nobody asked where a token says'
  )
})

t.test('hostile tokens: firebase of another issuer, neither tenant nor way to sign in', async (t) => {
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

t.test(
  'hostile tokens: claims of the entry, one of the values each; an address only if verified',
  async (t) => {
    const claims = { repository: ['acme/wiki', 'acme/api'], email: ['ci@example.com'] }
    const { issuer, check } = await startMachines(t, { claims })
    const good = { repository: 'acme/api', email: 'ci@example.com', email_verified: true }
    const rows: readonly [changes: Record<string, unknown>, passes: boolean][] = [
      [{}, true],
      [{ repository: ['x', 'acme/wiki'] }, true],
      [{ repository: 'acme/wiki2' }, false],
      [{ repository: undefined }, false],
      [{ repository: { 'acme/api': true } }, false],
      [{ email_verified: 'true' }, false],
      [{ email_verified: undefined }, false]
    ]
    for (const [changes, passes] of rows) {
      const checked = await check(issuer.token({ claims: { ...good, ...changes } }))
      t.equal(checked?.kind, passes ? 'signed-in' : 'token-refused', JSON.stringify(changes))
    }
  }
)

t.test('hostile tokens: any change of a good token, refused without an exception', async (t) => {
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
      if (token.trim() !== good) return checked?.kind === 'token-refused'
      return checked?.kind === 'signed-in'
    }),
    { numRuns: 300 }
  )
})

t.test(
  'hostile tokens: 300 wrong signatures in a minute, 429 for whatever is not known; not for others',
  async (t) => {
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
    for (const other of ['2001:db8:0:1::1', '192.0.2.1'])
      t.equal((await check(good, other))?.kind, 'signed-in')
    clock.advance(50)
    t.equal((await check(issuer.token(), mine))?.kind, 'signed-in', 'the minute is over')
  }
)

t.test('hostile tokens: flood of unknown keys, one fetch in half a minute', async (t) => {
  const { clock, issuer, check } = await startMachines(t)
  t.equal((await check(issuer.token()))?.kind, 'signed-in')
  const before = issuer.requests.length
  clock.advance(31)
  const flood = () =>
    Promise.all(Array.from({ length: 50 }, (_, kid) => check(issuer.token({ header: { kid: `k${kid}` } }))))
  for (const checked of [...(await flood()), ...(await flood())]) t.equal(checked?.kind, 'token-refused')
  t.equal(issuer.requests.length - before, 2, 'discovery and keys, once')
})
