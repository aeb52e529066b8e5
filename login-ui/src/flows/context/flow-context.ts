import type { LoadSdk } from '../../auth/sdk-contract.ts'
import { createSessionClient, type SessionClient } from '../../auth/session.ts'
import type { Browser } from '../../lib/browser.ts'
import { createTabChannel, type TabChannel } from '../../lib/channel.ts'
import { type Clock, createClock } from '../../lib/clock.ts'
import { createRedirectCounter, type RedirectCounter } from '../../lib/redirect-loop.ts'
import type { PageConfig } from '../../page-config.ts'
import type { Store } from '../../store.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { createMemory, type Memory } from './memory.ts'
import { createRouter, type Router } from './router.ts'

/** What the flows are built on. */
export interface FlowDeps {
  config: PageConfig
  store: Store
  loadSdk: LoadSdk
  browser: Browser
}

/** What all flows share. Each takes the part that it needs: see `Uses`. */
export interface FlowContext extends FlowDeps {
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

export function createFlowContext({ config, store, loadSdk, browser }: FlowDeps): FlowContext {
  const memory = createMemory(config, browser)
  const base = { config, store, loadSdk, browser, memory }
  return {
    ...base,
    attempts: createAttempts(base, loadSdk),
    router: createRouter(base),
    session: createSessionClient({ fetch: browser.fetch, url: config.paths.session }),
    channel: createTabChannel(browser.openChannel),
    redirects: createRedirectCounter(browser.storage),
    clock: createClock(browser.now)
  }
}
