import t from 'tap'
import type { PageConfig } from '../../src/page-config.ts'
import {
  accountWith,
  answer,
  authenticator,
  challengeWith,
  credentials,
  later,
  opened,
  openTab,
  problemIn,
  settle,
  signedIn,
  startMs,
  type TabOptions
} from '../fixtures/flows.ts'
import { passkeyOf } from '../fixtures/passkeys.ts'

const tokens = { idToken: 'id-token', refreshToken: 'refresh-token' }
const rpId = 'app.example.com'

interface Setting extends TabOptions {
  passkey?: 'button' | 'autofill'
  passkeys?: Partial<PageConfig['passkeys']>
  get?: (options: CredentialRequestOptions) => Promise<Credential | null>
  rp?: string
  finish?: () => Response
}

/** A tab in a browser with passkeys. */
function openWithPasskeys({
  passkey = 'button',
  passkeys,
  get,
  rp = rpId,
  finish,
  ...options
}: Setting = {}) {
  const asked: CredentialRequestOptions[] = []
  const provider: string[] = []
  const sessions: RequestInit[] = []
  const store = async () => {}
  const tab = openTab({
    ...options,
    config: {
      methods: { password: true, emailLink: true, phone: false, passkey, signup: true, askName: false },
      passkeys: { relyingPartyId: null, autoComplete: '', offer: false, ...passkeys },
      ...options.config
    },
    browser: {
      async fetch(input, init) {
        const url = String(input)
        if (url.endsWith('passkeySignIn:start')) {
          provider.push('start')
          return answer(200, { credentialRequestOptions: { challenge: 'AAAA', rpId: rp } })
        }
        if (url.endsWith('passkeySignIn:finalize')) {
          provider.push('finalize')
          return finish?.() ?? answer(200, tokens)
        }
        if (init?.method === 'POST' && url.endsWith('/_auth/session')) sessions.push(init)
        return init?.method === 'POST' ? opened() : answer(401, { code: 'MISSING_CREDENTIALS' })
      },
      passkeys: {
        credentials: {
          create: async () => null,
          async get(request = {}) {
            asked.push(request)
            return get === undefined ? passkeyOf() : get(request)
          },
          preventSilentAccess: store,
          store
        },
        isSupported: () => true,
        canSuggest: async () => true,
        canAdd: async () => false,
        knowsRelatedOrigins: async () => false,
        wasOffered: () => false,
        noteOffered: () => {},
        deviceName: () => null
      },
      ...options.browser
    }
  })
  return Object.assign(tab, { requested: asked, provider, sessions })
}

const inBrowser = (name: string) => async () => {
  throw new DOMException(name, name)
}
/** Waits for the visitor until it is aborted. */
const untilAborted = ({ signal }: CredentialRequestOptions) =>
  new Promise<null>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })

t.test('passkey: a click signs in and opens the session with the id token of the provider', async (t) => {
  const tab = openWithPasskeys()
  await tab.run('signInWithPasskey')
  t.equal(tab.state().screen.name, 'leaving')
  t.match(tab.sessions, [{ headers: {} }])
  t.equal(new Headers(tab.sessions[0]?.headers).get('authorization'), 'Bearer id-token')
  t.same(tab.loads(), 0, 'without the SDK')
})

t.test('passkey: an account with a second factor continues with the usual second step', async (t) => {
  const account = accountWith()
  const pending = { mfaPendingCredential: 'pending', mfaInfo: [{ mfaEnrollmentId: 'f1', totpInfo: {} }] }
  const tab = openWithPasskeys({
    finish: () => answer(200, pending),
    sdk: { continueSignIn: async () => challengeWith({ answer: async () => signedIn(account) }) }
  })
  await tab.run('signInWithPasskey')
  t.same(tab.state().screen, {
    name: 'second-factor',
    factors: [authenticator],
    chosen: authenticator,
    codes: 0
  })
  const found = tab.calls.filter(({ name }) => name === 'continueSignIn').map((call) => call.with)
  t.same(found, [[{ kind: 'pending', answer: pending }]])
  t.same(tab.sessions, [], 'no session before the code')
  await tab.run('answerFactor', '123456')
  t.equal(tab.state().screen.name, 'leaving')
  t.equal(tab.sessions.length, 1)
})

