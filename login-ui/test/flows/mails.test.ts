import t from 'tap'
import type { Done, Refusal } from '../../src/auth/sdk-contract.ts'
import type { ActionMode } from '../../src/page-config.ts'
import {
  answer,
  challengeWith,
  createHub,
  done,
  later,
  opened,
  openTab,
  origin,
  problemIn,
  refusal,
  refused,
  sessionOf,
  settle,
  signedIn,
  type TabOptions
} from '../fixtures/flows.ts'

const mails = [
  ['reset', 'requestReset', 'sendReset', `${origin}/login?redirect=%2Freports`],
  ['link', 'requestLink', 'sendLink', `${origin}/login/action?redirect=%2Freports`]
] as const

for (const [mail, action, call, url] of mails) {
  t.test(`${mail}: asked for, tells the provider where to lead on`, async (t) => {
    const tab = openTab()
    tab.act(action, ' ada@example.com ')
    await settle()
    t.same(tab.calls.at(-1), { name: call, with: ['ada@example.com', url] })
    t.same(tab.state().screen, { name: 'sent', mail, email: 'ada@example.com' })
  })

  for (const code of [
    'auth/user-not-found',
    'auth/user-disabled',
    'auth/invalid-credential',
    'auth/brand-new'
  ]) {
    t.test(`${mail}: provider says ${code}, looks the same as sent`, async (t) => {
      const tab = openTab({ sdk: { [call]: async () => refused(code) } })
      tab.act(action, 'ada@example.com')
      await settle()
      t.same(tab.state().screen, { name: 'sent', mail, email: 'ada@example.com' })
      t.equal(tab.state().status.name, 'ready')
    })
  }

  for (const [code, title] of [
    ['auth/network-request-failed', 'problem.network.title'],
    ['auth/too-many-requests', 'problem.attempts.title'],
    ['auth/operation-not-allowed', 'problem.setup.title'],
    ['auth/unauthorized-continue-uri', 'problem.setup.title'],
    ['auth/quota-exceeded', 'problem.unavailable.title'],
    ['auth/invalid-email', 'problem.email-malformed.title']
  ]) {
    t.test(`${mail}: provider says ${code}, says so`, async (t) => {
      const tab = openTab({ sdk: { [call]: async () => refused(code!) } })
      tab.act(action, 'ada@example.com')
      await settle()
      t.equal(problemIn(tab.state()), title)
      t.not(tab.state().screen.name, 'sent')
    })
  }

  t.test(`${mail}: asked for again, is sent again and tells it`, async (t) => {
    const tab = openTab()
    tab.act(action, 'ada@example.com')
    await settle()
    for (let time = 2; time < 4; time++) {
      tab.act(action, 'ada@example.com')
      t.equal(tab.state().status.name, 'submitting', 'what was told before is gone meanwhile')
      await settle()
      t.same(tab.state().screen, { name: 'sent', mail, email: 'ada@example.com', again: true })
      t.equal(tab.asked().length, time)
    }
  })

  t.test(`${mail}: no address, is not sent`, async (t) => {
    const tab = openTab()
    tab.act(action, '')
    await settle()
    t.equal(problemIn(tab.state()), 'problem.email-missing.title')
    t.equal(tab.loads(), 0)
  })
}

/** The page behind a mail's link. */
async function openLink(mode: ActionMode, options: TabOptions = {}) {
  const tab = openTab({
    url: `${origin}/login/action?mode=${mode}&oobCode=code-1&apiKey=key&redirect=%2Freports`,
    ...options,
    config: { address: 'action', action: { mode }, ...options.config }
  })
  tab.start()
  tab.runTimers(300)
  await settle()
  tab.runTimers(300)
  await settle()
  return tab
}

const stepIn = (tab: Awaited<ReturnType<typeof openLink>>) => {
  const { screen } = tab.state()
  return screen.name === 'action' ? screen.step : undefined
}

