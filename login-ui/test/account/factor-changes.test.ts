import t from 'tap'
import type { ChangeAnswer } from '../../src/account/changes/change.ts'
import { addPasskey, removePasskey } from '../../src/account/changes/passkeys.ts'
import {
  finishFactor,
  type NewAuthenticator,
  type NewFactor,
  startAuthenticator,
  startPhone,
  withdrawFactor
} from '../../src/account/changes/second-step.ts'
import type { Enrolling, PasskeyClient } from '../../src/auth/passkeys.ts'
import type { Account } from '../../src/auth/sdk-contract.ts'
import { callsWith, configOffering, proof, toolsWith } from '../fixtures/account-calls.ts'
import { accountWith, answer, plainSdk, refused, signedIn } from '../fixtures/flows.ts'

/** Second steps and passkeys of the account page. */

const titleOf = (answer: ChangeAnswer) => (answer.kind === 'refused' ? answer.problem.title : answer.kind)
const fails = (message: string) => () => answer(400, { error: { message } })
const fresh = { kind: 'tokens', idToken: 'fresh', refreshToken: 'fresher' } as const
const noTools = toolsWith({})
const freshBody = { idToken: 'fresh', refreshToken: 'fresher' }

async function start(account: Partial<Account>, isClockOff = async () => false) {
  const started: NewAuthenticator[] = []
  const signedInAs = accountWith({ tokens: async () => fresh, ...account })
  const sdk = { ...plainSdk, continueSignIn: async () => signedIn(signedInAs) }
  const tools = toolsWith({ config: configOffering({}), loadSdk: async () => sdk, isClockOff })
  const answer = await startAuthenticator((authenticator) => started.push(authenticator))(proof, tools)
  return { answer, authenticator: started[0] }
}

t.test('authenticator: starting returns the secret and changes nothing', async (t) => {
  const { answer, authenticator } = await start({})
  t.same(answer, { kind: 'done' })
  t.match(authenticator, { secret: 'SECRET', uri: 'otpauth://x' })
})

for (const [code, title] of [
  ['auth/unverified-email', 'problem.not-verified.title'],
  ['auth/unsupported-first-factor', 'problem.second-factor.title'],
  ['auth/maximum-second-factor-count-exceeded', 'problem.factors.title'],
  ['auth/requires-recent-login', 'too-old']
])
  t.test(`authenticator: start rejected with ${code} results in ${title}`, async (t) => {
    const { answer, authenticator } = await start({ startEnrolment: async () => refused(code!) })
    t.equal(titleOf(answer), title)
    t.notOk(authenticator)
  })

t.test('authenticator: a valid first code returns tokens for the session', async (t) => {
  const { authenticator } = await start({})
  t.same(await finishFactor(authenticator!, '123 456')(proof, noTools), {
    kind: 'changed',
    tokens: fresh,
    endsSession: true
  })
})

t.test('authenticator: a wrong or missing first code is reported, the next one works', async (t) => {
  const codes: string[] = []
  const enrolment = { kind: 'enrolment', secret: 'S', uri: 'otpauth://x' } as const
  const { authenticator } = await start({
    startEnrolment: async () => ({
      ...enrolment,
      async finish(code) {
        codes.push(code)
        return code === '123456' ? { kind: 'done' } : refused('auth/invalid-verification-code')
      }
    })
  })
  const finish = (code: string) => finishFactor(authenticator!, code)(proof, noTools)
  t.match(await finish(' '), { kind: 'refused', problem: { kind: 'code' } })
  t.match(await finish('000000'), { kind: 'refused', problem: { kind: 'code' } })
  t.equal((await finish('123456')).kind, 'changed')
  t.same(codes, ['000000', '123456'], 'no request without a code')
})

const wrongly = (code: string) => ({
  startEnrolment: async () =>
    ({ kind: 'enrolment', secret: 'S', uri: 'otpauth://x', finish: async () => refused(code) }) as const
})

for (const [isOff, title] of [
  [false, 'problem.code.title'],
  [true, 'problem.code-clock.title']
] as const)
  t.test(
    `authenticator: a wrong first code with a clock that is ${isOff ? 'off' : 'right'} says ${title}`,
    async (t) => {
      const { authenticator } = await start(wrongly('auth/invalid-verification-code'), async () => isOff)
      t.match(await finishFactor(authenticator!, '000000')(proof, noTools), {
        problem: { kind: 'code', title }
      })
    }
  )

