import { problemOf } from '../../auth/errors.ts'
import type { Account, Enrolment, Refusal, SignInAnswer } from '../../auth/sdk-contract.ts'
import { providerName } from '../../lib/provider-name.ts'
import type { Screen } from '../../machine.ts'
import type { Actions } from '../actions.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { OnSessionRefused, OpenSession } from '../session.ts'
import type { OnFurtherStep, SignInSteps } from '../sign-in/sign-in.ts'
import { createTabs } from '../tabs.ts'
import { askForVerification, refuseStep, showRefusal } from './refusal.ts'
import { createFinish, createSecondFactorFlow, type Finish, refuseCode } from './second-factor.ts'

type EnrolmentActions = Pick<Actions, 'startEnrolment' | 'finishEnrolment' | 'skipEnrolment'>

/** Sets up a second factor between sign-in and session. */
function createEnrolmentFlow(context: FlowContext, openSession: OpenSession): EnrolmentActions {
  const { attempts, config, memory, store } = context
  let enrolment: Enrolment | null = null

  function refuse(attempt: Attempt, refusal: Refusal): void {
    if (refusal.code === 'auth/unverified-email' && memory.account !== null)
      askForVerification(attempt, memory.account.email)
    else refuseStep(context, attempt, refusal)
  }

  function atEnrolment(
    work: (attempt: Attempt, screen: Extract<Screen, { name: 'enrol' }>) => Promise<void>
  ) {
    const { screen } = store.state()
    if (screen.name === 'enrol') attempts.begin({ type: 'submitted' }, (attempt) => work(attempt, screen))
  }

  return {
    startEnrolment() {
      atEnrolment(async (attempt, screen) => {
        if (memory.account === null) return refuseStep(context, attempt)
        const answer = await memory.account.startEnrolment(config.mfa.issuer)
        if (attempt.isOver()) return
        if (answer.kind === 'refused') return refuse(attempt, answer)
        enrolment = answer
        const { secret, uri } = answer
        attempt.show({ ...screen, enrolment: { secret, uri } })
      })
    },

    finishEnrolment(typed) {
      const code = typed.replace(/\s/g, '')
      if (code === '' && memory.awaitingSession === null && store.state().screen.name === 'enrol')
        return attempts.refuse(problemOf('page/code-missing'))
      atEnrolment(async (attempt) => {
        // The factor is set up; only the session is missing.
        if (memory.awaitingSession !== null) return openSession(attempt, memory.awaitingSession)
        if (memory.account === null || enrolment === null) return refuseStep(context, attempt)
        const { account } = memory
        const answer = await enrolment.finish(code)
        if (answer.kind === 'refused') {
          if (problemOf(answer.code).kind === 'code') return refuseCode(context, attempt, answer, 'totp')
          return refuse(attempt, answer)
        }
        memory.hasEnrolled = true
        if (!attempt.isOver()) await openSession(attempt, account)
      })
    },

    skipEnrolment() {
      atEnrolment(async (attempt, { required }) => {
        if (memory.account === null) return refuseStep(context, attempt)
        if (required) attempt.dispatch({ type: 'cancelled' })
        else await openSession(attempt, memory.account)
      })
    }
  }
}

/** Validity of another provider's credential, in milliseconds. */
const heldForMs = 600_000

interface ConnectionFlow extends Pick<Actions, 'connect'> {
  /** The address belongs to an account with another sign-in method: keeps the credential and shows the other methods. */
  hold(attempt: Attempt, answer: SignInAnswer & { kind: 'other-method' }, provider: string | undefined): void
  /**
   * Offers to connect the provider tried before with this account; false: there is none. `hasAuthenticator`: as for `Finish`.
   */
  offer(attempt: Attempt, account: Account, hasAuthenticator: boolean | undefined): boolean
}

