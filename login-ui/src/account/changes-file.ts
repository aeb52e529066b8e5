import type { Browser } from '../lib/browser.ts'
import type { TabChannel } from '../lib/channel.ts'
import type { PageConfig } from '../page-config.ts'
import { createSdkLoader, flowFiles } from '../start-flows.ts'
import { createAccountChanges } from './account-changes.ts'
import type { AccountTools, ChangesFile } from './account-context.ts'
import type { AccountLanguage } from './account-language.ts'
import type { AccountPageConfig } from './contract.ts'
import type { GatewayClient } from './gateway-client.ts'
import { loadProofCard, ProofCard } from './proof/proof-card.tsx'

export interface ChangesFileOptions extends Pick<AccountTools, 'leave' | 'refresh'> {
  config: PageConfig
  facts: AccountPageConfig
  browser: Browser
  gateway: GatewayClient
  channel: Pick<TabChannel, 'post'>
  language: Pick<AccountLanguage, 'state' | 'subscribe'>
}

/** Starts the changes that need a proof, for the life of the document. Call until it does not reject. */
export async function startChanges(options: ChangesFileOptions): Promise<ChangesFile> {
  await loadProofCard()
  const { config, browser, gateway, channel, language, leave, refresh } = options
  const { account, page } = options.facts
  const changes = createAccountChanges({
    config,
    owner: account,
    action: page === 'overview' ? null : page,
    browser,
    language,
    loadSdk: createSdkLoader(config, () => language.state().language.locale),
    files: flowFiles,
    guard: guardLeaving,
    gateway,
    leave,
    refresh: () => void refresh(),
    notifyOtherTabs: () => channel.post({ type: 'signed-in', tenantId: account.tenant })
  })
  changes.start()
  return { changes, ProofCard }
}

/** Browsers only prompt visitors who have interacted with the page. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function guardLeaving(on: boolean): void {
  if (on) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
}
