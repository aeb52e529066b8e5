import type { Text } from '../lib/i18n.ts'

const HOUR_SECONDS = 3600

/** Text that this browser stays signed in, and how soon others are signed out. */
export function othersNote(withinSeconds: number, locale: string, text: Text): string {
  if (withinSeconds >= HOUR_SECONDS) return text('account-password.note')
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return text('account-password.note-minutes', { duration: format.format(Math.ceil(withinSeconds / 60)) })
}
