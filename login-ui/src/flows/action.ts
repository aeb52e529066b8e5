import { problemOf } from '../auth/errors.ts'
import type { Refusal } from '../auth/sdk-contract.ts'
import type { ActionLink } from '../lib/action-link.ts'
import { type ActionStep, isBusy, type Screen } from '../machine.ts'
import type { ActionMode } from '../page-config.ts'
import type { ActionInput, Actions } from './actions.ts'
import { isStrong, refuseWeakPassword } from './new-password.ts'
import type { Attempt, Page } from './page.ts'
import { goOn, openSession } from './session.ts'
import type { TakeAnswer } from './sign-in.ts'
import { createSignInLinkFlow } from './sign-in-link.ts'

type ActionScreen = Extract<Screen, { name: 'action' }>

export interface ActionFlows extends Pick<Actions, 'applyAction'> {
  /** Asks whether the link that opened the page is good. Uses nothing up: scanners of mails open links too. */
  check(): void
  /** On from a finished action: to the redirect target, or to sign-in. */
  proceedAfterAction(): void
}

/** What links from mails are for. Nothing is done before the visitor presses a button. */
export function createActionFlows(page: Page, take: TakeAnswer): ActionFlows {
  const { config, memory, channel } = page
  const signInLink = createSignInLinkFlow(page, take)

  function onAction(use: (screen: ActionScreen, mode: ActionMode, link: ActionLink) => void): void {
    const { screen } = page.state()
    if (screen.name !== 'action' || screen.mode === null || memory.link === null) return
    if (!isBusy(page.state())) use(screen, screen.mode, memory.link)
  }

  function check(): void {
    onAction((screen, mode, link) => {
      page.attempt({ type: 'submitted' }, async (attempt) => {
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
    if (sdk === null || !(await isStrong(sdk, attempt, newPassword))) return
    const answer = await sdk.resetPassword(link.code, newPassword)
    if (answer.kind === 'refused') {
      if (!refuseWeakPassword(attempt, answer)) refuse(attempt, 'resetPassword', answer)
      return
    }
    conclude(attempt, 'resetPassword', email)
    if (email === null || !config.methods.password || attempt.isOver()) return
    // The password is saved, whatever comes of this: a sign-in that is refused leaves the visitor where the way goes on.
    attempt.tell({ type: 'submitted' })
    const signedIn = await sdk.signInWithPassword({ email, password: newPassword })
    if (signedIn.kind === 'refused') attempt.tell({ type: 'cancelled' })
    else await take(attempt, signedIn)
  }

  async function apply(attempt: Attempt, mode: ActionMode, link: ActionLink, email: string | null) {
    const sdk = await attempt.sdk()
    if (sdk === null) return
    const answer = await sdk.applyAction(link.code)
    if (answer.kind === 'refused') return refuse(attempt, mode, answer)
    if (mode === 'verifyEmail' || mode === 'verifyAndChangeEmail') channel.post({ type: 'verified' })
    conclude(attempt, mode, email)
  }

  function conclude(attempt: Attempt, mode: ActionMode, email: string | null): void {
    memory.link = null
    if (email !== null) attempt.tell({ type: 'typed', email })
    attempt.show({ name: 'action', mode, step: { name: 'done', email } })
  }

  async function isSignedIn(): Promise<boolean> {
    const { kind } = await page.session.check()
    return kind === 'signed-in'
  }

  return {
    check,

    proceedAfterAction() {
      const { screen } = page.state()
      if (screen.name !== 'action') return
      const { unopened } = memory
      page.attempt({ type: 'submitted' }, async (attempt) => {
        if (unopened !== null) return openSession(page, attempt, unopened)
        // A new password ends every session there was, although the gateway may not have heard of it yet.
        const mayGoOn = screen.mode !== 'resetPassword' && (await isSignedIn())
        if (attempt.isOver()) return
        if (mayGoOn) return goOn(page)
        attempt.tell({ type: 'cancelled' })
        page.moveTo('sign-in')
      })
    },

    applyAction(input: ActionInput) {
      onAction(({ step }, mode, link) => {
        if (step.name === 'checking') return check()
        if (mode === 'signIn') return signInLink.apply(step, link, input.email ?? null)
        if (step.name !== 'ready') return
        const { email, newEmail } = step
        page.attempt({ type: 'submitted' }, (attempt) =>
          mode === 'resetPassword'
            ? resetPassword(attempt, link, email, input.newPassword ?? '')
            : apply(attempt, mode, link, newEmail ?? email)
        )
      })
    }
  }
}

/** A link that was refused for good is dead; any other trouble leaves the visitor where the same button tries again. */
function refuse(attempt: Attempt, mode: ActionMode, { code }: Refusal): void {
  const problem = problemOf(code)
  const mayPass = ['network', 'unavailable', 'attempts'].includes(problem.kind)
  if (mayPass) {
    attempt.fail(problem)
    return
  }
  const step: ActionStep = {
    name: 'dead',
    problem: problem.kind === 'unknown' ? problemOf('page/link-unknown') : problem
  }
  attempt.show({ name: 'action', mode, step })
}
