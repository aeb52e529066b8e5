import t, { type Test } from 'tap'
import type { AcquireMode } from '../../../src/session/sign-in/acquire.ts'
import type { Acquisition } from '../../../src/session/sign-in/replay-guard.ts'
import { checkBearer, checkSignIn, type SignInRules } from '../../../src/session/sign-in/rules.ts'
import type { SignInFacts } from '../../../stand-in/test-api.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { startProvider } from '../../fixtures/provider/provider.ts'
import { buildAcquirer } from '../../fixtures/session/acquirer.ts'
import { buildRules } from '../../fixtures/session/sessions.ts'
import { enter, visit } from '../../fixtures/session/visits.ts'

const providers = new Set(['password', 'phone', 'custom', 'oidc.acme'])
const NONE = buildRules({ providers })
const VERIFIED = buildRules({ providers, verifiedEmail: true })
const SECOND = buildRules({ providers, secondFactor: true })
const BOTH = buildRules({ providers, verifiedEmail: true, secondFactor: true })
const TOTP = { kind: 'totp', id: 'mfa-1' } as const
const SMS = { kind: 'phone', id: 'mfa-2' } as const

const base = { sub: 'alice', iat: 0, exp: 9, auth_time: 0, firebase: { sign_in_provider: 'password' } }
const codeOf = (acquisition: Acquisition) => (acquisition.kind === 'refused' ? acquisition.fault.code : null)

t.test('sign-in rules: an email address counts as verified only if the claim is true', async (t) => {
  const rows: readonly [claims: object, code: string | null][] = [
    [{ email: 'a@b.example', email_verified: true }, null],
    [{ email: 'a@b.example', email_verified: false }, 'EMAIL_UNVERIFIED'],
    [{ email: 'a@b.example' }, 'EMAIL_UNVERIFIED'],
    [{ email: 'a@b.example', email_verified: 'true' }, 'EMAIL_UNVERIFIED'],
    [{ email: 'a@b.example', email_verified: 1 }, 'EMAIL_UNVERIFIED'],
    [{ email_verified: true }, 'EMAIL_UNVERIFIED'],
    [{ email: '', email_verified: true }, 'EMAIL_UNVERIFIED'],
    [{ email: null, email_verified: true }, 'EMAIL_UNVERIFIED'],
    [{}, 'EMAIL_UNVERIFIED']
  ]
  for (const [claims, code] of rows) {
    const all = { ...base, ...claims }
    const name = JSON.stringify(claims)
    t.equal(checkSignIn(all, VERIFIED)?.code ?? null, code, name)
    t.equal(checkSignIn(all, NONE), null, `${name} without the rule`)
  }
})

t.test('sign-in rules: any second factor counts, but only where the provider puts it', async (t) => {
  const rows: readonly [claims: { firebase: object; [claim: string]: unknown }, code: string | null][] = [
    [{ firebase: { sign_in_second_factor: 'totp' } }, null],
    [{ firebase: { sign_in_second_factor: 'phone' } }, null],
    [{ firebase: { sign_in_second_factor: 'of-tomorrow' } }, null],
    [{ firebase: { sign_in_second_factor: '' } }, 'SECOND_FACTOR_REQUIRED'],
    [{ firebase: { sign_in_second_factor: true } }, 'SECOND_FACTOR_REQUIRED'],
    [{ firebase: { second_factor_identifier: 'x' } }, 'SECOND_FACTOR_REQUIRED'],
    [{ firebase: {}, sign_in_second_factor: 'totp' }, 'SECOND_FACTOR_REQUIRED'],
    [{ firebase: {}, source_sign_in_second_factor: 'totp' }, 'SECOND_FACTOR_REQUIRED'],
    [
      { firebase: { sign_in_provider: 'custom' }, source_sign_in_second_factor: 'totp' },
      'SECOND_FACTOR_REQUIRED'
    ]
  ]
  for (const [claims, code] of rows) {
    const all = { ...base, ...claims, firebase: { ...base.firebase, ...claims.firebase } }
    const name = JSON.stringify(claims)
    t.equal(checkSignIn(all, SECOND)?.code ?? null, code, name)
    t.equal(checkSignIn(all, NONE), null, `${name} without the rule`)
  }
})

