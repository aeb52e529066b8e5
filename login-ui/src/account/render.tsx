import { renderToString } from 'react-dom/server'
import type { PageConfig } from '../page-config.ts'
import { AccountApp, accountTitle } from './account-app.tsx'
import type { AccountTools } from './account-context.ts'
import type { AccountPageConfig } from './contract.ts'
import type { GatewayClient } from './gateway-client.ts'
import { changeScreens } from './screens/change-screens.ts'
import { listScreens } from './screens/list-screens.ts'
import { overviewScreen } from './screens/overview.tsx'
import { buildAccountScreens } from './screens/screens.ts'
import { wayScreens } from './screens/way-screens.ts'

/** Rendering makes no calls. */
const nowhere = async () => ({ kind: 'refused', code: 'page/fault', reference: null }) as const
const noGateway: GatewayClient = {
  read: nowhere,
  rename: nowhere,
  sendVerification: nowhere,
  signOut: nowhere,
  list: nowhere,
  end: nowhere
}

/** The markup of the account page. Pure; React escapes all values. */
export function renderAccountPage(config: PageConfig, facts: AccountPageConfig): string {
  const tools: Omit<AccountTools, 'noteProblem'> = {
    account: facts.account,
    facts,
    gateway: noGateway,
    show: () => {},
    note: () => {},
    refresh: async () => {},
    loadChanges: () => Promise.reject(new Error('nothing is loaded while a page is rendered')),
    onSessionOver: () => () => {},
    leave: () => {}
  }
  return renderToString(
    <AccountApp
      config={config}
      page={facts.page}
      tools={tools}
      screens={allAccountScreens}
      speak={() => {}}
      isLanguageLost={false}
    />
  )
}

/** The document title as plain text. */
export function accountHeadOf(
  config: PageConfig,
  { page, account }: AccountPageConfig
): { title: string; extras: boolean } {
  return { title: accountTitle(page, account, config, allAccountScreens), extras: false }
}

/** All screens, for server rendering. */
const allAccountScreens = buildAccountScreens({
  overview: overviewScreen,
  ...changeScreens,
  ...wayScreens,
  ...listScreens
})
