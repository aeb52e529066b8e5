import type { DirectAnswer } from '../auth/direct-sign-in.ts'
import type { Credentials } from '../auth/sdk-contract.ts'

/** What the visitor asked for before the page could answer by itself. */
export interface EarlyAct {
  /** The form that was submitted, or the button or link that was pressed. */
  target: HTMLElement
  /** A sign-in that is under way; null: nothing was sent. */
  signIn: EarlySignIn | null
  /** Shows the visitor that the page is at work: a spinner and `text` in place of what the button says. */
  mark(text: string): void
  unmark(): void
}

export interface EarlySignIn {
  credentials: Credentials
  /** Never rejects. */
  answer: Promise<DirectAnswer>
}

/** What the script in the head of the document offers to those that come later. */
export interface Prelude {
  /** The last that the visitor asked for; null: nothing yet. */
  kept: EarlyAct | null
  /** Called when something is kept. */
  onKept: ((act: EarlyAct) => void) | null
  /** Has the page taken over? */
  isTaken(): boolean
  /** From now on catches nothing, and gives what was kept. To be called once, by the page. */
  take(): EarlyAct | null
  /** Does without the page what can be done with what was kept, if the page's script is known not to come. */
  giveUp(): void
  /** The page's scripts do not come: what was kept, and whatever is submitted or pressed from now on, is done without them. */
  fail(): void
}

declare global {
  /** Undefined where the script did not run. */
  var gatehousePrelude: Prelude | undefined
}
