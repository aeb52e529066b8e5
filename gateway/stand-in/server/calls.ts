const IDENTITY_TOOLKIT_CALLS = [
  'exchange',
  'signInWithPassword',
  'signUp',
  'signInWithEmailLink',
  'sendVerificationCode',
  'signInWithPhoneNumber',
  'signInWithIdp',
  'lookupByIdToken',
  'updateByIdToken',
  'deleteByIdToken',
  'sendOobCode',
  'resetPassword',
  'mfaEnrollmentStart',
  'mfaEnrollmentFinalize',
  'mfaEnrollmentWithdraw',
  'mfaSignInStart',
  'mfaSignInFinalize',
  'passkeyEnrollmentStart',
  'passkeyEnrollmentFinalize',
  'passkeySignInStart',
  'passkeySignInFinalize',
  'createAuthUri',
  'passwordPolicy',
  'recaptchaConfig',
  'recaptchaParams',
  'projectConfig',
  'signInConfig',
  'passkeyConfig',
  'lookup',
  'update',
  'delete',
  'create',
  'list'
] as const

const CALL_NAMES = [
  ...IDENTITY_TOOLKIT_CALLS,
  'refresh',
  'certificates',
  'jwks',
  'oauthToken',
  'sts',
  'appCheckExchange',
  'appCheckAttestation',
  'appCheckKeys',
  'signBlob',
  'generateAccessToken',
  'generateIdToken',
  'metadata'
] as const

/**
 * A call of the provider, as counters and faults name it; `lookup` is the admin form, `lookupByIdToken` the API-key form.
 * `update` and `updateByIdToken` likewise; the latter takes action codes too.
 */
export type CallName = (typeof CALL_NAMES)[number]

/** Whether a call is one of identitytoolkit's, which fail together. */
export function isIdentityToolkitCall(call: CallName): boolean {
  return IDENTITY_TOOLKIT_CALLS.some((name) => name === call)
}

/** Gives every call the same value. */
export function everyCall<T>(value: T): Record<CallName, T> {
  return Object.fromEntries(CALL_NAMES.map((name) => [name, value])) as Record<CallName, T>
}

/** Requests received by call, counted on arrival, whatever fault is injected. */
export type Calls = Record<CallName, number> & {
  /** Sum of all counters. */
  total(): number
  /** All counters back to 0. */
  reset(): void
}

/** Counters, all at 0. */
export function createCalls(): Calls {
  const calls: Calls = {
    ...everyCall(0),
    total: () => CALL_NAMES.reduce((sum, name) => sum + calls[name], 0),
    reset: () => {
      Object.assign(calls, everyCall(0))
    }
  }
  return calls
}
