import { usePage } from '../../ui/page-context.tsx'

const DAY = 86_400

interface TimeProps {
  /** Epoch seconds. */
  at: number
  /** As "today" or "3 days ago". */
  isAgo?: boolean
}

/** A time in few words, with all of it as the title. In browsers only: it is local. */
export function Time({ at, isAgo = false }: TimeProps) {
  const { locale } = usePage().config
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <time dateTime={new Date(at * 1000).toISOString()} title={whole.format(at * 1000)}>
      {isAgo ? agoIn(locale, at, Date.now() / 1000) : shortDate(locale, at, Date.now() / 1000)}
    </time>
  )
}

/** How long ago a time was, to the hour; after a month, its date. In epoch seconds. */
export function agoIn(locale: string, seconds: number, now: number): string {
  const past = Math.max(0, now - seconds)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (past < DAY) return format.format(-Math.floor(past / 3600), 'hour')
  const dayOf = (time: number) => new Date(time * 1000).setHours(0, 0, 0, 0) / 1000
  const days = Math.round((dayOf(now) - dayOf(seconds)) / DAY)
  return days <= 30 ? format.format(-days, 'day') : shortDate(locale, seconds, now)
}

/** Without the year, if it is this one. */
function shortDate(locale: string, seconds: number, now: number): string {
  const yearOf = (time: number) => new Date(time * 1000).getFullYear()
  const year = yearOf(seconds) === yearOf(now) ? undefined : 'numeric'
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year }).format(seconds * 1000)
}
