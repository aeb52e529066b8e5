import type { ReactNode } from 'react'
import type { MessageKey } from '../lib/i18n.ts'
import { usePage } from './page-context.tsx'
import { Words } from './words.tsx'

/** What the visitor agrees to by going on, where the operator names it. */
export function Terms() {
  const { config, text } = usePage()
  const { terms, privacy } = config.links
  const key = terms === null ? 'terms.privacy' : privacy === null ? 'terms.terms' : 'terms.both'
  const link = (href: string | null, label: MessageKey): ReactNode => (
    <a href={href ?? undefined} target="_blank" rel="noreferrer">
      {text(label)}
    </a>
  )
  if (terms === null && privacy === null) return null
  return (
    <p className="muted terms">
      <Words
        of={key}
        slots={{ terms: link(terms, 'terms.terms-link'), privacy: link(privacy, 'terms.privacy-link') }}
      />
    </p>
  )
}
