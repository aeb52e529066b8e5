import { type CallName, everyCall, isIdentityToolkitCall } from './calls.ts'

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

const OK: InjectedFault = { kind: 'ok' }

/** The faults, and what requests in progress wait for. */
export type FaultInjection = ReturnType<typeof createFaultInjection>

/** No faults yet; assigning one wakes the requests that hang on the one before. */
export function createFaultInjection() {
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
    /** The fault that counts for a call now; after `close`, always `reset`. */
    pick(call: CallName): Exclude<InjectedFault, { kind: 'ok' }> | undefined {
      if (isClosed) return { kind: 'reset' }
      const group = isIdentityToolkitCall(call) ? 'identityToolkit' : call === 'jwks' ? 'certificates' : call
      const chosen = faults[call].kind === 'ok' ? faults[group] : faults[call]
      return chosen.kind === 'ok' ? undefined : chosen
    },
    /** Resolves when the next fault is assigned, or at `close`. */
    changed: () => change,
    close(): void {
      isClosed = true
      renew()
    }
  }
}
