import type { Text } from '../lib/i18n.ts'
import { providerName } from '../lib/provider-name.ts'
import { isBusy, type Screen, type State } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import type { ViewSource } from './views.ts'

/** Gives the heading of a screen; empty while its view is not loaded. */
export function headingOf(screen: Screen, views: ViewSource, config: PageConfig, text: Text): string {
  const { name } = screen
  const view = views.find(name)
  if (view === null) return ''
  const heading = view.heading?.(screen, text, config)
  // Only views give headings to these two; all other screens have one in the texts.
  // Titles of problems are sentences.
  return (
    heading?.replace(/[.\u3002]$/, '') ??
    (name === 'action' || name === 'problem' ? '' : text(`${name}.heading`))
  )
}

/** Gives the title of the page with that heading. `isError`: says first that something is wrong. */
export function titleOf(
  heading: string,
  { config, text, isError }: { config: PageConfig; text: Text; isError: boolean }
): string {
  const title = text('page.title', { heading, brand: config.brand.name })
  return isError ? text('page.title-error', { title }) : title
}

/** Gives a key for the present place of the page: the focus moves when it changes. */
export function placeOf(screen: Screen, views: ViewSource): string {
  return `${screen.name} ${views.find(screen.name)?.step?.(screen) ?? ''}`
}

/** Gives what the page is doing, as text; null: it waits for the visitor. */
export function busyTextOf(state: State, views: ViewSource, config: PageConfig, text: Text): string | null {
  if (!isBusy(state)) return null
  const { screen, status } = state
  if (screen.name === 'leaving') return text('busy.opening')
  if (status.name === 'waiting') {
    return text('busy.waiting', { provider: providerName(config, status.provider) })
  }
  if (status.name === 'exchanging') return text('busy.exchanging')
  if (status.name === 'returning') return text('busy.returning')
  return text(views.find(screen.name)?.busy?.(screen, config) ?? 'busy.checking')
}

/** Does a notice above the form show what the page is doing? Then no button of the form does. */
export function isShownAbove({ status }: State): boolean {
  return status.name === 'waiting' || status.name === 'returning'
}
