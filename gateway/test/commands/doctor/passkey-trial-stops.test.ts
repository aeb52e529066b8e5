import t from 'tap'
import { passkeyTrialCheck } from '../../../src/commands/doctor/checks/passkey-trial.ts'
import { linkOf } from '../../../src/commands/doctor/report.ts'
import type { InjectedFault } from '../../../stand-in/server/faults.ts'
import { runCommand } from '../../fixtures/command-run.ts'
import {
  bodyOf,
  checkRows,
  GOOD_PASSKEYS,
  linesOf,
  refusal,
  startPasskeyTrials,
  type TrialRow
} from '../../fixtures/passkey-trials.ts'

const trials = await startPasskeyTrials(t)
const { standIn, tryIt, passkeys, env } = trials
const { accounts, faults, settings } = standIn
t.beforeEach(trials.reset)

const creation = (changes: object): InjectedFault =>
  bodyOf({
    credentialCreationOptions: {
      rp: { id: 'example.com' },
      user: { id: Buffer.from('scratch').toString('base64') },
      challenge: 'AAAA',
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      ...changes
    }
  })

const ROWS: readonly TrialRow[] = [
  {
    title: 'passkeys that are not enabled',
    prepare: () => {
      settings.passkeys = null
    },
    says: [
      /^fail .*asking to add a passkey: 400 PASSKEY_NOT_ENABLED; no passkey was added$/,
      /preview of the provider \| see PASSKEYS/
    ]
  },
  {
    title: 'an account that has as many as it may',
    prepare: () => {
      settings.maxPasskeys = 0
    },
    says: [/^fail .*PASSKEY_LIMIT_EXCEEDED; no passkey was added$/, /as many passkeys as the provider allows/]
  },
  {
    title: 'an account that does not exist, which is not made',
    prepare: () => accounts.delete('scratch'),
    says: [
      /^fail account scratch: looking the account up: no such account; no passkey was added$/,
      /no account of this uid/
    ]
  },
  {
    title: 'a disabled account',
    prepare: () => accounts.disable('scratch'),
    says: [/^fail account scratch: the account is disabled; no passkey was added$/]
  },
  {
    title: 'an account of another pool',
    args: ['--tenant', 'acme-x1'],
    env: { GATEHOUSE_IDENTITY_PLATFORM_TENANTS: '{"acme.example.com":"acme-x1"}' },
    says: [/^fail account scratch: looking the account up: no such account/]
  },
  {
    title: 'a tenant that the configuration does not name',
    args: ['--tenant', 'bolt-x2'],
    says: [/^fail not tried: tenant bolt-x2 is not used here$/, /take one of: --no-tenant$/]
  },
  {
    title: 'no credentials',
    env: { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: '' },
    says: [/^fail not tried: no credentials that can sign$/]
  },
  {
    title: 'an origin that the project does not expect',
    prepare: () => {
      settings.passkeys = { ...GOOD_PASSKEYS, expectedOrigins: ['https://www.example.com'] }
    },
    says: [
      /^fail .*adding the passkey: 400 INVALID_AUTHENTICATOR_RESPONSE; the passkey is taken away again$/,
      /what a page at https:\/\/app.example.com sends \| add the origin to expectedOrigins/
    ]
  },
  {
    title: 'App Check that is enforced for enrolments',
    faults: { passkeyEnrollmentFinalize: refusal(401, 'Firebase App Check token is invalid.') },
    says: [/^fail .*adding the passkey: 401 /, /^App Check is enforced/]
  },
  {
    title: 'reCAPTCHA that is asked for',
    faults: { passkeySignInFinalize: refusal(400, 'MISSING_RECAPTCHA_TOKEN') },
    says: [
      /^fail .*signing in with the passkey: 400 MISSING_RECAPTCHA_TOKEN; the passkey is taken away again$/,
      /asks for reCAPTCHA/
    ]
  },
  {
    title: 'options that browsers would refuse, or that few authenticators can meet',
    faults: {
      passkeyEnrollmentStart: creation({
        user: { id: Buffer.alloc(65).toString('base64') },
        pubKeyCredParams: [{ type: 'public-key', alg: '-257' }],
        authenticatorSelection: { userVerification: 'preferred' },
        timeout: 300_000
      })
    },
    says: [
      /^fail .*adding the passkey: 400 INVALID_AUTHENTICATOR_RESPONSE/,
      /^options: .*user.id of 65 bytes is not the uid, algorithms RS256, resident key not asked for, the page asks for it, user verification preferred, timeout 300000 ms$/,
      /^browsers take a user.id of 1 to 64 bytes, and this one has 65/,
      /^ES256 is not offered/
    ]
  },
  {
    title: 'options without a challenge',
    faults: { passkeyEnrollmentStart: creation({ challenge: undefined }) },
    says: [/^fail .*names no RP ID or no challenge; no passkey was added$/]
  },
  {
    title: 'algorithms that nobody has',
    faults: {
      passkeyEnrollmentStart: creation({ pubKeyCredParams: [{ alg: -9999 }, { alg: 'none' }, null] })
    },
    says: [/^fail .*offers no algorithm that the doctor knows; no passkey was added$/]
  },
  {
    title: 'an answer of another shape',
    faults: { passkeyEnrollmentStart: bodyOf({ credentialCreationOptions: [1] }) },
    says: [/^fail .*names no RP ID or no challenge/]
  },
  {
    title: 'the emulator',
    env: {
      GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
      GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: new URL(standIn.url).host
    },
    says: [/^skip the emulator takes every passkey/]
  }
]

