import t from 'tap'
import type { Done, Refusal } from '../../src/auth/sdk-contract.ts'
import {
  accountWith,
  answer,
  authenticator,
  challengeWith,
  credentials,
  done,
  opened,
  origin,
  phone,
  problemIn,
  refusal,
  refused,
  signedIn,
  signIn,
  startMs
} from '../fixtures/flows.ts'

/** Responses of the session endpoint in order; the last one repeats. */
function inTurn(...answers: (() => Response)[]): () => Response {
  let at = 0
  return () => answers[Math.min(at++, answers.length - 1)]!()
}

/** Text messages are on as well. */
const bySms = { mfa: { totp: 'optional', sms: true, issuer: 'Acme' } } as const

const unverified = () => refusal(403, 'EMAIL_UNVERIFIED')
const lacksFactor = () => refusal(403, 'SECOND_FACTOR_REQUIRED')

/** An account whose address is verified elsewhere, which only shows after `unread` refreshes. */
function unverifiedAccount(unread = 0) {
  let asked = 0
  return accountWith({
    get emailVerified() {
      return asked > unread
    },
    refresh: async () => {
      asked++
      return done
    }
  })
}

t.test('verify: an unverified address requires verification, and sends nothing automatically', async (t) => {
  let sent = 0
  const account = accountWith({
    emailVerified: false,
    sendVerification: async () => {
      sent++
      return done
    }
  })
  const tab = await signIn({ gateway: { post: unverified }, signIn: signedIn(account) })
  t.same(tab.state().screen, { name: 'verify', email: 'ada@example.com', sent: false })
  t.equal(sent, 0)
  await tab.run('sendVerification')
  t.equal(sent, 1)
  t.same(tab.state().screen, { name: 'verify', email: 'ada@example.com', sent: true })
  await tab.run('sendVerification')
  t.equal(sent, 2)
  t.same(tab.state().screen, { name: 'verify', email: 'ada@example.com', sent: true, again: true })
})

t.test('verify: an account without an address cannot be verified', async (t) => {
  const account = accountWith({ email: null, emailVerified: false })
  const tab = await signIn({ gateway: { post: unverified }, signIn: signedIn(account) })
  t.equal(problemIn(tab.state()), 'problem.no-email.title')
})

t.test('verify: too many emails are reported and the screen stays', async (t) => {
  const account = accountWith({ sendVerification: async () => refused('auth/too-many-requests') })
  const tab = await signIn({ gateway: { post: unverified }, signIn: signedIn(account) })
  await tab.run('sendVerification')
  t.equal(problemIn(tab.state()), 'problem.attempts.title')
  t.match(tab.state().screen, { name: 'verify', sent: false })
})

t.test('verify: once the link is opened, calls the gateway again with a new token', async (t) => {
  const account = unverifiedAccount()
  const post = inTurn(unverified, opened)
  const tab = await signIn({ gateway: { post }, signIn: signedIn(account) })
  await tab.run('checkVerification')
  t.equal(tab.left.length, 1)
})

t.test('verify: an unopened link is reported', async (t) => {
  const account = unverifiedAccount(9)
  const tab = await signIn({ gateway: { post: unverified }, signIn: signedIn(account) })
  await tab.run('checkVerification')
  t.equal(problemIn(tab.state()), 'problem.not-verified.title')
  t.equal(tab.requests.length, 1)
})

t.test('verify: if the account was signed out, starts over with the address kept', async (t) => {
  const account = accountWith({ refresh: async () => refused('auth/user-token-expired') })
  const tab = await signIn({ gateway: { post: unverified }, signIn: signedIn(account) })
  await tab.run('checkVerification')
  t.equal(problemIn(tab.state()), 'problem.expired.title')
  t.equal(tab.state().screen.name, 'sign-in')
  t.equal(tab.state().email, 'ada@example.com')
})

t.test('verify: continues when the tab becomes visible after the link was opened elsewhere', async (t) => {
  const account = unverifiedAccount()
  const post = inTurn(unverified, opened)
  const tab = await signIn({ gateway: { post }, signIn: signedIn(account) })
  await tab.hear('visible')
  t.equal(tab.left.length, 1)
})

t.test('verify: shows nothing when the tab becomes visible without a change', async (t) => {
  const account = unverifiedAccount(9)
  const tab = await signIn({ gateway: { post: unverified }, signIn: signedIn(account) })
  await tab.hear('visible')
  t.equal(tab.state().status.name, 'ready')
  t.equal(tab.state().screen.name, 'verify')
})

