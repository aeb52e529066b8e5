import { type Problem, problemOf } from '../auth/errors.ts'
import type { Account, HeldCredential, LoadSdk, Refusal, Sdk } from '../auth/sdk-contract.ts'
import { createSessionClient, type SessionClient, type SessionRefusal } from '../auth/session.ts'
import { type ActionLink, readActionLink } from '../lib/action-link.ts'
import { pathOf, signInAddress } from '../lib/addresses.ts'
import type { Browser } from '../lib/browser.ts'
import { createTabChannel, type TabChannel } from '../lib/channel.ts'
import { type Bounces, createBounces } from '../lib/redirect-loop.ts'
import { firstScreen, isBusy, type PageEvent, type Screen, type State } from '../machine.ts'
import type { Address, PageConfig } from '../page-config.ts'
import type { Store } from '../store.ts'

/** What the flows work with. */
export interface FlowDeps {
  config: PageConfig
  store: Store
  loadSdk: LoadSdk
  browser: Browser
}

/** What the page knows besides its state. In memory only. */
export interface Memory {
  /** Whose accounts are asked for; null: the project's own, or not known yet. */
  tenantId: string | null
  /** What the address bar asks for. */
  address: Address
  /** Signed in at the provider; the gateway's session does not stand yet. */
  account: Account | null
  /** The same, when nothing but the gateway's answer is missing: it can be asked again. */
  unopened: Account | null
  /** Has this visitor just set up a second factor? */
  hasEnrolled: boolean
  /** Another provider's word for an account that signs in another way. */
  held: { provider: string; email: string | null; credential: HeldCredential; atMs: number } | null
  /** The link that opened the page, while it may still be used. */
  link: ActionLink | null
}

/** One try of the visitor. Once it is over, what it has to say is not heard any more. */
export interface Attempt {
  isOver(): boolean
  tell(event: PageEvent): void
  /** Goes on at a screen. */
  show(screen: Screen): void
  fail(problem: Problem, more?: { screen?: Screen; otherMode?: OtherMode | null }): void
  refuse(refusal: Pick<Refusal, 'code'>, more?: { screen?: Screen }): void
  /** Gives the SDK, set up for the tenant; null when it cannot be loaded, which is told, or the attempt is over. */
  sdk(): Promise<Sdk | null>
}

export interface OtherMode {
  provider: string
  mode: 'redirect' | 'popup'
}

/** Goes on where the gateway refuses a session for an account that has signed in. */
export type MeetRefusal = (attempt: Attempt, account: Account, refusal: SessionRefusal) => Promise<void>

/** What all flows share. */
export interface Page extends FlowDeps {
  meetRefusal: MeetRefusal
  /** Is there more than one place where an account can be? */
  hasTenants: boolean
  /** When the page began, by the device's clock. */
  beganMs: number
  session: SessionClient
  channel: TabChannel
  bounces: Bounces
  memory: Memory
  state(): State
  /** Begins a try with an event, unless one is under way. Whatever `work` throws becomes a problem on the page. */
  attempt(start: PageEvent, work: (attempt: Attempt) => Promise<void>): void
  /** Shows a problem that needs no asking, unless busy. */
  refuseAtOnce(problem: Problem): void
  /** The screen to begin at: that of the address, or what has to be asked first. */
  home(): Screen
  /** Shows what an address asks for; `moveTo` also puts it into the address bar, so that Back works. */
  showAt(address: Address): void
  moveTo(address: Address): void
  /** A new sign-in begins: what was reached before does not count. */
  forget(): void
  /** Ends the try that is under way: its answer will not be heard. */
  abandon(): void
}

export function createPage(deps: FlowDeps & Pick<Page, 'meetRefusal'>): Page {
  const { config, store, loadSdk, browser } = deps
  const { choose, byEmailDomain } = config.tenant
  let current: object | null = null

  function begin(): Attempt {
    const own = {}
    current = own
    const isOver = () => current !== own
    const tell = (event: PageEvent) => {
      if (!isOver()) store.dispatch(event)
    }
    const attempt: Attempt = {
      isOver,
      tell,
      show: (screen) => tell({ type: 'answered', screen }),
      fail: (problem, more = {}) => tell({ type: 'failed', problem, ...more }),
      refuse: ({ code }, more) => attempt.fail(problemOf(code), more),
      async sdk() {
        const sdk = await loadSdk().catch(() => null)
        if (sdk === null) attempt.refuse({ code: 'page/unreachable' })
        else sdk.setTenant(page.memory.tenantId)
        return isOver() ? null : sdk
      }
    }
    return attempt
  }

  const page: Page = {
    ...deps,
    hasTenants: choose.length > 0 || Object.keys(byEmailDomain).length > 0,
    beganMs: browser.now(),
    session: createSessionClient({ fetch: browser.fetch, url: config.paths.session }),
    channel: createTabChannel(browser.openChannel),
    bounces: createBounces(browser.storage),
    memory: {
      tenantId: config.tenant.id,
      address: config.address,
      account: null,
      unopened: null,
      hasEnrolled: false,
      held: null,
      link: config.address === 'action' ? readActionLink(browser.location().href) : null
    },
    state: store.state,

    attempt(start, work) {
      if (isBusy(store.state())) return
      const attempt = begin()
      attempt.tell(start)
      work(attempt).catch((err: unknown) => {
        attempt.refuse({ code: 'page/fault' })
        browser.report(err)
      })
    },

    refuseAtOnce(problem) {
      if (!isBusy(store.state())) store.dispatch({ type: 'failed', problem })
    },

    home() {
      const { address, tenantId, link } = page.memory
      if (address === 'action' && link === null) {
        const step = { name: 'dead', problem: problemOf('auth/invalid-action-code') } as const
        return { name: 'action', mode: null, step }
      }
      return firstScreen({ ...config, address, tenant: { ...config.tenant, id: tenantId } }, problemOf)
    },

    showAt(address) {
      page.memory.address = address
      store.dispatch({ type: 'shown', screen: page.home() })
    },

    moveTo(to) {
      const address = to === 'sign-in' ? signInAddress(config) : to
      const path = pathOf(address, config)
      // The server never sees the fragment: it goes along in the address bar.
      if (path !== pathOf(page.memory.address, config)) browser.pushAddress(path + browser.location().hash)
      page.showAt(address)
    },

    forget() {
      Object.assign(page.memory, { account: null, unopened: null, hasEnrolled: false })
    },

    abandon() {
      current = null
    }
  }
  return page
}

/** Gives the absolute URL of one of the page's addresses, the redirect target in it. */
export function urlOf({ browser, config }: Page, address: Address): string {
  return browser.location().origin + pathOf(address, config)
}
