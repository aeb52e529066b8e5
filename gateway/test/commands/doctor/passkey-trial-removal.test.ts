import t from 'tap'
import { passkeyTrialCheck } from '../../../src/commands/doctor/checks/passkey-trial.ts'
import { createAuthenticator } from '../../../src/commands/doctor/passkey-trial/software-authenticator.ts'
import { MARK, makeCredentialId } from '../../../src/commands/doctor/passkey-trial/trial-passkey.ts'
import { createProviderProbes } from '../../../src/commands/doctor/provider-probes.ts'
import { inspectConfig } from '../../../src/config/load.ts'
import { contextWith } from '../../fixtures/doctor-context.ts'
import {
  bodyOf,
  GOOD_PASSKEYS,
  linesOf,
  PUBLIC_URL,
  refusal,
  startLossy,
  startPasskeyTrials
} from '../../fixtures/passkey-trials.ts'
import { enrol, type Poster } from '../../fixtures/stand-in-passkeys.ts'

const trials = await startPasskeyTrials(t)
const { standIn, tryIt, passkeys, env } = trials
const { accounts, faults } = standIn
t.beforeEach(trials.reset)

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
  const at = { origin: PUBLIC_URL, rpId: GOOD_PASSKEYS.rpId }
  const own = createAuthenticator(at)
  await enrol(page, { idToken }, own)
  await enrol(page, { idToken }, createAuthenticator({ ...at, credentialId: makeCredentialId() }))
  t.equal(passkeys(), 2)
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
    faults[call] = { kind: 'reset' }
    const [first = ''] = linesOf(await tryIt())
    t.match(first, /^fail account scratch: .*connection reset.*; the passkey is taken away again$/, call)
    t.equal(passkeys(), 0, call)
  }
})

t.test('doctor: --account, an enrolment whose answer is lost, the passkey is gone', async (t) => {
  const url = await startLossy(t, standIn, (path) => path.includes('passkeyEnrollment:finalize'))
  const pauses: number[] = []
  const [first] = linesOf(
    await tryIt({ GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_IDENTITY_TOOLKIT: url }, [], {
      onWait(seconds: number) {
        t.equal(passkeys(), 1, 'it was added')
        pauses.push(seconds)
      }
    })
  )
  t.match(first, /^fail account scratch: adding the passkey: .*; the passkey is taken away again$/)
  t.strictSame(pauses, [2], 'the provider is given time to finish')
  t.equal(passkeys(), 0)
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
      `the passkey ${MARK}… could not be taken away: 503 UNAVAILABLE | run \`gatehouse users passkeys remove scratch ${MARK} --by uid\``
    )
  )
  t.equal(examined.code, 1)
  t.equal(passkeys(), 1)
  t.strictSame(pauses, [2, 5], 'it tried three times')
})

t.test('doctor: --account, a passkey that the provider says is gone and lists still, named', async (t) => {
  faults.update = bodyOf({ localId: 'scratch' })
  const lines = linesOf(await tryIt())
  t.match(lines[0], /THE PASSKEY MAY STILL BE THERE$/)
  t.ok(lines.some((line) => line.includes('could not be taken away: the provider lists it still |')))
})

t.test(
  'doctor: --account, an account that is deleted in the middle, its passkey is gone with it',
  async (t) => {
    const url = await startLossy(t, standIn, (path) => {
      if (path.includes('passkeySignIn:finalize') && accounts.get('scratch')) accounts.delete('scratch')
      return false
    })
    const [first] = linesOf(await tryIt({ GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_IDENTITY_TOOLKIT: url }))
    t.match(
      first,
      /^fail account scratch: signing in without user verification: .*; the passkey is taken away again$/
    )
    t.equal(accounts.get('scratch'), undefined)
  }
)

t.test('doctor: --account, a defect of our own in the middle, the passkey is gone', async (t) => {
  const now = () => Date.now() / 1000
  const inspected = inspectConfig({ file: null, env, nodeFlags: [] })
  const interrupted = new AbortController().signal
  const trial = { uid: 'scratch', tenantId: null, interrupted, wait: async () => {} }
  const provider = createProviderProbes(inspected, now)
  if (provider === null) throw new Error('the settings are wrong')
  t.teardown(() => provider.close())
  const platform = {
    ...provider.platform,
    verifyIdToken() {
      t.equal(passkeys(), 1, 'it is there meanwhile')
      throw new TypeError('a text that nobody should see')
    }
  }
  const context = contextWith({ inspected, env, now, trial, provider: { ...provider, platform } })
  const { status, seen } = await passkeyTrialCheck.run(context, interrupted)
  t.match(
    `${status} ${seen}`,
    /^fail account scratch: the check broke off \(TypeError\); the passkey is taken away again$/
  )
  t.equal(passkeys(), 0)
})
