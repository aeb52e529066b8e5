import type { Account, HeldCredential } from '../../auth/sdk-contract.ts'
import type { Browser } from '../../lib/browser.ts'
import type { Address, PageConfig } from '../../page-config.ts'

/** State outside of the store. In memory only. */
export interface Memory {
  /** When the page began, in epoch milliseconds by the device's clock. */
  readonly startedAtMs: number
  /** The tenant to sign in to; null: the project's own accounts, or unknown yet. */
  tenantId: string | null
  /** The address in the address bar. */
  address: Address
  /** Whether the step that asks for the password was left for another form, whose way back leads there. */
  leftPassword: boolean
  /** Signed in at the provider, without a gateway session yet. */
  account: Account | null
  /** The same account, if the provider is done and the session call failed but may be repeated. */
  awaitingSession: Account | null
  /** The account's sign-in method: a provider id, `link` or `phone`. Null: the form, or unknown. */
  way: string | null
  /** A fresh id token for adding a passkey while that is offered; null: it is not. */
  offerIdToken: string | null
  /** Id of the text message with the newest code for a sign-in by phone. */
  phoneCode: string | null
  /** Ends the browser's pending passkey request, if any. */
  stopPasskeys: () => void
  /** Whether this visitor has just set up a second factor. */
  hasEnrolled: boolean
  /** A provider credential for an account with another sign-in method, which can be connected after that sign-in. */
  heldCredential: { provider: string; email: string | null; credential: HeldCredential; atMs: number } | null
  /** The mail link that opened the page, while still usable. */
  link: ActionLink | null
  /** Resets the progress of the previous sign-in. */
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
    leftPassword: false,
    account: null,
    awaitingSession: null,
    way: null,
    offerIdToken: null,
    phoneCode: null,
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

/** The mail link before the address bar is cleaned. */
export interface ActionLink {
  /** The whole address, for sign-in links. */
  href: string
  /** Empty if the link has none. */
  code: string
}

/** Reads the link that opened the page. The gateway says what it is for: `PageConfig.action`. */
function readActionLink(href: string): ActionLink {
  return { href, code: new URL(href).searchParams.get('oobCode') ?? '' }
}
