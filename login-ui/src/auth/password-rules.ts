import type { MessageKey } from '../lib/i18n.ts'
import type { PasswordStatus } from './password-policy.ts'
import { usualMinimum } from './usual-minimum.ts'

/** One requirement of a new password. */
export interface PasswordRule {
  text: MessageKey
  /** For the text's slots. */
  slots: Readonly<Record<string, string>>
  isMet: boolean
}

/** Longer passwords are rarely typed or generated. */
const longEnough = 64

/** The rules without a policy. */
function usualRules(password: string): readonly PasswordRule[] {
  return [minimum(usualMinimum, password.length >= usualMinimum)]
}

/**
 * All rules of the project's policy with whether `password` meets them, in the order of problems. `status`: the SDK's result
 * for that password; null: the policy is unknown. Without an enforced policy, the provider's own minimum.
 */
export function rulesOf(password: string, status: PasswordStatus | null): readonly PasswordRule[] {
  if (status === null || status.passwordPolicy.enforcementState === 'OFF') return usualRules(password)
  const { minPasswordLength = usualMinimum, maxPasswordLength } = status.passwordPolicy.customStrengthOptions
  const rules: PasswordRule[] = [minimum(minPasswordLength, status.meetsMinPasswordLength ?? true)]
  const isMet = status.meetsMaxPasswordLength !== false
  // The default maximum is thousands of characters, so it is only listed when exceeded.
  if (!isMet || Number(maxPasswordLength) < longEnough)
    rules.push({ text: 'problem.policy.max', slots: { max: String(maxPasswordLength) }, isMet })
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
