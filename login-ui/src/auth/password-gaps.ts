/** What a new password lacks by the project's policy. `min`, `max`: numbers of characters. */
export interface PasswordGaps {
  min: number | null
  max: number | null
  lower: boolean
  upper: boolean
  digit: boolean
  symbol: boolean
}

export const noGaps: PasswordGaps = {
  min: null,
  max: null,
  lower: false,
  upper: false,
  digit: false,
  symbol: false
}

/** How a password stands to the policy, in the SDK's words; what the policy does not ask for is absent. */
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

/** Gives what the password lacks. A policy that is not enforced is none: the provider's own minimum is told when it refuses. */
export function gapsIn(status: PasswordStatus): PasswordGaps {
  const { isValid, passwordPolicy } = status
  if (isValid || passwordPolicy.enforcementState === 'OFF') return noGaps
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
