import type { DecisionOutcome, EventSink } from '../operations/events.ts'
import type { LoggedOwner } from '../operations/log-fields.ts'
import type { RequestRecord } from '../traffic/record.ts'
import type { Decision } from './decision.ts'
import type { Outcome } from './outcome.ts'

/** Writes a decision into the record of its request, and reports it. `durationMs`: of the decision alone. */
export function noteDecision(
  record: RequestRecord,
  { outcome, cost, application }: Decision,
  durationMs: number,
  report: EventSink
): void {
  const code = codeOf(outcome)
  record.application = application?.name ?? null
  writeOutcome(record, outcome, { cost, durationMs })
  report({ kind: 'request.decided', cost, outcome: labelOf(outcome), code, durationMs })
}

/** Writes an outcome into the record, where no access rule was asked: at the gateway's own endpoints. */
export function noteOwnOutcome(record: RequestRecord, outcome: Outcome): void {
  writeOutcome(record, outcome, { cost: null, durationMs: null })
}

function writeOutcome(
  record: RequestRecord,
  outcome: Outcome,
  { cost, durationMs }: Pick<NonNullable<RequestRecord['decision']>, 'cost' | 'durationMs'>
): void {
  record.owner = ownerOf(outcome)
  record.specialResponse = outcome.kind === 'preflight' ? 'preflight' : null
  record.decision = {
    cost,
    durationMs,
    outcome: labelOf(outcome),
    rule: outcome.rule ?? null,
    code: outcome.kind === 'allow' ? (outcome.passedOver ?? null) : codeOf(outcome),
    fault: faultOf(outcome),
    expiredForSeconds:
      outcome.kind === 'allow' && outcome.outage !== null ? outcome.session?.expiredForSeconds : undefined
  }
}

/** Nobody is refused by the answer to a preflight. */
function labelOf({ kind }: Outcome): DecisionOutcome {
  return kind === 'preflight' ? 'allow' : kind
}

/** An expired session that passes has the code of what keeps it from being refreshed in its line, by its fault. */
function codeOf(outcome: Outcome) {
  if (outcome.kind === 'allow' || outcome.kind === 'preflight') return null
  return 'fault' in outcome ? outcome.fault.code : outcome.code
}

function faultOf(outcome: Outcome) {
  if (outcome.kind === 'allow') return outcome.outage
  if ('fault' in outcome) return outcome.fault
  if ('refusedToken' in outcome && outcome.refusedToken !== undefined) return outcome.refusedToken.fault
  return 'lacking' in outcome ? (outcome.lacking ?? null) : null
}

function ownerOf(outcome: Outcome): LoggedOwner | null {
  if (outcome.kind === 'unavailable') return outcome.owner
  return outcome.kind === 'failed' || outcome.kind === 'preflight' ? null : outcome.session
}
