import type { MessageKey } from '../lib/i18n.ts'
import { shortReference } from '../lib/short-reference.ts'
import type { Wording } from './wordings.ts'
import * as say from './wordings.ts'

export type { ProblemKind } from './wordings.ts'

/** A problem as shown to the visitor. */
export interface Problem extends Wording {
  /** Request id of the gateway's response, for support. */
  reference: string | null
  /** List of what is missing, below the title; usually empty. */
  details: readonly MessageKey[]
  /** Slot values for all these texts. */
  slots: Readonly<Record<string, string>>
}

/**
 * All known codes: `page/…` are the page's, `auth/…` the SDK's, `passkey/…` those of calls without the SDK,
 * the rest the gateway's. The codes of `unknown` are listed deliberately: only a defect leads to them. An
 * unknown address and a wrong password share one text, so that accounts cannot be probed.
 */
const codesByWording: readonly [Wording, string][] = [
  [say.emailMissing, 'page/email-missing auth/missing-email'],
  [say.emailMalformed, 'page/email-malformed auth/invalid-email auth/invalid-recipient-email'],
  [say.emailForTenant, 'page/email-for-tenant'],
  [say.linkEmail, 'page/link-email'],
  [say.passwordMissing, 'page/password-missing auth/missing-password'],
  [say.weakPassword, 'page/weak-password auth/weak-password'],
  [say.codeMissing, 'page/code-missing auth/missing-verification-code auth/missing-code'],
  [say.wrongCode, 'page/wrong-code auth/invalid-verification-code auth/invalid-code'],
  [say.wrongCodeClock, 'page/wrong-code-clock'],
  [say.oldCode, 'auth/code-expired auth/invalid-verification-id auth/missing-verification-id'],
  [say.phoneMissing, 'page/phone-missing auth/missing-phone-number'],
  [say.phoneMalformed, 'page/phone-malformed auth/invalid-phone-number'],
  [say.phoneRegion, 'page/phone-region'],

  [
    say.credentials,
    'auth/invalid-credential auth/invalid-login-credentials auth/user-not-found auth/wrong-password auth/rejected-credential auth/user-mismatch USER_NOT_FOUND INVALID_CREDENTIALS'
  ],
  [say.attempts, 'auth/too-many-requests passkey/TOO_MANY_ATTEMPTS_TRY_LATER RATE_LIMITED'],
  [say.taken, 'auth/email-already-in-use'],
  [say.disabled, 'auth/user-disabled passkey/USER_DISABLED USER_DISABLED'],
  [say.otherAccount, 'page/other-account'],
  [say.noEmail, 'page/no-email'],
  [say.invitation, 'auth/admin-restricted-operation'],
  [say.passwordPolicy, 'auth/password-does-not-meet-requirements'],
  [say.secondFactor, 'page/second-factor auth/multi-factor-auth-required SECOND_FACTOR_REQUIRED'],
  [say.otherFirstFactor, 'auth/unsupported-first-factor'],
  [say.enrolled, 'auth/second-factor-already-in-use'],
  [say.tooManyFactors, 'auth/maximum-second-factor-count-exceeded'],
  [say.connected, 'auth/credential-already-in-use auth/account-exists-with-different-credential'],
  [
    say.notVerified,
    'page/not-verified auth/unverified-email auth/email-change-needs-verification EMAIL_UNVERIFIED'
  ],
  [say.forbidden, 'FORBIDDEN'],
  [say.refused, 'page/refused'],
  [say.notAllowed, 'page/not-allowed REFUSED_BY_FUNCTION'],
  [say.otherTenant, 'TENANT_MISMATCH auth/tenant-id-mismatch'],
  [say.otherMethod, 'SIGN_IN_METHOD_NOT_ALLOWED'],

  [
    say.passkeyUnknown,
    'passkey/PASSKEY_ENROLLMENT_NOT_FOUND passkey/PASSKEY_CREDENTIAL_NOT_FOUND passkey/USER_NOT_FOUND'
  ],
  [say.passkeyAgain, 'passkey/PASSKEY_CHALLENGE_TIMEOUT'],
  [
    say.passkeyFailed,
    'passkey/failed passkey/INVALID_AUTHENTICATOR_RESPONSE passkey/MISSING_AUTHENTICATOR_RESPONSE passkey/INVALID_CREDENTIAL_ID'
  ],
  [say.passkeyOff, 'passkey/PASSKEY_NOT_ENABLED'],
  [say.passkeyExists, 'passkey/PASSKEY_EXISTS passkey/CREDENTIAL_ALREADY_IN_USE'],
  [say.passkeyLimit, 'passkey/PASSKEY_LIMIT_EXCEEDED'],

  [
    say.expired,
    `auth/user-token-expired auth/totp-challenge-timeout auth/invalid-multi-factor-session
     auth/missing-multi-factor-session auth/multi-factor-info-not-found auth/missing-multi-factor-info
     auth/requires-recent-login auth/user-signed-out auth/null-user auth/invalid-user-token auth/timeout
     auth/missing-or-invalid-nonce passkey/CREDENTIAL_TOO_OLD_LOGIN_AGAIN passkey/TOKEN_EXPIRED
     passkey/INVALID_ID_TOKEN TOKEN_EXPIRED SIGN_IN_TOO_OLD SESSION_EXPIRED STEP_UP_REQUIRED MISSING_CREDENTIALS`
  ],
  [say.revoked, 'TOKEN_REVOKED SESSION_ENDED SESSION_REPLACED'],
  [say.tooManySessions, 'TOO_MANY_SESSIONS'],
  [say.signInAgain, 'page/sign-in-again'],
  [say.signInUsed, 'SIGN_IN_USED'],
  [say.linkExpired, 'auth/expired-action-code'],
  [say.linkUsed, 'auth/invalid-action-code'],
  [say.linkUnknown, 'page/link-unknown'],

  [
    say.cancelled,
    'auth/popup-closed-by-user auth/cancelled-popup-request auth/user-cancelled auth/redirect-cancelled-by-user'
  ],
  [say.passkeyCancelled, 'passkey/cancelled passkey/aborted'],
  [say.passkeyNotAdded, 'passkey/not-added'],
  [
    say.blocked,
    'page/provider-blocked auth/web-storage-unsupported auth/operation-not-supported-in-this-environment auth/cors-unsupported auth/redirect-operation-pending'
  ],
  [say.windowBlocked, 'auth/popup-blocked'],
  [say.windowStaysBlocked, 'page/window-blocked'],
  [say.noReturn, 'page/no-return auth/no-auth-event auth/missing-iframe-start'],
  [say.cookiesOff, 'page/cookies-off'],
  [say.cookiesLost, 'page/cookies-lost'],
  [say.clockOff, 'page/clock-off'],
  [say.sentBack, 'page/sent-back loop'],

  [say.network, 'page/unreachable page/timeout auth/network-request-failed'],
  [say.busy, 'auth/quota-exceeded passkey/QUOTA_EXCEEDED'],
  [
    say.robot,
    'page/recaptcha auth/captcha-check-failed auth/missing-recaptcha-token auth/invalid-recaptcha-token auth/missing-app-credential auth/invalid-app-credential'
  ],
  [say.closed, 'page/closed page/recaptcha-off APP_CHECK_REQUIRED'],
  [say.unavailable, 'PROVIDER_UNAVAILABLE REQUEST_TIMEOUT VERDICT_CHANGED STORE_UNAVAILABLE'],
  [
    say.setup,
    `page/config passkey/unfit passkey/PROJECT_DISABLED passkey/OPERATION_NOT_ALLOWED
     passkey/TENANT_NOT_FOUND passkey/TENANT_ID_MISMATCH auth/operation-not-allowed auth/configuration-not-found auth/project-not-found
     auth/invalid-api-key auth/app-not-authorized auth/app-not-installed auth/invalid-app-id
     auth/invalid-tenant-id auth/tenant-not-found auth/unsupported-tenant-operation auth/unauthorized-domain
     auth/unauthorized-continue-uri auth/invalid-continue-uri auth/missing-continue-uri
     auth/invalid-hosting-link-domain auth/invalid-dynamic-link-domain auth/dynamic-link-not-activated
     auth/auth-domain-config-required auth/invalid-oauth-client-id auth/invalid-oauth-provider
     auth/invalid-provider-id auth/no-such-provider auth/invalid-cert-hash auth/invalid-sender
     auth/invalid-message-payload auth/recaptcha-not-enabled auth/invalid-recaptcha-action
     auth/missing-recaptcha-version auth/invalid-recaptcha-version auth/missing-client-type auth/invalid-req-type
     auth/emulator-config-failed auth/invalid-emulator-scheme auth/custom-token-mismatch
     ORIGIN_MISMATCH SESSION_TOO_LARGE HEADERS_TOO_LARGE URI_TOO_LONG NOT_FOUND METHOD_NOT_ALLOWED
     NO_SERVICE_ACCOUNT HTTPS_REQUIRED UNKNOWN_HOST HAND_OVER_REFUSED UNSUPPORTED_MEDIA_TYPE
     ACCOUNT_MISMATCH`
  ],
  [
    say.unknown,
    `page/unreadable-answer page/fault auth/internal-error auth/argument-error auth/app-deleted
     auth/already-initialized auth/dependent-sdk-initialized-before-auth auth/invalid-auth-event
     auth/invalid-custom-token auth/invalid-persistence-type auth/unsupported-persistence-type
     auth/provider-already-linked
     auth/cordova-not-ready auth/invalid-cordova-configuration auth/missing-android-pkg-name
     auth/missing-ios-bundle-id MISSING_TOKEN MISSING_REFRESH_TOKEN MALFORMED_CREDENTIALS
     INVALID_COOKIE_SIGNATURE passkey/MISSING_ID_TOKEN passkey/INVALID_ARGUMENT INVALID_ARGUMENT INVALID_REQUEST PAYLOAD_TOO_LARGE NO_KEY_ID NO_MATCHING_KEY
     INVALID_TOKEN INVALID_TOKEN_SIGNATURE UPSTREAM_UNREACHABLE UPSTREAM_CREDENTIALS UPSTREAM_BUSY OVERLOADED UPSTREAM_TIMEOUT
     INTERNAL_ERROR`
  ]
]

export const wordings: ReadonlyMap<string, Wording> = new Map(
  codesByWording.flatMap(([wording, codes]) => codes.split(/\s+/).map((code) => [code, wording] as const))
)

/** Whether the same request may succeed later, so that typed text and links stay valid. */
export function isTransient({ kind }: Problem): boolean {
  return kind === 'network' || kind === 'unavailable' || kind === 'attempts'
}

/** For a rejected API key, the SDK derives codes from the provider's sentences, including the page's address. */
const apiKeyRefused = /^auth\/(?:api-key-|requests-(?:from|to)-)/

/** The problem for a code; an unknown code is a defect. `slots`: for the texts; kind `blocked` needs `provider` (its name). */
export function problemOf(
  code: string,
  reference: string | null = null,
  slots: Problem['slots'] = {}
): Problem {
  const known = wordings.get(code) ?? (apiKeyRefused.test(code) ? say.setup : say.unknown)
  const wording = known === say.unknown && reference !== null ? say.unknownWithReference : known
  const shown = reference === null ? null : shortReference(reference)
  return { ...wording, reference: shown, details: [], slots }
}
