import { readBlocking } from '../auth/blocking.ts'
import { checkEmail } from '../auth/check-email.ts'
import { type ProblemKind, problemOf } from '../auth/errors.ts'
import type { Done, Refusal, Sdk } from '../auth/sdk-contract.ts'
import { keepAskedLink } from '../lib/asked-link.ts'
import { readEmail } from '../lib/email.ts'
import { readPhoneNumber } from '../lib/phone-number.ts'
import { isBusy } from '../machine.ts'
import type { Actions } from './actions.ts'
import type { FlowContext } from './context/flow-context.ts'
import { createActionFlow } from './mails/action.ts'
import { createPasswordRules, createSignUpFlow } from './sign-in/new-password.ts'
import type { SignInSteps } from './sign-in/sign-in.ts'
import type { WithTenant } from './sign-in/tenants.ts'

// Too small for files of their own.
export { createLanguages } from './languages.ts'
export { createTenants } from './sign-in/tenants.ts'
export { createTestUserFlow } from './sign-in/test-users.ts'

/** Other ways than a known password: a new account, a new password, a link by mail, a phone number, and mail links. */
export type OtherWays = ReturnType<typeof createOtherWays>

export function createOtherWays(context: FlowContext, steps: SignInSteps) {
  return {
    ...createSignUpFlow(context, steps),
    ...createPasswordRules(context),
    ...createMailFlow(context, steps.withTenant),
    ...createPhoneFlow(context, steps),
    ...createActionFlow(context, steps)
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
    if (problem !== null) {
      attempts.refuse(problem)
      return
    }
    withTenant(email, () =>
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        const sdk = await attempt.sdk()
        if (sdk === null) return
        const answer = await send(sdk, email)
        if (answer.kind === 'refused' && isShown(answer)) return attempt.refuse(answer)
        if (mail === 'link' && config.lastUsed)
          keepAskedLink(
            browser.deviceStorage,
            { address: email, remember: store.state().remember },
            browser.now()
          )
        const isAgain = store.state().screen.name === 'sent'
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
