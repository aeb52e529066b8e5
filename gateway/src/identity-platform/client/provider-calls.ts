import type { CircuitCondition } from '../../operations/condition.ts'
import type { CallEvent } from '../../operations/provider-events.ts'
import type { Runtime } from '../../operations/runtime.ts'
import { NO_NOTES } from '../../operations/tracing.ts'
import { type AskOptions, CallLine } from './call-line.ts'
import { type CallResult, createHintReporter, type ProviderFailure, readResponse } from './error-sorting.ts'
import {
  CALL_FAMILIES,
  type CallFamily,
  describeSilence,
  type ProviderCall,
  type ProviderHttp
} from './http.ts'

export type ProviderCalls = ReturnType<typeof createProviderCalls>

/**
 * Calls with classified failures. A circuit per line keeps bursts of visitors from a failing provider, and one per failing account
 * keeps its failures from everyone else. The schedule is for probes while the provider is unavailable. `random`: between 0 and 1.
 */
export function createProviderCalls(
  runtime: Runtime,
  http: ProviderHttp,
  random: () => number = Math.random
) {
  const { now, report } = runtime
  const hints = createHintReporter(report)
  const lines = new Map<string, CallLine>()
  const beganAtSeconds = now()

  function lineOf(name: string, family: CallFamily): CallLine {
    const line =
      lines.get(name) ??
      new CallLine({ name, family }, runtime, (call, notes) => send(family, call, notes), random)
    lines.set(name, line)
    return line
  }

  async function send(family: CallFamily, call: ProviderCall, notes = NO_NOTES): Promise<CallResult> {
    const startedAtMs = performance.now()
    const response = await http.send(call)
    if (response.kind === 'response') notes.set('http.response.status_code', response.status)
    const read = readResponse(family, response)
    if (read.kind === 'failed') {
      read.failure.call = family
      notes.failed(read.failure.code)
    }
    const result = resultOfCall(read.kind === 'ok' ? null : read.failure)
    report({ kind: 'provider.call', call: family, result, durationMs: performance.now() - startedAtMs })
    return read
  }

  function describeCircuit(family: CallFamily): CircuitCondition {
    const ofFamily = [...lines.values()].filter((line) => line.family === family)
    const open = ofFamily.filter(({ isOpen }) => isOpen)
    const [first] = open
    const changes = (first === undefined ? ofFamily : open).map(({ changedAtSeconds }) => changedAtSeconds)
    return {
      call: family,
      isOpen: first !== undefined,
      changedAtSeconds: Math.max(beganAtSeconds, ...changes),
      detail: first?.detail ?? ''
    }
  }

  return {
    /** Never throws on network or HTTP errors. */
    async ask(family: CallFamily, call: ProviderCall, options: AskOptions = {}): Promise<CallResult> {
      const read = await lineOf(options.line ?? family, family).ask(call, options)
      if (read.kind === 'ok') hints.worked(family)
      else if (read.failure.status === undefined || read.failure.status !== options.expectedStatus)
        hints.failed(family, read.failure)
      return read
    },
    /** The circuit of each family, open if any of its lines is. */
    circuits: (): CircuitCondition[] => CALL_FAMILIES.map(describeCircuit),
    /** Stops background probes. */
    close(): void {
      for (const line of lines.values()) line.stop()
    }
  }
}

/** Start of `detail` as produced by `readResponse`. */
const QUOTA = /^\d+ (QUOTA_EXCEEDED|RESOURCE_EXHAUSTED|TOO_MANY_ATTEMPTS_TRY_LATER)\b/

/** The metric label of a call; null: it succeeded. */
export function resultOfCall(failure: ProviderFailure | null): Exclude<CallEvent['result'], 'not_asked'> {
  if (failure === null) return 'ok'
  const { status, detail, cause } = failure
  if (status === undefined) {
    const words = describeSilence(cause)
    if (words === 'timeout') return 'timeout'
    return words.startsWith('not HTTP') ? 'protocol' : 'network'
  }
  if (status === 429 || QUOTA.test(detail)) return 'quota'
  if (status >= 500) return 'server'
  // Below 400: an unexpected body.
  return status < 400 ? 'protocol' : 'refused'
}
