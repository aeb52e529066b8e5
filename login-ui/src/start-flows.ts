import type { Actions } from './flows/actions.ts'
import { createFlows, type FlowFiles } from './flows/flows.ts'
import { thisBrowser } from './lib/browser.ts'
import { loadOnce } from './lib/load-once.ts'
import type { PageConfig } from './page-config.ts'
import type { Store } from './store.ts'

/** What password sign-in can do without, in files of their own. */
const flowFiles: FlowFiles = {
  federated: () => import('./flows/federated.ts'),
  otherWays: () => import('./flows/other-ways.ts'),
  secondStep: () => import('./flows/second-step.ts'),
  tabs: () => import('./flows/tabs.ts'),
  tenants: () => import('./flows/tenants.ts'),
  testUsers: () => import('./flows/test-users.ts')
}

/** Starts everything behind the page, for as long as the document lives. To be called once. */
export function startBehindPage(config: PageConfig, store: Store): Actions {
  const loadSdk = loadOnce(async () => {
    const { connect } = await import('./auth/sdk.ts')
    return connect(config)
  })
  const { actions, start } = createFlows({ config, store, loadSdk, browser: thisBrowser(), files: flowFiles })
  start()
  return actions
}
