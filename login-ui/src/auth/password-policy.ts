import type { MessageKey } from '../lib/i18n.ts'
import { type Problem, problemOf } from './errors.ts'

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

type Requirement = 'min' | 'max' | 'lower' | 'upper' | 'digit' | 'symbol'

/** One requirement of a new password. */
export interface PasswordRule {
  text: MessageKey
  /** For the text's slots. */
  slots: Readonly<Record<string, string>>
  isMet: boolean
}

/** The provider's minimum password length without a policy. */
const usualMinimum = 6
/** Longer passwords are rarely typed or generated. */
const longEnough = 64

/** `length`: for `min` and `max`, the number of characters. */
function rule(name: Requirement, isMet: boolean, length?: string | number): PasswordRule {
  return {
    text: `problem.policy.${name}`,
    slots: length === undefined ? {} : { [name]: String(length) },
    isMet
  }
}

/**
 * All rules of the project's policy with whether `password` meets them, in the order of problems. `status`: the SDK's result
 * for that password; null: the policy is unknown. Without an enforced policy, the provider's own minimum.
 */
export function rulesOf(password: string, status: PasswordStatus | null): readonly PasswordRule[] {
  if (status === null || status.passwordPolicy.enforcementState === 'OFF')
    return [rule('min', password.length >= usualMinimum, usualMinimum)]
  const { minPasswordLength = usualMinimum, maxPasswordLength } = status.passwordPolicy.customStrengthOptions
  const rules = [rule('min', status.meetsMinPasswordLength ?? true, minPasswordLength)]
  const isMet = status.meetsMaxPasswordLength !== false
  // The default maximum is thousands of characters, so it is only listed when exceeded.
  if (!isMet || Number(maxPasswordLength) < longEnough) rules.push(rule('max', isMet, maxPasswordLength))
  const others: [Requirement, boolean | undefined][] = [
    ['lower', status.containsLowercaseLetter],
    ['upper', status.containsUppercaseLetter],
    ['digit', status.containsNumericCharacter],
    ['symbol', status.containsNonAlphanumericCharacter]
  ]
  for (const [name, isMet] of others) if (isMet !== undefined) rules.push(rule(name, isMet))
  return rules
}

/**
 * The problem with a new password by the SDK's result. Null: none, or the policy is unknown or not enforced, because the provider
 * then reports its own minimum.
 */
export function problemByStatus(password: string, status: PasswordStatus | null): Problem | null {
  if (status === null || status.isValid || status.passwordPolicy.enforcementState === 'OFF') return null
  return problemOfUnmet(rulesOf(password, status).filter(({ isMet }) => !isMet))
}

/**
 * The problem with a new password that the provider refused, by its message, such as `Missing password requirements: [Password must
 * contain at least 8 characters, Password must contain an upper case character]`. Ignores unknown requirements. Null: refused
 * for another reason.
 */
export function problemByRefusal({ code, message }: { code: string; message: string }): Problem | null {
  if (code !== 'auth/weak-password' && code !== 'auth/password-does-not-meet-requirements') return null
  const [, min] = /at least (\d+) characters/i.exec(message) ?? []
  const [, max] = /at most (\d+) characters/i.exec(message) ?? []
  const found: [Requirement, boolean][] = [
    ['min', min !== undefined],
    ['max', max !== undefined],
    ['lower', /lower.?case/i.test(message)],
    ['upper', /upper.?case/i.test(message)],
    ['digit', /numeric character/i.test(message.replace(/non-alphanumeric/gi, ''))],
    ['symbol', /non-alphanumeric/i.test(message)]
  ]
  const lengths: Partial<Record<Requirement, string | undefined>> = { min, max }
  const unmet = found.filter(([, isUnmet]) => isUnmet).map(([name]) => rule(name, false, lengths[name]))
  return problemOfUnmet(unmet) ?? problemOf('page/weak-password')
}

/** Lists them; null: there are none. */
function problemOfUnmet(rules: readonly PasswordRule[]): Problem | null {
  if (rules.length === 0) return null
  const slots = Object.assign({}, ...rules.map(({ slots }) => slots))
  return { ...problemOf('page/weak-password', null, slots), details: rules.map(({ text }) => text) }
}
