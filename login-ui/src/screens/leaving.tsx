import { useEffect, useRef } from 'react'
import { text } from '../lib/i18n.ts'

/** Signed in, and the browser has not left by itself: `address` opens the page by hand. */
export function Leaving({ address }: { address: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {text('leaving.heading')}
      </h1>
      <p>{text('leaving.slow')}</p>
      <p className="actions">
        <a className="button" href={address}>
          {text('leaving.continue')}
        </a>
      </p>
    </>
  )
}