t.test('link: opened, is out of the address bar before anybody is asked', async (t) => {
  const pending = later<Refusal>()
  const tab = await openLink('verifyEmail', { sdk: { checkAction: () => pending.promise } })
  t.same(tab.addresses, ['replace /login/action?redirect=%2Freports'])
  t.same(stepIn(tab), { name: 'checking' })
})

t.test('link: nobody knows what it is for, is dead and asks nobody', async (t) => {
  const tab = openTab({ url: `${origin}/login/action`, config: { address: 'action', action: null } })
  tab.start()
  await settle()
  t.equal(problemIn(tab.state()), 'problem.link-unknown.title')
  t.equal(tab.loads(), 0)
})

const modes: ActionMode[] = [
  'resetPassword',
  'verifyEmail',
  'recoverEmail',
  'verifyAndChangeEmail',
  'revertSecondFactorAddition'
]
for (const mode of modes) {
  t.test(`${mode}: opened, only looks: scanners of mails open links too`, async (t) => {
    const tab = await openLink(mode)
    t.same(tab.asked(), ['checkAction'])
    t.same(tab.calls.at(-1)?.with, [mode, 'code-1'])
    t.same(stepIn(tab), { name: 'ready', email: 'ada@example.com', newEmail: null })
  })

  for (const [code, title] of [
    ['auth/expired-action-code', 'problem.link-expired.title'],
    ['auth/invalid-action-code', 'problem.link-used.title'],
    ['auth/internal-error', 'problem.link-unknown.title'],
    ['auth/user-disabled', 'problem.disabled.title']
  ]) {
    t.test(`${mode}: ${code}, is dead`, async (t) => {
      const tab = await openLink(mode, { sdk: { checkAction: async () => refused(code!) } })
      t.match(stepIn(tab), { name: 'dead', problem: { title } })
    })
  }
}

t.test('link: no connection, is not called dead and is looked at again with one', async (t) => {
  const answers = [
    refused('auth/network-request-failed'),
    { kind: 'good', email: null, newEmail: null } as const
  ]
  const tab = await openLink('verifyEmail', { sdk: { checkAction: async () => answers.shift()! } })
  t.equal(problemIn(tab.state()), 'problem.network.title')
  t.same(stepIn(tab), { name: 'checking' })
  tab.tellBrowser('online')
  await settle()
  t.match(stepIn(tab), { name: 'ready' })
})

t.test('link: no connection, is looked at again when the visitor asks', async (t) => {
  const answers = [
    refused('auth/network-request-failed'),
    { kind: 'good', email: null, newEmail: null } as const
  ]
  const tab = await openLink('verifyEmail', { sdk: { checkAction: async () => answers.shift()! } })
  tab.act('applyAction', {})
  await settle()
  t.match(stepIn(tab), { name: 'ready' })
  t.same(tab.asked(), ['checkAction', 'checkAction'], 'nothing is done with it')
})

for (const mode of modes.slice(1)) {
  t.test(`${mode}: button pressed twice, applies once`, async (t) => {
    const tab = await openLink(mode)
    tab.act('applyAction', {})
    tab.act('applyAction', {})
    await settle()
    tab.act('applyAction', {})
    await settle()
    t.same(tab.asked(), ['checkAction', 'applyAction'])
    t.same(stepIn(tab), { name: 'done', email: 'ada@example.com' })
    t.equal(tab.state().email, 'ada@example.com')
    const type = mode === 'verifyEmail' || mode === 'verifyAndChangeEmail' ? 'verified' : 'reverted'
    t.same(tab.hub.sent, [{ type }], 'the other tabs are told')
  })

  t.test(`${mode}: used up between look and press, is dead`, async (t) => {
    const tab = await openLink(mode, {
      sdk: { applyAction: async () => refused('auth/invalid-action-code') }
    })
    tab.act('applyAction', {})
    await settle()
    t.match(stepIn(tab), { name: 'dead', problem: { title: 'problem.link-used.title' } })
    t.same(tab.hub.sent, [])
  })
}

