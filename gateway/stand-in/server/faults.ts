import { type CallName, everyCall } from './calls.ts'

/** Where a fault can be injected: into one call, or into all calls of identitytoolkit at once. */
export type FaultName = CallName | 'identityToolkit'

/** What a call is answered with in place of the real answer; `ok` is the real answer. */
export type InjectedFault =
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
  /** Never answered, until another fault is injected (which then counts) or the stand-in closes. */
  | { kind: 'hang' }
  /** Answered as `ok` once `until` is resolved. */
  | { kind: 'hold'; until: Promise<void> }
  /** The socket is destroyed. */
  | { kind: 'reset' }
  /** The head and the start of a body (default: half a JSON object), then the socket ends before `content-length` is reached. */
  | { kind: 'truncated'; status?: number; body?: string }

/** Faults by call, which tests assign; a call's own comes before `identityToolkit`, `certificates` also covers `jwks`. */
export type Faults = Record<FaultName, InjectedFault> & {
  /** No faults any more. */
  reset(): void
}

// The calls that a fault of `identityToolkit` does not cover; `jwks` is published beside the certificates.
const OWN_GROUPS: Partial<Record<CallName, FaultName>> = {
  refresh: 'refresh',
  oauthToken: 'oauthToken',
  certificates: 'certificates',
  jwks: 'certificates',
  sts: 'sts',
  appCheckExchange: 'appCheckExchange',
  appCheckAttestation: 'appCheckAttestation',
  appCheckKeys: 'appCheckKeys',
  signBlob: 'signBlob',
  generateAccessToken: 'generateAccessToken',
  generateIdToken: 'generateIdToken',
  metadata: 'metadata'
}

const OK: InjectedFault = { kind: 'ok' }

/** The faults, and what requests in progress wait for. */
export interface FaultInjection {
  faults: Faults
  /** The fault that counts for a call now; after `close`, always `reset`. */
  pick(call: CallName): Exclude<InjectedFault, { kind: 'ok' }> | undefined
  /** Resolves when the next fault is assigned, or at `close`. */
  changed(): Promise<void>
  close(): void
}

/** No faults yet; assigning one wakes the requests that hang on the one before. */
export function createFaultInjection(): FaultInjection {
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
  const noFaults = () => ({ ...everyCall(OK), identityToolkit: OK })
  const faults: Faults = new Proxy(
    { ...noFaults(), reset: () => void Object.assign(faults, noFaults()) },
    {
      set(target, name, value) {
        const isSet = Reflect.set(target, name, value)
        renew()
        return isSet
      }
    }
  )
  return {
    faults,
    pick(call) {
      if (isClosed) return { kind: 'reset' }
      const own = faults[call]
      const chosen = own.kind === 'ok' ? faults[OWN_GROUPS[call] ?? 'identityToolkit'] : own
      return chosen.kind === 'ok' ? undefined : chosen
    },
    changed: () => change,
    close() {
      isClosed = true
      renew()
    }
  }
}
