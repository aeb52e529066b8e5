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

/** A problem as shown to the visitor. */
export interface Problem {
  kind: ProblemKind
  title: MessageKey
  hint: MessageKey | null
  /** Request id of the gateway's response, for support. */
  reference: string | null
  /** List of what is missing, below the title; usually empty. */
  details: readonly MessageKey[]
  /** Slot values for all these texts. */
  slots: Readonly<Record<string, string>>
}

type NameOf<Key, Part extends string> = Key extends `problem.${infer Name}.${Part}` ? Name : never

/**
 * All known codes, and their texts: `problem.<title>.title` with `problem.<hint>.hint`, true for the one of the same name, false
 * for none; or the texts of whole keys. `page/…` are the page's codes, `auth/…` the SDK's, `passkey/…` those of calls without
 * the SDK, the rest the gateway's. The codes of `unknown` are listed deliberately: only a defect leads to them. An unknown address
 * and a wrong password share one text, so that accounts cannot be probed.
 */
const table: readonly [
  kind: ProblemKind,
  title: NameOf<MessageKey, 'title'> | MessageKey,
  hint: NameOf<MessageKey, 'hint'> | MessageKey | boolean,
  codes: string
][] = [
  ['email', 'email-missing', false, 'page/email-missing auth/missing-email'],
  ['email', 'email-malformed', false, 'page/email-malformed auth/invalid-email auth/invalid-recipient-email'],
  ['email', 'email-for-tenant', false, 'page/email-for-tenant'],
  ['email', 'link-email', false, 'page/link-email'],
  ['password', 'password-missing', false, 'page/password-missing auth/missing-password'],
  ['password', 'policy', false, 'page/weak-password auth/weak-password'],
  ['code', 'code-missing', false, 'page/code-missing auth/missing-verification-code auth/missing-code'],
  ['code', 'code', false, 'page/wrong-code auth/invalid-verification-code auth/invalid-code'],
  ['code', 'code-clock', false, 'page/wrong-code-clock'],
  ['code', 'code-expired', true, 'auth/code-expired auth/invalid-verification-id'],
  ['code', 'code-expired', true, 'auth/missing-verification-id'],
  ['phone', 'phone-missing', false, 'page/phone-missing auth/missing-phone-number'],
  ['phone', 'phone-malformed', false, 'page/phone-malformed auth/invalid-phone-number'],
  // Also for a second factor, where there is no field.
  ['account', 'phone-region', false, 'page/phone-region'],

  ['credentials', 'credentials', true, 'auth/invalid-credential auth/invalid-login-credentials'],
  ['credentials', 'credentials', true, 'auth/user-not-found auth/wrong-password auth/rejected-credential'],
  ['credentials', 'credentials', true, 'auth/user-mismatch USER_NOT_FOUND INVALID_CREDENTIALS'],
  ['attempts', 'attempts', true, 'auth/too-many-requests passkey/TOO_MANY_ATTEMPTS_TRY_LATER RATE_LIMITED'],
  ['taken', 'taken', true, 'auth/email-already-in-use'],
  ['account', 'disabled', 'support', 'auth/user-disabled passkey/USER_DISABLED USER_DISABLED'],
  ['account', 'proof.other-account.title', 'proof.other-account.hint', 'page/other-account'],
  ['account', 'no-email', 'support', 'page/no-email'],
  ['account', 'invitation', 'support', 'auth/admin-restricted-operation'],
  ['account', 'password-policy', true, 'auth/password-does-not-meet-requirements'],
  ['account', 'second-factor', true, 'page/second-factor auth/multi-factor-auth-required'],
  ['account', 'second-factor', true, 'SECOND_FACTOR_REQUIRED'],
  // For accounts with a second factor, which not all sign-in methods support.
  ['account', 'second-factor', 'method', 'auth/unsupported-first-factor'],
  ['account', 'enrolled', true, 'auth/second-factor-already-in-use'],
  ['account', 'factors', 'support', 'auth/maximum-second-factor-count-exceeded'],
  ['account', 'connected', true, 'auth/credential-already-in-use'],
  ['account', 'connected', true, 'auth/account-exists-with-different-credential'],
  ['not-verified', 'not-verified', true, 'page/not-verified auth/unverified-email'],
  ['not-verified', 'not-verified', true, 'auth/email-change-needs-verification EMAIL_UNVERIFIED'],
  ['forbidden', 'forbidden', 'support', 'FORBIDDEN DEVICE_BINDING_REQUIRED'],
  // By a blocking function of the project.
  ['account', 'refused', 'support', 'page/refused'],
  // The same for a change to the account.
  ['account', 'not-allowed', 'support', 'page/not-allowed REFUSED_BY_FUNCTION'],
  ['forbidden', 'tenant', true, 'TENANT_MISMATCH auth/tenant-id-mismatch'],
  ['forbidden', 'method', true, 'SIGN_IN_METHOD_NOT_ALLOWED'],

  ['account', 'passkey-unknown', 'method', 'passkey/PASSKEY_ENROLLMENT_NOT_FOUND'],
  ['account', 'passkey-unknown', 'method', 'passkey/PASSKEY_CREDENTIAL_NOT_FOUND passkey/USER_NOT_FOUND'],
  ['account', 'passkey-again', false, 'passkey/PASSKEY_CHALLENGE_TIMEOUT'],
  ['account', 'passkey-failed', true, 'passkey/failed passkey/INVALID_AUTHENTICATOR_RESPONSE'],
  ['account', 'passkey-failed', true, 'passkey/MISSING_AUTHENTICATOR_RESPONSE passkey/INVALID_CREDENTIAL_ID'],
  ['account', 'passkey-off', 'method', 'passkey/PASSKEY_NOT_ENABLED'],
  ['account', 'passkey-exists', true, 'passkey/PASSKEY_EXISTS passkey/CREDENTIAL_ALREADY_IN_USE'],
  ['account', 'passkey-limit', true, 'passkey/PASSKEY_LIMIT_EXCEEDED'],

  [
    'expired',
    'expired',
    true,
    `
    auth/user-token-expired auth/totp-challenge-timeout auth/invalid-multi-factor-session
    auth/missing-multi-factor-session auth/multi-factor-info-not-found auth/missing-multi-factor-info
    auth/requires-recent-login auth/user-signed-out auth/null-user auth/invalid-user-token auth/timeout
    auth/missing-or-invalid-nonce passkey/CREDENTIAL_TOO_OLD_LOGIN_AGAIN passkey/TOKEN_EXPIRED
    passkey/INVALID_ID_TOKEN TOKEN_EXPIRED SIGN_IN_TOO_OLD SESSION_EXPIRED STEP_UP_REQUIRED
    MISSING_CREDENTIALS DEVICE_PROOF_REQUIRED DEVICE_PROOF_INVALID`
  ],
  ['expired', 'revoked', true, 'TOKEN_REVOKED SESSION_ENDED SESSION_REPLACED'],
  ['forbidden', 'too-many-sessions', true, 'TOO_MANY_SESSIONS'],
  ['expired', 'sign-in-again', true, 'page/sign-in-again'],
  ['expired', 'sign-in-used', true, 'SIGN_IN_USED'],
  ['link', 'link-expired', true, 'auth/expired-action-code'],
  ['link', 'link-used', true, 'auth/invalid-action-code'],
  ['link', 'link-unknown', true, 'page/link-unknown'],

  ['cancelled', 'cancelled', false, 'auth/popup-closed-by-user auth/cancelled-popup-request'],
  ['cancelled', 'cancelled', false, 'auth/user-cancelled auth/redirect-cancelled-by-user'],
  ['cancelled', 'passkey-cancelled', false, 'passkey/cancelled passkey/aborted'],
  ['cancelled', 'passkey-not-added', false, 'passkey/not-added'],
  ['blocked', 'blocked', true, 'page/provider-blocked auth/web-storage-unsupported'],
  ['blocked', 'blocked', true, 'auth/operation-not-supported-in-this-environment auth/cors-unsupported'],
  ['blocked', 'blocked', true, 'auth/redirect-operation-pending'],
  ['blocked', 'window-blocked', true, 'auth/popup-blocked'],
  // If there is no other way to the provider.
  ['blocked', 'window-blocked', 'problem.window-blocked.again', 'page/window-blocked'],
  ['blocked', 'no-return', true, 'page/no-return auth/no-auth-event auth/missing-iframe-start'],
  ['cookies', 'cookies-off', true, 'page/cookies-off'],
  ['cookies', 'cookies-lost', true, 'page/cookies-lost'],
  ['clock', 'clock', true, 'page/clock-off'],
  ['loop', 'sent-back', true, 'page/sent-back loop'],

  ['network', 'network', true, 'page/unreachable page/timeout auth/network-request-failed'],
  // Quota exceeded for one sign-in method.
  ['unavailable', 'unavailable', 'blocked', 'auth/quota-exceeded passkey/QUOTA_EXCEEDED'],
  // Rejected by a bot check; other methods may not have it.
  ['unavailable', 'robot', 'blocked', 'page/recaptcha auth/captcha-check-failed'],
  ['unavailable', 'robot', 'blocked', 'auth/missing-recaptcha-token auth/invalid-recaptcha-token'],
  ['unavailable', 'robot', 'blocked', 'auth/missing-app-credential auth/invalid-app-credential'],
  // The project rejects pages like this one.
  ['setup', 'closed', 'support', 'page/closed page/recaptcha-off APP_CHECK_REQUIRED'],
  ['unavailable', 'unavailable', true, 'PROVIDER_UNAVAILABLE REQUEST_TIMEOUT VERDICT_CHANGED'],
  ['unavailable', 'unavailable', true, 'STORE_UNAVAILABLE'],
  [
    'setup',
    'setup',
    'support',
    `
    page/config passkey/unfit passkey/PROJECT_DISABLED passkey/OPERATION_NOT_ALLOWED
    passkey/TENANT_NOT_FOUND passkey/TENANT_ID_MISMATCH auth/operation-not-allowed
    auth/configuration-not-found auth/project-not-found auth/invalid-api-key auth/app-not-authorized
    auth/app-not-installed auth/invalid-app-id auth/invalid-tenant-id auth/tenant-not-found
    auth/unsupported-tenant-operation auth/unauthorized-domain auth/unauthorized-continue-uri
    auth/invalid-continue-uri auth/missing-continue-uri auth/invalid-hosting-link-domain
    auth/invalid-dynamic-link-domain auth/dynamic-link-not-activated auth/auth-domain-config-required
    auth/invalid-oauth-client-id auth/invalid-oauth-provider auth/invalid-provider-id
    auth/no-such-provider auth/invalid-cert-hash auth/invalid-sender auth/invalid-message-payload
    auth/recaptcha-not-enabled auth/invalid-recaptcha-action auth/missing-recaptcha-version
    auth/invalid-recaptcha-version auth/missing-client-type auth/invalid-req-type
    auth/emulator-config-failed auth/invalid-emulator-scheme auth/custom-token-mismatch ORIGIN_MISMATCH
    SESSION_TOO_LARGE HEADERS_TOO_LARGE URI_TOO_LONG NOT_FOUND METHOD_NOT_ALLOWED NO_SERVICE_ACCOUNT
    HTTPS_REQUIRED UNKNOWN_HOST HAND_OVER_REFUSED UNSUPPORTED_MEDIA_TYPE ACCOUNT_MISMATCH`
  ],
  [
    'unknown',
    'unknown',
    true,
    `
    page/unreadable-answer page/fault auth/internal-error auth/argument-error auth/app-deleted
    auth/already-initialized auth/dependent-sdk-initialized-before-auth auth/invalid-auth-event
    auth/invalid-custom-token auth/invalid-persistence-type auth/unsupported-persistence-type
    auth/provider-already-linked auth/cordova-not-ready auth/invalid-cordova-configuration
    auth/missing-android-pkg-name auth/missing-ios-bundle-id MISSING_TOKEN MISSING_REFRESH_TOKEN
    MALFORMED_CREDENTIALS INVALID_COOKIE_SIGNATURE passkey/MISSING_ID_TOKEN passkey/INVALID_ARGUMENT
    INVALID_ARGUMENT INVALID_REQUEST PAYLOAD_TOO_LARGE NO_KEY_ID NO_MATCHING_KEY INVALID_TOKEN
    INVALID_TOKEN_SIGNATURE UPSTREAM_UNREACHABLE UPSTREAM_CREDENTIALS UPSTREAM_BUSY OVERLOADED
    UPSTREAM_TIMEOUT INTERNAL_ERROR`
  ]
]

