import type { ReactNode } from 'react'
import type { Problem } from '../auth/errors.ts'
import { StatusIcon } from './icons.tsx'
import { Link } from './link.tsx'
import { usePage } from './page-context.tsx'
import { Words } from './words.tsx'

interface AlertProps {
  /** Null keeps an empty node: screen readers only announce changes in existing nodes. */
  problem: Problem | null
  /** Links and buttons after the text. */
  children?: ReactNode
}

/** A node that announces a problem of the whole form; only one of a page has any. Its title has the id `problem`. */
export function Alert({ problem, children }: AlertProps) {
  const { config, text } = usePage()
  return (
    <div className="alert" role="alert">
      {problem !== null && (
        <>
          <StatusIcon kind="warning" />
          <div>
            <p id="problem">
              <strong>{text(problem.title, problem.slots)}</strong>
            </p>
            <ProblemDetails of={problem} />
          </div>
          {children}
          {problem.kind === 'taken' && config.methods.password && (
            <Link to="forgot" className="link">
              {text('action.reset-password')}
            </Link>
          )}
        </>
      )}
    </div>
  )
}

/** Below a problem's title: what to do, what is missing, the reference for support. */
export function ProblemDetails({ of: { hint, details, slots, reference } }: { of: Problem }) {
  const { config, text } = usePage()
  const words = text('problem.credentials.reset')
  // Without a password form there is nothing to reset.
  const reset = config.methods.password ? <Link to="forgot">{words}</Link> : words
  return (
    <>
      {hint !== null && (
        <p>
          {hint === 'problem.support.hint' ? (
            <Support />
          ) : (
            <Words of={hint} slots={{ ...slots, reset, support: <Support /> }} />
          )}
        </p>
      )}
      {details.length > 0 && (
        <ul className="details">
          {details.map((detail) => (
            <li key={detail}>{text(detail, slots)}</li>
          ))}
        </ul>
      )}
      {reference !== null && <p className="muted">{text('problem.reference', { reference })}</p>}
    </>
  )
}

/** Who can help, for what a visitor cannot solve alone. */
export function Support() {
  const { config, text } = usePage()
  const href = config.links.contact ?? config.links.help
  return href === null ? (
    text('problem.no-support')
  ) : (
    <a href={href}>{text('problem.support.hint', { brand: config.brand.name })}</a>
  )
}
