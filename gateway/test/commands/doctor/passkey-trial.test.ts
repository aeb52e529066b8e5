import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { passkeyTrialCheck } from '../../../src/commands/doctor/checks/passkey-trial.ts'
import { createAuthenticator } from '../../../src/commands/doctor/passkey-trial/software-authenticator.ts'
import { MARK, makeCredentialId } from '../../../src/commands/doctor/passkey-trial/trial-passkey.ts'
import { linkOf } from '../../../src/commands/doctor/report.ts'
import type { InjectedFault } from '../../../stand-in/server/faults.ts'
import { runCommand } from '../../fixtures/command-run.ts'
import { type Examined, startDoctor } from '../../fixtures/doctor.ts'
import { enrol, type Poster } from '../../fixtures/stand-in-passkeys.ts'

const refusal = (status: number, message: string): InjectedFault => ({ kind: 'error', status, message })

const PUBLIC_URL = 'https://app.example.com'
const GOOD = { rpId: 'example.com', expectedOrigins: [PUBLIC_URL] }
const NO_ANSWER: InjectedFault = { kind: 'reset' }

const { standIn, env: usual, examine } = await startDoctor(t)
const { accounts, faults, settings } = standIn
t.beforeEach(() => {
  faults.reset()
  settings.reset()
  settings.passkeys = GOOD
  for (const { uid } of accounts.list()) accounts.delete(uid)
  accounts.create({ uid: 'scratch', email: 'scratch@example.com' })
})

const env = { GATEHOUSE_PUBLIC_URL: PUBLIC_URL }

/** The doctor with a trial of `scratch`. */
function tryIt(changes: Record<string, string> = {}, args: string[] = [], options = {}): Promise<Examined> {
  return examine({ ...env, ...changes }, ['--passkeys', '--account', 'scratch', ...args], options)
}

const MISSING = { status: 'missing', seen: '', notes: [], advice: [] }

/** All that is said of the trial, a line each. */
function linesOf({ findings }: Examined): string[] {
  const { status, seen, notes = [], advice } = findings.PASSKEY_TRIAL ?? MISSING
  return [`${status} ${seen}`, ...notes, ...advice.map(({ cause, fix }) => `${cause} | ${fix}`)]
}

/** The passkeys that the scratch account has. */
function passkeysOf(uid = 'scratch'): number {
  return accounts.get(uid)?.passkeyIds?.length ?? 0
}

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
    t.equal(passkeysOf(), 0)
  }
)

t.test('doctor: --account, none of what is printed is a secret', async (t) => {
  const { output } = await tryIt({ GATEHOUSE_LOGIN_METHODS_PASSKEY: 'button' })
  t.notMatch(output, /eyJ[\w-]{10}|AMf-|scratch@|gatehouse-doctor\w{10}|"challenge"/)
  t.match(output, /PASSKEY_TRIAL/, 'twin')
})

interface Row {
  title: string
  prepare?: () => void | Promise<void>
  faults?: Record<string, InjectedFault>
  env?: Record<string, string>
  args?: string[]
  says: readonly RegExp[]
}

const tokensAs = async (provider: string, claims: Record<string, unknown> = {}) => ({
  idToken: await standIn.issueIdToken('scratch', {
    claims: { firebase: { sign_in_provider: provider }, ...claims }
  }),
  refreshToken: 'a-refresh-token'
})
const bodyOf = (body: object): InjectedFault => ({ kind: 'body', status: 200, body: JSON.stringify(body) })
const TOTP = { id: 'factor-1', totpSecret: 'JBSWY3DPEHPK3PXP', enrolledAtSeconds: 1_700_000_000 }

const ROWS: readonly Row[] = [
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
      settings.passkeys = { ...GOOD, expectedOrigins: ['https://www.example.com'] }
    },
    says: [
      /^fail .*adding the passkey: 400 INVALID_AUTHENTICATOR_RESPONSE; the passkey is taken away again$/,
      /what a page at https:\/\/app.example.com sends \| add the origin to expectedOrigins/
    ]
  },
  {
    title: 'an origin that is written without its scheme',
    prepare: () => {
      settings.passkeys = { ...GOOD, expectedOrigins: ['app.example.com'] }
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
      settings.passkeys = { ...GOOD, rpId: 'demo-doctor.firebaseapp.com' }
    },
    says: [
      /^fail .*signed in with/,
      /^options: RP ID demo-doctor.firebaseapp.com/,
      /app.example.com is neither it nor below it/
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
    title: 'the emulator',
    env: {
      GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
      GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: new URL(standIn.url).host
    },
    says: [/^skip the emulator takes every passkey/]
  }
]

t.test('doctor: --account, what differs is said; no passkey is left', async (t) => {
  for (const { title, prepare, faults: injected = {}, env: changes = {}, args = [], says } of ROWS) {
    faults.reset()
    settings.reset()
    settings.passkeys = GOOD
    for (const { uid } of accounts.list()) accounts.delete(uid)
    accounts.create({ uid: 'scratch', email: 'scratch@example.com' })
    await prepare?.()
    Object.assign(faults, injected)
    const examined = await tryIt(changes, args)
    const lines = linesOf(examined)
    for (const pattern of says)
      t.ok(
        lines.some((line) => pattern.test(line)),
        `${title}: ${pattern}`,
        { lines }
      )
    t.equal(passkeysOf(), 0, `${title}: none is left`)
    t.equal(examined.code === 0, !lines[0]?.startsWith('fail') && !hasOtherFailures(examined), title)
  }
})

