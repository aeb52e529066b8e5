import { hydrateRoot } from 'react-dom/client'
import { thisBrowser } from '../lib/browser.ts'
import { createTabChannel } from '../lib/channel.ts'
import { openChannel } from '../lib/open-channel.ts'
import { watchTyping } from '../lib/typing.ts'
import type { PageConfig } from '../page-config.ts'
import '../prelude/contract.ts'
import href from './account.css?url'
import type { ChangesFile } from './account-context.ts'
import type { ChangesFileOptions } from './changes-file.ts'
import { createGatewayClient, type GatewayClient } from './gateway-client.ts'
import { LiveAccount } from './live-account.tsx'
import { overviewScreen } from './screens/overview.tsx'
import { type AccountScreens, buildAccountScreens } from './screens/screens.ts'

/** Gateway client and changes; previews supply their own. */
interface AccountParts {
  gateway: GatewayClient
  startChanges: (options: ChangesFileOptions) => Promise<ChangesFile>
}

/**
 * Hydrates the account page and resolves once it is usable. Throws for a login page configuration. Loads the
 * first screen before, so nothing is rendered again.
 */
export async function start(
  page: Element,
  config: PageConfig,
  parts: Partial<AccountParts> = {}
): Promise<void> {
  const { accountPage: facts } = config
  if (facts === null) throw new Error('not the account page')
  const screens = lazyAccountScreens()
  const browser = thisBrowser(watchTyping(document))
  await Promise.all([screens.load(facts.page), loadStylesheet(href)])
  const {
    gateway = createGatewayClient({
      fetch: (input, init) => fetch(input, init),
      endpoint: facts.endpoint,
      logoutPath: config.paths.logout
    }),
    startChanges = async (options) => (await import('./changes-file.ts')).startChanges(options)
  } = parts
  await new Promise<void>((resolve) => {
    hydrateRoot(
      page,
      <LiveAccount
        config={config}
        facts={facts}
        browser={browser}
        gateway={gateway}
        startChanges={startChanges}
        channel={createTabChannel(openChannel)}
        screens={screens}
        onAlive={resolve}
      />,
      { onRecoverableError: console.warn }
    )
  })
  resumeEarlyPress()
}

/** Replays what the visitor pressed before hydration. */
function resumeEarlyPress(): void {
  const early = globalThis.gatehousePrelude?.take()
  if (!early) return
  early.unmark()
  if (early.target instanceof HTMLFormElement) early.target.requestSubmit()
  else early.target.click()
}

/** Screens in a browser: the overview at once, the others on demand. */
export function lazyAccountScreens(): AccountScreens {
  const changes = () => import('./screens/change-screens.tsx').then((file) => file.changeScreens)
  const ways = () => import('./screens/way-screens.tsx').then((file) => file.wayScreens)
  const lists = () => import('./screens/list-screens.tsx').then((file) => file.listScreens)
  return buildAccountScreens(
    { overview: overviewScreen },
    {
      password: changes,
      email: changes,
      delete: changes,
      providers: ways,
      'second-step': ways,
      passkeys: ways,
      sessions: lists,
      applications: lists
    }
  )
}

/** Adds a stylesheet unless present. Rejects if it cannot be loaded; may be retried. */
export async function loadStylesheet(href: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${CSS.escape(href)}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new TypeError(`${href} failed`))
    }
    document.head.append(link)
  })
}
