import { problemOf } from '../../auth/errors.ts'
import type { Account, HeldCredential, LoadSdk, Tokens } from '../../auth/sdk-contract.ts'
import { createSessionClient, type SessionClient, sessionClientOptions } from '../../auth/session.ts'
import { firstScreen } from '../../first-state.ts'
import { pathOf, signInAddress } from '../../lib/addresses.ts'
import type { Browser } from '../../lib/browser.ts'
import { createTabChannel, type TabChannel } from '../../lib/channel.ts'
import { isEmail } from '../../lib/email.ts'
import { createRedirectCounter, type RedirectCounter } from '../../lib/redirect-loop.ts'
import { ASK_PASSWORD, type Screen, SIGN_IN } from '../../machine.ts'
import type { Address, PageConfig } from '../../page-config.ts'
import type { Store } from '../../store.ts'
import { type Attempt, type Attempts, createAttempts } from './attempts.ts'

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

function createMemory(
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

/** The page's addresses and their screens. */
type Router = ReturnType<typeof createRouter>

type RouterDeps = Pick<FlowContext, 'config' | 'store' | 'browser' | 'memory'>

function createRouter({ config, store, browser, memory }: RouterDeps) {
  const router = {
    /** The screen of the current address, or the one required before it. */
    firstScreen(): Screen {
      const { address, tenantId, link } = memory
      if (address === 'action' && link === null) {
        const step = { name: 'dead', problem: problemOf('auth/invalid-action-code') } as const
        return { name: 'action', mode: null, step }
      }
      return firstScreen({ ...config, address, tenant: { ...config.tenant, id: tenantId } }, problemOf)
    },

    /** Shows the screen of an address without changing the address bar. `tenant`: the chosen organization; default: unchanged. */
    show(address: Address, tenant: string | null = store.state().tenant) {
      memory.address = address
      const { screen, email } = store.state()
      const first = router.firstScreen()
      const isReturn = memory.leftPassword && first === SIGN_IN && isEmail(email)
      memory.leftPassword = first !== SIGN_IN && (memory.leftPassword || screen === ASK_PASSWORD)
      store.dispatch({ type: 'shown', screen: isReturn ? ASK_PASSWORD : first, tenant })
    },

    /** Shows the screen of an address and changes the address bar, so that Back works. */
    go(to: Address) {
      const address = to === 'sign-in' ? signInAddress(config) : to
      const path = pathOf(address, config)
      // The server never sees the fragment, so the address bar keeps it.
      if (path !== pathOf(memory.address, config))
        browser.pushAddress(path + browser.location().hash, Number(store.state().tenant !== null))
      router.show(address)
    },

    /** The absolute URL of an address, with the redirect target. */
    urlOf: (address: Address) => browser.location().origin + pathOf(address, config)
  }
  return router
}

/** A sign-in with all required factors. `account`: the SDK's; null: made without the SDK. */
export interface FreshSignIn {
  tokens: Tokens
  account: Account | null
}

/** Uses a sign-in as proof of who is at the page, without opening a session. */
export type OnProved = (attempt: Attempt, signIn: FreshSignIn) => Promise<void>

/** Dependencies of the flows. */
export interface FlowDeps {
  config: PageConfig
  store: Store
  loadSdk: LoadSdk
  browser: Browser
  /** The last step of a sign-in; default: open the session and leave for the redirect target. */
  onProved?: OnProved
}

/** Shared by all flows. */
export interface FlowContext extends Omit<FlowDeps, 'onProved'> {
  /** Null: sign-ins open sessions. */
  onProved: OnProved | null
  memory: Memory
  attempts: Attempts
  router: Router
  session: SessionClient
  channel: TabChannel
  redirects: RedirectCounter
}

export function createFlowContext({ config, store, loadSdk, browser, onProved }: FlowDeps): FlowContext {
  const memory = createMemory(config, browser)
  const base = { config, store, loadSdk, browser, memory }
  return {
    ...base,
    onProved: onProved ?? null,
    attempts: createAttempts({ ...base, isProof: onProved !== undefined }, loadSdk),
    router: createRouter(base),
    session: createSessionClient(sessionClientOptions(config, browser.fetch)),
    channel: createTabChannel(browser.openChannel),
    redirects: createRedirectCounter(browser.storage)
  }
}
