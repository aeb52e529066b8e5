import t, { type Test } from 'tap'
import { PLUGINS } from '../../../plugins/plugins.ts'
import { createIdentityPlatform } from '../../../src/identity-platform/identity-platform.ts'
import { CLOCK_SKEW_SECONDS } from '../../../src/identity-platform/tokens/id-token.ts'
import { createRuntime } from '../../../src/operations/runtime.ts'
import { providerFault } from '../../../src/session/check-result.ts'
import { createRevocations } from '../../../src/session/revocation/revocations.ts'
import type { AcquireMode } from '../../../src/session/sign-in/acquire.ts'
import { type Acquisition, createRepeatableSessions } from '../../../src/session/sign-in/replay-guard.ts'
import { createMemoryState } from '../../../src/shared-state/memory.ts'
import type { SignInFacts } from '../../../stand-in/test-api.ts'
import { createClock } from '../../fixtures/clock.ts'
import { decodeClaims, type ProviderOptions, startProvider } from '../../fixtures/provider/provider.ts'
import { buildAcquirer } from '../../fixtures/session/acquirer.ts'
import { openHeader } from '../../fixtures/session/session-cookie.ts'
import { buildCookie, buildRules } from '../../fixtures/session/sessions.ts'

const cookie = buildCookie()
const RULES = buildRules({ providers: new Set(['password', 'google.com']) })

async function startAcquirer(t: Test, mode: AcquireMode, options: ProviderOptions = {}) {
  const provider = await startProvider(t, { withCredentials: mode === 'exchange', ...options })
  const { platform, settings, clock, standIn } = provider
  const acquireSession = buildAcquirer(platform, clock, { mode, rules: RULES })
  const acquire = (
    idToken: string,
    refreshToken: string | null,
    tenantIds: readonly (string | null)[] = [settings.tenantId]
  ) => acquireSession({ idToken, refreshToken, tenantIds })
  const signIn = (uid = 'alice', facts: SignInFacts = {}) => standIn.signIn(uid, facts)
  return { ...provider, acquire, signIn }
}

const openAcquired = (found: Acquisition) =>
  found.kind === 'acquired' ? openHeader(cookie, `gatehouse=${found.cookieValue}`).state : undefined

const codeOf = (acquisition: Acquisition) => (acquisition.kind === 'refused' ? acquisition.fault.code : null)

t.test('acquire: exchange gets separate tokens for the same user', async (t) => {
  const { acquire, signIn, clock, platform, standIn } = await startAcquirer(t, 'exchange')
  const page = await signIn()
  const startedAtSeconds = clock.now()
  clock.advance(7)
  const acquired = await acquire(page.idToken, null)
  t.match(acquired, { kind: 'acquired', session: { subject: 'alice', startedAtSeconds } })
  const state = openAcquired(acquired)
  t.equal(state?.startedAtSeconds, startedAtSeconds, 'time of the sign-in, not of the exchange')
  t.not(state?.idToken, page.idToken)
  t.not(state?.refreshToken, page.refreshToken)
  t.match(decodeClaims(state?.idToken ?? ''), { sub: 'alice', firebase: { sign_in_provider: 'custom' } })
  t.match(await platform.tokens.refresh(state?.refreshToken ?? ''), { kind: 'tokens' })
  t.strictSame([standIn.calls.lookup, standIn.calls.exchange], [1, 1])
})

t.test('acquire: exchange carries over how the visitor signed in and nothing else', async (t) => {
  const { acquire, standIn } = await startAcquirer(t, 'exchange')
  const claims = {
    role: 'admin',
    groups: ['admins'],
    email_verified: true,
    source_sign_in_provider: 'forged',
    source_second_factor_identifier: 'forged',
    firebase: { identities: {}, sign_in_provider: 'google.com', sign_in_second_factor: 'totp' }
  }
  const acquired = await acquire(await standIn.issueIdToken('alice', { claims }), null)
  const own = decodeClaims(openAcquired(acquired)?.idToken ?? '')
  const standard = 'aud auth_time email email_verified exp firebase iat iss sub user_id'.split(' ')
  t.strictSame(Object.fromEntries(Object.entries(own).filter(([name]) => !standard.includes(name))), {
    source_sign_in_provider: 'google.com',
    source_sign_in_second_factor: 'totp',
    source_second_factor_identifier: ''
  })
  t.equal(own.email_verified, false, 'as in the account')
})

