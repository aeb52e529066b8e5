/** Every error code with its HTTP status and public message, the error that carries one, and the doctor's checks that investigate them. */

/** Messages never contain a cause or a secret. deploy/RUNBOOK.md explains each code to operators, which a test compares. */
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
  SESSION_REPLACED: {
    status: 401,
    message: 'You have signed in on another device, which ended this session.'
  },
  HAND_OVER_REFUSED: { status: 400, message: 'Your sign-in could not be passed on to this site.' },
  MISSING_TOKEN: { status: 400, message: 'Missing token' },
  SIGN_IN_METHOD_NOT_ALLOWED: {
    status: 403,
    message: 'This way to sign in is not allowed here. Choose another one.'
  },
  TOO_MANY_SESSIONS: {
    status: 403,
    message: 'This account is signed in on as many devices as it may be. Sign out on one of them first.'
  },
  REFUSED_BY_FUNCTION: { status: 403, message: 'This site does not allow that.' },
  EMAIL_UNVERIFIED: { status: 403, message: 'Verify your email address first.' },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Signing in here needs a second step. Set one up first.' },
  STEP_UP_REQUIRED: {
    status: 401,
    message: 'This part asks for a stronger or more recent sign-in. Sign in again.'
  },
  DEVICE_PROOF_REQUIRED: {
    status: 401,
    message: 'This session belongs to another device, or yours has not proved itself.'
  },
  DEVICE_PROOF_INVALID: { status: 400, message: 'The proof of this device cannot be accepted.' },
  DEVICE_BINDING_REQUIRED: {
    status: 403,
    message: 'This part needs a browser that binds its session to the device.'
  },
  FORBIDDEN: { status: 403, message: 'Your account has no access to this page.' },
  APP_CHECK_REQUIRED: { status: 403, message: 'This part can only be used from the app.' },
  ORIGIN_MISMATCH: { status: 403, message: 'The request came from another site.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment.' },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: 'The sign-in service cannot be reached right now. Try again in a moment.'
  },
  STORE_UNAVAILABLE: { status: 503, message: 'The store of the sessions cannot be reached right now.' },
  VERDICT_CHANGED: { status: 503, message: 'The answer has changed meanwhile. Try again.' },
  UPSTREAM_UNREACHABLE: { status: 502, message: 'The application cannot be reached right now.' },
  UPSTREAM_CREDENTIALS: { status: 502, message: 'The application cannot be reached right now.' },
  UPSTREAM_BUSY: { status: 503, message: 'The application is busy right now. Try again in a moment.' },
  OVERLOADED: { status: 503, message: 'Too many visitors at once right now. Try again in a moment.' },
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
  URI_TOO_LONG: { status: 414, message: 'The address is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This address takes JSON (application/json).' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request has too many or too large headers.' },
  SESSION_TOO_LARGE: { status: 431, message: 'The session of this account is too large for cookies.' }
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERROR_CATALOGUE

/** Checks of `gatehouse doctor`, in report order. deploy/README.md has an entry for each. */
export const DOCTOR_IDS = [
  'CONFIG',
  'FILES',
  'KEYS',
  'LIMITS',
  'VERSION',
  'STORE',
  'DNS',
  'CLOCK',
  'CERTIFICATES',
  'ISSUERS',
  'API_KEY',
  'APP_CHECK',
  'PROJECT',
  'DOMAIN',
  'PROVIDERS',
  'MFA',
  'PASSKEYS',
  'RECAPTCHA',
  'BLOCKING',
  'CREDENTIALS',
  'QUOTA',
  'UPSTREAM_CREDENTIALS',
  'UPSTREAM',
  'FRAMEWORK',
  'LOOP',
  'PUBLIC_URL',
  'OAUTH'
] as const

export type DoctorId = (typeof DOCTOR_IDS)[number]

/** Codes that usually mean a setup problem, with the doctor check that investigates it. */
export const DOCTOR_OF: Readonly<Partial<Record<ErrorCode, DoctorId>>> = {
  APP_CHECK_REQUIRED: 'APP_CHECK',
  INVALID_COOKIE_SIGNATURE: 'KEYS',
  STORE_UNAVAILABLE: 'STORE',
  OVERLOADED: 'LIMITS',
  UPSTREAM_UNREACHABLE: 'UPSTREAM',
  UPSTREAM_CREDENTIALS: 'UPSTREAM_CREDENTIALS',
  UPSTREAM_TIMEOUT: 'UPSTREAM'
}

/** The check for a failed provider call, by its detail; undefined: the provider itself failed. `fallback`: for other causes. */
export function doctorOfFailure(detail: string, fallback: DoctorId): DoctorId | undefined {
  if (fallback === 'API_KEY' && /(^|: )5\d\d\b/.test(detail)) return undefined
  if (/\b429\b|QUOTA_EXCEEDED|RESOURCE_EXHAUSTED/.test(detail)) return 'QUOTA'
  return detail.includes('DNS') ? 'DNS' : fallback
}

interface FaultOptions {
  cause?: unknown
  /** One log line naming the rule or value at fault; never a token or a key. */
  detail?: string | undefined
  /** Name of the failed provider call, as in metrics and events. */
  call?: string | undefined
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** Default: that of the code, if any. */
  doctor?: DoctorId | undefined
}

/** An error with a catalogue code, which determines status and public message. */
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

/** Log text for a file descriptor shortage; null for other system error codes. */
export function describeFileShortage(code: string): string | null {
  if (code === 'EMFILE') return 'no file descriptor left in this process (EMFILE)'
  return code === 'ENFILE' ? 'no file descriptor left on this machine (ENFILE)' : null
}

/** Cause and fix in two lines if `err` is a file descriptor shortage; null for all other errors. */
export function adviseOnFileShortage(err: unknown): string | null {
  const shortage = err instanceof Error && 'code' in err ? describeFileShortage(String(err.code)) : null
  return shortage === null
    ? null
    : `${shortage}\nRaise the limit of open files: \`ulimit -n 65536\` in a shell, \`LimitNOFILE=65536\` in a unit of systemd.`
}

/** What `read` returns; null if it throws. Where the only test of an input is to read it. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Converts anything thrown: a `Fault` is returned as is, Fastify errors map by status, the rest is `INTERNAL_ERROR`. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined
  if (status === 413) return new Fault('PAYLOAD_TOO_LARGE', { cause: error })
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Fault('INVALID_REQUEST', { cause: error })
  return new Fault('INTERNAL_ERROR', { cause: error })
}

type FaultFields = Omit<FaultOptions, 'cause' | 'retryAfterSeconds'> & { cause?: string | undefined }

/** Log fields: the reason behind a fault and the doctor check that investigates it. Undefined members are omitted from the log. */
export function describeFault({ doctor, call, detail, cause }: Fault): FaultFields {
  return { doctor, call, detail, cause: cause == null ? undefined : describeCause(cause) }
}

function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  // Aborts have numeric codes, less telling than their names; assertion messages span several lines.
  const code = 'code' in cause && typeof cause.code === 'string' ? `${cause.code}: ` : ''
  return `${code}${cause.message.replace(/\s+/g, ' ')}`.slice(0, 500)
}
