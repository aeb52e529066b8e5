import type { SignInAnswer } from '../auth/sdk-contract.ts'
import type { Attempt, Page } from './page.ts'
import { openSession } from './session.ts'

/** What is known of the sign-in that the provider answers. */
export interface Tried {
  /** Id of the federated provider. */
  provider?: string
  /** A second factor was just used, an authenticator's among those that the account has. */
  hasAuthenticator?: boolean
}

/** Goes on with what the provider said of a sign-in, whichever way it was tried. */
export type TakeAnswer = (attempt: Attempt, answer: SignInAnswer, tried?: Tried) => Promise<void>

/** The same where there may be something to ask before the session. */
export type TakeFurther = (
  attempt: Attempt,
  answer: Exclude<SignInAnswer, { kind: 'refused' }>,
  tried: Tried
) => Promise<void>

export function createTakeAnswer(page: Page, takeFurther: TakeFurther): TakeAnswer {
  const { memory } = page
  return async (attempt, answer, tried = {}) => {
    if (attempt.isOver()) {
      // Signed in after all, but the visitor has turned away.
      if (answer.kind === 'signed-in') await answer.account.forget()
      return
    }
    if (answer.kind === 'refused') return attempt.refuse(answer)
    const asksNothing = memory.held === null && memory.address !== 'second-step'
    if (answer.kind === 'signed-in' && asksNothing) return openSession(page, attempt, answer.account)
    await takeFurther(attempt, answer, tried)
  }
}