t.test('sign-in rules: the method is exactly one of the allowed (ASVS 6.3.4, 2.2.2)', async (t) => {
  const rules = buildRules({ providers: new Set(['google.com', 'custom']), secondFactor: true })
  const rows: readonly (readonly [provider: unknown, code: string])[] = [
    ['google.com', 'SECOND_FACTOR_REQUIRED'],
    ['custom', 'SECOND_FACTOR_REQUIRED'],
    ['password', 'SIGN_IN_METHOD_NOT_ALLOWED'],
    ['Google.com', 'SIGN_IN_METHOD_NOT_ALLOWED'],
    ['google.com ', 'SIGN_IN_METHOD_NOT_ALLOWED'],
    ['constructor', 'SIGN_IN_METHOD_NOT_ALLOWED'],
    ['', 'SIGN_IN_METHOD_NOT_ALLOWED'],
    ...[undefined, null, 7, ['google.com'], { 'google.com': true }].map(
      (provider) => [provider, 'SIGN_IN_METHOD_NOT_ALLOWED'] as const
    )
  ]
  for (const [sign_in_provider, code] of rows) {
    const claims = { ...base, firebase: { sign_in_provider } }
    t.equal(checkSignIn(claims, rules)?.code, code, String(sign_in_provider))
    t.equal(checkBearer(claims, rules)?.code, code, String(sign_in_provider))
  }
  const long = { ...base, firebase: { sign_in_provider: 'x'.repeat(5000) } }
  t.ok((checkSignIn(long, rules)?.detail?.length ?? 0) < 200, 'a long name is truncated in the log')
})

t.test('sign-in rules: a token of an exchange is checked by its carriers (ASVS 6.8.4)', async (t) => {
  const firebase = { sign_in_provider: 'custom' }
  const carriers = { source_sign_in_provider: 'password', source_sign_in_second_factor: 'totp' }
  const rows: readonly [carriers: object, code: string | null][] = [
    [carriers, null],
    [{ ...carriers, source_sign_in_provider: 'google.com' }, 'SIGN_IN_METHOD_NOT_ALLOWED'],
    [{ ...carriers, source_sign_in_provider: '' }, 'SIGN_IN_METHOD_NOT_ALLOWED'],
    [{ ...carriers, source_sign_in_second_factor: '' }, 'SECOND_FACTOR_REQUIRED']
  ]
  for (const [own, code] of rows) {
    const claims = { ...base, firebase, ...own }
    t.equal(checkSignIn(claims, SECOND)?.code ?? null, code, JSON.stringify(own))
    t.match(checkBearer(claims, SECOND), { code: 'SIGN_IN_USED', detail: 'the id token of another session' })
  }
})

async function startRuled(t: Test, mode: AcquireMode, rules: SignInRules) {
  const provider = await startProvider(t, { withCredentials: mode === 'exchange' })
  const { platform, clock, standIn } = provider
  const acquirer = buildAcquirer(platform, clock, { mode, rules })
  const { accounts } = standIn
  accounts.create({ uid: 'vera', email: 'vera@example.com', emailVerified: true })
  const signIn = (uid: string, facts: SignInFacts = {}) => standIn.signIn(uid, facts)
  const acquire = (tokens: { idToken: string; refreshToken: string | null }) =>
    acquirer({ ...tokens, tenantIds: [null] })
  return { ...provider, acquire, signIn }
}

for (const mode of ['exchange', 'handover'] as const) {
  t.test(`sign-in rules: ${mode}, refused before tokens are made, sufficient sign-ins pass`, async (t) => {
    const rows: readonly [uid: string, facts: SignInFacts, rules: SignInRules, code: string | null][] = [
      ['alice', {}, NONE, null],
      ['alice', {}, VERIFIED, 'EMAIL_UNVERIFIED'],
      ['alice', {}, SECOND, 'SECOND_FACTOR_REQUIRED'],
      ['alice', { secondFactor: TOTP }, SECOND, null],
      ['vera', {}, VERIFIED, null],
      ['vera', {}, BOTH, 'SECOND_FACTOR_REQUIRED']
    ]
    for (const rules of [NONE, VERIFIED, SECOND, BOTH]) {
      const { acquire, signIn, standIn } = await startRuled(t, mode, rules)
      for (const [uid, facts, , code] of rows.filter((row) => row[2] === rules)) {
        const tokens = await signIn(uid, facts)
        standIn.calls.reset()
        const name = `${uid} ${JSON.stringify(facts)} ${JSON.stringify(rules)}`
        t.equal(codeOf(await acquire(tokens)), code, name)
        t.equal(standIn.calls.exchange + standIn.calls.refresh, code === null ? 1 : 0, name)
        t.equal(standIn.calls.lookup + standIn.calls.lookupByIdToken, 1, `${name}: looked up first`)
      }
    }
  })

  t.test(`sign-in rules: ${mode}, account also disabled, the response names that`, async (t) => {
    const { acquire, signIn, standIn } = await startRuled(t, mode, BOTH)
    const tokens = await signIn('alice')
    t.equal(codeOf(await acquire(tokens)), 'EMAIL_UNVERIFIED')
    standIn.accounts.disable('alice')
    t.equal(codeOf(await acquire(tokens)), 'USER_DISABLED')
  })

  t.test(`sign-in rules: ${mode}, address verified meanwhile, only a new token passes`, async (t) => {
    const { acquire, signIn, standIn, platform } = await startRuled(t, mode, VERIFIED)
    const old = await signIn('alice')
    standIn.accounts.update('alice', { emailVerified: true })
    t.equal(codeOf(await acquire(old)), 'EMAIL_UNVERIFIED')
    const refreshed = await platform.tokens.refresh(old.refreshToken)
    if (refreshed.kind !== 'tokens') throw new Error('no refresh')
    t.equal(codeOf(await acquire(refreshed.tokens)), null)
  })
}