function hasOtherFailures({ findings }: Examined): boolean {
  return Object.values(findings).some(({ id, status }) => id !== 'PASSKEY_TRIAL' && status === 'fail')
}

t.test('doctor: --account of a tenant, at its host; refused in the pool of the project', async (t) => {
  const tenants = { GATEHOUSE_IDENTITY_PLATFORM_TENANTS: '{"acme.example.com":"acme-x1"}' }
  settings.passkeys = { ...GOOD, expectedOrigins: [PUBLIC_URL, 'https://acme.example.com'] }
  accounts.delete('scratch')
  accounts.create({ uid: 'scratch', tenantId: 'acme-x1' })
  const lines = linesOf(await tryIt(tenants, ['--tenant', 'acme-x1']))
  t.match(lines[0], /^ok account scratch: a passkey was added/)
  t.ok(lines.some((line) => line.startsWith('origins: https://acme.example.com is taken')))
  t.equal(passkeysOf(), 0)
  t.match(linesOf(await tryIt(tenants))[0], /^fail .*no such account; no passkey was added$/, 'twin')
  const configured = { GATEHOUSE_IDENTITY_PLATFORM_TENANT_ID: 'acme-x1' }
  t.match(linesOf(await tryIt(configured))[0], /^ok /, 'the tenant of the configuration')
  t.match(linesOf(await tryIt(configured, ['--no-tenant']))[0], /^fail not tried: the project's own accounts/)
})

/** Calls of a page at the stand-in. */
const page: Poster = {
  async post(path, body) {
    const url = `${standIn.endpoints.identityToolkit}${path}?key=${standIn.apiKey}`
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: await answer.json() }
  }
}

t.test('doctor: --account, passkeys of others stay, those of earlier trials go', async (t) => {
  const { idToken } = await standIn.signIn('scratch')
  const at = { origin: PUBLIC_URL, rpId: GOOD.rpId }
  const own = createAuthenticator(at)
  await enrol(page, { idToken }, own)
  await enrol(page, { idToken }, createAuthenticator({ ...at, credentialId: makeCredentialId() }))
  t.equal(passkeysOf(), 2)
  t.match(linesOf(await tryIt())[0], /^ok /)
  t.strictSame(accounts.get('scratch')?.passkeyIds, [own.id])
})

t.test('doctor: --account, a provider that is away in the middle, the passkey is gone', async (t) => {
  for (const call of [
    'passkeyEnrollmentFinalize',
    'passkeySignInStart',
    'passkeySignInFinalize',
    'refresh'
  ] as const) {
    faults.reset()
    faults[call] = NO_ANSWER
    const [first = ''] = linesOf(await tryIt())
    t.match(first, /^fail account scratch: .*connection reset.*; the passkey is taken away again$/, call)
    t.equal(passkeysOf(), 0, call)
  }
})

t.test('doctor: --account, an enrolment whose answer is lost, the passkey is gone', async (t) => {
  const url = await startLossy(t, (path) => path.includes('passkeyEnrollment:finalize'))
  const [first] = linesOf(await tryIt({ GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_IDENTITY_TOOLKIT: url }))
  t.match(first, /^fail account scratch: adding the passkey: .*; the passkey is taken away again$/)
  t.equal(standIn.calls.passkeyEnrollmentFinalize > 0, true)
  t.equal(passkeysOf(), 0)
})

t.test('doctor: --account, a passkey that cannot be taken away, named with the command', async (t) => {
  faults.update = refusal(503, 'UNAVAILABLE')
  const pauses: number[] = []
  const examined = await tryIt({}, [], { onWait: (seconds: number) => pauses.push(seconds) })
  const lines = linesOf(examined)
  t.match(
    lines[0],
    /^fail account scratch: a passkey was added and signed in with; THE PASSKEY MAY STILL BE THERE$/
  )
  t.ok(
    lines.includes(
      `the passkey ${MARK}… could not be taken away: 503 UNAVAILABLE | run gatehouse users passkeys remove scratch ${MARK} --by uid`
    )
  )
  t.equal(examined.code, 1)
  t.equal(passkeysOf(), 1)
  t.strictSame(pauses, [2, 5], 'it tried three times')
})

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
    const running = runCommand(args, { env: { ...usual, ...env }, signal: interruption.signal })
    // PASSKEYS asks too.
    while (passkeysOf() === 0 || standIn.calls.passkeySignInStart < calls + 2)
      await new Promise<void>((resolve) => setImmediate(resolve))
    interruption.abort()
    release()
    const { code, stdout, stderr } = await running
    t.equal(code, 130)
    t.match(stdout, /fail {2}PASSKEY_TRIAL account scratch: interrupted; the passkey is taken away\s+again/)
    t.match(stderr, /^interrupted: taking the passkey away first/)
    t.equal(passkeysOf(), 0)
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
      const { code, stderr, stdout } = await runCommand(['doctor', ...args], { env: { ...usual, ...env } })
      t.equal(code, 2)
      t.match(stderr, says)
      t.equal(stdout, '')
    }
    t.match(
      linesOf(await examine(env, ['--passkeys']))[0],
      /^skip not asked for: --passkeys --account UID tries one$/,
      'twin'
    )
    t.equal(linkOf(passkeyTrialCheck.id), 'deploy/README.md#passkey_trial')
  }
)

/** The identity toolkit of the stand-in, behind something that loses answers after the provider has given them. */
async function startLossy(t: Test, loses: (path: string) => boolean): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(`${standIn.endpoints.identityToolkit}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) })
    })
    const text = await answer.text()
    if (loses(request.url ?? '')) request.socket.destroy()
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
