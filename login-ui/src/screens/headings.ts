import type { Text } from '../lib/i18n.ts'
import { isBusy, type Screen, type State } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import { providerName } from '../ui/provider-button.tsx'
import type { ViewSource } from './views.ts'

/** Gives the heading of a screen; empty while its view is not loaded. */
export function headingOf(screen: Screen, views: ViewSource, config: PageConfig, text: Text): string {
  const { name } = screen
  const view = views.find(name)
  if (view === null) return ''
  const heading = view.heading?.(screen, text, config)
  // Only views give headings to these two; all other screens have one in the texts.
  return heading ?? (name === 'action' || name === 'problem' ? '' : text(`${name}.heading`))
}

/** Gives the title of the page with that heading. */
export function titleOf(heading: string, { brand }: PageConfig, text: Text): string {
  return text('page.title', { heading, brand: brand.name })
}

/** Gives a key for the present place of the page: the focus moves when it changes. */
export function placeOf(screen: Screen): string {
  switch (screen.name) {
    case 'action':
      return `action ${screen.step.name}`
    case 'enrol':
      return `enrol ${screen.enrolment === null ? 'start' : 'code'}`
    case 'second-factor':
      return `second-factor ${screen.chosen.id} ${screen.codeSent}`
    default:
      return screen.name
  }
}

/** Gives what the page is doing, as text; null: it waits for the visitor. */
export function busyTextOf(state: State, config: PageConfig, text: Text): string | null {
  if (!isBusy(state)) return null
  const { screen, status } = state
  if (screen.name === 'leaving') return text('busy.opening')
  if (status.name === 'waiting') {
    return text('busy.waiting', { provider: providerName(config, status.provider) })
  }
  if (status.name === 'exchanging') return text('busy.exchanging')
  if (status.name === 'returning') return text('busy.returning')
  return submittingText(screen, text)
}

/** Does a notice above the form show what the page is doing? Then no button of the form does. */
export function isShownAbove({ status }: State): boolean {
  return status.name === 'waiting' || status.name === 'returning'
}

function submittingText(screen: Screen, text: Text): string {
  switch (screen.name) {
    case 'sign-in':
    case 'other-method':
      return text('sign-in.submitting')
    case 'sign-up':
      return text('sign-up.submitting')
    case 'forgot':
    case 'link':
    case 'sent':
      return text('busy.sending')
    case 'action':
      if (screen.step.name === 'checking') return text('busy.checking')
      return text(screen.mode === 'signIn' ? 'sign-in.submitting' : 'busy.saving')
    default:
      return text('busy.checking')
  }
}
