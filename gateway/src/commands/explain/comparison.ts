import type { Entrance } from './entrances.ts'
import type { ExplainedOutcome, Explainer } from './explainer.ts'
import type { ListedRequest } from './request-lines.ts'

/** A request of a list that ends otherwise than expected. */
export interface Difference {
  /** Of the line, from 1. */
  line: number
  /** Method, path without query, and who asks. */
  request: string
  expected: string
  outcome: ExplainedOutcome
}

/** A request of a list that two configurations decide otherwise. */
export interface Change {
  line: number
  request: string
  before: ExplainedOutcome
  after: ExplainedOutcome
  /** Names of the applications whose request it is; null: the only one, or nobody's. */
  applications: { before: string | null; after: string | null }
  /** Names of the identity headers that the application would no longer get, and that it would get in addition. */
  headersLost: readonly string[]
  headersGained: readonly string[]
}

/** How a list is gone through. */
export interface ComparisonOptions {
  requests: readonly ListedRequest[]
  /** Left out: as the host of each request has it. */
  by?: Entrance | undefined
}

/** The requests that do not end as their line expects: by the kind of the outcome, its code or its status. */
export async function findDifferences(
  explainer: Pick<Explainer, 'explain'>,
  { requests, by }: ComparisonOptions
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const { number, text, request, visitor, expected } of requests) {
    const { outcome } = await explainer.explain(request, visitor, by)
    const { kind, code, status } = outcome
    if (expected === null || [kind, code, String(status)].includes(expected)) continue
    found.push({ line: number, request: text, expected, outcome })
  }
  return found
}

/** The requests that end otherwise with another configuration, or carry other identity headers. */
export async function findChanges(
  before: Pick<Explainer, 'explain'>,
  after: Pick<Explainer, 'explain'>,
  { requests, by }: ComparisonOptions
): Promise<Change[]> {
  const found: Change[] = []
  for (const { number, text, request, visitor } of requests) {
    const [old, changed] = [
      await before.explain(request, visitor, by),
      await after.explain(request, visitor, by)
    ]
    const change: Change = {
      line: number,
      request: text,
      before: old.outcome,
      after: changed.outcome,
      applications: { before: old.application, after: changed.application },
      headersLost: old.identityHeaders.filter((name) => !changed.identityHeaders.includes(name)),
      headersGained: changed.identityHeaders.filter((name) => !old.identityHeaders.includes(name))
    }
    if (isChange(change)) found.push(change)
  }
  return found
}

/** The number of a rule is not what it does: rules may have moved. */
function isChange({ before, after, applications, headersLost, headersGained }: Change): boolean {
  return (
    before.kind !== after.kind ||
    before.code !== after.code ||
    before.status !== after.status ||
    isMove(applications) ||
    headersLost.length + headersGained.length > 0
  )
}

/** The short form has no name: one that gets one, or loses it, may be the same application. */
function isMove({ before, after }: Change['applications']): boolean {
  return before !== null && after !== null && before !== after
}