t.test('authenticator: other rejections do not check the clock', async (t) => {
  const { authenticator } = await start(wrongly('auth/requires-recent-login'), async () => t.fail('asked'))
  t.equal((await finishFactor(authenticator!, '000000')(proof, noTools)).kind, 'too-old')
})

async function startBySms(typed: string, account: Partial<Account> = {}) {
  const sent: { factor: NewFactor; number: string }[] = []
  const signedInAs = accountWith({ tokens: async () => fresh, ...account })
  const sdk = { ...plainSdk, continueSignIn: async () => signedIn(signedInAs) }
  const onSent = (factor: NewFactor, number: string) => sent.push({ factor, number })
  const answer = await startPhone(typed, onSent)(proof, toolsWith({ loadSdk: async () => sdk }))
  return { answer, sent: sent[0] }
}

t.test('phone number: a code is sent to it in E.164, and nothing changes', async (t) => {
  const asked: string[] = []
  const { answer, sent } = await startBySms('+1 (555) 555-0142', {
    async startPhoneEnrolment(number) {
      asked.push(number)
      return { kind: 'done', finish: async () => ({ kind: 'done' }) }
    }
  })
  t.same(answer, { kind: 'done' })
  t.same(asked, ['+15555550142'])
  t.equal(sent?.number, '+15555550142')
})

for (const [typed, title] of [
  [' ', 'problem.phone-missing.title'],
  ['0555 0142', 'problem.phone-malformed.title']
])
  t.test(`phone number: "${typed}" is reported at the field, without a request`, async (t) => {
    const startPhoneEnrolment = async () => refused('auth/internal-error')
    const { answer, sent } = await startBySms(typed!, { startPhoneEnrolment })
    t.match(answer, { kind: 'refused', problem: { kind: 'phone', title } })
    t.notOk(sent)
  })

for (const [code, title] of [
  ['auth/invalid-phone-number', 'problem.phone-malformed.title'],
  ['auth/second-factor-already-in-use', 'problem.enrolled.title'],
  ['auth/maximum-second-factor-count-exceeded', 'problem.factors.title'],
  ['auth/captcha-check-failed', 'problem.robot.title'],
  ['auth/requires-recent-login', 'too-old']
])
  t.test(`phone number: rejection ${code} results in ${title}`, async (t) => {
    const startPhoneEnrolment = async () => refused(code!)
    const { answer, sent } = await startBySms('+15555550142', { startPhoneEnrolment })
    t.equal(titleOf(answer), title)
    t.notOk(sent)
  })

t.test('phone number: the right code returns tokens, a wrong one is reported at its field', async (t) => {
  const finish = async (code: string) =>
    code === '123456' ? ({ kind: 'done' } as const) : refused('auth/invalid-verification-code')
  const startPhoneEnrolment = async () => ({ kind: 'done', finish }) as const
  const { sent } = await startBySms('+15555550142', { startPhoneEnrolment })
  t.match(await finishFactor(sent!.factor, '000000')(proof, noTools), {
    kind: 'refused',
    problem: { kind: 'code' }
  })
  t.same(await finishFactor(sent!.factor, '123456')(proof, noTools), {
    kind: 'changed',
    tokens: fresh,
    endsSession: true
  })
})

t.test('second factor removed: returns new tokens, or none if its own session ends', async (t) => {
  const { tools, paths, bodies } = callsWith(() => answer(200, freshBody))
  t.same(await withdrawFactor('f1')(proof, tools), { kind: 'changed', tokens: fresh, endsSession: false })
  t.same(paths(), ['/v2/accounts/mfaEnrollment:withdraw'])
  t.same(bodies(), [{ idToken: 'id-token', mfaEnrollmentId: 'f1' }])
  const own = callsWith(() => answer(200, {})).tools
  t.same(await withdrawFactor('f1')(proof, own), { kind: 'changed', tokens: null, endsSession: true })
})

for (const [message, title] of [
  ['MFA_ENROLLMENT_NOT_FOUND', 'done'],
  ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'too-old'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'problem.attempts.title']
])
  t.test(`second factor removed: rejection ${message} results in ${title}`, async (t) => {
    t.equal(titleOf(await withdrawFactor('f1')(proof, callsWith(fails(message!)).tools)), title)
  })

