import type { Act } from './flows/actions.ts'
import { createFlows } from './flows/flows.ts'
import type { FlowFiles } from './flows/lazy-flows.ts'
import { thisBrowser } from './lib/browser.ts'
import { loadOnce } from './lib/load-once.ts'
import type { PageConfig } from './page-config.ts'
import type { Store } from './store.ts'

/** The flows that password sign-in does not need, each in a file of its own. */
const flowFiles: FlowFiles = {
  federated: () => import('./flows/sign-in/federated.ts'),
  otherWays: () => import('./flows/other-ways.ts'),
  secondStep: () => import('./flows/second-step/second-step.ts'),
  tabs: () => import('./flows/tabs.ts'),
  tenants: () => import('./flows/sign-in/tenants.ts'),
  testUsers: () => import('./flows/sign-in/test-users.ts')
}

/** Starts the flows of the page, for as long as the document lives. To be called once. */
export function startFlows(config: PageConfig, store: Store): Act {
  const loadSdk = loadOnce(async () => {
    const { connect } = await import('./auth/sdk.ts')
    return connect(config)
  })
  const { act, start } = createFlows({ config, store, loadSdk, browser: thisBrowser(), files: flowFiles })
  start()
  return act
}
