import { type ComponentType, createContext, use, useLayoutEffect } from 'react'
import type { MessageKey, Text } from '../lib/i18n.ts'
import type { AccountChanges } from './account-changes.ts'
import type { AccountPageConfig, AccountPageName, OwnAccount } from './contract.ts'
import type { GatewayClient } from './gateway-client.ts'

/** Why the visitor leaves the account page; mostly also the name of the login page's notice. */
export type Departure = 'sign-in' | 'signed-out' | 'revoked' | 'changed' | 'deleted' | 'no-password'

/** What the visitor has just finished with. */
export interface Toast {
  /** The link to it gets the focus. `overview`: the name was changed there. */
  page: AccountPageName
  /** What has changed; its row is lit. Default: nothing. */
  words?: MessageKey
  slots?: Parameters<Text>[1]
}

/** The changes that need a proof, in a file of their own with the login page's flows. */
export interface ChangesFile {
  changes: AccountChanges
  /** Where the visitor signs in again. */
  ProofCard: ComponentType<{ prover: AccountChanges['prover']; onCancel: () => void }>
}

/** Tools of all account page components, in addition to `PageTools`. */
export interface AccountTools {
  /** As it is now. */
  account: OwnAccount
  /** As of page load; its `account` may have changed since. */
  facts: AccountPageConfig
  gateway: GatewayClient
  /** Shows an account page and changes the address. Back works, and memory is kept. */
  show(page: AccountPageName): void
  /** Leaves the page of a change for the overview, so that Back does not return to it. */
  finish(toast: Toast): void
  /** For a few seconds; null: none. */
  toast: Toast | null
  /** Applies known changes to the account without reloading it. */
  note(changes: Partial<OwnAccount>): void
  /** Reloads the account; leaves the page if signed out. */
  refresh(): Promise<void>
  /** Loads the changes that need a proof, always the same instance. Rejects if the file cannot be fetched; may be retried. */
  loadChanges(): Promise<ChangesFile>
  /** Calls `listener` before leaving for a sign-in that returns here. Returns an unsubscribe function. */
  onSessionOver(listener: () => void): () => void
  /** `sign-in`: returns here afterwards. */
  leave(departure: Departure): void
  /** Marks the title as having a problem until the returned function is called, which also clears the announcement. */
  noteProblem(): () => void
}

/** Only `AccountApp` provides it. */
export const AccountContext = createContext<AccountTools | null>(null)

/** Throws outside of the account page. */
export function useAccount(): AccountTools {
  const tools = use(AccountContext)
  if (tools === null) throw new Error('used outside of the account page')
  return tools
}

/** Marks the title while `isWrong`. */
export function useProblemNote(isWrong: boolean): void {
  const { noteProblem } = useAccount()
  // Keeps title and page in step.
  useLayoutEffect(() => (isWrong ? noteProblem() : undefined), [isWrong, noteProblem])
}
