import { usePage } from '../../ui/page-context.tsx'

const DAY_MS = 86_400_000

/**
 * A time in few words, with the whole date as its title. In the browser only: it is local. `at`: epoch seconds. `isAgo`: as "today"
 * or "3 days ago".
 */
export function Time({ at, isAgo = false }: { at: number; isAgo?: boolean }) {
  const { locale } = usePage().config
  const time = new Date(at * 1000)
  const passed = new Date().setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)
  // Of 23 or 25 hours, some.
  const days = Math.max(0, Math.round(passed / DAY_MS))
  const [numeric, unit, size] = days < 30 ? (['auto', 'day', 1] as const) : (['always', 'month', 30] as const)
  const ago = new Intl.RelativeTimeFormat(locale, { numeric })
  const date = new Intl.DateTimeFormat(
    locale,
    days < 300 ? { day: 'numeric', month: 'short' } : { dateStyle: 'medium' }
  )
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
  return (
    <time dateTime={time.toISOString()} title={whole.format(time)}>
      {isAgo ? ago.format(-Math.floor(days / size), unit) : date.format(time)}
    </time>
  )
}
