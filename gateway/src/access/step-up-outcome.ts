import { Fault } from '../errors.ts'
import type { Outcome } from './outcome.ts'
import { findShortfall, type StepUpDemand } from './step-up.ts'

/** What of a request and of the configuration a step-up depends on. */
export interface StepUpFacts {
  isPageLoad: boolean
  /**
   * Would a sign-in that has just been made be asked for again in vain? Not where the login page sets up what is missing, and does not
   * lead back here by itself.
   */
  mayLoop: boolean
  nowSeconds: number
}

/**
 * The outcome of a request that passes everything else (RFC 9470): the same where its sign-in is strong and recent enough,
 * else a refusal that keeps the session. Page loads go to the login page, but not when that would lead back here with no more.
 */
export function applyStepUp(
  outcome: Outcome,
  { stepUp }: StepUpDemand,
  { isPageLoad, mayLoop, nowSeconds }: StepUpFacts
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
  const isInVain = shortfall.isFinal || (shortfall.isJustNow && mayLoop)
  return isInVain ? { kind: 'forbidden', ...told } : { kind: 'login', reason: 'step-up', ...told }
}
