import { Fault } from '../errors.ts'
import type { Outcome } from './outcome.ts'
import { findShortfall, type StepUpDemand } from './step-up.ts'

/**
 * The outcome of a request that passes everything else (RFC 9470): the same where its sign-in is strong and recent enough,
 * else a refusal that keeps the session. Page loads go to the login page, but not when that would lead back here with no more.
 */
export function applyStepUp(
  outcome: Outcome,
  { stepUp }: StepUpDemand,
  { isPageLoad, nowSeconds }: { isPageLoad: boolean; nowSeconds: number }
): Outcome {
  if (stepUp === undefined || outcome.kind !== 'allow') return outcome
  const { session, setCookies } = outcome
  const { rule } = stepUp
  if (session === null) {
    const nobody = { code: 'MISSING_CREDENTIALS', session, setCookies, rule } as const
    return isPageLoad ? { kind: 'login', reason: null, ...nobody } : { kind: 'unauthenticated', ...nobody }
  }
  const shortfall = findShortfall(session, stepUp, nowSeconds)
  if (shortfall === null) return outcome
  const lacking = new Fault('STEP_UP_REQUIRED', { detail: shortfall.detail })
  const told = { code: lacking.code, session, setCookies, lacking, stepUp, rule }
  if (!isPageLoad) return { kind: 'unauthenticated', ...told }
  return shortfall.isFinal ? { kind: 'forbidden', ...told } : { kind: 'login', reason: 'step-up', ...told }
}
