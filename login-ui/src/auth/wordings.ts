import type { MessageKey } from '../lib/i18n.ts'

/** Determines where a problem is shown and what is focused: the first four belong to a field, the rest to the form. */
export type ProblemKind =
  | 'email'
  | 'password'
  | 'code'
  | 'phone'
  | 'credentials'
  | 'attempts'
  | 'account'
  /** Of the account, and only those who run the site can help. */
  | 'operator'
  /** Sign-up with an existing account's address. */
  | 'taken'
  | 'forbidden'
  | 'not-verified'
  | 'expired'
  /** An unusable mail link. */
  | 'link'
  /** Cancelled by the visitor: a notice, not an alert. */
  | 'cancelled'
  /** The browser blocks something a federated provider needs. */
  | 'blocked'
  | 'cookies'
  | 'clock'
  /** Signed in, but the application redirects back to the login page. */
  | 'loop'
  | 'network'
  | 'unavailable'
  | 'setup'
  | 'unknown'

/** The texts of one kind of problem. */
export interface Wording {
  kind: ProblemKind
  title: MessageKey
  hint: MessageKey | null
}

function say(kind: ProblemKind, title: MessageKey, hint: MessageKey | null = null): Wording {
  return { kind, title, hint }
}

export const emailMissing = say('email', 'problem.email-missing.title')
export const emailMalformed = say('email', 'problem.email-malformed.title')
export const emailForTenant = say('email', 'problem.email-for-tenant.title')
export const linkEmail = say('email', 'problem.link-email.title')
export const passwordMissing = say('password', 'problem.password-missing.title')
export const weakPassword = say('password', 'problem.policy.title')
export const codeMissing = say('code', 'problem.code-missing.title')
export const wrongCode = say('code', 'problem.code.title')
export const wrongCodeClock = say('code', 'problem.code-clock.title')
export const oldCode = say('code', 'problem.code-expired.title', 'problem.code-expired.hint')
export const phoneMissing = say('phone', 'problem.phone-missing.title')
export const phoneMalformed = say('phone', 'problem.phone-malformed.title')
// Also for a second factor, where there is no field.
export const phoneRegion = say('account', 'problem.phone-region.title')

export const credentials = say('credentials', 'problem.credentials.title', 'problem.credentials.hint')
export const attempts = say('attempts', 'problem.attempts.title', 'problem.attempts.hint')
export const taken = say('taken', 'problem.taken.title', 'problem.taken.hint')
export const disabled = say('operator', 'problem.disabled.title', 'problem.disabled.hint')
export const otherAccount = say('account', 'proof.other-account.title', 'proof.other-account.hint')
export const noEmail = say('operator', 'problem.no-email.title', 'problem.no-email.hint')
export const invitation = say('operator', 'problem.invitation.title', 'problem.invitation.hint')
export const passwordPolicy = say('account', 'problem.password-policy.title', 'problem.password-policy.hint')
export const secondFactor = say('operator', 'problem.second-factor.title', 'problem.second-factor.hint')
/** For accounts with a second factor, which not all sign-in methods support. */
export const otherFirstFactor = say('account', 'problem.second-factor.title', 'problem.method.hint')
export const enrolled = say('account', 'problem.enrolled.title', 'problem.enrolled.hint')
export const tooManyFactors = say('operator', 'problem.factors.title', 'problem.factors.hint')
export const connected = say('account', 'problem.connected.title', 'problem.connected.hint')
export const notVerified = say('not-verified', 'problem.not-verified.title', 'problem.not-verified.hint')
export const forbidden = say('forbidden', 'problem.forbidden.title', 'problem.forbidden.hint')
/** By a blocking function of the project. */
export const refused = say('operator', 'problem.refused.title', 'problem.disabled.hint')
/** The same for a change to the account. */
export const notAllowed = say('operator', 'problem.not-allowed.title', 'problem.disabled.hint')
export const otherTenant = say('forbidden', 'problem.tenant.title', 'problem.tenant.hint')
export const otherMethod = say('forbidden', 'problem.method.title', 'problem.method.hint')

export const passkeyUnknown = say('account', 'problem.passkey-unknown.title', 'problem.method.hint')
export const passkeyAgain = say('account', 'problem.passkey-again.title')
export const passkeyFailed = say('account', 'problem.passkey-failed.title', 'problem.passkey-failed.hint')
export const passkeyOff = say('account', 'problem.passkey-off.title', 'problem.method.hint')
export const passkeyExists = say('account', 'problem.passkey-exists.title', 'problem.passkey-exists.hint')
export const passkeyLimit = say('account', 'problem.passkey-limit.title', 'problem.passkey-limit.hint')

export const expired = say('expired', 'problem.expired.title', 'problem.expired.hint')
export const tooManySessions = say(
  'forbidden',
  'problem.too-many-sessions.title',
  'problem.too-many-sessions.hint'
)
export const revoked = say('expired', 'problem.revoked.title', 'problem.revoked.hint')
export const signInAgain = say('expired', 'problem.sign-in-again.title', 'problem.sign-in-again.hint')
export const signInUsed = say('expired', 'problem.sign-in-used.title', 'problem.sign-in-used.hint')
export const linkExpired = say('link', 'problem.link-expired.title', 'problem.link-expired.hint')
export const linkUsed = say('link', 'problem.link-used.title', 'problem.link-used.hint')
export const linkUnknown = say('link', 'problem.link-unknown.title', 'problem.link-unknown.hint')

export const cancelled = say('cancelled', 'problem.cancelled.title')
export const passkeyCancelled = say('cancelled', 'problem.passkey-cancelled.title')
export const passkeyNotAdded = say('cancelled', 'problem.passkey-not-added.title')
export const blocked = say('blocked', 'problem.blocked.title', 'problem.blocked.hint')
export const windowBlocked = say('blocked', 'problem.window-blocked.title', 'problem.window-blocked.hint')
/** If there is no other way to the provider. */
export const windowStaysBlocked = say(
  'blocked',
  'problem.window-blocked.title',
  'problem.window-blocked.again'
)
export const noReturn = say('blocked', 'problem.no-return.title', 'problem.no-return.hint')
export const cookiesOff = say('cookies', 'problem.cookies-off.title', 'problem.cookies-off.hint')
export const cookiesLost = say('cookies', 'problem.cookies-lost.title', 'problem.cookies-lost.hint')
export const clockOff = say('clock', 'problem.clock.title', 'problem.clock.hint')
export const sentBack = say('loop', 'problem.sent-back.title', 'problem.sent-back.hint')

export const network = say('network', 'problem.network.title', 'problem.network.hint')
export const unavailable = say('unavailable', 'problem.unavailable.title', 'problem.unavailable.hint')
/** Rejected by a bot check; other methods may not have it. */
export const robot = say('unavailable', 'problem.robot.title', 'problem.blocked.hint')
/** Quota exceeded for one sign-in method. */
export const busy = say('unavailable', 'problem.unavailable.title', 'problem.blocked.hint')
/** The project rejects pages like this one. */
export const closed = say('setup', 'problem.closed.title', 'problem.setup.hint')
export const setup = say('setup', 'problem.setup.title', 'problem.setup.hint')
export const unknown = say('unknown', 'problem.unknown.title', 'problem.unknown.hint')
/** Only with a reference from the gateway, without which support can do nothing. */
export const unknownWithReference = say('unknown', 'problem.unknown.title', 'problem.unknown.reference')
