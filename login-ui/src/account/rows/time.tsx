import { usePage } from '../../ui/page-context.tsx'

const DAY_MS = 86_400_000

interface TimeProps {
  /** Epoch seconds. */
  at: number
  /** As "today" or "3 days ago", not as a date. */
  isAgo?: boolean
}

/** A time in few words, with the whole date as its title. In the browser only: it is local. */
export function Time({ at, isAgo = false }: TimeProps) {
  const { locale } = usePage().config
  const [time, now] = [new Date(at * 1000), new Date()]
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
  return (
    <time dateTime={time.toISOString()} title={whole.format(time)}>
      {isAgo ? daysAgo(locale, time, now) : shortDay(locale, time, now)}
    </time>
  )
}

function daysAgo(locale: string, time: Date, now: Date): string {
  const days = (new Date(now).setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0)) / DAY_MS
  const isRecent = days < 30
  const format = new Intl.RelativeTimeFormat(locale, { numeric: isRecent ? 'auto' : 'always' })
  return isRecent ? format.format(-Math.round(days), 'day') : format.format(-Math.floor(days / 30), 'month')
}

/** Without the year, if it is this one. */
function shortDay(locale: string, time: Date, now: Date): string {
  const year = time.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year }).format(time)
}
