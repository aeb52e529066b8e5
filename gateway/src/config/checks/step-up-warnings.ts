import type { Config } from '../schema/schema.ts'

/** Asks a rule for a second factor? */
export function asksForSecondFactor({ access }: Pick<Config, 'access'>): boolean {
  return access.rules.some(({ require }) => require?.secondFactor === true)
}

/** Asks a rule for a second factor that the login page lets nobody set up? */
export function asksForUnofferedFactor({ access, login }: Pick<Config, 'access' | 'login'>): boolean {
  return asksForSecondFactor({ access }) && login.mfa.totp === 'off'
}
