import { hydrateRoot } from 'react-dom/client'
import { createTabChannel } from '../lib/channel.ts'
import { loadStylesheet } from '../lib/load-stylesheet.ts'
import { openChannel } from '../lib/open-channel.ts'
import type { PageConfig } from '../page-config.ts'
import '../prelude/contract.ts'
import href from './account.css?url'
import { createGatewayClient } from './gateway-client.ts'
import { LiveAccount } from './live-account.tsx'
import { lazyAccountScreens } from './screens/lazy-screens.ts'

/** Hydrates the account page; throws for a configuration of the login page. The screen that is shown is loaded before, so that nothing is rendered again. */
export async function startAccount(page: Element, config: PageConfig): Promise<void> {
  const { accountPage: facts } = config
  if (facts === null) throw new Error('this is not the account page')
  const screens = lazyAccountScreens()
  await Promise.all([screens.load(facts.page), loadStylesheet(href)])
  const gateway = createGatewayClient({
    fetch: (input, init) => fetch(input, init),
    endpoint: facts.endpoint,
    logoutPath: config.paths.logout
  })
  hydrateRoot(
    page,
    <LiveAccount
      config={config}
      facts={facts}
      gateway={gateway}
      channel={createTabChannel(openChannel)}
      screens={screens}
      onAlive={resumeEarlyPress}
    />
  )
}

/** Does what the visitor asked for before the page could answer. */
function resumeEarlyPress(): void {
  const early = globalThis.gatehousePrelude?.take() ?? null
  if (early === null) return
  early.unmark()
  if (early.target instanceof HTMLFormElement) early.target.requestSubmit()
  else early.target.click()
}
