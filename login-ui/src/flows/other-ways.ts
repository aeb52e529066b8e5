import { readBlocking } from '../auth/blocking.ts'
import { type ProblemKind, problemOf } from '../auth/errors.ts'
import { speakToProvider } from '../auth/provider-language.ts'
import type { Done, Refusal, Sdk } from '../auth/sdk-contract.ts'
import { hrefInLanguage } from '../lib/addresses.ts'
import { readEmail } from '../lib/email.ts'
import { createLanguageSwitch } from '../lib/language-switch.ts'
import { readPhoneNumber } from '../lib/phone-number.ts'
import { isBusy } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import type { Actions } from './actions.ts'
import type { FlowContext } from './context/flow-context.ts'
import { keepAskedLink } from './last-used.ts'
import { createActionFlow } from './mails/action.ts'
import { checkEmail } from './sign-in/credentials.ts'
import { createPasswordRules, createSignUpFlow } from './sign-in/new-password.ts'
import type { OnSignInAnswer, SignInSteps } from './sign-in/sign-in.ts'
import { createTenants, type WithTenant } from './sign-in/tenants.ts'

/**
 * Other ways than a known password: a new account, a new password, a link by mail, a phone number, and mail links; and what is too
 * small for a file of its own.
 */
export type OtherWays = ReturnType<typeof createOtherWays>

export function createOtherWays(context: FlowContext, steps: SignInSteps) {
  return {
    ...createSignUpFlow(context, steps),
    ...createPasswordRules(context),
    ...createMailFlow(context, steps.withTenant),
    ...createPhoneFlow(context, steps),
    ...createActionFlow(context, steps),
    ...createTenants(context),
    ...createLanguages(context),
    ...createTestUserFlow(context, steps.onSignInAnswer)
  }
}

/** Problems that do not reveal whether an account exists; all others look as if the mail was sent. */
const revealingNothing: readonly ProblemKind[] = ['email', 'network', 'attempts', 'unavailable', 'setup']

/** A function of the project refuses on purpose; the operator decides for which addresses. */
function isShown(refusal: Refusal): boolean {
  return revealingNothing.includes(problemOf(refusal.code).kind) || readBlocking(refusal) !== null
}

type SendMail = (sdk: Sdk, email: string) => Promise<Done | Refusal>

/** Requests the mails available to anyone, with or without an account. */
function createMailFlow(
  { attempts, browser, config, router, store }: FlowContext,
  withTenant: WithTenant
): Pick<Actions, 'requestReset' | 'requestLink'> {
  function request(mail: 'reset' | 'link', typed: string, send: SendMail): void {
    const email = readEmail(typed)
    store.dispatch({ type: 'typed', email })
    const problem = checkEmail(email)
    if (problem !== null) return void attempts.refuse(problem)
    withTenant(email, () =>
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        const sdk = await attempt.sdk()
        if (sdk === null) return
        const answer = await send(sdk, email)
        if (answer.kind === 'refused' && isShown(answer)) return attempt.refuse(answer)
        const { screen, remember } = store.state()
        if (mail === 'link' && config.lastUsed)
          keepAskedLink(browser.deviceStorage, { address: email, remember }, browser.now())
        const isAgain = screen.name === 'sent'
        attempt.show({ name: 'sent', mail, email, ...(isAgain && { again: true }) })
      })
    )
  }
  return {
    requestReset: (email) => request('reset', email, (sdk, to) => sdk.sendReset(to, router.urlOf('sign-in'))),
    // The link ends at the action page, whether the project's mails lead there or to Firebase's page.
    requestLink: (email) => request('link', email, (sdk, to) => sdk.sendLink(to, router.urlOf('action')))
  }
}

/** Sign-in with a phone number and a code by text message. */
function createPhoneFlow(
  { attempts, config, memory, store }: FlowContext,
  { onSignInAnswer, openSession }: Pick<SignInSteps, 'onSignInAnswer' | 'openSession'>
): Pick<Actions, 'askForPhone' | 'sendPhoneCode' | 'answerPhoneCode'> {
  return {
    askForPhone() {
      const state = store.state()
      if (!config.methods.phone || isBusy(state)) return
      const number = state.screen.name === 'phone' ? state.screen.number : ''
      store.dispatch({ type: 'shown', screen: { name: 'phone', number, codes: 0 } })
    },

    sendPhoneCode(typed) {
      const { screen } = store.state()
      if (screen.name !== 'phone') return
      const number = readPhoneNumber(typed)
      if (number === null)
        return attempts.refuse(problemOf(typed.trim() === '' ? 'page/phone-missing' : 'page/phone-malformed'))
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        memory.forgetSignIn()
        memory.tenantId = config.tenant.id
        const sdk = await attempt.sdk()
        if (sdk === null) return
        const answer = await sdk.sendPhoneCode(number)
        if (attempt.isOver()) return
        if (answer.kind === 'refused') return attempt.refuse(answer)
        memory.phoneCode = answer.id
        attempt.show({ name: 'phone', number, codes: screen.codes + 1 })
      })
    },

    answerPhoneCode(typed) {
      const { awaitingSession, phoneCode } = memory
      if (store.state().screen.name !== 'phone' || phoneCode === null) return
      const code = typed.replace(/\s/g, '')
      if (code === '' && awaitingSession === null) return attempts.refuse(problemOf('page/code-missing'))
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        // The code is accepted and consumed; only the session is missing.
        if (awaitingSession !== null) return openSession(attempt, awaitingSession)
        const sdk = await attempt.sdk()
        if (sdk === null) return
        const answer = await sdk.signInWithPhoneCode(phoneCode, code)
        if (!attempt.isOver()) memory.way = 'phone'
        await onSignInAnswer(attempt, answer)
      })
    }
  }
}

/** Changes the language in place, keeping the current step and typed text. */
function createLanguages({ browser, config, loadSdk, store }: FlowContext): Pick<Actions, 'speak'> {
  const speak = createLanguageSwitch({
    config,
    browser,
    addressIn: (locale) => pageIn(config, locale),
    onAnswer(answer) {
      const language = typeof answer === 'string' ? null : answer
      store.dispatch({ type: 'language-changed', language })
      if (language !== null) speakToProvider(loadSdk, language.locale)
    }
  })
  return { speak }
}

/** The page as first loaded, with its notice, in another language. Also available when signed in. */
function pageIn(config: PageConfig, locale: string): string {
  const { address, reason } = config
  const notice = reason === null ? '' : `&reason=${reason}`
  return `${hrefInLanguage(config, address, locale)}&prompt=login${notice}`
}

/**
 * One-press sign-in as a test provider's account, without password and second factor, by an unsigned custom
 * token. Only the official emulator and the demo's stand-in accept one; the gateway then checks the session
 * like any other. https://firebase.google.com/docs/emulator-suite/connect_auth#custom_token_authentication
 */
function createTestUserFlow(
  { attempts, config, memory }: FlowContext,
  onSignInAnswer: OnSignInAnswer
): Pick<Actions, 'signInAs'> {
  return {
    signInAs({ uid, tenantId }) {
      if (config.paths.drawer === null) return
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        memory.forgetSignIn()
        memory.tenantId = tenantId
        const sdk = await attempt.sdk()
        if (sdk === null) return
        // The emulator takes the tenant from the call, the stand-in from the token.
        const token = { uid, ...(tenantId !== null && { tenant_id: tenantId, tenantId }) }
        await onSignInAnswer(attempt, await sdk.signInWithCustomToken(JSON.stringify(token)))
      })
    }
  }
}
