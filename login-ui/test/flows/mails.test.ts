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
  startMs,
  startTab,
  type TabOptions
} from '../fixtures/flows.ts'
import { onlyMethods } from '../fixtures/sample-config.ts'

const mails = [
  ['reset', 'requestReset', 'sendReset', `${origin}/login?redirect=%2Freports`],
  ['link', 'requestLink', 'sendLink', `${origin}/login/action?redirect=%2Freports`]
] as const

for (const [mail, action, call, url] of mails) {
  t.test(`${mail}: a request gives the provider the address to continue at`, async (t) => {
    const tab = openTab()
    await tab.run(action, ' ada@example.com ')
    t.same(tab.calls.at(-1), { name: call, with: ['ada@example.com', url] })
    t.same(tab.state().screen, { name: 'sent', mail, email: 'ada@example.com' })
  })

  for (const code of [
    'auth/user-not-found',
    'auth/user-disabled',
    'auth/invalid-credential',
    'auth/brand-new'
  ]) {
    t.test(`${mail}: provider error ${code} looks the same as sent`, async (t) => {
      const tab = openTab({ sdk: { [call]: async () => refused(code) } })
      await tab.run(action, 'ada@example.com')
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
    t.test(`${mail}: provider error ${code} is reported`, async (t) => {
      const tab = openTab({ sdk: { [call]: async () => refused(code!) } })
      await tab.run(action, 'ada@example.com')
      t.equal(problemIn(tab.state()), title)
      t.not(tab.state().screen.name, 'sent')
    })
  }

  t.test(`${mail}: another request sends it again and says so`, async (t) => {
    const tab = openTab()
    await tab.run(action, 'ada@example.com')
    for (let time = 2; time < 4; time++) {
      tab.act(action, 'ada@example.com')
      t.equal(tab.state().status.name, 'submitting', 'the previous message is gone meanwhile')
      await settle()
      t.same(tab.state().screen, { name: 'sent', mail, email: 'ada@example.com', again: true })
      t.equal(tab.asked().length, time)
    }
  })

  t.test(`${mail}: without an address, is not sent`, async (t) => {
    const tab = openTab()
    await tab.run(action, '')
    t.equal(problemIn(tab.state()), 'problem.email-missing.title')
    t.equal(tab.loads(), 0)
  })
}

/** The page of an email link. */
async function openLink(mode: ActionMode, options: TabOptions = {}) {
  const tab = startTab({
    url: `${origin}/login/action?mode=${mode}&oobCode=code-1&apiKey=key&redirect=%2Freports`,
    ...options,
    config: { address: 'action', action: { mode }, ...options.config }
  })
  await tab.wait(300)
  await tab.wait(300)
  return tab
}

const stepIn = (tab: Awaited<ReturnType<typeof openLink>>) => {
  const { screen } = tab.state()
  return screen.name === 'action' ? screen.step : undefined
}

t.test('link: is removed from the address bar before any request', async (t) => {
  const pending = later<Refusal>()
  const tab = await openLink('verifyEmail', { sdk: { checkAction: () => pending.promise } })
  t.same(tab.addresses, ['replace /login/action?redirect=%2Freports'])
  t.same(stepIn(tab), { name: 'checking' })
})

t.test('link: one with an unknown purpose is dead and makes no request', async (t) => {
  const tab = startTab({ url: `${origin}/login/action`, config: { address: 'action', action: null } })
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
  t.test(`${mode}: opening only checks the link, since email scanners open links as well`, async (t) => {
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
    t.test(`${mode}: ${code} makes the link dead`, async (t) => {
      const tab = await openLink(mode, { sdk: { checkAction: async () => refused(code!) } })
      t.match(stepIn(tab), { name: 'dead', problem: { title } })
    })
  }
}

/** A link whose first check fails, and the second does not. */
async function openOffline() {
  const answers = [
    refused('auth/network-request-failed'),
    { kind: 'good', email: null, newEmail: null } as const
  ]
  return await openLink('verifyEmail', { sdk: { checkAction: async () => answers.shift()! } })
}

t.test('link: without a connection, is not reported as dead and is checked again when online', async (t) => {
  const tab = await openOffline()
  t.equal(problemIn(tab.state()), 'problem.network.title')
  t.same(stepIn(tab), { name: 'checking' })
  await tab.hear('online')
  t.match(stepIn(tab), { name: 'ready' })
})

t.test('link: without a connection, is checked again when the visitor clicks', async (t) => {
  const tab = await openOffline()
  await tab.run('applyAction', {})
  t.match(stepIn(tab), { name: 'ready' })
  t.same(tab.asked(), ['checkAction', 'checkAction'], 'only checked')
})

for (const mode of modes.slice(1)) {
  t.test(`${mode}: clicking the button twice applies it once`, async (t) => {
    const tab = await openLink(mode)
    tab.act('applyAction', {})
    await tab.run('applyAction', {})
    await tab.run('applyAction', {})
    t.same(tab.asked(), ['checkAction', 'applyAction'])
    t.same(stepIn(tab), { name: 'done', email: 'ada@example.com' })
    t.equal(tab.state().email, 'ada@example.com')
    const type = mode === 'verifyEmail' || mode === 'verifyAndChangeEmail' ? 'verified' : 'reverted'
    t.same(tab.hub.sent, [{ type }], 'the other tabs are notified')
  })

  t.test(`${mode}: used between check and click, is dead`, async (t) => {
    const tab = await openLink(mode, {
      sdk: { applyAction: async () => refused('auth/invalid-action-code') }
    })
    await tab.run('applyAction', {})
    t.match(stepIn(tab), { name: 'dead', problem: { title: 'problem.link-used.title' } })
    t.same(tab.hub.sent, [])
  })
}

t.test('recoverEmail: once done, a password reset can be requested', async (t) => {
  const tab = await openLink('recoverEmail')
  await tab.run('applyAction', {})
  await tab.run('requestReset', 'ada@example.com')
  t.match(tab.state().screen, { name: 'sent', mail: 'reset' })
})

t.test('done: with a session, continues', async (t) => {
  const tab = await openLink('verifyEmail', { gateway: { get: () => sessionOf() } })
  await tab.run('applyAction', {})
  await tab.run('proceed')
  t.equal(tab.left.length, 1)
})

t.test('done: signed out, goes to sign-in with the address kept', async (t) => {
  const tab = await openLink('verifyEmail')
  await tab.run('applyAction', {})
  await tab.run('proceed')
  t.equal(tab.state().screen.name, 'sign-in')
  t.equal(tab.state().email, 'ada@example.com')
  t.equal(tab.addresses.at(-1), 'push /login?redirect=%2Freports')
  t.same(tab.left, [])
})

t.test('done: a rejected sign-in with a new password leads to sign-in despite an old session', async (t) => {
  const tab = await openLink('resetPassword', {
    signIn: refused('auth/user-disabled'),
    gateway: { get: () => sessionOf() }
  })
  await tab.run('applyAction', { newPassword: 'new password' })
  t.match(stepIn(tab), { name: 'done' })
  await tab.run('proceed')
  t.equal(tab.state().screen.name, 'sign-in')
  t.same(tab.left, [])
})

for (const mode of ['verifyAndChangeEmail', 'recoverEmail'] as const)
  for (const [when, aheadMs, signedInAtMs, continues] of [
    ['a second after it', 0, startMs + 1000, true],
    ['in the same second', 0, startMs, false],
    ['a second before it', 0, startMs - 1000, false],
    ['after it, by the clock of a gateway an hour behind', -3_600_000, startMs - 3_599_000, true],
    ['before it, by the clock of a gateway an hour ahead', 3_600_000, startMs + 3_599_000, false]
  ] as const)
    t.test(
      `done: ${mode}, a session that began ${when}, ${continues ? 'continues' : 'signs in'}`,
      async (t) => {
        const session = { uid: 'u1', tenant: null, signedInAt: signedInAtMs / 1000 }
        const get = () => answer(200, session, startMs + aheadMs)
        const tab = await openLink(mode, { gateway: { get } })
        await tab.run('applyAction', {})
        await tab.run('proceed')
        t.equal(tab.left.length, continues ? 1 : 0)
        t.equal(tab.state().screen.name === 'sign-in', !continues)
      }
    )

t.test('done: Back to the used link says so', async (t) => {
  const tab = await openLink('verifyEmail')
  await tab.run('applyAction', {})
  tab.act('go', 'sign-in')
  tab.visit('/login/action?redirect=%2Freports')
  await tab.hear('back')
  t.equal(problemIn(tab.state()), 'problem.link-used.title')
  t.same(tab.asked(), ['checkAction', 'applyAction'])
})

t.test('Back to an unused link checks it again', async (t) => {
  const tab = await openLink('verifyEmail')
  tab.act('go', 'sign-in')
  tab.visit('/login/action?redirect=%2Freports')
  await tab.hear('back')
  t.match(stepIn(tab), { name: 'ready' })
  t.same(tab.asked(), ['checkAction', 'checkAction'])
})

t.test('resetPassword: once saved, signs in with the new password', async (t) => {
  const tab = await openLink('resetPassword')
  await tab.run('applyAction', { newPassword: ' new ' })
  t.same(tab.calls.filter(({ name }) => name !== 'setTenant').slice(1), [
    { name: 'checkPassword', with: [' new '] },
    { name: 'resetPassword', with: ['code-1', ' new '] },
    { name: 'signInWithPassword', with: [{ email: 'ada@example.com', password: ' new ' }] }
  ])
  t.equal(tab.left.length, 1)
})

t.test('resetPassword: once saved, an account with a second factor needs its code', async (t) => {
  const tab = await openLink('resetPassword', { signIn: challengeWith() })
  await tab.run('applyAction', { newPassword: 'new' })
  t.equal(tab.state().screen.name, 'second-factor')
})

t.test('resetPassword: is done even if the sign-in after it is rejected', async (t) => {
  const sdk = { signInWithPassword: async () => refused('auth/too-many-requests') }
  const tab = await openLink('resetPassword', { sdk })
  await tab.run('applyAction', { newPassword: 'new' })
  t.same(stepIn(tab), { name: 'done', email: 'ada@example.com' })
  t.equal(tab.state().status.name, 'ready')
})

t.test('resetPassword: if the gateway fails after saving, only the gateway is called again', async (t) => {
  const answers = [() => refusal(503, 'PROVIDER_UNAVAILABLE'), opened]
  const tab = await openLink('resetPassword', { gateway: { post: () => answers.shift()!() } })
  await tab.run('applyAction', { newPassword: 'new' })
  t.equal(problemIn(tab.state()), 'problem.unavailable.title')
  t.match(stepIn(tab), { name: 'done' })
  await tab.run('proceed')
  t.equal(tab.left.length, 1)
})

t.test('resetPassword: only saves where passwords cannot sign in', async (t) => {
  const config = { methods: onlyMethods({ emailLink: true }) }
  const tab = await openLink('resetPassword', { config })
  await tab.run('applyAction', { newPassword: 'new' })
  t.notOk(tab.asked().includes('signInWithPassword'))
  t.match(stepIn(tab), { name: 'done' })
})

t.test('resetPassword: a missing password is reported', async (t) => {
  const tab = await openLink('resetPassword')
  await tab.run('applyAction', {})
  t.equal(problemIn(tab.state()), 'problem.password-missing.title')
  t.same(tab.asked(), ['checkAction'])
})

t.test('resetPassword: a policy violation says what is missing and keeps the link', async (t) => {
  const message = 'Missing password requirements: [Password must contain a lower case character]'
  const answers: (Done | Refusal)[] = [refused('auth/password-does-not-meet-requirements', message), done]
  const tab = await openLink('resetPassword', { sdk: { resetPassword: async () => answers.shift()! } })
  await tab.run('applyAction', { newPassword: 'NEW' })
  t.match(tab.state().status, { problem: { kind: 'password', details: ['problem.policy.lower'] } })
  await tab.run('applyAction', { newPassword: 'new' })
  t.equal(tab.left.length, 1)
})

t.test('sign-in link: with the requesting tab open, waits for the click (ASVS 7.6.2)', async (t) => {
  const hub = createHub()
  const asking = startTab({ hub, gateway: { get: () => sessionOf() } })
  await asking.run('requestLink', 'ada@example.com')
  const tab = await openLink('signIn', { hub })
  t.same(stepIn(tab), { name: 'ready', email: 'ada@example.com', newEmail: null })
  t.notOk(tab.asked().includes('signInWithLink'))
  await tab.run('applyAction', {})
  t.same(tab.calls.at(-1)?.with, [
    'ada@example.com',
    `${origin}/login/action?mode=signIn&oobCode=code-1&apiKey=key&redirect=%2Freports`
  ])
  t.equal(tab.left.length, 1)
  t.equal(asking.left.length, 1, 'the waiting tab continues automatically')
  t.equal(tab.storage.length + asking.storage.length, 1, 'only the count of redirects is stored')
})

for (const remember of [true, false])
  t.test(
    `sign-in link: a checkbox ${remember ? '' : 'un'}ticked in the requesting tab is the same here`,
    async (t) => {
      const hub = createHub()
      const asking = startTab({ hub, config: { remember: true } })
      asking.store.dispatch({ type: 'chose-to-remember', remember })
      await asking.run('requestLink', 'ada@example.com')
      const tab = await openLink('signIn', { hub, config: { remember: true } })
      t.match(stepIn(tab), { name: 'ready' })
      t.equal(tab.state().remember, remember)
      await tab.run('applyAction', {})
      t.match(tab.requests.find(({ method }) => method === 'POST')?.body, `"remember":${remember}`)
    }
  )

t.test('sign-in link: an invalid choice from another tab leaves the checkbox unticked', async (t) => {
  const hub = createHub()
  const older = hub.open()
  older.addEventListener('message', ({ data }) =>
    older.postMessage({ ...Object(data), type: 'asked', email: 'ada@example.com', remember: 'yes' })
  )
  const tab = await openLink('signIn', { hub, config: { remember: true } })
  t.match(stepIn(tab), { name: 'ready' })
  t.equal(tab.state().remember, false)
})

t.test('sign-in link: on another device, the address is required', async (t) => {
  const tab = await openLink('signIn')
  t.same(stepIn(tab), { name: 'ask-email' })
  tab.act('applyAction', { email: '' })
  t.equal(problemIn(tab.state()), 'problem.email-missing.title')
  await tab.run('applyAction', { email: ' ada@example.com ' })
  t.equal(tab.left.length, 1)
})

t.test('sign-in link: tabs that requested something else do not respond', async (t) => {
  const hub = createHub()
  const other = startTab({ hub })
  await other.run('requestReset', 'ada@example.com')
  const tab = await openLink('signIn', { hub })
  t.same(stepIn(tab), { name: 'ask-email' })
})

t.test('sign-in link: a response to another request is ignored', async (t) => {
  const hub = createHub()
  const liar = hub.open()
  liar.addEventListener('message', () =>
    liar.postMessage({ type: 'asked', question: 'another', email: 'eve@example.com' })
  )
  const tab = await openLink('signIn', { hub })
  t.same(stepIn(tab), { name: 'ask-email' })
})

t.test('sign-in link: sent to another address, is reported and the address required again', async (t) => {
  const answers = [refused('auth/invalid-email'), signedIn()]
  const tab = await openLink('signIn', { sdk: { signInWithLink: async () => answers.shift()! } })
  await tab.run('applyAction', { email: 'eve@example.com' })
  t.equal(problemIn(tab.state()), 'problem.link-email.title')
  t.same(stepIn(tab), { name: 'ask-email' })
  await tab.run('applyAction', { email: 'ada@example.com' })
  t.equal(tab.left.length, 1)
})

for (const code of ['auth/invalid-action-code', 'auth/expired-action-code']) {
  t.test(`sign-in link: ${code} makes it dead`, async (t) => {
    const tab = await openLink('signIn', { sdk: { signInWithLink: async () => refused(code) } })
    await tab.run('applyAction', { email: 'ada@example.com' })
    t.match(stepIn(tab), { name: 'dead' })
  })
}

t.test('sign-in link: any other link is dead without a message to other tabs', async (t) => {
  const tab = await openLink('signIn', { sdk: { isSignInLink: () => false } })
  t.match(stepIn(tab), { name: 'dead', problem: { title: 'problem.link-unknown.title' } })
  t.same(tab.hub.sent, [])
})

t.test('sign-in link: a rejection by the gateway is shown, and the provider sign-in is kept', async (t) => {
  const tab = await openLink('signIn', { gateway: { post: () => refusal(403, 'FORBIDDEN') } })
  await tab.run('applyAction', { email: 'ada@example.com' })
  t.equal(problemIn(tab.state()), 'problem.forbidden.title')
  t.match(stepIn(tab), { name: 'done' })
})

t.test('verified in another tab: the waiting tab continues automatically', async (t) => {
  const hub = createHub()
  const answers = [() => answer(403, { code: 'EMAIL_UNVERIFIED' }), opened]
  const waiting = startTab({ hub, gateway: { post: () => answers.shift()!() } })
  await waiting.run('signInWithPassword', { email: 'ada@example.com', password: 'secret' })
  t.equal(waiting.state().screen.name, 'verify')
  const tab = await openLink('verifyEmail', { hub })
  await tab.run('applyAction', {})
  t.equal(waiting.left.length, 1)
})
