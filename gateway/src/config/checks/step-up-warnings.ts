import type { Config } from '../schema/schema.ts'

/** Asks a rule for a second factor, of whatever application? */
export function asksForSecondFactor({
  access,
  applications
}: Pick<Config, 'access' | 'applications'>): boolean {
  return [access, ...applications.flatMap((one) => one.access ?? [])].some(({ rules }) =>
    rules.some(({ require }) => require?.secondFactor === true)
  )
}

/** Asks a rule for a second factor that the login page lets nobody set up? */
export function asksForUnofferedFactor({
  login,
  ...rules
}: Pick<Config, 'access' | 'applications' | 'login'>): boolean {
  return asksForSecondFactor(rules) && login.mfa.totp === 'off'
}