/** Connects a second provider with the account, once the visitor agrees. */
function createConnectionFlow(context: FlowContext, finish: Finish): ConnectionFlow {
  const { attempts, browser, config, memory, store } = context
  let usedFactor: boolean | undefined

  function connectable(account: Account): string | null {
    const { heldCredential: held } = memory
    if (held === null) return null
    const isFresh = Math.abs(browser.now() - held.atMs) <= heldForMs
    return isFresh && isSameEmail(held.email, account.email) ? held.provider : null
  }

  return {
    hold(attempt, { email, credential }, provider) {
      if (credential !== null && provider !== undefined)
        memory.heldCredential = { provider, email, credential, atMs: browser.now() }
      if (email !== null) attempt.dispatch({ type: 'typed', email })
      attempt.show({ name: 'other-method', email, attempted: provider ?? '' })
    },

    offer(attempt, account, hasAuthenticator) {
      const attempted = connectable(account)
      if (attempted === null) return false
      memory.account = account
      usedFactor = hasAuthenticator
      attempt.show({ name: 'connect', attempted })
      return true
    },

    connect(yes) {
      if (store.state().screen.name !== 'connect') return
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        const { account, heldCredential: held } = memory
        if (account === null) return refuseStep(context, attempt)
        if (yes && held !== null) {
          const answer = await account.connect(held.credential)
          if (attempt.isOver()) return
          if (answer.kind === 'refused' && answer.code !== 'auth/provider-already-linked') {
            const problem = problemOf(answer.code, null, { provider: providerName(config, held.provider) })
            return problem.title === 'problem.connected.title'
              ? attempt.fail(problem)
              : attempt.refuse(answer)
          }
        }
        memory.heldCredential = null
        await finish(attempt, account, usedFactor)
      })
    }
  }
}

/** Compares mailboxes as the provider does. */
export function isSameEmail(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.trim().toLowerCase() === b.trim().toLowerCase()
}

interface VerificationFlow extends Pick<Actions, 'sendVerification' | 'checkVerification'> {
  /** Checks silently when the tab becomes visible: the link may have been opened on another device. */
  recheckQuietly(): Promise<void>
}

/** Verifies the account's email address. */
function createVerificationFlow(context: FlowContext, finish: Finish): VerificationFlow {
  const { attempts, memory, router, store } = context

  async function refreshAccount(attempt: Attempt): Promise<void> {
    const { account } = memory
    if (account === null) return refuseStep(context, attempt)
    const answer = await account.refresh()
    if (attempt.isOver()) return
    if (answer.kind === 'refused') return refuseStep(context, attempt, answer)
    if (!account.emailVerified) return attempt.refuse({ code: 'page/not-verified' })
    await finish(attempt, account)
  }

  const flows: VerificationFlow = {
    sendVerification() {
      const { screen } = store.state()
      if (screen.name !== 'verify') return
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        const { account } = memory
        if (account === null) return refuseStep(context, attempt)
        const answer = await account.sendVerification(router.urlOf('sign-in'))
        if (answer.kind === 'refused') attempt.refuse(answer)
        else attempt.show({ ...screen, sent: true, ...(screen.sent && { again: true }) })
      })
    },

    checkVerification() {
      if (store.state().screen.name === 'verify') attempts.begin({ type: 'submitted' }, refreshAccount)
    },

    async recheckQuietly() {
      const { account } = memory
      if (account === null || store.state().screen.name !== 'verify') return
      const answer = await account.refresh()
      if (answer.kind === 'done' && account.emailVerified && memory.account === account)
        flows.checkVerification()
    }
  }
  return flows
}

/** Everything between the first factor and the session, and what other tabs have done meanwhile. */
export function createSecondStep(
  context: FlowContext,
  { onSignInAnswer, openSession }: Pick<SignInSteps, 'onSignInAnswer' | 'openSession'>
) {
  const finish = createFinish(context, openSession)
  const { ask, ...secondFactor } = createSecondFactorFlow(context, onSignInAnswer, finish)
  const { hold, offer, ...connection } = createConnectionFlow(context, finish)
  const verification = createVerificationFlow(context, finish)
  return {
    ...secondFactor,
    ...createEnrolmentFlow(context, openSession),
    ...verification,
    ...connection,
    ...createTabs(context, verification),

    onSessionRefused: (async (...refused) => showRefusal(context, ...refused)) satisfies OnSessionRefused,

    onFurtherStep: (async (attempt, answer, { provider, hasAuthenticator }) => {
      switch (answer.kind) {
        case 'second-factor':
          return ask(attempt, answer.challenge)
        case 'other-method':
          // A proof does not connect accounts.
          if (context.onProved !== null) return attempt.refuse({ code: 'page/other-account' })
          return hold(attempt, answer, provider)
        case 'signed-in':
          if (!offer(attempt, answer.account, hasAuthenticator))
            await finish(attempt, answer.account, hasAuthenticator)
      }
    }) satisfies OnFurtherStep
  }
}