t.test('second factor: prefers the authenticator', async (t) => {
  const tab = await signIn({
    config: bySms,
    signIn: challengeWith({ factors: [phone, authenticator] })
  })
  t.same(tab.state().screen, {
    name: 'second-factor',
    factors: [phone, authenticator],
    chosen: authenticator,
    codes: 0
  })
})

t.test('second factor: only a phone while text messages are off is reported as unsupported', async (t) => {
  const tab = await signIn({ signIn: challengeWith({ factors: [phone] }) })
  t.equal(problemIn(tab.state()), 'problem.second-factor.title')
  t.equal(tab.state().screen.name, 'sign-in')
})

t.test('second factor: a phone is not offered while text messages are off', async (t) => {
  const tab = await signIn({ signIn: challengeWith({ factors: [phone, authenticator] }) })
  t.match(tab.state().screen, { factors: [authenticator] })
  tab.act('chooseFactor', phone.id)
  t.match(tab.state().screen, { chosen: authenticator })
})

t.test('second factor: a right code with spaces opens the session', async (t) => {
  const codes: unknown[] = []
  const challenge = challengeWith({
    answer: async (...given) => {
      codes.push(given)
      return signedIn()
    }
  })
  const tab = await signIn({ signIn: challenge })
  tab.act('answerFactor', ' 123 456 ')
  await tab.run('answerFactor', '123456')
  t.same(codes, [['f-totp', '123456']])
  t.equal(tab.left.length, 1)
})

t.test('second factor: an empty code is not sent', async (t) => {
  const tab = await signIn({ signIn: challengeWith() })
  tab.act('answerFactor', ' ')
  t.match(tab.state().status, { problem: { kind: 'code', title: 'problem.code-missing.title' } })
})

for (const [what, head, title] of [
  ['the right clock', () => answer(200, {}), 'problem.code.title'],
  ['a clock 95 s slow', () => answer(200, {}, startMs + 95_000), 'problem.code-clock.title'],
  ['a clock 95 s fast', () => answer(200, {}, startMs - 95_000), 'problem.code-clock.title'],
  ['a gateway that does not respond', () => Promise.reject(new TypeError('offline')), 'problem.code.title'],
  ['a gateway that sends no time', () => new Response(null), 'problem.code.title']
] as const)
  t.test(`second factor: wrong code with ${what} says ${title}`, async (t) => {
    const challenge = challengeWith({ answer: async () => refused('auth/invalid-verification-code') })
    const tab = await signIn({ gateway: { head }, signIn: challenge })
    await tab.run('answerFactor', '000000')
    t.match(tab.state().status, { problem: { kind: 'code', title } })
    t.equal(tab.state().screen.name, 'second-factor')
    const found = tab.requests.map(({ method, url }) => [method, url])
    t.same(found, [['HEAD', '/login/action']], 'no session request, as there is none yet')
  })

for (const code of ['auth/totp-challenge-timeout', 'auth/invalid-multi-factor-session']) {
  t.test(`second factor: ${code} starts over at the first step`, async (t) => {
    const challenge = challengeWith({ answer: async () => refused(code) })
    const tab = await signIn({ signIn: challenge })
    await tab.run('answerFactor', '123456')
    t.equal(problemIn(tab.state()), 'problem.expired.title')
    t.equal(tab.state().screen.name, 'sign-in')
  })
}

t.test('second factor: gateway fails after the right code, only the gateway is called again', async (t) => {
  let answers = 0
  const challenge = challengeWith({
    answer: async () => {
      answers++
      return signedIn()
    }
  })
  const post = inTurn(() => refusal(503, 'PROVIDER_UNAVAILABLE'), opened)
  const tab = await signIn({ gateway: { post }, signIn: challenge })
  await tab.run('answerFactor', '123456')
  t.equal(problemIn(tab.state()), 'problem.unavailable.title')
  await tab.run('answerFactor', '123456')
  t.equal(answers, 1)
  t.equal(tab.left.length, 1)
})

t.test('text message: choosing the phone sends the code only on request', async (t) => {
  const sent: string[] = []
  const challenge = challengeWith({
    factors: [authenticator, phone],
    sendCode: async (id) => {
      sent.push(id)
      return done
    }
  })
  const tab = await signIn({
    config: bySms,
    signIn: challenge
  })
  await tab.run('sendFactorCode')
  t.same(sent, [], 'an authenticator needs no message')
  tab.act('chooseFactor', phone.id)
  t.same(sent, [])
  await tab.run('sendFactorCode')
  t.same(sent, [phone.id])
  t.match(tab.state().screen, { chosen: phone, codes: 1 })
  await tab.run('sendFactorCode')
  t.match(tab.state().screen, { codes: 2 })
  tab.act('chooseFactor', authenticator.id)
  t.match(tab.state().screen, { codes: 0 }, 'another factor')
})