t.test('recoverEmail: done, a reset can be asked for', async (t) => {
  const tab = await openLink('recoverEmail')
  tab.act('applyAction', {})
  await settle()
  tab.act('requestReset', 'ada@example.com')
  await settle()
  t.match(tab.state().screen, { name: 'sent', mail: 'reset' })
})

t.test('done: session stands, goes on', async (t) => {
  const tab = await openLink('verifyEmail', { gateway: { get: () => sessionOf() } })
  tab.act('applyAction', {})
  await settle()
  tab.act('proceed')
  await settle()
  t.equal(tab.left.length, 1)
})

t.test('done: nobody signed in, goes to sign-in with the address kept', async (t) => {
  const tab = await openLink('verifyEmail')
  tab.act('applyAction', {})
  await settle()
  tab.act('proceed')
  await settle()
  t.equal(tab.state().screen.name, 'sign-in')
  t.equal(tab.state().email, 'ada@example.com')
  t.equal(tab.addresses.at(-1), 'push /login?redirect=%2Freports')
  t.same(tab.left, [])
})

t.test('done: new password whose sign-in is refused, goes to sign-in past a session of before', async (t) => {
  const tab = await openLink('resetPassword', {
    sdk: { signInWithPassword: async () => refused('auth/user-disabled') },
    gateway: { get: () => sessionOf() }
  })
  tab.act('applyAction', { newPassword: 'new password' })
  await settle()
  t.match(stepIn(tab), { name: 'done' })
  tab.act('proceed')
  await settle()
  t.equal(tab.state().screen.name, 'sign-in')
  t.same(tab.left, [])
})

t.test('done: Back to the used link, says so', async (t) => {
  const tab = await openLink('verifyEmail')
  tab.act('applyAction', {})
  await settle()
  tab.act('go', 'sign-in')
  tab.visit('/login/action?redirect=%2Freports')
  tab.tellBrowser('back')
  await settle()
  t.equal(problemIn(tab.state()), 'problem.link-used.title')
  t.same(tab.asked(), ['checkAction', 'applyAction'])
})

t.test('Back to a link that was not used, looks at it again', async (t) => {
  const tab = await openLink('verifyEmail')
  tab.act('go', 'sign-in')
  tab.visit('/login/action?redirect=%2Freports')
  tab.tellBrowser('back')
  await settle()
  t.match(stepIn(tab), { name: 'ready' })
  t.same(tab.asked(), ['checkAction', 'checkAction'])
})

t.test('resetPassword: saved, signs in with the new password', async (t) => {
  const tab = await openLink('resetPassword')
  tab.act('applyAction', { newPassword: ' new ' })
  await settle()
  t.same(tab.calls.filter(({ name }) => name !== 'setTenant').slice(1), [
    { name: 'checkPassword', with: [' new '] },
    { name: 'resetPassword', with: ['code-1', ' new '] },
    { name: 'signInWithPassword', with: [{ email: 'ada@example.com', password: ' new ' }] }
  ])
  t.equal(tab.left.length, 1)
})

t.test('resetPassword: saved and the account has a second factor, asks for it', async (t) => {
  const tab = await openLink('resetPassword', { sdk: { signInWithPassword: async () => challengeWith() } })
  tab.act('applyAction', { newPassword: 'new' })
  await settle()
  t.equal(tab.state().screen.name, 'second-factor')
})

t.test('resetPassword: saved but the sign-in is refused, is done all the same', async (t) => {
  const sdk = { signInWithPassword: async () => refused('auth/too-many-requests') }
  const tab = await openLink('resetPassword', { sdk })
  tab.act('applyAction', { newPassword: 'new' })
  await settle()
  t.same(stepIn(tab), { name: 'done', email: 'ada@example.com' })
  t.equal(tab.state().status.name, 'ready')
})