const clientWith = (given: Partial<PasskeyClient>): PasskeyClient => Object.assign(Object.create(null), given)
const nameBy = () => 'Laptop'
const enrolled = { kind: 'tokens', idToken: 'of-passkey', refreshToken: 'refresh-of-passkey' } as const

function adding(answered: Awaited<ReturnType<PasskeyClient['enrol']>>, refreshed: () => Response) {
  const asked: Enrolling[] = []
  const enrol: PasskeyClient['enrol'] = async (enrolling) => {
    asked.push(enrolling)
    return answered
  }
  const { tools } = callsWith(refreshed)
  const loadPasskeys = async () => clientWith({ enrol })
  return { asked, add: (by = proof) => addPasskey(nameBy)(by, { ...tools, loadPasskeys }) }
}

const refreshedBody = { id_token: 'kept', refresh_token: 'kept-too' }

t.test('passkey added: the session keeps its sign-in, which has the second factor', async (t) => {
  const { add, asked } = adding(enrolled, () => answer(200, refreshedBody))
  t.same(await add({ ...proof, tenant: 'acme-x1' }), {
    kind: 'changed',
    tokens: { kind: 'tokens', idToken: 'kept', refreshToken: 'kept-too' },
    endsSession: false
  })
  t.same(asked, [{ idToken: 'id-token', tenantId: 'acme-x1', nameBy, site: 'Acme' }])
})

t.test('passkey added: uses its own tokens if the earlier sign-in has ended, none if unknown', async (t) => {
  t.match(await adding(enrolled, fails('TOKEN_EXPIRED')).add(), { tokens: enrolled })
  t.match(await adding(enrolled, () => answer(503, {})).add(), { kind: 'changed', tokens: null })
})

for (const [code, title] of [
  ['passkey/cancelled', 'problem.passkey-not-added.title'],
  ['passkey/PASSKEY_EXISTS', 'problem.passkey-exists.title'],
  ['passkey/PASSKEY_LIMIT_EXCEEDED', 'problem.passkey-limit.title'],
  ['passkey/PASSKEY_NOT_ENABLED', 'problem.passkey-off.title'],
  ['passkey/CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'too-old'],
  ['passkey/TOKEN_EXPIRED', 'too-old'],
  ['page/unreachable', 'problem.network.title']
])
  t.test(`passkey added: rejection ${code} results in ${title}`, async (t) => {
    t.equal(titleOf(await adding(refused(code!), () => answer(200, refreshedBody)).add()), title)
  })

const lookUp = (providers: string[], ...ids: string[]) =>
  answer(200, {
    users: [
      {
        email: 'ada@example.com',
        providerUserInfo: providers.map((providerId) => ({ providerId })),
        passkeyInfo: ids.map((credentialId) => ({ credentialId, name: 'x' }))
      }
    ]
  })

function removing(...replies: (() => Response)[]) {
  const disowned: object[] = []
  const client = clientWith({
    ask: async () => ({ kind: 'passkeyChallenge', rpId: 'example.com', challenge: 'x', askedAtMs: 0 }),
    disown: (passkey) => void disowned.push(passkey)
  })
  const { calls, bodies, paths } = callsWith(...replies)
  const tools = { calls, config: configOffering({ passkey: 'button' }), loadPasskeys: async () => client }
  return { disowned, bodies, paths, remove: () => removePasskey('+/8=')(proof, toolsWith(tools)) }
}

t.test('passkey removed: by its id as listed, and the browser gets it in base64url', async (t) => {
  const replies = [() => lookUp(['password'], '+/8='), () => answer(200, freshBody)]
  const { remove, bodies, disowned } = removing(...replies)
  t.same(await remove(), { kind: 'changed', tokens: fresh, endsSession: false })
  t.same(bodies()[1], { idToken: 'id-token', deletePasskey: ['+/8='], returnSecureToken: true })
  t.same(disowned, [{ rpId: 'example.com', id: '-_8' }])
})

t.test('passkey removed: the last way in is kept, one of two passkeys is removed', async (t) => {
  const last = removing(() => lookUp([], '+/8='))
  t.equal(titleOf(await last.remove()), 'account-ways.last')
  t.same(last.paths(), ['/v1/accounts:lookup'])
  t.same(last.disowned, [])
  const one = removing(
    () => lookUp([], '+/8=', 'AAAA'),
    () => answer(200, freshBody)
  )
  t.equal((await one.remove()).kind, 'changed')
})