t.test('acquire: only with an idle limit the sign-in is recorded as first request', async (t) => {
  const { platform, clock, standIn } = await startProvider(t)
  for (const notesActivity of [true, false]) {
    const acquire = buildAcquirer(platform, clock, { mode: 'handover', idleSeconds: notesActivity ? 300 : 0 })
    clock.advance(7)
    const acquired = await acquire({ ...(await standIn.signIn('alice')), tenantIds: [null] })
    const times = { startedAtSeconds: clock.now(), activeAtSeconds: notesActivity ? clock.now() : null }
    t.match(acquired, { session: times })
    t.match(openAcquired(acquired), times)
  }
})

for (const mode of ['exchange', 'handover'] as const)
  t.test(`acquire: ${mode}, sign-in before the ended-until time is refused (ASVS 7.3.2)`, async (t) => {
    const { platform, clock, standIn } = await startProvider(t, { withCredentials: mode === 'exchange' })
    const revocations = createRevocations(createRuntime({ now: clock.now }), {
      shared: createMemoryState(clock.now),
      onEnded() {},
      onRevoked() {},
      mostAccounts: 1
    })
    const acquire = buildAcquirer(platform, clock, { mode, state: { revocations } })
    const startedAtSeconds = clock.now()
    for (const subject of ['bob', 'eve'])
      await revocations.endSession(
        { id: subject, subject, tenantId: null, startedAtSeconds },
        startedAtSeconds + 1000
      )
    clock.advance(10)
    const signIn = async (authTimeSeconds: number) =>
      acquire({ ...(await standIn.signIn('alice', { authTimeSeconds })), tenantIds: [null] })
    t.equal(codeOf(await signIn(startedAtSeconds)), 'SIGN_IN_TOO_OLD')
    t.strictSame([standIn.calls.exchange, standIn.calls.refresh], [0, 0])
    t.match(await signIn(startedAtSeconds + 1), { kind: 'acquired' })
  })

t.test('acquire: beyond the repeatable sessions, the oldest is refused (ASVS 10.5.1)', async (t) => {
  const { platform, clock, standIn } = await startProvider(t)
  const repeatable = createRepeatableSessions(clock.now, 12_000)
  const acquire = buildAcquirer(platform, clock, { mode: 'handover', repeatable })
  const pages = []
  for (let count = 0; count < 6; count++) {
    clock.advance(1)
    pages.push({ ...(await standIn.signIn('alice')), tenantIds: [null] })
  }
  for (const page of pages) t.match(await acquire(page), { kind: 'acquired' })
  const again = await Promise.all(pages.map(acquire))
  t.equal(codeOf(again[0]!), 'SIGN_IN_USED')
  t.match(again[5], { kind: 'acquired' })
  t.equal(standIn.calls.refresh, 6)
})

t.test('acquire: sign-in used elsewhere during the call is refused (ASVS 10.5.1)', async (t) => {
  const { platform, clock, standIn } = await startProvider(t)
  const page = await standIn.signIn('alice', {})
  const authTime = Number(decodeClaims(page.idToken).auth_time)
  let isFirst = false
  const asked: number[] = []
  const usedSignIns = {
    has: () => false,
    async use(_: unknown, expiresAtSeconds: number) {
      asked.push(expiresAtSeconds)
      return isFirst
    }
  }
  const acquire = buildAcquirer(platform, clock, { mode: 'handover', state: { usedSignIns } })
  const signIn = { ...page, tenantIds: [null] }
  t.equal(codeOf(await acquire(signIn)), 'SIGN_IN_USED')
  isFirst = true
  t.match(await acquire(signIn), { kind: 'acquired' }, 'control: no other process was first')
  const lastSecond = authTime + 900 + CLOCK_SKEW_SECONDS
  t.same(asked, [lastSecond + 1, lastSecond + 1], 'stored until it is too old')
})

