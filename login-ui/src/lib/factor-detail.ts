import type { Factor } from '../account/contract.ts'
import type { Text } from './i18n.ts'

/** What tells a factor from others of its kind: end of the number, name, and the time if `factors` has another with the same. Empty: nothing. */
export function factorDetail(factor: Factor, factors: readonly Factor[], text: Text, locale: string): string {
  const describe = ({ name, hint }: Factor) => {
    // A name in another script would lead the number's words.
    const digits = /\d{1,4}$/.exec(hint ?? '')?.[0]
    return [digits && text('second-factor.number', { digits }), name].filter(Boolean).join('\u00a0· ')
  }
  const detail = describe(factor)
  const { id, kind, enrolledAt } = factor
  if (
    enrolledAt === null ||
    !factors.some((one) => one.id !== id && one.kind === kind && describe(one) === detail)
  )
    return detail
  // In UTC, so the server renders the same.
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })
  return [detail, format.format(enrolledAt * 1000)].filter(Boolean).join('\u00a0· ')
}
