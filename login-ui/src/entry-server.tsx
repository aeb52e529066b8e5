import { renderToString } from 'react-dom/server'
import { AccountApp, accountTitle } from './account/account-app.tsx'
import type { AccountTools } from './account/account-context.ts'
import type { AccountPageConfig } from './account/contract.ts'
import type { GatewayClient } from './account/gateway-client.ts'
import { changeScreens } from './account/screens/change-screens.tsx'
import { listScreens } from './account/screens/list-screens.tsx'
import { overviewScreen } from './account/screens/overview.tsx'
import { buildAccountScreens } from './account/screens/screens.ts'
import { wayScreens } from './account/screens/way-screens.tsx'
import { App } from './app.tsx'
import { problemOf } from './auth/errors.ts'
import { initialState } from './first-state.ts'
import { textsIn } from './lib/i18n.ts'
import type { State } from './machine.ts'
import type { PageConfig } from './page-config.ts'
import { findPreview } from './previews.ts'
import { accountViews } from './screens/account-screens.tsx'
import { actionView } from './screens/action.tsx'
import { firstViews } from './screens/first-screens.tsx'
import { headingOf, titleOf } from './screens/headings.ts'
import { mailViews } from './screens/mail-screens.tsx'
import { views as secondStepViews } from './screens/second-step-screens.tsx'
import { buildViewSource, needsExtras, type Views } from './screens/views.ts'
import { extras } from './ui/extras.tsx'
import { formProblemOf, isWrong } from './ui/field-problem.tsx'

export { previews } from './previews.ts'

/**
 * The markup of the page's first state, for the inside of `<div id="page">`. Pure. `config.query` only
 * appears in escaped attributes; `config.redirectTarget` only on the screens `account`, `leaving`, a finished
 * action and a problem of kind `loop`, and when signed in elsewhere.
 */
export function renderPage(config: PageConfig): string {
  const { shown, state } = firstView(config)
  if (shown.accountPage !== null) return renderAccountPage(shown, shown.accountPage)
  return renderToString(
    <App
      config={shown}
      state={state}
      act={() => {}}
      views={allViews}
      onEmail={() => {}}
      onRemember={() => {}}
      withoutScript={needsScript(shown) && <WithoutScript texts={shown.texts} links={shown.links} />}
    />
  )
}

/** The head for the page's first state: its title as plain text, and whether it needs `ui/extras.tsx`. */
export function headOf(config: PageConfig): { title: string; extras: boolean } {
  const { shown, state } = firstView(config)
  if (shown.accountPage !== null) {
    const { page, account } = shown.accountPage
    return { title: accountTitle(page, account, shown, allAccountScreens), extras: false }
  }
  const text = textsIn(shown.texts)
  const heading = headingOf(state.screen, allViews, shown, text)
  const title = titleOf(heading, { config: shown, text, isError: isWrong(formProblemOf(state)) })
  return { title, extras: needsExtras(shown) }
}

function firstView(config: PageConfig): { shown: PageConfig; state: State } {
  const preview = config.preview === null ? null : findPreview(config.preview)
  return preview === null
    ? { shown: config, state: initialState(config, problemOf) }
    : { shown: { ...config, ...preview.patch }, state: preview.state }
}

const views: Views = {
  ...firstViews,
  ...accountViews,
  ...mailViews,
  action: actionView,
  ...secondStepViews
}

/** All views, for server rendering. */
export const allViews = buildViewSource({ present: views, extras })

/**
 * The card's content in a browser without script. Its texts are not sent to the browser: only the server
 * renders this, inside `<noscript>`.
 */
export function WithoutScript({ texts, links }: Pick<PageConfig, 'texts' | 'links'>) {
  const text = textsIn(texts)
  const help = links.help ?? links.contact
  return (
    <>
      <h1>{text('noscript.heading')}</h1>
      <p>{text('noscript.text')}</p>
      {help !== null && (
        <p>
          <a href={help}>{text(links.help === null ? 'footer.contact' : 'footer.help')}</a>
        </p>
      )}
    </>
  )
}

/** Whether the first screen is useless without script. The others have content and working links. */
export function needsScript({ address, preview }: Pick<PageConfig, 'address' | 'preview'>): boolean {
  return preview === null && address !== 'account' && address !== 'signed-out' && address !== 'problem'
}

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
function renderAccountPage(config: PageConfig, facts: AccountPageConfig): string {
  const tools: Omit<AccountTools, 'noteProblem'> = {
    account: facts.account,
    facts,
    gateway: noGateway,
    show: () => {},
    finish: () => {},
    toast: null,
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

/** All screens, for server rendering. */
const allAccountScreens = buildAccountScreens({
  overview: overviewScreen,
  ...changeScreens,
  ...wayScreens,
  ...listScreens
})
