import type { MessageKey } from '../lib/i18n.ts'

/** What the page shows and where it puts the focus: `email` and `password` belong to a field, the rest to the form. */
export type ProblemKind =
  | 'email'
  | 'password'
  | 'credentials'
  | 'attempts'
  | 'account'
  | 'forbidden'
  | 'expired'
  | 'network'
  | 'unavailable'
  | 'setup'
  | 'unknown'

/** A problem in the visitor's words. */
export interface Problem {
  kind: ProblemKind
  title: MessageKey
  hint: MessageKey | null
  /** Request id of the gateway's answer, for support. */
  reference: string | null
}

type Wording = Omit<Problem, 'reference'>

const emailMissing: Wording = { kind: 'email', title: 'problem.email-missing.title', hint: null }
const emailMalformed: Wording = { kind: 'email', title: 'problem.email-malformed.title', hint: null }
const passwordMissing: Wording = { kind: 'password', title: 'problem.password-missing.title', hint: null }
const credentials: Wording = {
  kind: 'credentials',
  title: 'problem.credentials.title',
  hint: 'problem.credentials.hint'
}
const attempts: Wording = { kind: 'attempts', title: 'problem.attempts.title', hint: 'problem.attempts.hint' }
const disabled: Wording = { kind: 'account', title: 'problem.disabled.title', hint: 'problem.disabled.hint' }
const passwordPolicy: Wording = {
  kind: 'account',
  title: 'problem.password-policy.title',
  hint: 'problem.password-policy.hint'
}
const secondFactor: Wording = {
  kind: 'account',
  title: 'problem.second-factor.title',
  hint: 'problem.second-factor.hint'
}
const expired: Wording = { kind: 'expired', title: 'problem.expired.title', hint: 'problem.expired.hint' }
const revoked: Wording = { kind: 'expired', title: 'problem.revoked.title', hint: 'problem.revoked.hint' }
const forbidden: Wording = {
  kind: 'forbidden',
  title: 'problem.forbidden.title',
  hint: 'problem.forbidden.hint'
}
const network: Wording = { kind: 'network', title: 'problem.network.title', hint: 'problem.network.hint' }
const unavailable: Wording = {
  kind: 'unavailable',
  title: 'problem.unavailable.title',
  hint: 'problem.unavailable.hint'
}
const setup: Wording = { kind: 'setup', title: 'problem.setup.title', hint: 'problem.setup.hint' }
const unknown: Wording = { kind: 'unknown', title: 'problem.unknown.title', hint: 'problem.unknown.hint' }

/**
 * Every code the page knows: `page/…` its own, `auth/…` the SDK's, capitals the gateway's.
 * An address that does not exist and a wrong password share one text, so that nobody can probe for accounts.
 */
export const wordings: ReadonlyMap<string, Wording> = new Map([
  ['page/email-missing', emailMissing],
  ['page/email-malformed', emailMalformed],
  ['page/password-missing', passwordMissing],
  ['page/unreachable', network],
  ['page/timeout', network],
  ['page/unreadable-answer', unknown],
  ['page/fault', unknown],
  ['page/config', setup],

  ['auth/invalid-credential', credentials],
  ['auth/invalid-login-credentials', credentials],
  ['auth/user-not-found', credentials],
  ['auth/wrong-password', credentials],
  ['auth/missing-email', emailMissing],
  ['auth/invalid-email', emailMalformed],
  ['auth/missing-password', passwordMissing],
  ['auth/too-many-requests', attempts],
  ['auth/user-disabled', disabled],
  ['auth/password-does-not-meet-requirements', passwordPolicy],
  ['auth/multi-factor-auth-required', secondFactor],
  ['auth/user-token-expired', expired],
  ['auth/network-request-failed', network],
  ['auth/quota-exceeded', unavailable],
  ['auth/internal-error', unknown],
  ['auth/operation-not-allowed', setup],
  ['auth/admin-restricted-operation', setup],
  ['auth/configuration-not-found', setup],
  ['auth/project-not-found', setup],
  ['auth/invalid-api-key', setup],
  ['auth/invalid-tenant-id', setup],
  ['auth/tenant-not-found', setup],
  ['auth/unsupported-tenant-operation', setup],
  ['auth/missing-recaptcha-token', setup],
  ['auth/invalid-recaptcha-token', setup],

  ['USER_NOT_FOUND', credentials],
  ['INVALID_CREDENTIALS', credentials],
  ['USER_DISABLED', disabled],
  ['TOKEN_EXPIRED', expired],
  ['TOKEN_REVOKED', revoked],
  ['FORBIDDEN', forbidden],
  ['RATE_LIMITED', attempts],
  ['PROVIDER_UNAVAILABLE', unavailable],
  ['ORIGIN_MISMATCH', setup],
  ['MISSING_TOKEN', unknown],
  ['MISSING_REFRESH_TOKEN', unknown],
  ['MALFORMED_CREDENTIALS', unknown],
  ['INVALID_ARGUMENT', unknown],
  ['INVALID_REQUEST', unknown],
  ['PAYLOAD_TOO_LARGE', unknown],
  ['NO_KEY_ID', unknown],
  ['NO_MATCHING_KEY', unknown],
  ['INVALID_TOKEN_SIGNATURE', unknown],
  ['INTERNAL_ERROR', unknown]
])

/** The SDK turns sentences about a refused API key into codes, the page's own address included. */
const apiKeyRefused = /^auth\/(?:api-key-|requests-(?:from|to)-)/

/** Gives the problem for a code; a code nobody knows is a fault on our side. */
export function problemOf(code: string, reference: string | null = null): Problem {
  const wording = wordings.get(code) ?? (apiKeyRefused.test(code) ? setup : unknown)
  return { ...wording, reference }
}
