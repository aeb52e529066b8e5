import t from 'tap'
import type { Sdk, SignInAnswer } from '../../src/auth/sdk-contract.ts'
import {
  accountWith,
  answer,
  authenticator,
  challengeWith,
  later,
  memoryStorage,
  openTab,
  origin,
  phone,
  problemIn,
  refused,
  settle,
  signedIn,
  signIn,
  startMs,
  startTab,
  type Tab,
  type TabOptions
} from '../fixtures/flows.ts'
import { passkeyOf } from '../fixtures/passkeys.ts'
import { onlyMethods } from '../fixtures/sample-config.ts'

const credentials = { email: 'ada@example.com', password: 'secret-and-long' }
const REASON = 'Use your school address.'

const refusalText = (message: string, status = 'PERMISSION_DENIED') =>
  `HTTP Cloud Function returned an error: ${JSON.stringify({ error: { message, status } })}`
const bySdk = (text: string) => refused('auth/internal-error', `Firebase: ${text} (auth/internal-error).`)
const byCall = (text: string) =>
  answer(400, { error: { code: 400, message: `BLOCKING_FUNCTION_ERROR_RESPONSE : ${text}` } })

const linkUrl = (mode: string) => `${origin}/login/action?mode=${mode}&oobCode=code`

/** The provider's answers to calls that a blocking function can refuse. */
interface Way {
  name: string
  open: (text: string) => TabOptions
  act: (tab: Tab) => Promise<void>
}

const sdkWith = (sdk: (text: string) => Partial<Sdk>) => (text: string) => ({ sdk: sdk(text) })

async function signInByPassword(tab: Tab): Promise<void> {
  await tab.run('signInWithPassword', credentials)
}

const ways: Way[] = [
  {
    name: 'password, by a call of the page',
    open: (text) => ({ provider: () => byCall(text) }),
    act: signInByPassword
  },
  {
    name: 'password, by the SDK',
    open: sdkWith((text) => ({ signInWithPassword: async () => bySdk(text) })),
    act: signInByPassword
  },
  {
    name: 'password, before hydration',
    open: () => ({}),
    async act(tab) {
      const message = `BLOCKING_FUNCTION_ERROR_RESPONSE : ${tab.browser.random()}`
      await tab.run('signInWithPassword', {
        ...credentials,
        early: Promise.resolve({ kind: 'refused', message })
      })
    }
  },
  {
    name: 'window of a provider',
    open: sdkWith((text) => ({ signInWithPopup: async () => bySdk(text) })),
    async act(tab) {
      await tab.run('signInWith', 'google.com')
    }
  },
  {
    name: 'redirect of a provider',
    open: (text) => ({
      sdk: { redirectAnswer: async () => bySdk(text) },
      storage: memoryStorage({ 'firebase:pendingRedirect:key:[DEFAULT]': '"true"' })
    }),
    act: settle
  },
  {
    name: 'email link',
    open: (text) => ({
      sdk: { signInWithLink: async () => bySdk(text) },
      url: linkUrl('signIn'),
      config: { address: 'action', action: { mode: 'signIn' } }
    }),
    async act(tab) {
      await tab.wait(300)
      await tab.run('applyAction', { email: credentials.email })
    }
  },
  {
    name: 'phone, text message',
    open: (text) => ({
      sdk: { sendPhoneCode: async () => bySdk(text) },
      config: { methods: onlyMethods({ phone: true }) }
    }),
    async act(tab) {
      await tab.run('askForPhone')
      await tab.run('sendPhoneCode', '+15555550100')
    }
  },
  {
    name: 'phone, code',
    open: (text) => ({
      sdk: { signInWithPhoneCode: async () => bySdk(text) },
      config: { methods: onlyMethods({ phone: true }) }
    }),
    async act(tab) {
      await tab.run('askForPhone')
      await tab.run('sendPhoneCode', '+15555550100')
      await tab.run('answerPhoneCode', '123456')
    }
  },
  {
    name: 'passkey',
    open: (text) => ({
      config: { methods: onlyMethods({ passkey: 'button' }) },
      browser: {
        fetch: async (input) =>
          String(input).endsWith(':start')
            ? answer(200, { credentialRequestOptions: { challenge: 'AAAA', rpId: 'app.example.com' } })
            : byCall(text),
        passkeys: {
          ...openTab().browser.passkeys,
          credentials: { ...openTab().browser.passkeys.credentials, get: async () => passkeyOf() },
          isSupported: () => true
        }
      }
    }),
    async act(tab) {
      await tab.run('signInWithPasskey')
    }
  },
  ...([authenticator, phone] as const).map((factor) => ({
    name: `second factor, ${factor.kind}`,
    open: (text: string): TabOptions => ({
      config: { mfa: { totp: 'optional', sms: true, issuer: 'Acme' } },
      sdk: {
        signInWithPassword: async () => challengeWith({ factors: [factor], answer: async () => bySdk(text) })
      }
    }),
    async act(tab: Tab) {
      await signInByPassword(tab)
      await tab.run('answerFactor', '123456')
    }
  })),
  {
    name: 'second factor, text message',
    open: (text) => ({
      config: { mfa: { totp: 'optional', sms: true, issuer: 'Acme' } },
      sdk: {
        signInWithPassword: async () => challengeWith({ factors: [phone], sendCode: async () => bySdk(text) })
      }
    }),
    async act(tab) {
      await signInByPassword(tab)
      await tab.run('sendFactorCode')
    }
  },
  {
    name: 'sign-up',
    open: sdkWith((text) => ({ signUp: async () => bySdk(text) })),
    async act(tab) {
      await tab.run('signUp', { ...credentials, name: null })
    }
  },
  {
    name: 'mail for a new password',
    open: sdkWith((text) => ({ sendReset: async () => bySdk(text) })),
    async act(tab) {
      await tab.run('requestReset', credentials.email)
    }
  },
  {
    name: 'mail with a link',
    open: sdkWith((text) => ({ sendLink: async () => bySdk(text) })),
    async act(tab) {
      await tab.run('requestLink', credentials.email)
    }
  },
  {
    name: 'mail for a verification',
    open: (text) => ({
      gateway: { post: () => answer(403, { code: 'EMAIL_UNVERIFIED', requestId: 'r-1' }) },
      sdk: {
        signInWithPassword: async () =>
          signedIn(accountWith({ emailVerified: false, sendVerification: async () => bySdk(text) }))
      }
    }),
    async act(tab) {
      await signInByPassword(tab)
      await tab.run('sendVerification')
    }
  },
  {
    name: 'link for a new password',
    open: (text) => ({
      sdk: { resetPassword: async () => bySdk(text) },
      url: linkUrl('resetPassword'),
      config: { address: 'action', action: { mode: 'resetPassword' } }
    }),
    async act(tab) {
      await tab.run('applyAction', { newPassword: credentials.password })
    }
  }
]

