import type { AccessRule, Config } from '../../config/schema/schema.ts'
import { lacksDevice } from '../../session/device.ts'
import type { Session } from '../../session/session.ts'
import { readSignInFacts, readSignInTime } from '../../session/sign-in/rules.ts'

/** Requirements on the sign-in itself. */
export interface StepUp {
  secondFactor: boolean
  /** Max age of the sign-in, in seconds; null for no limit. */
  signedInWithinSeconds: number | null
  /** Set if the session must be bound to a device, see `session.deviceBinding`. */
  deviceBound?: true
  /** Number of the first rule that requires a step-up; null: none does, but another part of the configuration. */
  rule: number | null
}

/** What a session lacks. */
interface Shortfall {
  /** The provider never requires a second factor for this sign-in method. */
  isFinal: boolean
  /** The factor is missing right after a sign-in, so redirecting could loop. */
  isJustNow: boolean
  detail: string
  /** Set if no sign-in of this browser may help. */
  code?: 'DEVICE_BINDING_REQUIRED'
}

/** A younger session has just come from the login page. */
const JUST_SIGNED_IN_SECONDS = 60

export interface StepUpRequirement {
  /** Default: any sign-in. */
  stepUp?: StepUp
}

/** Values of `sign_in_provider` for which Identity Platform never requires a second factor. */
const WITHOUT_SECOND_FACTOR: ReadonlySet<string | undefined> = new Set(['anonymous', 'custom', 'phone'])

/** Whether the account may have a second factor for which this sign-in was not asked. */
export function isNeverAsked({ claims }: Pick<Session, 'claims'>): boolean {
  const { provider } = readSignInFacts(claims)
  return provider === 'passkey' || WITHOUT_SECOND_FACTOR.has(provider)
}

/** Whether the login page offers second factor enrolment. */
export function enrolsSecondFactor({ login }: Pick<Config, 'login'>): boolean {
  return login.mfa.totp !== 'off'
}

/** Reads `require` of a rule. `number`: of the rule, from 1; null: it is of no rule. */
export function readStepUp(
  { require }: Pick<AccessRule, 'require'>,
  number: number | null
): StepUpRequirement {
  const {
    secondFactor = false,
    signedInWithin: signedInWithinSeconds = null,
    deviceBound = false
  } = require ?? {}
  return secondFactor || signedInWithinSeconds !== null || deviceBound
    ? { stepUp: { secondFactor, signedInWithinSeconds, rule: number, ...(deviceBound && { deviceBound }) } }
    : {}
}

/** Combines requirements: the strictest of each applies. */
export function addStepUps(requirements: readonly StepUpRequirement[]): StepUpRequirement {
  const asked = requirements.flatMap(({ stepUp }) => stepUp ?? [])
  const [first] = asked
  if (first === undefined) return {}
  const limits = asked.flatMap(({ signedInWithinSeconds }) => signedInWithinSeconds ?? [])
  return {
    stepUp: {
      secondFactor: asked.some(({ secondFactor }) => secondFactor),
      signedInWithinSeconds: limits.length === 0 ? null : Math.min(...limits),
      ...(asked.some(({ deviceBound }) => deviceBound) && { deviceBound: true as const }),
      rule: first.rule
    }
  }
}

/** Sign-in time, in epoch seconds. */
export function signedInAtSeconds({ startedAtSeconds, claims }: Session): number {
  // A token exchange resets `auth_time`; the cookie keeps the original sign-in.
  return Math.min(startedAtSeconds, readSignInTime(claims))
}

/** What a session lacks; null if nothing. An invalid time counts as too old. */
export function findShortfall(session: Session, stepUp: StepUp, nowSeconds: number): Shortfall | null {
  const { secondFactor, signedInWithinSeconds, deviceBound } = stepUp
  if (deviceBound === true && lacksDevice(session, nowSeconds))
    return {
      isFinal: true,
      isJustNow: false,
      detail: 'the session is not bound to a device',
      code: 'DEVICE_BINDING_REQUIRED'
    }
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
    isFinal: factor && WITHOUT_SECOND_FACTOR.has(provider),
    isJustNow: factor && ageSeconds < JUST_SIGNED_IN_SECONDS,
    detail: details.join('; ')
  }
}

/** @public No `acr` value is registered for a second factor; this one is from OpenID 2.0 (PAPE, section 4). */
export const SECOND_FACTOR_ACR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'
