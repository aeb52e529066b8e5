import { type ReactNode, useId } from 'react'
import type { MessageKey } from '../../lib/i18n.ts'
import { LineIcon } from '../../ui/icons.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { wayDrawings } from '../../ui/way-icons.tsx'
import { useAccount } from '../account-context.ts'
import { AccountLink } from '../account-link.tsx'
import type { AccountPageName } from '../contract.ts'

/** A section of the overview with its heading. */
export function Section({ title, children }: { title: MessageKey; children: ReactNode }) {
  const { text } = usePage()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{text(title)}</h2>
      {children}
    </section>
  )
}

/** Where an address that stands alone may break. */
export const addressParts = /(?=@|\.\S{8})/

interface RowProps {
  label: string
  /** Page to change it, linked if offered. */
  page?: AccountPageName
  /** Text of that link. */
  action?: MessageKey
  children: ReactNode
}

/** A fact of the account with its status and a link to change it. */
export function Row({ label, page, action = 'account-page.change', children }: RowProps) {
  const { text } = usePage()
  const { facts, toast } = useAccount()
  const [labelId, linkId] = [useId(), useId()]
  const isOffered = page !== undefined && facts.pages.includes(page)
  return (
    <div className={toast?.words && toast.page === page ? 'row fact lit' : 'row fact'}>
      <p className="label" id={labelId}>
        {label}
      </p>
      <div className="value">{children}</div>
      {isOffered && (
        <AccountLink to={page} className="link" id={linkId} labelledBy={`${linkId} ${labelId}`}>
          {text(action)}
        </AccountLink>
      )}
    </div>
  )
}

/** A date in the page's language, without line breaks and in UTC, so the server renders the same. */
export function longDate(locale: string, seconds: number): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(seconds * 1000)).replaceAll(' ', '\u00a0')
}

const paths = {
  totp: wayDrawings.phone,
  sms: 'M4 5h16v11h-9l-4 4v-4H4z',
  passkey: wayDrawings.passkey,
  person: 'M12 4a4 4 0 1 0 .1 0M4.5 20.5c0-8 15-8 15 0',
  computer: 'M4 5h16v10H4zM2 19h20',
  phone: wayDrawings.phone,
  tablet: 'M5 3h14v18H5zM11 17.5h2'
}

/** Decorative: the text beside it says the same. */
export function RowIcon({ kind }: { kind: keyof typeof paths }) {
  return <LineIcon path={paths[kind]} />
}
