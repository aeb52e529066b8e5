import { createAdvisor, type OnAdvice } from './advisor.ts'
import { type Circuit, createCircuit } from './circuit.ts'
import { type ProviderFailure, readAnswer } from './error-sorting.ts'
import type { CallFamily, ProviderCall, ProviderHttp } from './http.ts'

/** What a call gave: the JSON object of the answer, or the sorted failure. */
export type CallResult =
  | { kind: 'ok'; body: Record<string, unknown> }
  | { kind: 'failed'; failure: ProviderFailure }

/** Makes calls to the provider; see `createProviderCalls`. */
export interface ProviderCalls {
  /**
   * Never throws for what the other side does.
   * `expectedStatus`: a refusal that the caller has an answer to; the circuit and the operator hear nothing of it.
   */
  ask(family: CallFamily, call: ProviderCall, options?: { expectedStatus?: number }): Promise<CallResult>
}

export interface ProviderCallsOptions {
  http: ProviderHttp
  /** Epoch seconds. */
  now: () => number
  onAdvice?: OnAdvice | undefined
  /** 0 to 1; chance when left out. */
  random?: () => number
}

/**
 * Calls whose failures are sorted. Each family has a circuit of its own: under a provider that fails, a storm of
 * visitors is not a storm of calls.
 */
export function createProviderCalls(options: ProviderCallsOptions): ProviderCalls {
  const { http, now, onAdvice, random = Math.random } = options
  const advisor = createAdvisor(onAdvice)
  const lines = new Map<CallFamily, Line>()

  function lineOf(family: CallFamily): Line {
    const known = lines.get(family)
    if (known !== undefined) return known
    const line = { circuit: createCircuit({ now, random }), lastTrouble: 'nothing yet' }
    lines.set(family, line)
    return line
  }

  return {
    async ask(family, call, { expectedStatus } = {}) {
      const line = lineOf(family)
      const permit = line.circuit.enter()
      if ('pauseSeconds' in permit)
        return { kind: 'failed', failure: notAsked(line.lastTrouble, permit.pauseSeconds) }
      const read = readAnswer(family, await http.send(call))
      if ('body' in read) {
        permit.settle('answered')
        advisor.worked(family)
        return { kind: 'ok', body: read.body }
      }
      const { failure } = read
      if (failure.status !== undefined && failure.status === expectedStatus) {
        permit.settle('neither')
        return { kind: 'failed', failure }
      }
      permit.settle(failure.isWide === true ? 'failed' : 'answered', failure.retryAfterSeconds)
      line.lastTrouble = failure.detail
      advisor.failed(family, failure)
      return { kind: 'failed', failure }
    }
  }
}

/** One family's way to the provider. */
interface Line {
  circuit: Circuit
  lastTrouble: string
}

function notAsked(lastTrouble: string, pauseSeconds: number): ProviderFailure {
  return {
    kind: 'temporary',
    code: 'PROVIDER_UNAVAILABLE',
    detail: `not asked: ${lastTrouble}`,
    retryAfterSeconds: Math.ceil(pauseSeconds)
  }
}
