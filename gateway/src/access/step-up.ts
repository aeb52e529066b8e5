import type { AccessRule, Config } from '../config/schema/schema.ts'
import type { Session } from '../session/session.ts'
import { readSignInFacts } from '../session/sign-in/facts.ts'

/** What rules ask of the sign-in itself, beside who it is. */
export interface StepUp {
  secondFactor: boolean
  /** Longest time since the sign-in, in seconds; null: any. */
  signedInWithinSeconds: number | null
  /** Number of the first rule of `access.rules` that asks for such a thing. */
  rule: number
}

/** What a session lacks of that. At least one of the first two holds. */
export interface Shortfall {
  factor: boolean
  age: boolean
  /** Does the provider never ask for the factor in this way to sign in? */
  isFinal: boolean
  /** Is the factor missing in a sign-in that was made just now? Asking again could be a loop. */
  isJustNow: boolean
  /** For the log. */
  detail: string
}

/** A session of a sign-in that is younger has just come from the login page. In seconds. */
const JUST_SIGNED_IN_SECONDS = 60

/** Part of a demand. */
export interface StepUpDemand {
  /** What the sign-in of the session must be; left out: whatever began it. */
  stepUp?: StepUp
}

/** Values of `sign_in_provider` that the provider asks for no second factor, whatever the account has. */
const WITHOUT_SECOND_FACTOR: ReadonlySet<string | undefined> = new Set(['anonymous', 'custom', 'phone'])

/** Does the login page set up a second factor for whoever has none? */
export function enrolsSecondFactor({ login }: Pick<Config, 'login'>): boolean {
  return login.mfa.totp !== 'off'
}

/** What a rule asks with `require`. `number`: of the rule, from 1. */
export function readStepUp({ require }: Pick<AccessRule, 'require'>, number: number): StepUpDemand {
  const { secondFactor = false, signedInWithin: signedInWithinSeconds = null } = require ?? {}
  return secondFactor || signedInWithinSeconds !== null
    ? { stepUp: { secondFactor, signedInWithinSeconds, rule: number } }
    : {}
}

/** All that several demands ask for together: the strictest of each counts. */
export function addStepUps(demands: readonly StepUpDemand[]): StepUpDemand {
  const asked = demands.flatMap(({ stepUp }) => stepUp ?? [])
  const [first, ...others] = asked
  if (first === undefined || others.length === 0) return first === undefined ? {} : { stepUp: first }
  const limits = asked.flatMap(({ signedInWithinSeconds }) => signedInWithinSeconds ?? [])
  return {
    stepUp: {
      secondFactor: asked.some(({ secondFactor }) => secondFactor),
      signedInWithinSeconds: limits.length === 0 ? null : Math.min(...limits),
      rule: first.rule
    }
  }
}

/** When the visitor of a session signed in, by the earlier of what its cookie and its id token say; epoch seconds. */
function signedInAtSeconds({ startedAtSeconds, claims }: Session): number {
  // An exchange gives the id token a time of its own, and keeps that of the sign-in in the cookie.
  return Math.min(startedAtSeconds, claims.auth_time)
}

/** What a session lacks; null: nothing. A time that is no number counts as too long ago. */
export function findShortfall(session: Session, stepUp: StepUp, nowSeconds: number): Shortfall | null {
  const { secondFactor, signedInWithinSeconds } = stepUp
  const { provider, secondFactor: used } = readSignInFacts(session.claims)
  const ageSeconds = Math.floor(nowSeconds - signedInAtSeconds(session))
  const factor = secondFactor && used === undefined
  const age = signedInWithinSeconds !== null && !(ageSeconds <= signedInWithinSeconds)
  if (!factor && !age) return null
  const details = [
    ...(factor ? ['no second factor'] : []),
    ...(age ? [`signed in ${ageSeconds} s ago, ${signedInWithinSeconds} s are allowed`] : [])
  ]
  return {
    factor,
    age,
    isFinal: factor && WITHOUT_SECOND_FACTOR.has(provider),
    isJustNow: factor && ageSeconds < JUST_SIGNED_IN_SECONDS,
    detail: details.join('; ')
  }
}

/** The parameters of the challenge that say what is asked for (RFC 9470, section 3). */
export function challengeParameters({ secondFactor, signedInWithinSeconds }: StepUp): string {
  return [
    signedInWithinSeconds === null ? '' : `, max_age=${signedInWithinSeconds}`,
    secondFactor ? `, acr_values="${SECOND_FACTOR_ACR}"` : ''
  ].join('')
}

/** No value for a second factor is registered; this one has been in use since OpenID 2.0 (PAPE, section 4). */
const SECOND_FACTOR_ACR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'
