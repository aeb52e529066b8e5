import { usePage } from '../../ui/page-context.tsx'

const DAY = 86_400

/** How long ago a time was, to the hour; after a month, its date. In epoch seconds. */
export function agoIn(locale: string, seconds: number, now: number): string {
  const past = Math.max(0, now - seconds)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (past < DAY) return format.format(-Math.floor(past / 3600), 'hour')
  const dayOf = (time: number) => new Date(time * 1000).setHours(0, 0, 0, 0) / 1000
  const days = Math.round((dayOf(now) - dayOf(seconds)) / DAY)
  if (days <= 30) return format.format(-days, 'day')
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(seconds * 1000)
}

/** The same as a node, with the full time as its tooltip. In browsers only: its times are local. */
export function Ago({ of: seconds }: { of: number }) {
  const { locale } = usePage().config
  const date = new Date(seconds * 1000)
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <time dateTime={date.toISOString()} title={full.format(date)}>
      {agoIn(locale, seconds, Date.now() / 1000)}
    </time>
  )
}
