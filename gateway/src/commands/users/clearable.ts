import type { AccountChanges } from '../../identity-platform/accounts/account-fields.ts'

/** What `users update --clear` accepts: its word -> the options that set the same, and the change. */
export const CLEARABLE: Readonly<Record<string, { setBy: readonly string[]; change: AccountChanges }>> = {
  email: { setBy: ['email'], change: { email: null } },
  'display-name': { setBy: ['display-name'], change: { displayName: null } },
  'photo-url': { setBy: ['photo-url'], change: { photoURL: null } },
  phone: { setBy: ['phone'], change: { phoneNumber: null } },
  password: { setBy: ['password-stdin', 'password-file'], change: { password: null } },
  claims: { setBy: ['claims'], change: { customClaims: null } },
  'second-factors': { setBy: [], change: { secondFactors: null } }
}