t.test('passkey: a required second factor without the SDK is reported', async (t) => {
  const tab = openWithPasskeys({
    finish: () => answer(200, { mfaPendingCredential: 'pending' }),
    loadSdk: async () => {
      throw new TypeError('no network')
    }
  })
  await tab.run('signInWithPasskey')
  t.equal(problemIn(tab.state()), 'problem.network.title')
})

t.test('passkey: suggested after the first interaction, aborted by a submitted password', async (t) => {
  const order: string[] = []
  const tab = openWithPasskeys({
    passkey: 'autofill',
    get: (request) => {
      order.push('suggested')
      request.signal?.addEventListener('abort', () => order.push('aborted'))
      return untilAborted(request)
    },
    sdk: {
      signInWithPassword: async () => {
        order.push('password')
        return signedIn()
      }
    }
  })
  tab.start()
  await settle()
  t.same(tab.provider, [], 'no request before')
  await tab.hear('touched')
  t.equal(tab.requested[0]?.mediation, 'conditional')
  await tab.run('signInWithPassword', credentials)
  t.same(order, ['suggested', 'aborted', 'password'])
  t.equal(tab.state().screen.name, 'leaving')
})

t.test('passkey: a wrong password starts a new suggestion', async (t) => {
  const tab = openWithPasskeys({
    passkey: 'autofill',
    get: untilAborted,
    sdk: {
      signInWithPassword: async () => ({ kind: 'refused', code: 'auth/invalid-credential', message: '' })
    }
  })
  tab.start()
  await tab.hear('touched')
  await tab.run('signInWithPassword', credentials)
  t.equal(tab.requested.length, 2)
  t.notOk(tab.requested[1]?.signal?.aborted)
})

t.test('passkey: a click during a suggestion waits for the end of that request', async (t) => {
  const end = later<void>()
  const tab = openWithPasskeys({
    passkey: 'autofill',
    get: async ({ mediation }) => {
      if (mediation === undefined) return passkeyOf()
      await end.promise
      throw new DOMException('aborted', 'AbortError')
    }
  })
  tab.start()
  await tab.hear('touched')
  await tab.run('signInWithPasskey')
  t.equal(tab.requested.length, 1, 'browsers refuse a second request')
  end.answer()
  await settle()
  t.equal(tab.requested.length, 2)
  t.equal(tab.state().screen.name, 'leaving')
})

t.test('passkey: errors of a suggestion are hidden, errors of a click are shown', async (t) => {
  const quiet = openWithPasskeys({ passkey: 'autofill', get: inBrowser('NotAllowedError') })
  quiet.start()
  await quiet.hear('touched')
  t.equal(quiet.state().status.name, 'ready')
  const loud = openWithPasskeys({ get: inBrowser('NotAllowedError') })
  await loud.run('signInWithPasskey')
  t.equal(problemIn(loud.state()), 'problem.passkey-cancelled.title')
})

t.test('passkey: an RP ID that the page cannot use hides the button and logs one message', async (t) => {
  for (const setting of [
    { rp: 'other.example' },
    { passkeys: { relyingPartyId: 'example.com' } },
    { get: inBrowser('SecurityError') }
  ]) {
    const tab = openWithPasskeys(setting)
    await tab.run('signInWithPasskey')
    await tab.run('signInWithPasskey')
    t.equal(tab.state().passkeys, false)
    t.match(tab.faults, [{ message: /^configuration: the RP ID of the project is / }])
    t.equal(tab.faults.length, 1)
  }
  const parent = openWithPasskeys({ rp: 'example.com' })
  await parent.run('signInWithPasskey')
  t.equal(parent.state().screen.name, 'leaving', 'a parent domain works')
})

t.test('passkey: a challenge is replaced after four minutes and used before', async (t) => {
  const tab = openWithPasskeys()
  await tab.run('preparePasskey')
  tab.device.nowMs = startMs + 239_000
  await tab.run('preparePasskey')
  t.same(tab.provider, ['start'])
  tab.device.nowMs = startMs + 240_000
  await tab.run('signInWithPasskey')
  t.same(tab.provider, ['start', 'start', 'finalize'])
})