type Wording = Pick<Problem, 'kind' | 'title' | 'hint'>

/** The whole key of a text in the table; a test looks all of them up. */
const keyOf = (name: string, part: 'title' | 'hint') =>
  (name.includes('.') ? name : `problem.${name}.${part}`) as MessageKey

export const wordings: ReadonlyMap<string, Wording> = new Map(
  table.flatMap(([kind, title, hint, codes]) => {
    const own = hint === true ? title : hint
    const wording = { kind, title: keyOf(title, 'title'), hint: own === false ? null : keyOf(own, 'hint') }
    return codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, wording] as const)
  })
)

/** Whether the same request may succeed later, so that typed text and links stay valid. */
export function isTransient({ kind }: Problem): boolean {
  return kind === 'network' || kind === 'unavailable' || kind === 'attempts'
}

const SETUP: Wording = { kind: 'setup', title: 'problem.setup.title', hint: 'problem.support.hint' }
const UNKNOWN: Wording = { kind: 'unknown', title: 'problem.unknown.title', hint: 'problem.unknown.hint' }
/** For a rejected API key, the SDK derives codes from the provider's sentences, including the page's address. */
const apiKeyRefused = /^auth\/(?:api-key-|requests-(?:from|to)-)/

/** UUIDs whose first group is random. */
const randomUuid = /^([0-9a-f]{8})-[0-9a-f]{4}-[49ab][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The problem for a code; an unknown code is a defect. `slots`: for the texts; kind `blocked` needs `provider` (its name). */
export function problemOf(
  code: string,
  reference: string | null = null,
  slots: Problem['slots'] = {}
): Problem {
  const wording = wordings.get(code) ?? (apiKeyRefused.test(code) ? SETUP : UNKNOWN)
  // Support can do nothing without the reference.
  const hint = wording.kind === 'unknown' && reference !== null ? 'problem.unknown.reference' : wording.hint
  // Of random ones only the first 8 characters, as on the gateway's other pages.
  const shown = reference === null ? null : (randomUuid.exec(reference)?.[1] ?? reference)
  return { ...wording, hint, reference: shown, details: [], slots }
}
