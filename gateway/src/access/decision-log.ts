import type { FastifyRequest } from 'fastify'
import { describeFault } from '../errors.ts'
import { describeAccount } from '../operations/log-fields.ts'
import type { Owner } from '../session/session.ts'
import type { Outcome } from './outcome.ts'

/** User agents are cut here wherever they are kept or logged. */
export const LONGEST_USER_AGENT_CHARS = 350

/**
 * Writes the one line of a decision: `outcome`, `code`, `subject`, `tenant`, `ms` (of the decision alone), method, path
 * without its query, client, user agent. Trouble at the provider is a warning and names its cause, also when an expired
 * session passes meanwhile (`expiredForSeconds`).
 */
export function logDecision(request: FastifyRequest, outcome: Outcome, durationMs: number): void {
  const line = describeRequest(request)
  line.outcome = outcome.kind
  line.ms = Math.round(durationMs * 1000) / 1000
  const owner = ownerOf(outcome)
  if (owner !== null) Object.assign(line, describeAccount(owner))
  if (outcome.kind === 'unavailable' || outcome.kind === 'failed') {
    request.log.warn({ ...line, code: outcome.fault.code, ...describeFault(outcome.fault) }, 'decision')
    return
  }
  if (outcome.kind !== 'allow') line.code = outcome.code
  if ('lacking' in outcome && outcome.lacking !== undefined) line.detail = outcome.lacking.detail
  if (outcome.kind === 'allow' && outcome.trouble !== null) {
    line.expiredForSeconds = outcome.session?.expiredForSeconds
    request.log.warn({ ...line, code: outcome.trouble.code, ...describeFault(outcome.trouble) }, 'decision')
    return
  }
  request.log.info(line, 'decision')
}

function ownerOf(outcome: Outcome): Owner | null {
  if (outcome.kind === 'unavailable') return outcome.owner
  return outcome.kind === 'failed' ? null : outcome.session
}

/** What the log may know of a request: never its query, its cookies or its authorization. */
export function describeRequest(request: FastifyRequest): Record<string, unknown> {
  return {
    method: request.method,
    path: request.target?.path,
    client: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT_CHARS)
  }
}
