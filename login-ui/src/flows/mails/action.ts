import { readBlocking } from '../../auth/blocking.ts'
import { isTransient, problemOf } from '../../auth/errors.ts'
import type { Refusal } from '../../auth/sdk-contract.ts'
import { readEmail } from '../../lib/email.ts'
import { type ActionStep, isBusy, type Screen } from '../../machine.ts'
import type { ActionMode } from '../../page-config.ts'
import type { ActionInput, Actions } from '../actions.ts'
import type { Attempt } from '../context/attempts.ts'
import type { ActionLink, FlowContext } from '../context/flow-context.ts'
import { type AskedLink, forgetAskedLink, readAskedLink } from '../last-used.ts'
import { beganAfter, leaveWithSession } from '../session.ts'
import { checkEmail } from '../sign-in/credentials.ts'
import { acceptNewPassword, refuseWeakPassword } from '../sign-in/new-password.ts'
import type { OnSignInAnswer, SignInSteps } from '../sign-in/sign-in.ts'

/** A new password or address ends all earlier sessions, which the gateway may not know yet. */
const endsSessions: ReadonlySet<ActionMode | null> = new Set([
  'resetPassword',
  'verifyAndChangeEmail',
  'recoverEmail'
])

type ActionScreen = Extract<Screen, { name: 'action' }>

export interface ActionFlow extends Pick<Actions, 'applyAction'> {
  /** Checks whether the link that opened the page is valid, without consuming it: mail scanners open links too. */
  check(): void
  /** Continues after a finished action: to the redirect target, or to sign-in. */
  proceedAfterAction(): void
}

/** Executes a mail link, but only once the visitor presses a button. */
export function createActionFlow(
  context: FlowContext,
  { onSignInAnswer, openSession }: Pick<SignInSteps, 'onSignInAnswer' | 'openSession'>
): ActionFlow {
  const { attempts, browser, config, memory, channel, router, store } = context
  /** When the action was carried out, by the device's clock. */
  let doneAtMs = Number.POSITIVE_INFINITY
  const signInLink = createSignInLinkFlow(context, onSignInAnswer)

  function onAction(use: (screen: ActionScreen, mode: ActionMode, link: ActionLink) => void): void {
    const { screen } = store.state()
    if (screen.name !== 'action' || screen.mode === null || memory.link === null) return
    if (!isBusy(store.state())) use(screen, screen.mode, memory.link)
  }

  function check(): void {
    onAction((screen, mode, link) => {
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        if (mode === 'signIn') return signInLink.check(attempt, link)
        const sdk = await attempt.sdk()
        if (sdk === null) return
        const answer = await sdk.checkAction(mode, link.code)
        if (answer.kind === 'refused') return refuse(attempt, mode, answer)
        const { email, newEmail } = answer
        attempt.show({ ...screen, step: { name: 'ready', email, newEmail } })
      })
    })
  }

  async function resetPassword(
    attempt: Attempt,
    link: ActionLink,
    email: string | null,
    newPassword: string
  ) {
    if (newPassword === '') return attempt.refuse({ code: 'page/password-missing' })
    const sdk = await attempt.sdk()
    if (sdk === null || !(await acceptNewPassword(attempt, sdk, newPassword))) return
    const answer = await sdk.resetPassword(link.code, newPassword)
    if (answer.kind === 'refused') {
      if (!refuseWeakPassword(attempt, answer)) refuse(attempt, 'resetPassword', answer)
      return
    }
    conclude(attempt, 'resetPassword', email)
    if (email === null || !config.methods.password || attempt.isOver()) return
    // The password is saved already, so if the sign-in is rejected, this screen leads to sign-in.
    attempt.dispatch({ type: 'submitted' })
    const signedIn = await sdk.signInWithPassword({ email, password: newPassword })
    if (signedIn.kind === 'refused') attempt.dispatch({ type: 'cancelled' })
    else await onSignInAnswer(attempt, signedIn)
  }

  async function apply(attempt: Attempt, mode: ActionMode, link: ActionLink, email: string | null) {
    const sdk = await attempt.sdk()
    if (sdk === null) return
    const answer = await sdk.applyAction(link.code)
    if (answer.kind === 'refused') return refuse(attempt, mode, answer)
    const verifies = mode === 'verifyEmail' || mode === 'verifyAndChangeEmail'
    channel.post({ type: verifies ? 'verified' : 'reverted' })
    conclude(attempt, mode, email)
  }

  function conclude(attempt: Attempt, mode: ActionMode, email: string | null): void {
    memory.link = null
    doneAtMs = browser.now()
    if (email !== null) attempt.dispatch({ type: 'typed', email })
    attempt.show({ name: 'action', mode, step: { name: 'done', email } })
  }

  /** Whether there is a session that the action has not ended. */
  async function hasSession(mode: ActionMode | null): Promise<boolean> {
    const check = await context.session.check()
    return check.kind === 'signed-in' && (!endsSessions.has(mode) || beganAfter(check, doneAtMs, browser))
  }

  return {
    check,

    proceedAfterAction() {
      const { screen } = store.state()
      if (screen.name !== 'action') return
      const { awaitingSession } = memory
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        if (awaitingSession !== null) return openSession(attempt, awaitingSession)
        const mayGoOn = await hasSession(screen.mode)
        if (attempt.isOver()) return
        if (mayGoOn) return leaveWithSession(context)
        attempt.dispatch({ type: 'cancelled' })
        router.go('sign-in')
      })
    },

    applyAction(input: ActionInput) {
      onAction(({ step }, mode, link) => {
        if (step.name === 'checking') return check()
        if (mode === 'signIn') return signInLink.apply(step, link, input.email ?? null)
        if (step.name !== 'ready') return
        const { email, newEmail } = step
        attempts.begin({ type: 'submitted' }, (attempt) =>
          mode === 'resetPassword'
            ? resetPassword(attempt, link, email, input.newPassword ?? '')
            : apply(attempt, mode, link, newEmail ?? email)
        )
      })
    }
  }
}

