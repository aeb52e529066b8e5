import type { Account, LoadSdk, Tokens } from '../../auth/sdk-contract.ts'
import { createSessionClient, type SessionClient } from '../../auth/session.ts'
import type { Browser } from '../../lib/browser.ts'
import { createTabChannel, type TabChannel } from '../../lib/channel.ts'
import { type Clock, createClock } from '../../lib/clock.ts'
import { createRedirectCounter, type RedirectCounter } from '../../lib/redirect-loop.ts'
import type { PageConfig } from '../../page-config.ts'
import type { Store } from '../../store.ts'
import { type Attempt, type Attempts, createAttempts } from './attempts.ts'
import { createMemory, type Memory } from './memory.ts'
import { createRouter, type Router } from './router.ts'

/** A sign-in with every factor that it was asked for. `account`: what the SDK holds; null: it was made without the SDK. */
export interface FreshSignIn {
  tokens: Tokens
  account: Account | null
}

/** Takes a sign-in for what it proves: who is at the page. No session is opened then. */
export type OnProved = (attempt: Attempt, signIn: FreshSignIn) => Promise<void>

/** What the flows are built on. */
export interface FlowDeps {
  config: PageConfig
  store: Store
  loadSdk: LoadSdk
  browser: Browser
  /** The last step of a sign-in. Left out: it opens the session and leaves for the redirect target. */
  onProved?: OnProved
}

/** What all flows share. Each takes the part that it needs: see `Uses`. */
export interface FlowContext extends Omit<FlowDeps, 'onProved'> {
  /** Null: sign-ins open sessions. */
  onProved: OnProved | null
  memory: Memory
  attempts: Attempts
  router: Router
  session: SessionClient
  channel: TabChannel
  redirects: RedirectCounter
  clock: Clock
}

/** The part of the context that a flow uses. */
export type Uses<Names extends keyof FlowContext> = Pick<FlowContext, Names>

export function createFlowContext({ config, store, loadSdk, browser, onProved }: FlowDeps): FlowContext {
  const memory = createMemory(config, browser)
  const base = { config, store, loadSdk, browser, memory }
  return {
    ...base,
    onProved: onProved ?? null,
    attempts: createAttempts(base, loadSdk),
    router: createRouter(base),
    session: createSessionClient({ fetch: browser.fetch, url: config.paths.session }),
    channel: createTabChannel(browser.openChannel),
    redirects: createRedirectCounter(browser.storage),
    clock: createClock(browser.now)
  }
}
