import { type ProblemKind, problemOf } from '../auth/errors.ts'
import type { Done, Refusal, Sdk } from '../auth/sdk-contract.ts'
import { gapInEmail } from '../lib/mail-address.ts'
import type { Actions } from './actions.ts'
import { type Page, urlOf } from './page.ts'
import type { SettleTenant } from './tenants.ts'

/** What says nothing about whether there is an account; all else is answered as if the mail had been sent. */
const tellable: readonly ProblemKind[] = ['email', 'network', 'attempts', 'unavailable', 'setup']

/** Asking for the mails that anybody can ask for, with an account or without. */
export function createMailFlows(
  page: Page,
  settle: SettleTenant
): Pick<Actions, 'requestReset' | 'requestLink'> {
  function request(mail: 'reset' | 'link', typed: string, send: (sdk: Sdk, email: string) => Sending): void {
    const email = typed.trim()
    page.store.dispatch({ type: 'typed', email })
    const gap = gapInEmail(email)
    if (gap !== null) {
      page.refuseAtOnce(problemOf(gap))
      return
    }
    settle(email, () =>
      page.attempt({ type: 'submitted' }, async (attempt) => {
        const sdk = await attempt.sdk()
        if (sdk === null) return
        const answer = await send(sdk, email)
        if (answer.kind === 'refused' && tellable.includes(problemOf(answer.code).kind))
          return attempt.refuse(answer)
        const isAgain = page.state().screen.name === 'sent'
        attempt.show({ name: 'sent', mail, email, ...(isAgain && { again: true }) })
      })
    )
  }
  return {
    requestReset: (email) => request('reset', email, (sdk, to) => sdk.sendReset(to, urlOf(page, 'sign-in'))),
    // The mail's link ends at the action page, whether the project's mails lead there or to Firebase's own page.
    requestLink: (email) => request('link', email, (sdk, to) => sdk.sendLink(to, urlOf(page, 'action')))
  }
}

type Sending = Promise<Done | Refusal>