t.test('text message: an exhausted quota is reported', async (t) => {
  const challenge = challengeWith({ factors: [phone], sendCode: async () => refused('auth/quota-exceeded') })
  const tab = await signIn({
    config: bySms,
    signIn: challenge
  })
  await tab.run('sendFactorCode')
  t.equal(problemIn(tab.state()), 'problem.unavailable.title')
  t.match(tab.state().screen, { codes: 0 })
})

t.test('start over: at the second factor, forgets the account and keeps the address', async (t) => {
  const tab = await signIn({ signIn: challengeWith() })
  tab.act('startOver')
  t.equal(tab.state().screen.name, 'sign-in')
  t.equal(tab.state().email, 'ada@example.com')
  await tab.run('answerFactor', '123456')
  t.equal(tab.requests.length, 0)
})

t.test('start over: at the verification, signs the SDK out', async (t) => {
  const account = accountWith({ emailVerified: false })
  const tab = await signIn({ gateway: { post: unverified }, signIn: signedIn(account) })
  await tab.run('startOver')
  t.ok(account.forgotten)
  t.equal(tab.state().screen.name, 'sign-in')
})

for (const [code, title] of [
  ['SIGN_IN_TOO_OLD', 'problem.expired.title'],
  ['SIGN_IN_USED', 'problem.sign-in-used.title'],
  ['TOKEN_REVOKED', 'problem.revoked.title']
] as const) {
  t.test(`verify: ${code} after it signs the SDK out and requires a new sign-in`, async (t) => {
    const account = unverifiedAccount()
    const post = inTurn(unverified, () => refusal(401, code), opened)
    const tab = await signIn({
      gateway: { post },
      config: { address: 'sign-up' },
      url: `${origin}/login/sign-up`,
      signIn: signedIn(account)
    })
    await tab.run('checkVerification')
    t.equal(problemIn(tab.state()), title)
    t.match(tab.state().status, { problem: { reference: 'r-1' } })
    t.same(tab.state().screen, { name: 'sign-in' }, 'not at sign-up')
    t.equal(tab.state().email, 'ada@example.com')
    t.ok(account.forgotten)
    tab.act('checkVerification')
    await tab.hear('visible')
    t.equal(tab.requests.filter(({ method }) => method === 'POST').length, 2, 'no request loop')
    await tab.run('signInWithPassword', credentials)
    t.equal(tab.left.length, 1)
  })

  t.test(`enrolment: ${code} after it signs the SDK out and requires a new sign-in`, async (t) => {
    const { account, codes } = enrolling()
    const post = inTurn(lacksFactor, () => refusal(401, code), opened)
    const tab = await signIn({ gateway: { post }, signIn: signedIn(account) })
    await tab.run('startEnrolment')
    await tab.run('finishEnrolment', '123456')
    t.equal(problemIn(tab.state()), title)
    t.same(tab.state().screen, { name: 'sign-in' })
    t.ok(account.forgotten)
    await tab.run('signInWithPassword', credentials)
    t.same(codes, ['123456'], 'the enrolment is kept')
    t.equal(tab.left.length, 1)
  })
}

/** An account with an authenticator to set up; `finish` returns the answers in order. */
function enrolling(...answers: (Done | Refusal)[]) {
  const codes: string[] = []
  const account = accountWith({
    startEnrolment: async (issuer) => ({
      kind: 'enrolment',
      secret: `SECRET of ${issuer}`,
      uri: 'otpauth://totp/x',
      finish: async (code) => {
        codes.push(code)
        return answers[codes.length - 1] ?? done
      }
    })
  })
  return { account, codes }
}

t.test('enrolment: a required second factor is set up, then the session opens', async (t) => {
  const { account, codes } = enrolling()
  const post = inTurn(lacksFactor, opened)
  const tab = await signIn({ gateway: { post }, signIn: signedIn(account) })
  t.same(tab.state().screen, { name: 'enrol', required: true, enrolment: null })
  await tab.run('skipEnrolment')
  t.equal(tab.state().screen.name, 'enrol', 'a required one cannot be skipped')
  await tab.run('startEnrolment')
  t.match(tab.state().screen, { enrolment: { secret: 'SECRET of Acme', uri: 'otpauth://totp/x' } })
  await tab.run('finishEnrolment', ' 123 456')
  t.same(codes, ['123456'])
  t.equal(tab.left.length, 1)
})

t.test('enrolment: an unverified address is verified first', async (t) => {
  const account = unverifiedAccount()
  const tab = await signIn({ gateway: { post: lacksFactor }, signIn: signedIn(account) })
  t.equal(tab.state().screen.name, 'verify')
  await tab.run('checkVerification')
  t.same(tab.state().screen, { name: 'enrol', required: true, enrolment: null })
})