t.test('doctor: --account, a trial that cannot go on, the cause; no passkey is left', (t) =>
  checkRows(t, trials, ROWS)
)

t.test(
  'doctor: --account, Ctrl-C in the middle: the passkey goes first, then the command ends with 130',
  async (t) => {
    const interruption = new AbortController()
    let release = () => {}
    faults.passkeySignInStart = {
      kind: 'hold',
      until: new Promise<void>((resolve) => {
        release = resolve
      })
    }
    const calls = standIn.calls.passkeySignInStart
    const args = ['doctor', '--passkeys', '--account', 'scratch']
    const running = runCommand(args, { env: env, signal: interruption.signal })
    // PASSKEYS asks too.
    while (passkeys() === 0 || standIn.calls.passkeySignInStart < calls + 2)
      await new Promise<void>((resolve) => setImmediate(resolve))
    interruption.abort()
    release()
    const { code, stdout, stderr } = await running
    t.equal(code, 130)
    t.match(stdout, /fail {2}PASSKEY_TRIAL account scratch: interrupted; the passkey is taken away\s+again/)
    t.match(stderr, /^interrupted: taking the passkey away first/)
    t.equal(passkeys(), 0)
  }
)

t.test('doctor: --account, Ctrl-C before, nothing is added', async (t) => {
  const before = standIn.calls.passkeyEnrollmentFinalize
  const [first] = linesOf(await tryIt({}, [], { signal: AbortSignal.abort() }))
  t.equal(first, 'fail account scratch: interrupted; no passkey was added')
  t.equal(standIn.calls.passkeyEnrollmentFinalize, before)
})

t.test(
  'doctor: --account without --passkeys, with --offline, --tenant without it, wrong usage',
  async (t) => {
    const ROWS: readonly [string[], RegExp][] = [
      [['--account', 'scratch'], /add --passkeys/],
      [['--account', 'scratch', '--passkeys', '--offline'], /--account contradicts --offline/],
      [['--passkeys', '--tenant', 'acme-x1'], /add --account UID/],
      [['--passkeys', '--no-tenant'], /add --account UID/]
    ]
    for (const [args, says] of ROWS) {
      const { code, stderr, stdout } = await runCommand(['doctor', ...args], { env: env })
      t.equal(code, 2)
      t.match(stderr, says)
      t.equal(stdout, '')
    }
    const twin = await runCommand(['doctor', '--passkeys'], { env })
    t.match(twin.stdout, /skip {2}PASSKEY_TRIAL not asked for: --passkeys --account UID tries\s+one/, 'twin')
    t.equal(linkOf(passkeyTrialCheck.id), 'deploy/README.md#passkey_trial')
  }
)
