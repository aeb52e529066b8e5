import { BLOCKED } from '../auth/blocking.ts'
import { plainProblem } from '../first-state.ts'

/** Problems specific to the account page. */

/** The new address belongs to another account, which is not revealed. */
export const unusableEmail = plainProblem('email', 'account-email.unusable', null)
/** The new address is the current one. */
export const sameEmail = plainProblem('email', 'account-email.same', null)
/** Only administrators of the project may delete accounts. */
export const deletionOff = plainProblem('setup', 'account-delete.off', 'problem.support.hint')
/** The typed address does not match. */
export const unconfirmed = plainProblem('email', 'account-delete.mismatch', null)

/** The phone number already is a second factor of the account. */
export const enrolledNumber = plainProblem('phone', 'problem.enrolled.title', null)

/** Without it the account could not sign in. */
export const lastWayIn = plainProblem('account', 'account-ways.last', 'account-ways.last-hint')

/** Provider messages -> SDK codes, as in `errors.ts`. */
const codes: ReadonlyMap<string, string> = new Map([
  ['EMAIL_EXISTS', 'auth/email-already-in-use'],
  ['INVALID_EMAIL', 'auth/invalid-email'],
  ['INVALID_NEW_EMAIL', 'auth/invalid-email'],
  ['MISSING_NEW_EMAIL', 'auth/missing-email'],
  ['INVALID_RECIPIENT_EMAIL', 'auth/invalid-recipient-email'],
  ['WEAK_PASSWORD', 'auth/weak-password'],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'auth/password-does-not-meet-requirements'],
  ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'auth/requires-recent-login'],
  ['TOKEN_EXPIRED', 'auth/user-token-expired'],
  ['INVALID_ID_TOKEN', 'auth/invalid-user-token'],
  ['USER_NOT_FOUND', 'auth/user-token-expired'],
  ['USER_DISABLED', 'auth/user-disabled'],
  ['ADMIN_ONLY_OPERATION', 'auth/admin-restricted-operation'],
  ['OPERATION_NOT_ALLOWED', 'auth/operation-not-allowed'],
  ['PASSWORD_LOGIN_DISABLED', 'auth/operation-not-allowed'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'auth/too-many-requests'],
  ['QUOTA_EXCEEDED', 'auth/quota-exceeded'],
  ['UNAUTHORIZED_DOMAIN', 'auth/unauthorized-continue-uri'],
  ['INVALID_CONTINUE_URI', 'auth/invalid-continue-uri'],
  ['CONFIGURATION_NOT_FOUND', 'auth/configuration-not-found'],
  ['TENANT_ID_MISMATCH', 'auth/tenant-id-mismatch'],
  [BLOCKED, BLOCKED]
])

/** The SDK's code for a provider message such as `WEAK_PASSWORD : Password should be at least 6 characters`. */
export function codeOf(message: string): string {
  const [word] = /^[A-Z][A-Z0-9_]*(?=\s*:|$)/.exec(message) ?? []
  return codes.get(word ?? '') ?? 'auth/internal-error'
}
