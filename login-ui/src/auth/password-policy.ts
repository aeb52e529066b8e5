import type { MessageKey } from '../lib/i18n.ts'
import { type Problem, problemOf } from './errors.ts'
import type { PasswordGaps } from './password-gaps.ts'

/** Gives the problem that lists what is missing, null when nothing is. */
export function problemOfGaps(gaps: PasswordGaps): Problem | null {
  const details: MessageKey[] = []
  if (gaps.min !== null) details.push('problem.policy.min')
  if (gaps.max !== null) details.push('problem.policy.max')
  if (gaps.lower) details.push('problem.policy.lower')
  if (gaps.upper) details.push('problem.policy.upper')
  if (gaps.digit) details.push('problem.policy.digit')
  if (gaps.symbol) details.push('problem.policy.symbol')
  if (details.length === 0) return null
  const slots = {
    ...(gaps.min !== null && { min: String(gaps.min) }),
    ...(gaps.max !== null && { max: String(gaps.max) })
  }
  return { ...problemOf('page/weak-password', null, slots), details }
}

/**
 * Reads the provider's sentence about a refused password, such as `Missing password requirements: [Password must
 * contain at least 8 characters, Password must contain an upper case character]`. What it does not know is left out.
 */
export function gapsInMessage(message: string): PasswordGaps {
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
