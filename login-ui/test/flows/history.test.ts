import t from 'tap'
import type { SignInAnswer } from '../../src/auth/sdk-contract.ts'
import {
  accountWith,
  challengeWith,
  credentials,
  later,
  refused,
  settle,
  signedIn,
  signIn,
  startTab,
  type Tab,
  type TabOptions
} from '../fixtures/flows.ts'

const choose = [
  { id: 'a', name: 'Alpha' },
  { id: 'b', name: 'Beta' }
]
const chosenFirst: TabOptions['config'] = { tenant: { id: null, choose, byEmailDomain: {} } }
const chosenLater: TabOptions['config'] = {
  tenant: { id: null, choose, byEmailDomain: { 'b.example': 'b' } }
}
const asksForCode = async () => challengeWith()

const here = '/login?redirect=%2Freports'
const screenOf = (tab: Tab) => tab.state().screen.name

t.test('back: from the second step, shows sign-in with the address kept', async (t) => {
  const tab = await signIn({ sdk: { signInWithPassword: asksForCode } })
  t.equal(screenOf(tab), 'second-factor')
  t.same(tab.addresses, [`push https://app.example.com${here}`], 'the same address')
  tab.goBack()
  t.equal(screenOf(tab), 'sign-in')
  t.equal(tab.state().email, 'ada@example.com')
  t.same(tab.wentBack, [], 'one press is enough')
})

t.test('back: at sign-in, is handled by the browser', async (t) => {
  const tab = await signIn({ signIn: refused('auth/invalid-credential') })
  t.same(tab.addresses, [])
})

t.test('back: from the verification, signs the SDK out', async (t) => {
  const account = accountWith({ emailVerified: false })
  const tab = await signIn({
    config: { address: 'second-step' },
    url: 'https://app.example.com/login/second-step',
    signIn: signedIn(account)
  })
  t.equal(screenOf(tab), 'verify')
  tab.goBack()
  t.equal(screenOf(tab), 'sign-in')
  t.ok(account.forgotten)
})

t.test('back: from a later step, leads before the first step', async (t) => {
  const tab = await signIn({ config: { secondFactor: true } })
  t.equal(screenOf(tab), 'enrol')
  await tab.run('startEnrolment')
  t.equal(tab.addresses.length, 1)
  tab.goBack()
  t.equal(screenOf(tab), 'sign-in')
})

t.test('back: from the sent email, shows the form before it', async (t) => {
  const tab = startTab({})
  tab.act('go', 'forgot')
  await tab.run('requestReset', credentials.email)
  t.equal(screenOf(tab), 'sent')
  tab.goBack()
  t.equal(screenOf(tab), 'forgot')
  tab.goBack()
  t.equal(screenOf(tab), 'sign-in')
})

t.test('back: while a code is checked, its response opens no session', async (t) => {
  const pending = later<SignInAnswer>()
  const account = accountWith()
  const tab = await signIn({
    sdk: { signInWithPassword: async () => challengeWith({ answer: () => pending.promise }) }
  })
  tab.act('answerFactor', '123456')
  tab.goBack()
  pending.answer(signedIn(account))
  await settle()
  t.equal(screenOf(tab), 'sign-in')
  t.equal(tab.requests.length, 0)
  t.ok(account.forgotten)
})

t.test('forward: to an abandoned step, stays at sign-in and works', async (t) => {
  const tab = await signIn({ sdk: { signInWithPassword: asksForCode } })
  tab.goBack()
  tab.goBack(1)
  t.equal(screenOf(tab), 'sign-in')
  await tab.run('signInWithPassword', credentials)
  t.equal(screenOf(tab), 'second-factor')
  tab.goBack()
  t.equal(screenOf(tab), 'sign-in')
})

t.test('back: skips a step that was left with its own button', async (t) => {
  const tab = await signIn({ sdk: { signInWithPassword: asksForCode } })
  tab.act('startOver')
  t.equal(screenOf(tab), 'sign-in')
  tab.goBack()
  t.same(tab.wentBack, [0], 'continues to the entry before the page')
})

t.test('organization: chosen first, Back allows another choice, which counts', async (t) => {
  const tab = startTab({ config: chosenFirst })
  await tab.run('chooseTenant', 'a')
  t.match(tab.state(), { screen: { name: 'sign-in' }, tenant: 'a' })
  tab.goBack()
  t.match(tab.state(), { screen: { name: 'tenant' }, tenant: null })
  tab.act('chooseTenant', 'b')
  await tab.run('signInWithPassword', credentials)
  t.equal(tab.calls.findLast(({ name }) => name === 'setTenant')?.with[0], 'b')
})

t.test('organization: second step after the choice, Back keeps the choice', async (t) => {
  const tab = startTab({ config: chosenFirst, sdk: { signInWithPassword: asksForCode } })
  await tab.run('chooseTenant', 'a')
  await tab.run('signInWithPassword', credentials)
  t.equal(screenOf(tab), 'second-factor')
  tab.goBack()
  t.match(tab.state(), { screen: { name: 'sign-in' }, tenant: 'a' })
  tab.goBack()
  t.match(tab.state(), { screen: { name: 'tenant' }, tenant: null })
})

t.test('organization: required at sign-in, Back shows sign-in', async (t) => {
  const tab = await signIn({ config: chosenLater })
  t.equal(screenOf(tab), 'tenant')
  tab.goBack()
  t.match(tab.state(), { screen: { name: 'sign-in' }, email: 'ada@example.com' })
})

t.test('organization: changing it requires another choice and drops the first one', async (t) => {
  const tab = await signIn({ config: chosenLater, sdk: { signInWithPassword: asksForCode } })
  await tab.run('chooseTenant', 'a')
  t.equal(screenOf(tab), 'second-factor')
  tab.act('startOver')
  t.match(tab.state(), { screen: { name: 'sign-in' }, tenant: 'a' })
  tab.act('changeTenant')
  t.match(tab.state(), { screen: { name: 'tenant' }, tenant: null })
  tab.goBack()
  t.match(tab.state(), { screen: { name: 'sign-in' }, tenant: null })
})

t.test('organization: without a choice, there is nothing to change', async (t) => {
  const tab = startTab({ config: chosenLater })
  await tab.run('changeTenant')
  t.equal(screenOf(tab), 'sign-in')
})

t.test('link from a mail: once used, Back from the second step shows sign-in', async (t) => {
  const tab = startTab({
    config: { address: 'action', action: { mode: 'signIn' } },
    url: 'https://app.example.com/login/action?mode=signIn&oobCode=c0de',
    sdk: { signInWithLink: asksForCode }
  })
  await settle()
  await tab.wait(300)
  await tab.run('applyAction', { email: 'ada@example.com' })
  t.equal(screenOf(tab), 'second-factor')
  tab.goBack()
  t.equal(screenOf(tab), 'sign-in')
  t.equal(tab.addresses.at(-1), `replace ${here}`)
})
