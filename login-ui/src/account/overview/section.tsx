import { type ReactNode, useId } from 'react'
import type { MessageKey } from '../../lib/i18n.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { AccountLink } from '../account-link.tsx'
import type { AccountPageName } from '../contract.ts'

interface SectionProps {
  title: MessageKey
  children: ReactNode
}

/** A section of the overview with its heading. */
export function Section({ title, children }: SectionProps) {
  const { text } = usePage()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{text(title)}</h2>
      {children}
    </section>
  )
}

interface RowProps {
  label: string
  /** Page to change it, linked if offered. */
  page?: AccountPageName
  /** Text of that link. */
  action?: MessageKey
  /** Below both. */
  below?: ReactNode
  children: ReactNode
}

/** A fact of the account with its status and a link to change it. */
export function Row({ label, page, action = 'account-page.change', below, children }: RowProps) {
  const { text } = usePage()
  const { facts } = useAccount()
  const [labelId, linkId] = [useId(), useId()]
  const isOffered = page !== undefined && facts.pages.includes(page)
  return (
    <div className="row fact">
      <p className="label" id={labelId}>
        {label}
      </p>
      <div className="value">{children}</div>
      {isOffered && (
        <AccountLink to={page} className="link" id={linkId} labelledBy={`${linkId} ${labelId}`}>
          {text(action)}
        </AccountLink>
      )}
      {below}
    </div>
  )
}

/** A date in the page's language, without line breaks and in UTC, so the server renders the same. */
export function dayIn(locale: string, seconds: number): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(seconds * 1000)).replaceAll(' ', '\u00a0')
}
