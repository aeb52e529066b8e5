import type { Problem } from '../auth/errors.ts'
import type { MessageKey } from '../lib/i18n.ts'

/** Problems that only the account page has. */

function say(kind: Problem['kind'], title: MessageKey, hint: MessageKey | null): Problem {
  return { kind, title, hint, reference: null, details: [], slots: {} }
}

/** The new address belongs to another account, which is not said. */
export const unusableEmail = say('email', 'account-email.unusable', null)
/** The new address is the present one. */
export const sameEmail = say('email', 'account-email.same', null)
/** The project lets only its administrators delete accounts. */
export const deletionOff = say('setup', 'account-delete.off', 'account-delete.off-hint')
/** What was typed is not the address of the account. */
export const unconfirmed = say('email', 'account-delete.mismatch', null)

/** The phone number is a second factor of the account already. */
export const enrolledNumber = say('phone', 'problem.enrolled.title', null)

/** Without it nobody would get in. */
export const lastWayIn = say('account', 'account-ways.last', 'account-ways.last-hint')

/** Messages of the provider -> codes of the SDK, which `errors.ts` knows. */
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
  ['TENANT_ID_MISMATCH', 'auth/tenant-id-mismatch']
])

/** The SDK's code for the provider's message, such as `WEAK_PASSWORD : Password should be at least 6 characters`. */
export function codeOf(message: string): string {
  const [word] = /^[A-Z][A-Z0-9_]*(?=\s*:|$)/.exec(message) ?? []
  return codes.get(word ?? '') ?? 'auth/internal-error'
}