t.test('resetPassword: saved but the gateway is away, asks only the gateway again', async (t) => {
  const answers = [() => refusal(503, 'PROVIDER_UNAVAILABLE'), opened]
  const tab = await openLink('resetPassword', { gateway: { post: () => answers.shift()!() } })
  tab.act('applyAction', { newPassword: 'new' })
  await settle()
  t.equal(problemIn(tab.state()), 'problem.unavailable.title')
  t.match(stepIn(tab), { name: 'done' })
  tab.act('proceed')
  await settle()
  t.equal(tab.left.length, 1)
})

t.test('resetPassword: passwords are not a way to sign in here, only saves', async (t) => {
  const methods = {
    password: false,
    emailLink: true,
    phone: false,
    passkey: 'off' as const,
    signup: false,
    askName: false
  }
  const tab = await openLink('resetPassword', { config: { methods } })
  tab.act('applyAction', { newPassword: 'new' })
  await settle()
  t.notOk(tab.asked().includes('signInWithPassword'))
  t.match(stepIn(tab), { name: 'done' })
})

t.test('resetPassword: no password, is asked for', async (t) => {
  const tab = await openLink('resetPassword')
  tab.act('applyAction', {})
  await settle()
  t.equal(problemIn(tab.state()), 'problem.password-missing.title')
  t.same(tab.asked(), ['checkAction'])
})

t.test('resetPassword: against the policy, says what is missing and keeps the link', async (t) => {
  const message = 'Missing password requirements: [Password must contain a lower case character]'
  const answers: (Done | Refusal)[] = [refused('auth/password-does-not-meet-requirements', message), done]
  const tab = await openLink('resetPassword', { sdk: { resetPassword: async () => answers.shift()! } })
  tab.act('applyAction', { newPassword: 'NEW' })
  await settle()
  t.match(tab.state().status, { problem: { kind: 'password', details: ['problem.policy.lower'] } })
  tab.act('applyAction', { newPassword: 'new' })
  await settle()
  t.equal(tab.left.length, 1)
})

t.test('sign-in link: the tab that asked is open, and waits for the press (ASVS 7.6.2)', async (t) => {
  const hub = createHub()
  const asking = openTab({ hub, gateway: { get: () => sessionOf() } })
  asking.start()
  asking.act('requestLink', 'ada@example.com')
  await settle()
  const tab = await openLink('signIn', { hub })
  t.same(stepIn(tab), { name: 'ready', email: 'ada@example.com', newEmail: null })
  t.notOk(tab.asked().includes('signInWithLink'))
  tab.act('applyAction', {})
  await settle()
  t.same(tab.calls.at(-1)?.with, [
    'ada@example.com',
    `${origin}/login/action?mode=signIn&oobCode=code-1&apiKey=key&redirect=%2Freports`
  ])
  t.equal(tab.left.length, 1)
  t.equal(asking.left.length, 1, 'the tab that waited goes on by itself')
  t.equal(tab.storage.length + asking.storage.length, 1, 'nothing but the count of redirects is stored')
})

for (const remember of [true, false])
  t.test(
    `sign-in link: asked for with the box ${remember ? '' : 'un'}ticked, it is so here too`,
    async (t) => {
      const hub = createHub()
      const asking = openTab({ hub, config: { remember: true } })
      asking.start()
      asking.store.dispatch({ type: 'chose-to-remember', remember })
      asking.act('requestLink', 'ada@example.com')
      await settle()
      const tab = await openLink('signIn', { hub, config: { remember: true } })
      t.match(stepIn(tab), { name: 'ready' })
      t.equal(tab.state().remember, remember)
      tab.act('applyAction', {})
      await settle()
      t.match(tab.requests.find(({ method }) => method === 'POST')?.body, `"remember":${remember}`)
    }
  )