for (const mode of ['handover', 'exchange'] as const)
  t.test(`acquire: ${mode}, another process gives the same session, once (ASVS 10.5.1)`, async (t) => {
    const { platform, clock, standIn } = await startProvider(t, { withCredentials: true })
    const state = { shared: createMemoryState(clock.now) }
    const [here, there] = [0, 1].map(() => buildAcquirer(platform, clock, { mode, state }))
    const signIn = { ...(await standIn.signIn('alice')), tenantIds: [null] }
    const first = await here?.(signIn)
    t.match(first, { kind: 'acquired' })
    t.match(await there?.(signIn), first)
    clock.advance(61)
    t.equal(codeOf((await there?.(signIn))!), 'SIGN_IN_USED')
  })

t.test('acquire: handover stores a new refresh token of the provider', async (t) => {
  const { acquire, signIn, standIn } = await startAcquirer(t, 'handover')
  standIn.settings.rotateRefreshTokens = true
  const page = await signIn()
  const state = openAcquired(await acquire(page.idToken, page.refreshToken))
  t.ok(state?.refreshToken)
  t.not(state?.refreshToken, page.refreshToken)
})

t.test('acquire: handover, refresh token of the uid in another tenant, refused (ASVS 2.2.3)', async (t) => {
  const { acquire, signIn, standIn } = await startAcquirer(t, 'handover', {
    settings: { tenants: { '/acme/*': 'acme' } }
  })
  standIn.accounts.create({ uid: 'alice', tenantId: 'acme' })
  const [own, ofAcme] = [await signIn(), await signIn('alice', { tenantId: 'acme' })]
  for (const [idToken, refreshToken] of [
    [own.idToken, ofAcme.refreshToken],
    [ofAcme.idToken, own.refreshToken]
  ] as const)
    t.equal(codeOf(await acquire(idToken, refreshToken, [null, 'acme'])), 'INVALID_CREDENTIALS')
  t.match(await acquire(ofAcme.idToken, ofAcme.refreshToken, [null, 'acme']), { kind: 'acquired' }, 'valid')
})

for (const mode of ['exchange', 'handover'] as const) {
  t.test(`acquire: ${mode}, without certificates it is unavailable`, async (t) => {
    const { acquire, standIn, signIn } = await startAcquirer(t, mode)
    const { idToken, refreshToken } = await signIn()
    standIn.faults.certificates = { kind: 'html', status: 503 }
    const fault = { code: 'PROVIDER_UNAVAILABLE', statusCode: 503, doctor: 'CERTIFICATES' }
    t.match(await acquire(idToken, refreshToken), { kind: 'refused', fault })
    standIn.faults.reset()
    t.equal((await acquire(idToken, refreshToken)).kind, 'acquired', 'when they are back')
  })

  t.test(`acquire: ${mode}, an unusable new token gives no session`, async (t) => {
    const { acquire, standIn, signIn } = await startAcquirer(t, mode)
    const page = await signIn()
    // The page may hand over anything, such as the refresh token of an account that may not sign in here.
    const refused = mode === 'handover' ? 'INVALID_CREDENTIALS' : 'PROVIDER_UNAVAILABLE'
    const rows: readonly [string, string, string][] = [
      ['expired', await standIn.issueIdToken('alice', { ttlSeconds: -1 }), 'PROVIDER_UNAVAILABLE'],
      ['another project', await standIn.issueIdToken('alice', { claims: { aud: 'other' } }), refused],
      [
        'a tenant',
        await standIn.issueIdToken('alice', { claims: { firebase: { tenant: 'acme' } } }),
        refused
      ],
      ['no token', 'not a token', refused]
    ]
    const grant = (idToken: string) => ({
      kind: 'body' as const,
      status: 200,
      body: JSON.stringify({ idToken, id_token: idToken, refreshToken: 'r', refresh_token: 'r' })
    })
    const step = mode === 'exchange' ? 'exchange' : 'refresh'
    for (const [name, idToken, code] of rows) {
      standIn.faults[step] = grant(idToken)
      t.equal(codeOf(await acquire(page.idToken, page.refreshToken)), code, name)
    }
    standIn.faults[step] = grant(await standIn.issueIdToken('bob'))
    t.equal(codeOf(await acquire(page.idToken, page.refreshToken)), 'INVALID_CREDENTIALS', 'of another user')
    standIn.faults[step] = grant(await standIn.issueIdToken('alice'))
    t.equal((await acquire(page.idToken, page.refreshToken)).kind, 'acquired', 'a valid token')
  })
}

