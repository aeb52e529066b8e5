import type { Text } from '../lib/i18n.ts'
import { providerName } from '../lib/provider-name.ts'
import { isBusy, type Screen, type State } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import type { ViewSource } from './views.ts'

/** The heading of a screen; empty until its view is loaded. */
export function headingOf(screen: Screen, views: ViewSource, config: PageConfig, text: Text): string {
  const { name } = screen
  const view = views.find(name)
  if (view === null) return ''
  const heading = view.heading?.(screen, text, config)
  // These two get headings only from views; all other screens have one in the texts. Problem titles are sentences.
  return (
    heading?.replace(/[.\u3002]$/, '') ??
    (name === 'action' || name === 'problem' ? '' : text(`${name}.heading`, { brand: config.brand.name }))
  )
}

/** The page title for a heading, with the brand's name once. `isError`: starts with an error note. */
export function titleOf(
  heading: string,
  { config, text, isError }: { config: PageConfig; text: Text; isError: boolean }
): string {
  const { name } = config.brand
  const title = heading.includes(name) ? heading : text('page.title', { heading, brand: name })
  return isError ? text('page.title-error', { title }) : title
}

/** A key of the page's current place; a change moves the focus. */
export function placeOf(screen: Screen, views: ViewSource): string {
  return `${screen.name} ${views.find(screen.name)?.step?.(screen) ?? ''}`
}

/** What the page is doing, as text; null: idle. */
export function busyTextOf(state: State, views: ViewSource, config: PageConfig, text: Text): string | null {
  if (!isBusy(state)) return null
  const { screen, status } = state
  if (screen.name === 'leaving') return text('busy.opening')
  if (status.name === 'waiting')
    return text('busy.waiting', { provider: providerName(config, status.provider) })
  if (status.name === 'exchanging' || status.name === 'returning') return text(`busy.${status.name}`)
  return text(views.find(screen.name)?.busy?.(screen, config) ?? 'busy.checking')
}

/** Whether a notice above the form shows the activity, instead of a button. */
export function isShownAbove({ status }: State): boolean {
  return status.name === 'waiting' || status.name === 'returning'
}