t.test('sign-in link: the choice that another tab tells is none, the box is unticked', async (t) => {
  const hub = createHub()
  const older = hub.open()
  older.addEventListener('message', ({ data }) =>
    older.postMessage({ ...Object(data), type: 'asked', email: 'ada@example.com', remember: 'yes' })
  )
  const tab = await openLink('signIn', { hub, config: { remember: true } })
  t.match(stepIn(tab), { name: 'ready' })
  t.equal(tab.state().remember, false)
})

t.test('sign-in link: another device, asks for the address', async (t) => {
  const tab = await openLink('signIn')
  t.same(stepIn(tab), { name: 'ask-email' })
  tab.act('applyAction', { email: '' })
  t.equal(problemIn(tab.state()), 'problem.email-missing.title')
  tab.act('applyAction', { email: ' ada@example.com ' })
  await settle()
  t.equal(tab.left.length, 1)
})

t.test('sign-in link: tabs that asked for something else, do not answer', async (t) => {
  const hub = createHub()
  const other = openTab({ hub })
  other.start()
  other.act('requestReset', 'ada@example.com')
  await settle()
  const tab = await openLink('signIn', { hub })
  t.same(stepIn(tab), { name: 'ask-email' })
})

t.test('sign-in link: answer to another question, is not taken', async (t) => {
  const hub = createHub()
  const liar = hub.open()
  liar.addEventListener('message', () =>
    liar.postMessage({ type: 'asked', question: 'another', email: 'eve@example.com' })
  )
  const tab = await openLink('signIn', { hub })
  t.same(stepIn(tab), { name: 'ask-email' })
})

t.test('sign-in link: sent to another address, says so and asks again', async (t) => {
  const answers = [refused('auth/invalid-email'), signedIn()]
  const tab = await openLink('signIn', { sdk: { signInWithLink: async () => answers.shift()! } })
  tab.act('applyAction', { email: 'eve@example.com' })
  await settle()
  t.equal(problemIn(tab.state()), 'problem.link-email.title')
  t.same(stepIn(tab), { name: 'ask-email' })
  tab.act('applyAction', { email: 'ada@example.com' })
  await settle()
  t.equal(tab.left.length, 1)
})

for (const code of ['auth/invalid-action-code', 'auth/expired-action-code']) {
  t.test(`sign-in link: ${code}, is dead`, async (t) => {
    const tab = await openLink('signIn', { sdk: { signInWithLink: async () => refused(code) } })
    tab.act('applyAction', { email: 'ada@example.com' })
    await settle()
    t.match(stepIn(tab), { name: 'dead' })
  })
}

t.test('sign-in link: not one, is dead without asking anybody', async (t) => {
  const tab = await openLink('signIn', { sdk: { isSignInLink: () => false } })
  t.match(stepIn(tab), { name: 'dead', problem: { title: 'problem.link-unknown.title' } })
  t.same(tab.hub.sent, [])
})

t.test('sign-in link: gateway refuses, stays signed in at the provider with the words', async (t) => {
  const tab = await openLink('signIn', { gateway: { post: () => refusal(403, 'FORBIDDEN') } })
  tab.act('applyAction', { email: 'ada@example.com' })
  await settle()
  t.equal(problemIn(tab.state()), 'problem.forbidden.title')
  t.match(stepIn(tab), { name: 'done' })
})

t.test('verified in another tab: waiting tab, goes on by itself', async (t) => {
  const hub = createHub()
  const answers = [() => answer(403, { code: 'EMAIL_UNVERIFIED' }), opened]
  const waiting = openTab({ hub, gateway: { post: () => answers.shift()!() } })
  waiting.start()
  waiting.act('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  await settle()
  t.equal(waiting.state().screen.name, 'verify')
  const tab = await openLink('verifyEmail', { hub })
  tab.act('applyAction', {})
  await settle()
  t.equal(waiting.left.length, 1)
})