/** A rejected link is dead; after a transient failure the same button retries. */
function refuse(attempt: Attempt, mode: ActionMode, refusal: Refusal): void {
  const problem = problemOf(refusal.code)
  if (readBlocking(refusal) !== null) attempt.refuse(refusal)
  else if (isTransient(problem)) attempt.fail(problem)
  else {
    const dead = problem.kind === 'unknown' ? problemOf('page/link-unknown') : problem
    attempt.show({ name: 'action', mode, step: { name: 'dead', problem: dead } })
  }
}

/** Time for another tab to reply, in milliseconds. */
const answerMs = 300

/** Completes a sign-in by mail link. */
function createSignInLinkFlow(context: FlowContext, onSignInAnswer: OnSignInAnswer) {
  const { attempts, memory, store } = context

  async function signIn(attempt: Attempt, link: ActionLink, email: string): Promise<void> {
    memory.forgetSignIn()
    const sdk = await attempt.sdk()
    if (sdk === null) return
    const answer = await sdk.signInWithLink(email, link.href)
    if (attempt.isOver()) return onSignInAnswer(attempt, answer)
    if (answer.kind === 'refused') return refuseLink(attempt, answer)
    // The link is consumed and must not be used again.
    memory.link = null
    forgetAskedLink(context.browser.deviceStorage)
    memory.way = 'link'
    attempt.show(at({ name: 'done', email }))
    attempt.dispatch({ type: 'submitted' })
    await onSignInAnswer(attempt, answer)
  }

  return {
    async check(attempt: Attempt, link: ActionLink): Promise<void> {
      const sdk = await attempt.sdk()
      if (sdk === null) return
      if (!sdk.isSignInLink(link.href))
        return attempt.show(at({ name: 'dead', problem: problemOf('page/link-unknown') }))
      const { browser } = context
      const asked = readAskedLink(browser.deviceStorage, browser.now()) ?? (await askTabs(context))
      if (asked === null) return attempt.show(at({ name: 'ask-email' }))
      const { address, remember } = asked
      attempt.dispatch({ type: 'chose-to-remember', remember })
      attempt.show(at({ name: 'ready', email: address, newEmail: null }))
    },

    /** `typed`: the entered address, if no other tab knew it. */
    apply(step: ActionStep, link: ActionLink, typed: string | null) {
      if (step.name !== 'ready' && step.name !== 'ask-email') return
      const email = readEmail((step.name === 'ready' ? (step.email ?? typed) : typed) ?? '')
      const problem = checkEmail(email)
      if (problem !== null) return attempts.refuse(problem)
      store.dispatch({ type: 'typed', email })
      attempts.begin({ type: 'submitted' }, (attempt) => signIn(attempt, link, email))
    }
  }
}

function at(step: ActionStep): Screen {
  return { name: 'action', mode: 'signIn', step }
}

function refuseLink(attempt: Attempt, refusal: Refusal): void {
  const problem = problemOf(refusal.code)
  if (readBlocking(refusal) !== null) attempt.refuse(refusal)
  // The provider's error for a link sent to another address.
  else if (problem.kind === 'email')
    attempt.fail(problemOf('page/link-email'), { screen: at({ name: 'ask-email' }) })
  else if (problem.kind === 'link') attempt.show(at({ name: 'dead', problem }))
  else attempt.fail(problem)
}

/** Asks other tabs which address and choice requested the link, where nothing is stored; null: no reply in time. */
function askTabs({ browser, channel }: FlowContext): Promise<AskedLink | null> {
  return new Promise((resolve) => {
    const question = browser.random()
    const conclude = (asked: AskedLink | null) => {
      stopListening()
      stopWaiting()
      resolve(asked)
    }
    const stopListening = channel.listen((message) => {
      if (message.type === 'asked' && message.question === question)
        conclude({ address: message.email, remember: message.remember })
    })
    const stopWaiting = browser.after(answerMs, () => conclude(null))
    channel.post({ type: 'who-asked', question })
  })
}
