import t from 'tap'
import {
  bodyOf,
  checkRows,
  GOOD_PASSKEYS,
  linesOf,
  PUBLIC_URL,
  refusal,
  startPasskeyTrials,
  type TrialRow
} from '../../fixtures/passkey-trials.ts'

const trials = await startPasskeyTrials(t)
const { standIn, tryIt, passkeys } = trials
const { accounts, faults, settings } = standIn
t.beforeEach(trials.reset)

t.test(
  'doctor: --account, one passkey is added, signed in with and taken away, a line for each question',
  async (t) => {
    const examined = await tryIt()
    t.strictSame(linesOf(examined), [
      'ok account scratch: a passkey was added and signed in with; the passkey is taken away again',
      'options: RP ID example.com, user.id is the uid, algorithms ES256 RS256 EdDSA, resident key required, user verification required, no timeout, browsers have their own',
      'session from before the enrolment: goes on',
      'id: listed in base64 with padding; both alphabets are understood',
      'id token: sign_in_provider passkey, no amr; $signInProvider says passkey',
      'second factor: not known, as the account has none; name one that has, to find out',
      'robots: neither reCAPTCHA nor App Check is asked for',
      'origins: https://app.example.com is taken; expectedOrigins writes it with its scheme',
      'without user verification: refused',
      'from a page of another site: refused',
      'not asked: how late a response may come, how long ago the sign-in before an enrolment may be, how many passkeys an account may have, what blocking functions see'
    ])
    t.equal(standIn.calls.passkeyEnrollmentFinalize, 1)
    t.equal(standIn.calls.passkeySignInFinalize, 3)
    t.equal(passkeys(), 0)
  }
)

t.test('doctor: --account, none of what is printed is a secret', async (t) => {
  const { output } = await tryIt({ GATEHOUSE_LOGIN_METHODS_PASSKEY: 'button' })
  t.notMatch(output, /eyJ[\w-]{10}|AMf-|scratch@|gatehouse-doctor\w{10}|"challenge"/)
  t.match(output, /PASSKEY_TRIAL/, 'twin')
})

const tokensAs = async (provider: string, claims: Record<string, unknown> = {}) => ({
  idToken: await standIn.issueIdToken('scratch', {
    claims: { firebase: { sign_in_provider: provider }, ...claims }
  }),
  refreshToken: 'a-refresh-token'
})
const TOTP = { id: 'factor-1', totpSecret: 'JBSWY3DPEHPK3PXP', enrolledAtSeconds: 1_700_000_000 }