t.test('enrolment: a wrong code keeps the screen and the next one works', async (t) => {
  const { account } = enrolling(refused('auth/invalid-verification-code'), done)
  const post = inTurn(lacksFactor, opened)
  const tab = await signIn({ gateway: { post }, signIn: signedIn(account) })
  await tab.run('startEnrolment')
  await tab.run('finishEnrolment', '000000')
  t.match(tab.state().status, { problem: { kind: 'code' } })
  t.match(tab.state().screen, { name: 'enrol', enrolment: { uri: 'otpauth://totp/x' } })
  await tab.run('finishEnrolment', '123456')
  t.equal(tab.left.length, 1)
})

t.test('enrolment: if the token still lacks the factor, one new sign-in, no loop', async (t) => {
  const { account } = enrolling()
  const tab = await signIn({ gateway: { post: lacksFactor }, signIn: signedIn(account) })
  await tab.run('startEnrolment')
  await tab.run('finishEnrolment', '123456')
  t.equal(problemIn(tab.state()), 'problem.sign-in-again.title')
  t.equal(tab.state().screen.name, 'sign-in')
})

t.test('enrolment: if the gateway fails afterwards, nothing is set up twice', async (t) => {
  const { account, codes } = enrolling()
  const post = inTurn(lacksFactor, () => refusal(503, 'PROVIDER_UNAVAILABLE'), opened)
  const tab = await signIn({ gateway: { post }, signIn: signedIn(account) })
  await tab.run('startEnrolment')
  await tab.run('finishEnrolment', '123456')
  t.equal(problemIn(tab.state()), 'problem.unavailable.title')
  await tab.run('finishEnrolment', '123456')
  t.same(codes, ['123456'])
  t.equal(tab.left.length, 1)
})

t.test('enrolment: a sign-in that is too old starts over (ASVS 7.5.1)', async (t) => {
  const account = accountWith({ startEnrolment: async () => refused('auth/requires-recent-login') })
  const tab = await signIn({ gateway: { post: lacksFactor }, signIn: signedIn(account) })
  await tab.run('startEnrolment')
  t.equal(problemIn(tab.state()), 'problem.expired.title')
  t.equal(tab.state().screen.name, 'sign-in')
})

const secondStep = { address: 'second-step' } as const

t.test('second-step address: an optional factor is set up before the session opens', async (t) => {
  const tab = await signIn({ config: secondStep })
  t.same(tab.state().screen, { name: 'enrol', required: false, enrolment: null })
  t.equal(tab.requests.length, 0)
  await tab.run('skipEnrolment')
  t.equal(tab.left.length, 1)
})

t.test('second-step address: an unverified address is verified first', async (t) => {
  const account = unverifiedAccount()
  const tab = await signIn({ config: secondStep, signIn: signedIn(account) })
  t.equal(tab.state().screen.name, 'verify')
  await tab.run('checkVerification')
  t.equal(tab.state().screen.name, 'enrol')
})

t.test('second-step address: if switched off, is a plain sign-in', async (t) => {
  const tab = await signIn({ config: { ...secondStep, mfa: { totp: 'off', sms: false, issuer: 'Acme' } } })
  t.equal(tab.state().screen.name, 'leaving')
})

t.test('second-step address: with an authenticator just used, there is nothing to set up', async (t) => {
  const tab = await signIn({ config: secondStep, signIn: challengeWith() })
  await tab.run('answerFactor', '123456')
  t.equal(tab.state().screen.name, 'leaving')
})

t.test('sign-in address: an optional factor is never offered for setup', async (t) => {
  const tab = await signIn({})
  t.equal(tab.state().screen.name, 'leaving')
})

const askedFactor = { secondFactor: true } as const

t.test('second factor required: an account without one sets one up and cannot skip it', async (t) => {
  const tab = await signIn({ config: askedFactor })
  t.same(tab.state().screen, { name: 'enrol', required: true, enrolment: null })
  await tab.run('skipEnrolment')
  t.equal(tab.left.length, 0)
  const off = { ...askedFactor, mfa: { totp: 'off', sms: false, issuer: 'Acme' } } as const
  t.equal((await signIn({ config: off })).state().screen.name, 'leaving', 'nothing can be set up here')
})

t.test('target that asks for a second factor: continues once one of either kind was used', async (t) => {
  for (const factor of [authenticator, phone]) {
    const tab = await signIn({
      config: { ...askedFactor, ...bySms },
      signIn: challengeWith({ factors: [factor] })
    })
    await tab.run('answerFactor', '123456')
    t.equal(tab.state().screen.name, 'leaving', factor.kind)
  }
})
