import type { DoctorId } from './doctor-ids.ts'

/** One entry of the error catalogue. */
export interface CatalogueEntry {
  /** HTTP status of an answer that carries this code. */
  status: number
  /** What visitors and API clients read. Never holds a cause or a secret. */
  message: string
}

/**
 * Every code that an answer or a log line of the gateway can carry, with its HTTP status and its public words.
 * gateway/REFERENCE.md explains each one to operators; `reference.test.ts` holds the two lists together.
 */
export const ERROR_CATALOGUE = {
  USER_NOT_FOUND: { status: 401, message: 'This account no longer exists.' },
  USER_DISABLED: { status: 403, message: 'This account is disabled.' },
  INVALID_CREDENTIALS: { status: 401, message: 'The sign-in is no longer valid. Sign in again.' },
  TOKEN_EXPIRED: { status: 401, message: 'The id token has expired. Sign in again.' },
  TOKEN_REVOKED: { status: 401, message: 'The sign-in was revoked. Sign in again.' },
  INVALID_ARGUMENT: { status: 401, message: 'The id token is not one that this gateway accepts.' },
  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on our side.' },
  NO_KEY_ID: { status: 401, message: 'The id token names no signing key.' },
  NO_MATCHING_KEY: { status: 401, message: 'The id token is signed by a key that is not published.' },
  INVALID_TOKEN_SIGNATURE: { status: 401, message: 'The signature of the id token is wrong.' },
  INVALID_TOKEN: { status: 401, message: 'The bearer token is not one that is accepted here.' },
  MISSING_CREDENTIALS: { status: 401, message: 'You are not signed in.' },
  MISSING_REFRESH_TOKEN: { status: 401, message: 'The session has no refresh token. Sign in again.' },
  MALFORMED_CREDENTIALS: { status: 401, message: 'The session cookie cannot be read. Sign in again.' },
  INVALID_COOKIE_SIGNATURE: { status: 401, message: 'The session cookie is not one of ours. Sign in again.' },
  TENANT_MISMATCH: {
    status: 401,
    message: 'This part is for accounts of another organization. Sign in with one of those.'
  },
  SESSION_EXPIRED: { status: 401, message: 'The session has reached its end. Sign in again.' },
  SIGN_IN_TOO_OLD: { status: 401, message: 'The sign-in was too long ago. Sign in again.' },
  SIGN_IN_USED: { status: 401, message: 'This sign-in has already begun a session. Sign in again.' },
  SESSION_ENDED: { status: 401, message: 'You have signed out. Sign in again.' },
  HAND_OVER_REFUSED: { status: 400, message: 'Your sign-in could not be passed on to this site.' },
  MISSING_TOKEN: { status: 400, message: 'Missing token' },
  SIGN_IN_METHOD_NOT_ALLOWED: {
    status: 403,
    message: 'This way to sign in is not allowed here. Choose another one.'
  },
  EMAIL_UNVERIFIED: { status: 403, message: 'Verify your email address first.' },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Signing in here needs a second step. Set one up first.' },
  STEP_UP_REQUIRED: {
    status: 401,
    message: 'This part asks for a stronger or more recent sign-in. Sign in again.'
  },
  FORBIDDEN: { status: 403, message: 'Your account has no access to this page.' },
  ORIGIN_MISMATCH: { status: 403, message: 'The request came from another site.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment.' },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: 'The sign-in service cannot be reached right now. Try again in a moment.'
  },
  /** At the management listener alone. */
  STORE_UNAVAILABLE: { status: 503, message: 'The store of the sessions cannot be reached right now.' },
  VERDICT_CHANGED: { status: 503, message: 'The answer has changed meanwhile. Try again.' },
  UPSTREAM_UNREACHABLE: { status: 502, message: 'The application cannot be reached right now.' },
  UPSTREAM_BUSY: { status: 503, message: 'The application is busy right now. Try again in a moment.' },
  UPSTREAM_TIMEOUT: { status: 504, message: 'The application took too long to answer.' },
  INVALID_REQUEST: { status: 400, message: 'The request cannot be understood.' },
  NO_SERVICE_ACCOUNT: {
    status: 400,
    message:
      'Signing out everywhere is not set up here: the gateway needs a service account (`identityPlatform.credentialsFile`). Signing out of this browser works.'
  },
  ACCOUNT_MISMATCH: { status: 409, message: 'That is another account than the one that is signed in here.' },
  HTTPS_REQUIRED: { status: 400, message: 'This port takes HTTPS. Use an address that begins with https.' },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  UNKNOWN_HOST: { status: 404, message: 'There is no application at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take that kind of request.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This address takes JSON (application/json).' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request has too many or too large headers.' },
  SESSION_TOO_LARGE: { status: 431, message: 'The session of this account is too large for cookies.' }
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof ERROR_CATALOGUE

/** Codes that are often the matter of a set-up: the check of `gatehouse doctor` that finds out more. */
const DOCTOR_OF: Readonly<Partial<Record<ErrorCode, DoctorId>>> = {
  PROVIDER_UNAVAILABLE: 'API_KEY',
  STORE_UNAVAILABLE: 'STORE',
  UPSTREAM_UNREACHABLE: 'UPSTREAM',
  UPSTREAM_TIMEOUT: 'UPSTREAM'
}

/** Details that only the log sees, or that shape the answer. */
export interface FaultOptions {
  /** What really happened. Goes to the log, never to a visitor. */
  cause?: unknown
  /** One line for the log that says which rule or value was the matter; never a token or a key. */
  detail?: string | undefined
  /** The call of the provider that failed, by its name in metrics and events. */
  call?: string | undefined
  /** When asking again may help, in seconds; becomes `Retry-After`. */
  retryAfterSeconds?: number
  /** The check of `gatehouse doctor` that finds out more; left out: that of the code, if it has one. */
  doctor?: DoctorId | undefined
}

/** A fault with a code of the catalogue; the status and the public words follow from the code. */
export class Fault extends Error {
  readonly code: ErrorCode
  readonly statusCode: number
  readonly detail: string | undefined
  readonly call: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly doctor: DoctorId | undefined

  constructor(code: ErrorCode, options: FaultOptions = {}) {
    super(ERROR_CATALOGUE[code].message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.statusCode = ERROR_CATALOGUE[code].status
    this.detail = options.detail
    this.call = options.call
    this.retryAfterSeconds = options.retryAfterSeconds
    this.doctor = options.doctor ?? DOCTOR_OF[code]
  }
}

/** What the log says when there is no file descriptor for another connection; null for other codes of system errors. */
export function describeFileShortage(code: string): string | null {
  if (code === 'EMFILE') return 'no file descriptor left in this process (EMFILE)'
  return code === 'ENFILE' ? 'no file descriptor left on this machine (ENFILE)' : null
}

/** Cause and fix, in two lines, when `err` is a system error for want of a file descriptor; null for all other errors. */
export function adviseOnFileShortage(err: unknown): string | null {
  const shortage = err instanceof Error && 'code' in err ? describeFileShortage(String(err.code)) : null
  return shortage === null
    ? null
    : `${shortage}\nRaise the limit of open files: \`ulimit -n 65536\` in a shell, \`LimitNOFILE=65536\` in a unit of systemd.`
}

/** The fault in whatever was thrown: our own, Fastify's (by its status), else `INTERNAL_ERROR`. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined
  if (status === 413) return new Fault('PAYLOAD_TOO_LARGE', { cause: error })
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Fault('INVALID_REQUEST', { cause: error })
  return new Fault('INTERNAL_ERROR', { cause: error })
}

/** The reason behind a fault, and which check of the doctor finds out more, for the log alone. */
export function describeFault(fault: Fault): {
  call?: string
  detail?: string
  cause?: string
  doctor?: DoctorId
} {
  return {
    ...(fault.doctor === undefined ? {} : { doctor: fault.doctor }),
    ...(fault.call === undefined ? {} : { call: fault.call }),
    ...(fault.detail === undefined ? {} : { detail: fault.detail }),
    ...(fault.cause === undefined || fault.cause === null ? {} : { cause: describeCause(fault.cause) })
  }
}

function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  // Aborts have numbers for codes, which say less than their names; assertions have messages of several lines.
  const code = 'code' in cause && typeof cause.code === 'string' ? `${cause.code}: ` : ''
  return `${code}${cause.message.replace(/\s+/g, ' ')}`.slice(0, 500)
}
