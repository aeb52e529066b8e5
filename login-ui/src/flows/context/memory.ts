import type { Account, HeldCredential } from '../../auth/sdk-contract.ts'
import { type ActionLink, readActionLink } from '../../lib/action-link.ts'
import type { Browser } from '../../lib/browser.ts'
import type { Address, PageConfig } from '../../page-config.ts'

/** What the page knows besides its state. In memory only. */
export interface Memory {
  /** When the page began, in epoch milliseconds by the device's clock. */
  readonly startedAtMs: number
  /** The tenant to sign in at; null: the project's own accounts, or not known yet. */
  tenantId: string | null
  /** The address in the address bar. */
  address: Address
  /** Signed in at the provider, without a session of the gateway yet. */
  account: Account | null
  /** The same account, when the provider has finished and the call for a session failed but may be repeated. */
  awaitingSession: Account | null
  /** How the account signs in: id of a provider, `link` or `phone`. Null: by the form, or not known. */
  way: string | null
  /** A fresh id token, with which a passkey can be added while the visitor is asked; null: nobody is. */
  offerIdToken: string | null
  /** Ends the browser's request for a passkey, if one waits. */
  stopPasskeys: () => void
  /** Has this visitor just set up a second factor? */
  hasEnrolled: boolean
  /** A provider's credential for an account that signs in another way: it can be connected after that sign-in. */
  heldCredential: {
    provider: string
    email: string | null
    credential: HeldCredential
    atMs: number
  } | null
  /** The link from a mail that opened the page, while it may still be used. */
  link: ActionLink | null
  /** Forgets how far the sign-in before has come, when a new one begins. */
  forgetSignIn(): void
}

export function createMemory(
  { address, tenant }: PageConfig,
  { now, location }: Pick<Browser, 'now' | 'location'>
): Memory {
  const memory: Memory = {
    startedAtMs: now(),
    tenantId: tenant.id,
    address,
    account: null,
    awaitingSession: null,
    way: null,
    offerIdToken: null,
    stopPasskeys: () => {},
    hasEnrolled: false,
    heldCredential: null,
    link: address === 'action' ? readActionLink(location().href) : null,
    forgetSignIn() {
      Object.assign(memory, { account: null, awaitingSession: null, way: null, hasEnrolled: false })
    }
  }
  return memory
}
