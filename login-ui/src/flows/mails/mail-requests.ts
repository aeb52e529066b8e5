import { readBlocking } from '../../auth/blocking.ts'
import { checkEmail } from '../../auth/check-email.ts'
import { type ProblemKind, problemOf } from '../../auth/errors.ts'
import type { Done, Refusal, Sdk } from '../../auth/sdk-contract.ts'
import { keepAskedLink } from '../../lib/asked-link.ts'
import { readEmail } from '../../lib/email.ts'
import type { Actions } from '../actions.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { WithTenant } from '../sign-in/tenants.ts'

/** Problems that do not reveal whether an account exists; all others look as if the mail was sent. */
const revealingNothing: readonly ProblemKind[] = ['email', 'network', 'attempts', 'unavailable', 'setup']

/** A function of the project refuses on purpose; the operator decides for which addresses. */
function isShown(refusal: Refusal): boolean {
  return revealingNothing.includes(problemOf(refusal.code).kind) || readBlocking(refusal) !== null
}

type SendMail = (sdk: Sdk, email: string) => Promise<Done | Refusal>

/** Requests the mails available to anyone, with or without an account. */
export function createMailFlow(
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
