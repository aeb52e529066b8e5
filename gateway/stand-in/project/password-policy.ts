import { ProviderError } from '../server/errors.ts'

/** What a password chosen by a visitor must have; admin calls and tests only need six characters. */
export interface PasswordPolicy {
  /** 6 to 30, default 8. */
  minPasswordLength?: number
  /** Default 4096. */
  maxPasswordLength?: number
  /** Default false, as the three below. */
  containsLowercaseCharacter?: boolean
  containsUppercaseCharacter?: boolean
  containsNumericCharacter?: boolean
  containsNonAlphanumericCharacter?: boolean
}

const MIN_LENGTH = 6
const SYMBOLS = [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~']
const CHARACTER_RULES: readonly [keyof PasswordPolicy, RegExp, string][] = [
  ['containsLowercaseCharacter', /[a-z]/, 'a lower case character'],
  ['containsUppercaseCharacter', /[A-Z]/, 'an upper case character'],
  ['containsNumericCharacter', /[0-9]/, 'a numeric character'],
  ['containsNonAlphanumericCharacter', /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~]/, 'a non-alphanumeric character']
]

function lengthsOf({ minPasswordLength = 8, maxPasswordLength = 4096 }: PasswordPolicy) {
  return { minPasswordLength, maxPasswordLength }
}

function findMissing(policy: PasswordPolicy, password: string): string[] {
  const { minPasswordLength, maxPasswordLength } = lengthsOf(policy)
  const missing: string[] = []
  if (password.length < minPasswordLength) missing.push(`at least ${minPasswordLength} characters`)
  if (password.length > maxPasswordLength) missing.push(`at most ${maxPasswordLength} characters`)
  for (const [name, pattern, text] of CHARACTER_RULES) {
    if (policy[name] === true && !pattern.test(password)) missing.push(text)
  }
  return missing
}

/** Throws WEAK_PASSWORD under six characters, and PASSWORD_DOES_NOT_MEET_REQUIREMENTS with a list of what is missing. */
export function requirePolicy(policy: PasswordPolicy, password: string): void {
  if (password.length < MIN_LENGTH)
    throw new ProviderError(400, `WEAK_PASSWORD : Password should be at least ${MIN_LENGTH} characters`)
  const missing = findMissing(policy, password)
  if (missing.length === 0) return
  const list = missing.map((text) => `Password must contain ${text}`).join(', ')
  throw new ProviderError(
    400,
    `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${list}]`
  )
}

/** The answer of `v2/passwordPolicy`; without rules that are off. */
export function describePolicy(policy: PasswordPolicy): Record<string, unknown> {
  const rules = CHARACTER_RULES.filter(([name]) => policy[name] === true).map(([name]) => [name, true])
  return {
    customStrengthOptions: { ...lengthsOf(policy), ...Object.fromEntries(rules) },
    schemaVersion: 1,
    allowedNonAlphanumericCharacters: SYMBOLS,
    enforcementState: 'ENFORCE',
    forceUpgradeOnSignin: false
  }
}
