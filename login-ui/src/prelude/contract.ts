import type { DirectAnswer } from '../auth/direct-sign-in.ts'
import type { Credentials } from '../auth/sdk-contract.ts'
import type { PageConfig } from '../page-config.ts'

/** An action of the visitor before hydration. */
export interface EarlyAct {
  /** The submitted form, or the pressed button or link. */
  target: HTMLElement
  /** A sign-in in progress; null: nothing was sent. */
  signIn: EarlySignIn | null
  /** Shows that the page is busy: a spinner and `text` instead of the button's label. */
  mark(text: string): void
  unmark(): void
}

export interface EarlySignIn {
  credentials: Credentials
  /** Never rejects. */
  answer: Promise<DirectAnswer>
}

/** Interface of the script in the document's head for later scripts. */
export interface Prelude {
  /** The visitor's last action; null: none yet. */
  kept: EarlyAct | null
  /** The form whose password is asked for since its address was submitted; null: none. */
  unfolded: HTMLFormElement | null
  /** Called when an action is kept. */
  onKept: ((act: EarlyAct) => void) | null
  /** Whether the page has taken over. */
  isTaken(): boolean
  /** Stops catching actions and returns the kept one. Called once, by the page. */
  take(): EarlyAct | null
  /** Loads App Check's file from `href`. */
  loadAppCheck(href: string): Promise<{ attest(provider: PageConfig['provider']): Promise<string> }>
  /** The page's scripts failed: this action and all later ones are performed without them. */
  fail(): void
}

declare global {
  /** Undefined if the script did not run. */
  var gatehousePrelude: Prelude | undefined
}
