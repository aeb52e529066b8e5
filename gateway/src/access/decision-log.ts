import type { FastifyBaseLogger } from 'fastify'
import { describeFault } from '../errors.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import { describeRequest } from '../http/request-log.ts'
import { describeAccount } from '../operations/log-fields.ts'
import type { Owner } from '../session/session.ts'
import type { Outcome } from './outcome.ts'

/** What a line of a decision says beside request and outcome. */
export interface DecisionFacts {
  /** Of the decision alone. */
  durationMs: number
  /** The host that was asked for, where there are several applications; left out, there is one. */
  host?: string
}

/**
 * Writes the one line of a decision: `outcome`, `code`, `subject`, `tenant`, `ms` (of the decision alone), method, path
 * without its query, client, user agent. A failure of the provider is a warning and names its cause, also when an expired
 * session is accepted meanwhile (`expiredForSeconds`).
 */
export function logDecision(
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  judged: JudgedRequest,
  outcome: Outcome,
  { durationMs, host }: DecisionFacts
): void {
  const line: Record<string, unknown> = { ...describeRequest(judged) }
  if (host !== undefined) line.host = host
  line.outcome = outcome.kind
  line.ms = Math.round(durationMs * 1000) / 1000
  const owner = ownerOf(outcome)
  if (owner !== null) Object.assign(line, describeAccount(owner))
  if (outcome.kind === 'unavailable' || outcome.kind === 'failed') {
    log.warn({ ...line, code: outcome.fault.code, ...describeFault(outcome.fault) }, 'decision')
    return
  }
  if (outcome.kind !== 'allow') line.code = outcome.code
  if ('lacking' in outcome && outcome.lacking !== undefined) line.detail = outcome.lacking.detail
  if (outcome.kind === 'allow' && outcome.outage !== null) {
    line.expiredForSeconds = outcome.session?.expiredForSeconds
    log.warn({ ...line, code: outcome.outage.code, ...describeFault(outcome.outage) }, 'decision')
    return
  }
  log.info(line, 'decision')
}

function ownerOf(outcome: Outcome): Owner | null {
  if (outcome.kind === 'unavailable') return outcome.owner
  return outcome.kind === 'failed' ? null : outcome.session
}
