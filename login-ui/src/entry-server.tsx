import { renderToString } from 'react-dom/server'
import { accountHeadOf, renderAccountPage } from './account/render.tsx'
import { App } from './app.tsx'
import { problemOf } from './auth/errors.ts'
import { initialState } from './first-state.ts'
import { textsIn } from './lib/i18n.ts'
import type { State } from './machine.ts'
import type { PageConfig } from './page-config.ts'
import { findPreview } from './previews.ts'
import { allViews } from './screens/all-views.ts'
import { needsExtras } from './screens/extras-needed.ts'
import { headingOf, titleOf } from './screens/headings.ts'
import { formProblemOf, isWrong } from './ui/field-problem.tsx'
import { needsScript, WithoutScript } from './ui/without-script.tsx'

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
  if (shown.accountPage !== null) return accountHeadOf(shown, shown.accountPage)
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
