import t from 'tap'
import type { SentCode, SignInAnswer } from '../../src/auth/sdk-contract.ts'
import { readPhoneNumber } from '../../src/lib/phone-number.ts'
import {
  challengeWith,
  done,
  later,
  opened,
  problemIn,
  refusal,
  refused,
  settle,
  signedIn,
  startMs,
  startTab,
  type Tab,
  type TabOptions
} from '../fixtures/flows.ts'
import { onlyMethods } from '../fixtures/sample-config.ts'

const NUMBER = '+15555550100'
const methods = onlyMethods({ password: true, emailLink: true, phone: true })

/** A tab at the form for the number. */
async function atNumber({ config, ...options }: TabOptions = {}): Promise<Tab> {
  const tab = startTab({ ...options, config: { methods, ...config } })
  await tab.run('askForPhone')
  return tab
}

/** The same after a code was sent to `NUMBER`. */
async function atCode(options: TabOptions = {}): Promise<Tab> {
  const tab = await atNumber(options)
  await tab.run('sendPhoneCode', NUMBER)
  return tab
}

async function answer(tab: Tab, code: string): Promise<void> {
  await tab.run('answerPhoneCode', code)
}

const sentBy = (signIn: (code: string) => Promise<SignInAnswer>): TabOptions => ({
  sdk: { signInWithPhoneCode: (_, code) => signIn(code) }
})

const NUMBERS: readonly [typed: string, number: string | null][] = [
  ['+15555550100', NUMBER],
  [' +1 (555) 555-01.00 ', NUMBER],
  ['\uff0b1\u2013555\u00a0555/0100', NUMBER],
  ['\u200e+1 555 555 0100\u200f', NUMBER],
  ['\uff0b\uff11\uff15\uff15\uff15 5550100', NUMBER],
  ['+44 (0)20 7946 0000', '+442079460000'],
  ['15555550100', null],
  ['0015555550100', '+15555550100'],
  ['0041 44 555 01 00', '+41445550100'],
  ['000 5555 550100', null],
  ['00', null],
  ['+0155555501', null],
  ['+12345', null],
  ['+1555555010', null],
  ['+1234567890123456', null],
  ['+1555555010a', null],
  ['+1+5555550100', null],
  ['', null]
]
for (const [typed, number] of NUMBERS) {
  t.test(`phone number: "${typed}", ${number ?? 'cannot be sent'}`, async (t) => {
    t.equal(readPhoneNumber(typed), number)
  })
}

t.test('phone: has a form only if switched on, and Back leads to sign-in', async (t) => {
  const off = await atNumber({ config: { methods: { ...methods, phone: false } } })
  t.equal(off.state().screen.name, 'sign-in')
  const tab = await atNumber()
  t.same(tab.state().screen, { name: 'phone', number: '', codes: 0 })
  tab.goBack()
  t.equal(tab.state().screen.name, 'sign-in')
})

t.test('phone: an empty number or one without country code is reported without a request', async (t) => {
  const tab = await atNumber()
  for (const [typed, title] of [
    ['  ', 'problem.phone-missing.title'],
    ['555 0100', 'problem.phone-malformed.title']
  ] as const) {
    await tab.run('sendPhoneCode', typed)
    t.equal(problemIn(tab.state()), title)
    t.match(tab.state().status, { problem: { kind: 'phone' } })
  }
  t.same(tab.asked(), [])
})

t.test('phone: a formatted number gets a code, and the code opens the session', async (t) => {
  const tab = await atNumber()
  await tab.run('sendPhoneCode', '+1 (555) 555-0100')
  t.same(tab.calls.at(-1), { name: 'sendPhoneCode', with: [NUMBER] })
  t.same(tab.state().screen, { name: 'phone', number: NUMBER, codes: 1 })
  t.equal(tab.left.length, 0)
  await answer(tab, '123 456')
  t.equal(tab.left.length, 1)
})

t.test('phone: of several codes, the newest one counts', async (t) => {
  const answered: string[] = []
  let sent = 0
  const sendPhoneCode = async () => ({ ...done, id: String(++sent) })
  const signInWithPhoneCode = async (...answer: string[]) => {
    answered.push(answer.join(' '))
    return signedIn()
  }
  const tab = await atCode({ sdk: { sendPhoneCode, signInWithPhoneCode } })
  await tab.run('sendPhoneCode', NUMBER)
  t.match(tab.state().screen, { codes: 2 })
  await answer(tab, '123456')
  t.same(answered, ['2 123456'])
})

