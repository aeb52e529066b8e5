import { type ComponentType, createContext, use, useLayoutEffect } from 'react'
import type { AccountChanges } from './account-changes.ts'
import type { AccountPageConfig, AccountPageName, OwnAccount } from './contract.ts'
import type { GatewayClient } from './gateway-client.ts'

/** Why the visitor leaves the account page: each leads to the login page, most with a notice of that name. */
export type Departure = 'sign-in' | 'signed-out' | 'revoked' | 'changed' | 'deleted'

/** What makes the changes that need a proof: a file of its own, with the flows of the login page. */
export interface ChangesFile {
  changes: AccountChanges
  /** Where the visitor proves who is there. */
  ProofCard: ComponentType<{ prover: AccountChanges['prover']; onGiveUp: () => void }>
}

/** What every part of the account page may use, beside what every part of a page may. */
export interface AccountTools {
  /** As it is now. */
  account: OwnAccount
  /** What the gateway said when the page was loaded; its `account` may have changed since. */
  facts: AccountPageConfig
  gateway: GatewayClient
  /** Shows a page of the account and changes the address; Back works, and what is kept in memory stays. */
  show(page: AccountPageName): void
  /** What has changed of the account, as far as the page knows without asking. */
  note(changes: Partial<OwnAccount>): void
  /** Asks what the account is like by now. Whoever is not signed in any more leaves the page. */
  refresh(): Promise<void>
  /** Gives the changes that need a proof, the same ones each time. Rejects when their file cannot be fetched; may be tried again. */
  loadChanges(): Promise<ChangesFile>
  /** Calls `listener` before whoever has to sign in again leaves, who comes back here afterwards. The function given back ends that. */
  onSessionOver(listener: () => void): () => void
  /** `sign-in`: comes back here afterwards. */
  leave(departure: Departure): void
  /** The title says that something is wrong, until the function given back is called. What was announced of it ends then, too. */
  noteProblem(): () => void
}

/** Holds the tools; only `AccountApp` provides them. */
export const AccountContext = createContext<AccountTools | null>(null)

/** Gives the tools of the account page. Throws outside of it. */
export function useAccount(): AccountTools {
  const tools = use(AccountContext)
  if (tools === null) throw new Error('used outside of the account page')
  return tools
}

/** Lets the title say that something is wrong, while `isWrong`. */
export function useProblemNote(isWrong: boolean): void {
  const { noteProblem } = useAccount()
  // At once: title and page are of the same moment.
  useLayoutEffect(() => (isWrong ? noteProblem() : undefined), [isWrong, noteProblem])
}
