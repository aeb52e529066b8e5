import { providerLanguage } from './auth/provider-language.ts'
import type { LoadSdk } from './auth/sdk-contract.ts'
import type { Act } from './flows/actions.ts'
import { createFlows } from './flows/flows.ts'
import type { FlowFiles } from './flows/lazy-flows.ts'
import { addStyles } from './lib/add-styles.ts'
import { thisBrowser } from './lib/browser.ts'
import { loadOnce } from './lib/load-once.ts'
import type { PageConfig } from './page-config.ts'
import type { Store } from './store.ts'
import styles from './styles/after-start.css?inline'

export { problemOf } from './auth/errors.ts'

addStyles(styles)

/** Flows that password sign-in does not need, in four files. */
export const flowFiles: FlowFiles = {
  federated: () => import('./flows/sign-in/federated.ts'),
  otherWays: () => import('./flows/other-ways.ts'),
  passkeys: () => import('./flows/sign-in/passkeys.ts'),
  secondStep: () => import('./second-step-parts.ts')
}

/** The loader of the page's only SDK. `localeNow`: the language to set once it is loaded. */
export function createSdkLoader(config: PageConfig, localeNow: () => string): LoadSdk {
  return loadOnce(async () => {
    const { provider } = config
    const [{ connect }, appCheck] = await Promise.all([
      import('./auth/sdk.ts'),
      provider.appCheck === null ? null : import('./auth/app-check-sdk.ts')
    ])
    appCheck?.startAppCheck(provider)
    const sdk = connect(config)
    sdk.setLanguage(providerLanguage(localeNow()))
    return sdk
  })
}

/** Starts the page's flows for the life of the document. `isTyping`: see `watchTyping`. Call once. */
export function start(config: PageConfig, store: Store, isTyping: () => boolean): Act {
  const loadSdk = createSdkLoader(config, () => (store.state().language ?? config).locale)
  const browser = thisBrowser(isTyping)
  const { act, start } = createFlows({ config, store, loadSdk, browser, files: flowFiles })
  start()
  return act
}