async function run({ open, act }: Way, text: string, showBlockingMessage: boolean): Promise<Tab> {
  const { config, ...options } = open(text)
  const random = () => text
  const tab = startTab({
    ...options,
    browser: { random, ...options.browser },
    config: { ...config, showBlockingMessage }
  })
  await settle()
  await act(tab)
  return tab
}

for (const way of ways) {
  t.test(`blocking function: refusal by ${way.name}, a screen of its own with its message`, async (t) => {
    const tab = await run(way, refusalText(REASON), true)
    t.same(tab.state().screen, { name: 'refused', message: REASON })
    t.equal(tab.state().status.name, 'ready')
    t.same([tab.left, tab.faults], [[], []])
  })

  t.test(`blocking function: refusal by ${way.name}, its message is not kept unless allowed`, async (t) => {
    const tab = await run(way, refusalText(REASON), false)
    t.same(tab.state().screen, { name: 'refused', message: '' })
    t.notMatch(JSON.stringify([tab.state(), tab.addresses, { ...tab.storage }]), REASON)
    await tab.run('startOver')
    t.equal(tab.state().screen.name, 'sign-in', 'the way to another account')
  })

  t.test(`blocking function: no answer in time by ${way.name}, can be tried again`, async (t) => {
    const tab = await run(way, 'Cloud function deadline exceeded.', true)
    t.equal(problemIn(tab.state()), 'problem.unavailable.title')
    t.not(tab.state().screen.name, 'refused')
  })
}

t.test('blocking function: a password is sent once, so that the function runs once', async (t) => {
  const tab = await signIn({ provider: () => byCall(refusalText(REASON)) })
  t.same([tab.providerCalls.length, tab.asked()], [1, []])
})

t.test('blocking function: the page waits for two slow ones after a redirect', async (t) => {
  const { promise, answer: answerLate } = later<SignInAnswer>()
  const tab = startTab({
    sdk: { redirectAnswer: () => promise },
    storage: memoryStorage({
      'firebase:pendingRedirect:key:[DEFAULT]': '"true"',
      'gatehouse:redirecting': JSON.stringify({
        provider: 'google.com',
        tenantId: null,
        remember: false,
        atMs: startMs
      })
    })
  })
  await settle()
  // Time of other waits of the page, and of two functions.
  for (const ms of [8000, 10_000, 14_000]) tab.runTimers(ms)
  await settle()
  t.equal(tab.state().status.name, 'returning')
  answerLate(bySdk(refusalText(REASON)))
  await settle()
  t.equal(tab.state().screen.name, 'refused')
})

t.test('blocking function: back leads from the refusal to the form', async (t) => {
  const tab = await signIn({ provider: () => byCall(refusalText(REASON)) })
  t.equal(tab.state().screen.name, 'refused')
  tab.goBack()
  t.equal(tab.state().screen.name, 'sign-in')
})

t.test('blocking function: an unknown error of the SDK is no refusal', async (t) => {
  const tab = await signIn({ signIn: refused('auth/internal-error', 'Firebase: x') })
  t.equal(problemIn(tab.state()), 'problem.unknown.title')
})