t.test('sign-in rules: token from a clock ahead is accepted up to 300 s', async (t) => {
  for (const mode of ['exchange', 'handover'] as const) {
    const { acquire, standIn, signIn, clock } = await startRuled(t, mode, NONE)
    const { refreshToken } = await signIn('alice')
    const at = (claim: 'iat' | 'auth_time', seconds: number) =>
      standIn.issueIdToken('alice', { claims: { [claim]: Math.floor(clock.now()) + seconds } })
    for (const claim of ['iat', 'auth_time'] as const) {
      standIn.calls.reset()
      const late = await acquire({ idToken: await at(claim, 301), refreshToken })
      const detail = `${claim} lies in the future`
      const fault = { code: 'INVALID_ARGUMENT', statusCode: 401, detail, doctor: 'CLOCK' }
      t.match(late, { kind: 'refused', fault }, mode)
      t.equal(standIn.calls.total() - standIn.calls.certificates, 0, 'no provider call')
      const found = codeOf(await acquire({ idToken: await at(claim, 300), refreshToken }))
      t.equal(found, null, `${mode} ${claim}`)
    }
  }
})

t.test('sign-in rules: over HTTP, 403 and no cookie until the rules are met (ASVS 2.3.1)', async (t) => {
  for (const acquire of ['exchange', 'handover'] as const) {
    const gateway = await startGateway(t, {
      acquire,
      config: { 'session.requireVerifiedEmail': true, 'login.mfa.totp': 'required' }
    })
    const { provider, logLines, upstream } = gateway
    provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
    const rows: readonly [code: string, message: RegExp, facts: SignInFacts][] = [
      ['EMAIL_UNVERIFIED', /^Verify your email address first\.$/, { secondFactor: TOTP }],
      ['SECOND_FACTOR_REQUIRED', /second step/, {}]
    ]
    for (const [code, message, facts] of rows) {
      const response = await enter(gateway, await provider.signIn('ada', facts))
      t.match(response, { status: 403, code, body: { message }, isCleared: false, cookie: '' })
      t.match(logLines().at(-1), { code, path: '/_auth/session', method: 'POST' })
      provider.accounts.update('ada', { emailVerified: true })
    }
    const { status, cookie } = await enter(gateway, await provider.signIn('ada', { secondFactor: SMS }))
    t.same([status, (await visit(gateway, cookie)).status], [200, 200])
    t.equal(upstream.seen.length, 1)
  }
})

t.test('sign-in rules: `optional` and `off` require no second factor', async (t) => {
  for (const totp of ['optional', 'off']) {
    const gateway = await startGateway(t, { config: { 'login.mfa.totp': totp } })
    gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
    t.match(await enter(gateway, await gateway.provider.signIn('ada')), { status: 200 }, totp)
  }
})

t.test('sign-in rules: handover, tokens got by a refresh token meet the rules too', async (t) => {
  const google = { provider: 'google.com', secondFactor: TOTP }
  const methods = { 'login.methods.password': false, 'login.providers': [{ id: 'google.com' }] }
  const gateway = await startGateway(t, { config: { ...methods, 'login.mfa.totp': 'required' } })
  const good = await gateway.provider.signIn('ada', google)
  for (const [code, facts] of [
    ['SIGN_IN_METHOD_NOT_ALLOWED', { secondFactor: TOTP }],
    ['SECOND_FACTOR_REQUIRED', { provider: 'google.com' }]
  ] as const) {
    const { refreshToken } = await gateway.provider.signIn('ada', facts)
    t.match(await enter(gateway, { ...good, refreshToken }), { status: 403, code, cookie: '' })
  }
  t.match(await enter(gateway, good), { status: 200 }, 'its own')
})
