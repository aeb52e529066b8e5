import type { MessageKey } from '../lib/i18n.ts'
import { type Problem, problemOf } from './errors.ts'

/** Policy requirements that a new password does not meet. `min`, `max`: numbers of characters. */
export interface MissingRequirements {
  min: number | null
  max: number | null
  lower: boolean
  upper: boolean
  digit: boolean
  symbol: boolean
}

/** For an allowed password. */
export const nothingMissing: MissingRequirements = {
  min: null,
  max: null,
  lower: false,
  upper: false,
  digit: false,
  symbol: false
}

/** The SDK's result for a password; absent: not part of the policy. */
export interface PasswordStatus {
  isValid: boolean
  meetsMinPasswordLength?: boolean
  meetsMaxPasswordLength?: boolean
  containsLowercaseLetter?: boolean
  containsUppercaseLetter?: boolean
  containsNumericCharacter?: boolean
  containsNonAlphanumericCharacter?: boolean
  passwordPolicy: {
    /** `OFF` or `ENFORCE`. */
    enforcementState: string
    customStrengthOptions: { minPasswordLength?: number; maxPasswordLength?: number }
  }
}

/**
 * What is missing by the SDK's result; nothing if the policy is not enforced, because the provider then
 * reports its own minimum.
 */
export function missingByStatus(status: PasswordStatus): MissingRequirements {
  const { isValid, passwordPolicy } = status
  if (isValid || passwordPolicy.enforcementState === 'OFF') return nothingMissing
  const { minPasswordLength, maxPasswordLength } = passwordPolicy.customStrengthOptions
  return {
    min: status.meetsMinPasswordLength === false ? (minPasswordLength ?? null) : null,
    max: status.meetsMaxPasswordLength === false ? (maxPasswordLength ?? null) : null,
    lower: status.containsLowercaseLetter === false,
    upper: status.containsUppercaseLetter === false,
    digit: status.containsNumericCharacter === false,
    symbol: status.containsNonAlphanumericCharacter === false
  }
}

/** The problem that lists what is missing; null: nothing. */
export function problemOfMissing(missing: MissingRequirements): Problem | null {
  const details: MessageKey[] = []
  if (missing.min !== null) details.push('problem.policy.min')
  if (missing.max !== null) details.push('problem.policy.max')
  if (missing.lower) details.push('problem.policy.lower')
  if (missing.upper) details.push('problem.policy.upper')
  if (missing.digit) details.push('problem.policy.digit')
  if (missing.symbol) details.push('problem.policy.symbol')
  if (details.length === 0) return null
  const slots = {
    ...(missing.min !== null && { min: String(missing.min) }),
    ...(missing.max !== null && { max: String(missing.max) })
  }
  return { ...problemOf('page/weak-password', null, slots), details }
}

/**
 * Parses the provider's message about a rejected password, such as `Missing password requirements: [Password must contain at
 * least 8 characters, Password must contain an upper case character]`. Ignores unknown requirements.
 */
export function missingByMessage(message: string): MissingRequirements {
  return {
    min: numberIn(/at least (\d+) characters/i.exec(message)),
    max: numberIn(/at most (\d+) characters/i.exec(message)),
    lower: /lower.?case/i.test(message),
    upper: /upper.?case/i.test(message),
    digit: /numeric character/i.test(message.replace(/non-alphanumeric/gi, '')),
    symbol: /non-alphanumeric/i.test(message)
  }
}

function numberIn(found: RegExpExecArray | null): number | null {
  return found === null ? null : Number(found[1])
}