const ROWS: readonly TrialRow[] = [
  {
    title: 'an origin that is written without its scheme',
    prepare: () => {
      settings.passkeys = { ...GOOD_PASSKEYS, expectedOrigins: ['app.example.com'] }
    },
    says: [/^ok /, /expectedOrigins writes it without a scheme$/]
  },
  {
    title: 'settings that may not be read',
    faults: { passkeyConfig: refusal(403, 'PERMISSION_DENIED') },
    says: [
      /^ok /,
      /^origins: .* is taken; how expectedOrigins writes it is not known: 403 .*firebaseauth.configs.get/
    ]
  },
  {
    title: 'an RP ID of another site',
    prepare: () => {
      settings.passkeys = { ...GOOD_PASSKEYS, rpId: 'demo-doctor.firebaseapp.com' }
    },
    says: [
      /^fail .*signed in with/,
      /^options: RP ID demo-doctor.firebaseapp.com/,
      /app.example.com is neither it nor below it/
    ]
  },
  {
    title: 'a session from before that is over',
    faults: { refresh: refusal(400, 'TOKEN_EXPIRED') },
    says: [
      /^warn .*signed in with/,
      /^session from before the enrolment: over \(TOKEN_REVOKED\)$/,
      /signed out on all other devices/
    ]
  },
  {
    title: 'an account with a second factor, which is not asked for',
    prepare: () => accounts.update('scratch', { secondFactors: [TOTP] }),
    says: [/^ok /, /^second factor: not asked for: accounts that have one come in by passkey alone$/]
  },
  {
    title: 'the same where everybody needs one',
    prepare: () => accounts.update('scratch', { secondFactors: [TOTP] }),
    env: { GATEHOUSE_LOGIN_MFA_TOTP: 'required' },
    says: [/^ok /, /with login.mfa.totp: required sign-ins by passkey get no session$/]
  },
  {
    title: 'the same where a passkey counts as one',
    prepare: () => accounts.update('scratch', { secondFactors: [TOTP] }),
    env: { GATEHOUSE_LOGIN_PASSKEYS_COUNTS_AS_SECOND_FACTOR: 'true' },
    says: [/^ok /, /^second factor: not asked for; login.passkeys.countsAsSecondFactor is on$/]
  },
  {
    title: 'a second factor that is asked for',
    faults: { passkeySignInFinalize: bodyOf({ mfaPendingCredential: 'pending', mfaInfo: [] }) },
    says: [/^fail /, /^second factor: asked for after the passkey/, /^id token: sign_in_provider passkey/]
  },
  {
    title: 'a provider that takes every response, and a passkey that counts as a second factor',
    prepare: async () => {
      faults.passkeySignInFinalize = bodyOf(await tokensAs('passkey', { amr: ['swk', 'user'] }))
    },
    env: { GATEHOUSE_LOGIN_PASSKEYS_COUNTS_AS_SECOND_FACTOR: 'true' },
    says: [
      /^fail /,
      /amr \["swk","user"\]; \$signInProvider says passkey$/,
      /^without user verification: taken; the page alone asks for it$/,
      /countsAsSecondFactor relies on it \| switch it off$/,
      /^from a page of another site: taken$/,
      /does not compare origins/
    ]
  },
  {
    title: 'a sign-in that is called otherwise',
    prepare: async () => {
      faults.passkeySignInFinalize = bodyOf(await tokensAs('webauthn'))
    },
    says: [/^fail /, /^id token: sign_in_provider webauthn, no amr$/, /do not see these/]
  },
  {
    title: 'a sign-in as somebody else',
    prepare: async () => {
      faults.passkeySignInFinalize = bodyOf({
        idToken: await standIn.issueIdToken('mallory'),
        refreshToken: 'x'
      })
    },
    says: [/^fail /, /of another account$/, /^the passkey signs in as somebody else/]
  },
  {
    title: 'an id token that the gateway does not take',
    prepare: async () => {
      const idToken = await standIn.issueIdToken('scratch', { claims: { aud: 'another-project' } })
      faults.passkeySignInFinalize = bodyOf({ idToken, refreshToken: 'x' })
    },
    says: [/^fail /, /^id token: not taken by the gateway \(aud\)$/]
  },
  {
    title: 'an account whose record lists no passkeys; it is taken away by its id',
    faults: {
      lookup: bodyOf({ kind: 'identitytoolkit#GetAccountInfoResponse', users: [{ localId: 'scratch' }] })
    },
    says: [
      /^fail .*signed in with; the passkey is taken away again$/,
      /^id: the account lists no such passkey$/
    ]
  }
]

t.test('doctor: --account, what a passkey does otherwise here is said; none is left', (t) =>
  checkRows(t, trials, ROWS)
)

t.test('doctor: --account of a tenant, at its host; refused in the pool of the project', async (t) => {
  const tenants = { GATEHOUSE_IDENTITY_PLATFORM_TENANTS: '{"acme.example.com":"acme-x1"}' }
  settings.passkeys = { ...GOOD_PASSKEYS, expectedOrigins: [PUBLIC_URL, 'https://acme.example.com'] }
  accounts.delete('scratch')
  accounts.create({ uid: 'scratch', tenantId: 'acme-x1' })
  const lines = linesOf(await tryIt(tenants, ['--tenant', 'acme-x1']))
  t.match(lines[0], /^ok account scratch: a passkey was added/)
  t.ok(lines.some((line) => line.startsWith('origins: https://acme.example.com is taken')))
  t.equal(passkeys(), 0)
  t.match(linesOf(await tryIt(tenants))[0], /^fail .*no such account; no passkey was added$/, 'twin')
  const configured = { GATEHOUSE_IDENTITY_PLATFORM_TENANT_ID: 'acme-x1' }
  t.match(linesOf(await tryIt(configured))[0], /^ok /, 'the tenant of the configuration')
  t.match(linesOf(await tryIt(configured, ['--no-tenant']))[0], /^fail not tried: the project's own accounts/)
})
