import { createAdvisor, type OnAdvice } from './advisor.ts'
import { type Circuit, type CircuitChange, createCircuit } from './circuit.ts'
import { type ProviderFailure, readAnswer } from './error-sorting.ts'
import type { CallFamily, ProviderCall, ProviderHttp } from './http.ts'

/** What a call gave: the JSON object of the answer, or the sorted failure. */
export type CallResult =
  | { kind: 'ok'; body: Record<string, unknown> }
  | { kind: 'failed'; failure: ProviderFailure }

/** Told when calls of a line are no longer made, or made again. `detail`: what came back last. */
export type OnCircuit = (line: string, change: CircuitChange, detail: string) => void

/** Makes calls to the provider; see `createProviderCalls`. */
export interface ProviderCalls {
  /**
   * Never throws for what the other side does.
   * `expectedStatus`: a refusal that the caller has an answer to; the circuit and the operator hear nothing of it.
   * `line`: calls that fail and work together; those of the family when left out.
   */
  ask(
    family: CallFamily,
    call: ProviderCall,
    options?: { expectedStatus?: number; line?: string }
  ): Promise<CallResult>
}

export interface ProviderCallsOptions {
  http: ProviderHttp
  /** Epoch seconds. */
  now: () => number
  onAdvice?: OnAdvice | undefined
  onCircuit?: OnCircuit | undefined
  /** 0 to 1; chance when left out. */
  random?: () => number
}

/**
 * Calls whose failures are sorted. Each family has a circuit of its own: under a provider that fails, a storm of
 * visitors is not a storm of calls.
 */
export function createProviderCalls(options: ProviderCallsOptions): ProviderCalls {
  const { http, now, onAdvice, onCircuit, random = Math.random } = options
  const advisor = createAdvisor(onAdvice)
  const lines = new Map<string, Line>()

  function lineOf(name: string): Line {
    const known = lines.get(name)
    if (known !== undefined) return known
    const line: Line = { circuit: createCircuit({ now, random }), lastFailure: null }
    lines.set(name, line)
    return line
  }

  return {
    async ask(family, call, { expectedStatus, line: name = family } = {}) {
      const line = lineOf(name)
      const permit = line.circuit.enter()
      const tell = (change: CircuitChange | null, detail: string) => {
        if (change !== null) onCircuit?.(name, change, detail)
      }
      if ('pauseSeconds' in permit)
        return { kind: 'failed', failure: notAsked(line.lastFailure, permit.pauseSeconds) }
      // While others have found out that nobody answers, a second attempt would be one more call of the storm.
      const answer = await http.send({ ...call, mayRepeat: () => line.circuit.isClosed() })
      const read = readAnswer(family, answer)
      if ('body' in read) {
        tell(permit.settle('answered'), 'an answer')
        advisor.worked(family)
        return { kind: 'ok', body: read.body }
      }
      const { failure } = read
      if (failure.status !== undefined && failure.status === expectedStatus) {
        permit.settle('neither')
        return { kind: 'failed', failure }
      }
      const outcome = failure.isWide === true ? 'failed' : 'answered'
      tell(permit.settle(outcome, failure.retryAfterSeconds), failure.detail)
      line.lastFailure = failure
      advisor.failed(family, failure)
      return { kind: 'failed', failure }
    }
  }
}

/** One family's way to the provider. */
interface Line {
  circuit: Circuit
  lastFailure: ProviderFailure | null
}

function notAsked(last: ProviderFailure | null, pauseSeconds: number): ProviderFailure {
  return {
    kind: 'temporary',
    code: 'PROVIDER_UNAVAILABLE',
    detail: `not asked: ${last?.detail ?? 'no answer yet'}`,
    isOfCredentials: last?.kind === 'configuration',
    retryAfterSeconds: Math.ceil(pauseSeconds)
  }
}
