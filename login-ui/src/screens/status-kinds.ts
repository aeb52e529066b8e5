import type { Screen } from '../machine.ts'
import type { StatusKind } from '../ui/icons.tsx'

/** Gives what a screen says at a glance, above its heading; null: it is a form or a choice. */
export function statusKindOf(screen: Screen): StatusKind | null {
  switch (screen.name) {
    case 'signed-out':
    case 'leaving':
      return 'success'
    case 'sent':
    case 'verify':
      return 'mail'
    case 'phone':
      return screen.codes > 0 ? 'lock' : null
    case 'second-factor':
      return 'lock'
    case 'enrol':
      return screen.enrolment === null ? 'lock' : null
    case 'problem':
      return 'warning'
    case 'action':
      return screen.step.name === 'done' ? 'success' : screen.step.name === 'dead' ? 'warning' : null
    default:
      return null
  }
}
