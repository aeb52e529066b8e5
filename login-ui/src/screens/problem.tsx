import type { Problem as ProblemText } from '../auth/errors.ts'
import { text } from '../lib/i18n.ts'

/** A problem that leaves no form to show. */
export function Problem({ problem }: { problem: ProblemText }) {
  return (
    <>
      <h1>{text(problem.title)}</h1>
      {problem.hint !== null && <p>{text(problem.hint)}</p>}
      <p className="actions">
        <button type="button" className="button" onClick={() => location.reload()}>
          {text('problem.reload')}
        </button>
      </p>
      {problem.reference !== null && (
        <p className="muted">{text('problem.reference', { reference: problem.reference })}</p>
      )}
    </>
  )
}
