import type { MessageKey } from '../lib/i18n.ts'
import type { PasswordStatus } from './password-policy.ts'
import { usualMinimum } from './usual-minimum.ts'

/** One thing that a new password needs. */
export interface PasswordRule {
  text: MessageKey
  /** For the text's slots. */
  slots: Readonly<Record<string, string>>
  isMet: boolean
}

/** The rules where there is no policy. */
function usualRules(password: string): readonly PasswordRule[] {
  return [minimum(usualMinimum, password.length >= usualMinimum)]
}

/**
 * Gives every rule of the project's policy, met by `password` or not, in the order in which problems name them. `status`: what
 * the SDK says about that password; null when the policy cannot be read. A policy that is not enforced leaves the provider's
 * own minimum.
 */
export function rulesOf(password: string, status: PasswordStatus | null): readonly PasswordRule[] {
  if (status === null || status.passwordPolicy.enforcementState === 'OFF') return usualRules(password)
  const { minPasswordLength = usualMinimum, maxPasswordLength } = status.passwordPolicy.customStrengthOptions
  const rules: PasswordRule[] = [minimum(minPasswordLength, status.meetsMinPasswordLength ?? true)]
  // The maximum is thousands of characters unless somebody chose another: worth a line only when it is exceeded.
  if (status.meetsMaxPasswordLength === false)
    rules.push({ text: 'problem.policy.max', slots: { max: String(maxPasswordLength) }, isMet: false })
  const others: [MessageKey, boolean | undefined][] = [
    ['problem.policy.lower', status.containsLowercaseLetter],
    ['problem.policy.upper', status.containsUppercaseLetter],
    ['problem.policy.digit', status.containsNumericCharacter],
    ['problem.policy.symbol', status.containsNonAlphanumericCharacter]
  ]
  for (const [text, isMet] of others) if (isMet !== undefined) rules.push({ text, slots: {}, isMet })
  return rules
}

function minimum(min: number, isMet: boolean): PasswordRule {
  return { text: 'problem.policy.min', slots: { min: String(min) }, isMet }
}