t.test('phone: changing the number keeps it in the form', async (t) => {
  const tab = await atCode()
  await tab.run('askForPhone')
  t.same(tab.state().screen, { name: 'phone', number: NUMBER, codes: 0 })
})

for (const [code, title] of [
  ['auth/invalid-phone-number', 'problem.phone-malformed.title'],
  ['auth/missing-phone-number', 'problem.phone-missing.title'],
  ['auth/quota-exceeded', 'problem.unavailable.title'],
  ['auth/captcha-check-failed', 'problem.robot.title'],
  ['auth/too-many-requests', 'problem.attempts.title'],
  ['auth/operation-not-allowed', 'problem.setup.title'],
  ['auth/unsupported-first-factor', 'problem.second-factor.title']
] as const) {
  t.test(`phone: ${code} for the number is reported at the form`, async (t) => {
    const tab = await atCode({ sdk: { sendPhoneCode: async () => refused(code) } })
    t.equal(problemIn(tab.state()), title)
    t.match(tab.state().screen, { name: 'phone', codes: 0 })
  })
}

for (const [code, title] of [
  ['auth/invalid-verification-code', 'problem.code.title'],
  ['auth/code-expired', 'problem.code-expired.title']
] as const) {
  t.test(`phone: ${code} for the code is reported and the next one works`, async (t) => {
    const answers = [refused(code), signedIn()]
    const tab = await atCode(sentBy(async () => answers.shift()!))
    await answer(tab, '000000')
    t.equal(problemIn(tab.state()), title)
    t.match(tab.state().status, { problem: { kind: 'code' } })
    t.equal(tab.left.length, 0)
    await answer(tab, '123456')
    t.equal(tab.left.length, 1)
  })
}

t.test('phone: a missing code is reported without a request', async (t) => {
  let calls = 0
  const tab = await atCode(
    sentBy(async () => {
      calls++
      return signedIn()
    })
  )
  await answer(tab, ' ')
  t.equal(problemIn(tab.state()), 'problem.code-missing.title')
  t.equal(calls, 0)
})

t.test('phone: an account with a second factor continues with it', async (t) => {
  const tab = await atCode(sentBy(async () => challengeWith()))
  await answer(tab, '123456')
  t.equal(tab.state().screen.name, 'second-factor')
  await tab.run('answerFactor', '654321')
  t.equal(tab.left.length, 1)
})

t.test('phone: after a temporary gateway error, the used code is not sent again', async (t) => {
  const answers = [refusal(503, 'PROVIDER_UNAVAILABLE'), opened()]
  let calls = 0
  const tab = await atCode({
    ...sentBy(async () => {
      calls++
      return signedIn()
    }),
    gateway: { post: () => answers.shift()! }
  })
  await answer(tab, '123456')
  t.equal(problemIn(tab.state()), 'problem.unavailable.title')
  await answer(tab, '')
  t.equal(tab.left.length, 1)
  t.equal(calls, 1)
})

t.test('phone: after leaving while the code is sent, the response changes nothing', async (t) => {
  const slow = later<SentCode>()
  const tab = await atCode({ sdk: { sendPhoneCode: () => slow.promise } })
  tab.goBack()
  slow.answer({ ...done, id: 'message-1' })
  await settle()
  t.equal(tab.state().screen.name, 'sign-in')
})

t.test('phone: a reload keeps the number, and the code that is on its way', async (t) => {
  const reload = (from: Tab, { rank = 1, laterMs = 0, phone = true } = {}) =>
    startTab({
      storage: from.storage,
      entry: { rank },
      config: { methods: { ...methods, phone } },
      browser: { now: () => startMs + laterMs }
    })
  const screenAfter = (from: Tab, options = {}) => reload(from, options).state().screen
  t.same(screenAfter(await atNumber()), { name: 'phone', number: '', codes: 0 })
  const again = reload(await atCode(), { laterMs: 900_000 })
  t.same(again.state().screen, { name: 'phone', number: NUMBER, codes: 1 })
  await answer(again, '123456')
  t.same(again.calls.at(-1), { name: 'signInWithPhoneCode', with: ['message-1', '123456'] })
  t.equal(again.left.length, 1)
  t.equal(again.storage.getItem('gatehouse:step'), null, 'nothing is left of it')

  for (const options of [{ rank: 0 }, { laterMs: 900_001 }, { phone: false }])
    t.equal(screenAfter(await atCode(), options).name, 'sign-in', JSON.stringify(options))
  const tampered = await atCode()
  tampered.storage.setItem('gatehouse:step', JSON.stringify({ number: NUMBER, code: 1, atMs: startMs }))
  t.match(screenAfter(tampered), { name: 'phone', codes: 0 }, 'a code of another type')
})
