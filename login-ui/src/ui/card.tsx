import type { ReactNode } from 'react'
import { text } from '../lib/i18n.ts'

interface CardProps {
  /** Null where the configuration could not be read. */
  brandName: string | null
  contactUrl: string | null
  children: ReactNode
}

/** The frame of every screen: brand on top, help at the bottom. The screen brings its one `h1`. */
export function Card({ brandName, contactUrl, children }: CardProps) {
  return (
    <main className="card">
      {brandName !== null && <p className="brand">{brandName}</p>}
      {children}
      {contactUrl !== null && (
        <p className="help">
          <a href={contactUrl}>{text('problem.contact')}</a>
        </p>
      )}
    </main>
  )
}
