import { readBlocking } from '../../auth/blocking.ts'
import { checkEmail } from '../../auth/check-email.ts'
import { problemOf } from '../../auth/errors.ts'
import type { Refusal } from '../../auth/sdk-contract.ts'
import { type AskedLink, forgetAskedLink, readAskedLink } from '../../lib/asked-link.ts'
import { readEmail } from '../../lib/email.ts'
import type { ActionStep, Screen } from '../../machine.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { ActionLink } from '../context/memory.ts'
import type { OnSignInAnswer } from '../sign-in/sign-in.ts'

/** Time for another tab to reply, in milliseconds. */
const answerMs = 300

/** Completes a sign-in by mail link. */
export function createSignInLinkFlow(context: FlowContext, onSignInAnswer: OnSignInAnswer) {
  const { attempts, memory, store } = context

  async function signIn(attempt: Attempt, link: ActionLink, email: string): Promise<void> {
    memory.forgetSignIn()
    const sdk = await attempt.sdk()
    if (sdk === null) return
    const answer = await sdk.signInWithLink(email, link.href)
    if (attempt.isOver()) return onSignInAnswer(attempt, answer)
    if (answer.kind === 'refused') return refuse(attempt, answer)
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

function refuse(attempt: Attempt, refusal: Refusal): void {
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
