import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { problemOf } from './auth/errors.ts'
import { textsIn } from './lib/i18n.ts'
import { initialState, type State } from './machine.ts'
import type { PageConfig } from './page-config.ts'
import { findPreview } from './previews.ts'
import { allViews } from './screens/all-views.ts'
import { headingOf, titleOf } from './screens/headings.ts'

export { previews } from './previews.ts'

/**
 * Gives the markup of the page's first state, for the inside of `<div id="page">`. Pure.
 * `config.query` stands in it only inside of attributes, escaped as React does; `config.redirectTarget` not at all,
 * but for the screens `account`, `leaving`, a finished action and a problem of kind `loop`, and where somebody is signed
 * in elsewhere.
 */
export function renderPage(config: PageConfig): string {
  const { shown, state } = firstView(config)
  return renderToString(
    <App config={shown} state={state} act={() => {}} views={allViews} onEmail={() => {}} />
  )
}

/** Gives what the head of the document says about the page's first state, as plain text. */
export function headOf(config: PageConfig): { title: string } {
  const { shown, state } = firstView(config)
  const text = textsIn(shown.texts)
  return { title: titleOf(headingOf(state.screen, allViews, shown, text), shown, text) }
}

function firstView(config: PageConfig): { shown: PageConfig; state: State } {
  const preview = config.preview === null ? null : findPreview(config.preview)
  return preview === null
    ? { shown: config, state: initialState(config, problemOf) }
    : { shown: { ...config, ...preview.patch }, state: preview.state }
}