t.test('acquire: exchange without credentials is unavailable, a configuration fault', async (t) => {
  const { acquire, signIn, standIn } = await startAcquirer(t, 'exchange', { withCredentials: false })
  const refused = await acquire((await signIn()).idToken, null)
  t.match(refused, { kind: 'refused', fault: { code: 'PROVIDER_UNAVAILABLE' } })
  t.equal(standIn.accounts.get('alice')?.uid, 'alice')
})

t.test('acquire: exchange without a signature is unavailable and exchanges nothing', async (t) => {
  const { standIn, settings, clock } = await startProvider(t, {
    clock: createClock(Math.floor(Date.now() / 1000))
  })
  const url = `http://${standIn.metadataHost}`
  const credentials = { kind: 'metadata', url, signerEmail: null } as const
  const platform = createIdentityPlatform({ settings, credentials, plugins: PLUGINS, now: clock.now })
  t.teardown(() => platform.close())
  const acquire = buildAcquirer(platform, clock, { mode: 'exchange' })
  const page = { ...(await standIn.signIn('alice')), tenantIds: [null] }
  standIn.settings.serviceAccountMaySign = false
  const refused = await acquire(page)
  t.match(refused, { fault: { code: 'PROVIDER_UNAVAILABLE', detail: /^configuration: 403 / } })
  t.strictSame([standIn.calls.lookup, standIn.calls.signBlob, standIn.calls.exchange], [1, 1, 0])
  standIn.settings.serviceAccountMaySign = true
  t.equal((await acquire(page)).kind, 'acquired', 'once it may sign')
})

t.test('acquire: fault of a failed call keeps only the code of a permanent failure', async (t) => {
  const failure = { code: 'USER_DISABLED', detail: '400 X', retryAfterSeconds: 9 } as const
  const rows = [
    ['permanent', 'USER_DISABLED', undefined],
    ['temporary', 'PROVIDER_UNAVAILABLE', 9],
    ['configuration', 'PROVIDER_UNAVAILABLE', 9],
    ['caller', 'PROVIDER_UNAVAILABLE', 9]
  ] as const
  for (const [kind, code, retryAfterSeconds] of rows) {
    const fault = providerFault({ kind, ...failure })
    t.strictSame([fault.code, fault.retryAfterSeconds], [code, retryAfterSeconds], kind)
    t.equal(fault.detail, `${kind}: 400 X`)
    t.equal(fault.doctor, kind === 'permanent' ? undefined : 'API_KEY')
  }
  const temporary = { ...failure, kind: 'temporary' } as const
  t.equal(providerFault({ ...temporary, detail: '429 QUOTA_EXCEEDED' }).doctor, 'QUOTA')
  t.equal(providerFault({ ...temporary, call: 'certificates' }).doctor, 'CERTIFICATES')
  t.equal(providerFault({ ...temporary, detail: 'not asked: 503 UNAVAILABLE' }).doctor, undefined)
})

t.test('acquire: fault of a call that was not made names the kind of its cause', async (t) => {
  const failure = { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE', detail: 'not asked: 400 X' } as const
  t.match(providerFault({ ...failure, isHeldByConfiguration: true }), {
    code: 'PROVIDER_UNAVAILABLE',
    statusCode: 503,
    detail: 'configuration: not asked: 400 X'
  })
  const ofOutage = providerFault({ ...failure, isHeldByConfiguration: false })
  t.equal(ofOutage.detail, 'temporary: not asked: 400 X')
})
