const CALL_NAMES = [
  'refresh',
  'exchange',
  'signInWithPassword',
  'signUp',
  'signInWithEmailLink',
  'lookupByIdToken',
  'updateByIdToken',
  'sendOobCode',
  'resetPassword',
  'mfaEnrollmentStart',
  'mfaEnrollmentFinalize',
  'mfaEnrollmentWithdraw',
  'mfaSignInStart',
  'mfaSignInFinalize',
  'createAuthUri',
  'passwordPolicy',
  'recaptchaConfig',
  'recaptchaParams',
  'projectConfig',
  'lookup',
  'update',
  'delete',
  'create',
  'list',
  'certificates',
  'jwks',
  'oauthToken',
  'sts',
  'signBlob',
  'generateAccessToken',
  'metadata'
] as const

/**
 * Every call the stand-in counts; `lookup` is the admin form, `lookupByIdToken` the API-key form.
 * `update` and `updateByIdToken` likewise; the latter takes action codes too.
 */
export type CallName = (typeof CALL_NAMES)[number]

/** What a switch may be named after: one call, or all calls of identitytoolkit at once. */
export type SwitchName = CallName | 'identityToolkit'

/** How a call is answered; `ok` is the real answer, everything else stands in front of it. */
export type Switch =
  | { kind: 'ok' }
  /** Google's JSON error; at the OAuth endpoint and STS `{error: message, error_description}`, which has no details. */
  | {
      kind: 'error'
      status: number
      message: string
      description?: string
      /** `error.details`, such as one `buildErrorInfo(…)`. */
      details?: Record<string, unknown>[]
      headers?: Record<string, string>
    }
  | { kind: 'html'; status: number }
  | { kind: 'empty'; status: number }
  | { kind: 'body'; status: number; body: string; headers?: Record<string, string> }
  /** Never answered, until the switch changes (then the new one counts) or the stand-in closes. */
  | { kind: 'hang' }
  /** Answered as `ok` once `until` is resolved. */
  | { kind: 'hold'; until: Promise<void> }
  /** The socket is destroyed. */
  | { kind: 'reset' }
  /** The head and the start of a body (default: half a JSON object), then the socket ends before `content-length` is reached. */
  | { kind: 'truncated'; status?: number; body?: string }

/** Switches by call, mutated at will; a call's own switch comes before `identityToolkit`, `certificates` also covers `jwks`. */
export type Switches = Record<SwitchName, Switch> & {
  /** Seconds in the certificates' `cache-control`; null leaves the header out. Default 21600. */
  certificatesMaxAgeSeconds: number | null
  /** A refresh hands out a new refresh token; the old one stays valid, as in production. Default false. */
  rotateRefreshTokens: boolean
  /** Every caller has `iam.serviceAccounts.signBlob` on the service account; without it signBlob is a 403. Default true. */
  serviceAccountMaySign: boolean
  /** The same of `iam.serviceAccounts.getAccessToken` and generateAccessToken. Default true. */
  serviceAccountMayBeImpersonated: boolean
  /** Every switch back to its default. */
  reset(): void
}

/** Requests received by call, counted on arrival, whatever the switch says. */
export type Calls = Record<CallName, number> & {
  /** Sum of all counters. */
  total(): number
  /** All counters back to 0. */
  reset(): void
}

// The calls that the switch `identityToolkit` does not cover; `jwks` is published beside the certificates.
const OWN_GROUPS: Partial<Record<CallName, SwitchName>> = {
  refresh: 'refresh',
  oauthToken: 'oauthToken',
  certificates: 'certificates',
  jwks: 'certificates',
  sts: 'sts',
  signBlob: 'signBlob',
  generateAccessToken: 'generateAccessToken',
  metadata: 'metadata'
}

const OK: Switch = { kind: 'ok' }

function everyCall<T>(value: T): Record<CallName, T> {
  return Object.fromEntries(CALL_NAMES.map((name) => [name, value])) as Record<CallName, T>
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

/** The switches and what waits for them to change. */
export interface SwitchBoard {
  switches: Switches
  /** The switch that counts for a call now; after `close`, always `reset`. */
  pick(call: CallName): Exclude<Switch, { kind: 'ok' }> | undefined
  /** Resolves at the next change of any switch, or at `close`. */
  changed(): Promise<void>
  close(): void
}

function defaultSwitches(): Omit<Switches, 'reset'> {
  return {
    ...everyCall(OK),
    identityToolkit: OK,
    certificatesMaxAgeSeconds: 21600,
    rotateRefreshTokens: false,
    serviceAccountMaySign: true,
    serviceAccountMayBeImpersonated: true
  }
}

/** Switches, all at their defaults; assigning to one wakes what hangs on the old setting. */
export function createSwitchBoard(): SwitchBoard {
  let isClosed = false
  let wake: () => void = () => {}
  let change = Promise.resolve()
  const renew = (): void => {
    wake()
    change = new Promise((resolve) => {
      wake = resolve
    })
  }
  renew()
  const switches: Switches = new Proxy(
    { ...defaultSwitches(), reset: () => void Object.assign(switches, defaultSwitches()) },
    {
      set(target, name, value) {
        const isSet = Reflect.set(target, name, value)
        renew()
        return isSet
      }
    }
  )
  return {
    switches,
    pick(call) {
      if (isClosed) return { kind: 'reset' }
      const own = switches[call]
      const chosen = own.kind === 'ok' ? switches[OWN_GROUPS[call] ?? 'identityToolkit'] : own
      return chosen.kind === 'ok' ? undefined : chosen
    },
    changed: () => change,
    close() {
      isClosed = true
      renew()
    }
  }
}
