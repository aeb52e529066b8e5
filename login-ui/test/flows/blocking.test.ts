import t from 'tap'
import type { Sdk, SignInAnswer } from '../../src/auth/sdk-contract.ts'
import {
  accountWith,
  answer,
  authenticator,
  challengeWith,
  done,
  later,
  memoryStorage,
  openTab,
  origin,
  phone,
  problemIn,
  refused,
  settle,
  signedIn,
  startMs,
  type Tab,
  type TabOptions
} from '../fixtures/flows.ts'
import { passkeyOf } from '../fixtures/passkeys.ts'

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
  tab.act('signInWithPassword', credentials)
  await settle()
}

const ofMethods = { password: true, emailLink: true, phone: true, signup: true, askName: false }

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
      tab.act('signInWithPassword', { ...credentials, early: Promise.resolve({ kind: 'refused', message }) })
      await settle()
    }
  },
  {
    name: 'window of a provider',
    open: sdkWith((text) => ({ signInWithPopup: async () => bySdk(text) })),
    async act(tab) {
      tab.act('signInWith', 'google.com')
      await settle()
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
      tab.runTimers(300)
      await settle()
      tab.act('applyAction', { email: credentials.email })
      await settle()
    }
  },
  {
    name: 'phone, text message',
    open: (text) => ({
      sdk: { sendPhoneCode: async () => bySdk(text) },
      config: { methods: { ...ofMethods, passkey: 'off' } }
    }),
    async act(tab) {
      tab.act('askForPhone')
      await settle()
      tab.act('sendPhoneCode', '+15555550100')
      await settle()
    }
  },
  {
    name: 'phone, code',
    open: (text) => ({
      sdk: { sendPhoneCode: async () => ({ ...done, signIn: async () => bySdk(text) }) },
      config: { methods: { ...ofMethods, passkey: 'off' } }
    }),
    async act(tab) {
      tab.act('askForPhone')
      await settle()
      tab.act('sendPhoneCode', '+15555550100')
      await settle()
      tab.act('answerPhoneCode', '123456')
      await settle()
    }
  },
  {
    name: 'passkey',
    open: (text) => ({
      config: { methods: { ...ofMethods, passkey: 'button' } },
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
      tab.act('signInWithPasskey')
      await settle()
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
      tab.act('answerFactor', '123456')
      await settle()
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
      tab.act('sendFactorCode')
      await settle()
    }
  },
  {
    name: 'sign-up',
    open: sdkWith((text) => ({ signUp: async () => bySdk(text) })),
    async act(tab) {
      tab.act('signUp', { ...credentials, name: null })
      await settle()
    }
  },
  {
    name: 'mail for a new password',
    open: sdkWith((text) => ({ sendReset: async () => bySdk(text) })),
    async act(tab) {
      tab.act('requestReset', credentials.email)
      await settle()
    }
  },
  {
    name: 'mail with a link',
    open: sdkWith((text) => ({ sendLink: async () => bySdk(text) })),
    async act(tab) {
      tab.act('requestLink', credentials.email)
      await settle()
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
      tab.act('sendVerification')
      await settle()
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
      tab.act('applyAction', { newPassword: credentials.password })
      await settle()
    }
  }
]

async function run({ open, act }: Way, text: string, showBlockingMessage: boolean): Promise<Tab> {
  const { config, ...options } = open(text)
  const random = () => text
  const tab = openTab({
    ...options,
    browser: { random, ...options.browser },
    config: { ...config, showBlockingMessage }
  })
  tab.start()
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
    tab.act('startOver')
    await settle()
    t.equal(tab.state().screen.name, 'sign-in', 'the way to another account')
  })

  t.test(`blocking function: no answer in time by ${way.name}, can be tried again`, async (t) => {
    const tab = await run(way, 'Cloud function deadline exceeded.', true)
    t.equal(problemIn(tab.state()), 'problem.unavailable.title')
    t.not(tab.state().screen.name, 'refused')
  })
}

t.test('blocking function: a password is sent once, so that the function runs once', async (t) => {
  const tab = openTab({ provider: () => byCall(refusalText(REASON)) })
  tab.act('signInWithPassword', credentials)
  await settle()
  t.same([tab.providerCalls.length, tab.asked()], [1, []])
})

t.test('blocking function: the page waits for two slow ones after a redirect', async (t) => {
  const { promise, answer: answerLate } = later<SignInAnswer>()
  const tab = openTab({
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
  tab.start()
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
  const tab = openTab({ provider: () => byCall(refusalText(REASON)) })
  tab.start()
  tab.act('signInWithPassword', credentials)
  await settle()
  t.equal(tab.state().screen.name, 'refused')
  tab.goBack()
  t.equal(tab.state().screen.name, 'sign-in')
})

t.test('blocking function: an unknown error of the SDK is no refusal', async (t) => {
  const tab = openTab({
    sdk: { signInWithPassword: async () => refused('auth/internal-error', 'Firebase: x') }
  })
  tab.act('signInWithPassword', credentials)
  await settle()
  t.equal(problemIn(tab.state()), 'problem.unknown.title')
})
