import type { Schedule } from '../../async/schedule.ts'
import type { CircuitCondition } from '../../operations/condition.ts'
import type { CallEvent, EventSink } from '../../operations/events.ts'
import { describeCall, NO_NOTES, NO_SPANS, type Spans } from '../../operations/spans.ts'
import { type CallOutcome, type CallPermit, type Circuit, createCircuit } from './circuit.ts'
import { type CallResult, failed, type ProviderFailure, readResponse } from './error-sorting.ts'
import {
  CALL_FAMILIES,
  type CallFamily,
  describeSilence,
  type ProviderCall,
  type ProviderHttp
} from './http.ts'
import { createProber, type Prober } from './prober.ts'

export type ProviderCalls = ReturnType<typeof createProviderCalls>

/** `expectedStatus`: a refusal that the caller handles, not reported to circuit or operator. `line`: group of calls sharing a circuit; default: the family. */
export interface AskOptions {
  expectedStatus?: number
  line?: string
}

/** Calls with classified failures. A circuit per line keeps bursts of visitors from a failing provider. */
export function createProviderCalls(options: {
  http: ProviderHttp
  /** Epoch seconds. */
  now: () => number
  /** Default: no spans. */
  spans?: Spans | undefined
  /** Receives circuit changes and failures that the operator must fix. */
  report: EventSink
  /** Schedules probes while the provider is unavailable. Default: none; only callers notice its recovery. */
  schedule?: Schedule | null
  /** Between 0 and 1; default: random. */
  random?: () => number
}) {
  const { http, now, report, schedule = null, random = Math.random, spans = NO_SPANS } = options
  const hints = createHintReporter(report)
  const lines = new Map<string, Line>()
  const beganAtSeconds = now()

  function lineOf(name: string, family: CallFamily): Line {
    const known = lines.get(name)
    if (known !== undefined) return known
    const circuit = createCircuit({ now, random })
    const prober = createProber({ circuit, now, schedule, probe: (call) => void probe(line, call) })
    const line: Line = { name, family, circuit, prober, lastFailure: null, changedAtSeconds: beganAtSeconds }
    lines.set(name, line)
    return line
  }

  function settle(line: Line, permit: CallPermit, outcome: CallOutcome, failure?: ProviderFailure): void {
    const change = permit.settle(outcome, failure?.retryAfterSeconds)
    if (change !== null) {
      line.changedAtSeconds = now()
      report({ kind: `circuit.${change}`, calls: line.name, detail: failure?.detail ?? 'an answer' })
    }
    line.prober.watch()
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

  /** Repeats a call to check whether the provider is back. */
  async function probe(line: Line, call: ProviderCall): Promise<void> {
    const permit = line.circuit.enter()
    if ('pauseSeconds' in permit) return
    const read = await send(line.family, { ...call, mayRepeat: () => false })
    if (read.kind === 'ok') return settle(line, permit, 'answered')
    const { failure } = read
    // The repeated call's own data, such as its access token, may have expired: the provider still responded.
    const outcome = failure.kind === 'configuration' ? 'answered' : outcomeOf(failure)
    if (outcome !== 'answered') line.lastFailure = failure
    settle(line, permit, outcome, failure)
  }

  function describeCircuit(family: CallFamily): CircuitCondition {
    const ofFamily = [...lines.values()].filter((line) => line.family === family)
    const open = ofFamily.filter(({ circuit }) => !circuit.isClosed())
    const [first] = open
    const changes = (first === undefined ? ofFamily : open).map(({ changedAtSeconds }) => changedAtSeconds)
    return {
      call: family,
      isOpen: first !== undefined,
      sinceSeconds: Math.max(beganAtSeconds, ...changes),
      detail: first?.lastFailure?.detail ?? ''
    }
  }

  return {
    /** Never throws on network or HTTP errors. */
    async ask(family: CallFamily, call: ProviderCall, options: AskOptions = {}): Promise<CallResult> {
      const { expectedStatus } = options
      const line = lineOf(options.line ?? family, family)
      line.prober.want()
      const permit = line.circuit.enter()
      if ('pauseSeconds' in permit) {
        report({ kind: 'provider.call', call: family, result: 'not_asked', durationMs: null })
        return failed(notAsked(line, permit.pauseSeconds))
      }
      line.prober.watch()
      // No retry once other calls have found the provider unavailable.
      const sent = { ...call, mayRepeat: () => line.circuit.isClosed() }
      const read = await spans.run(describeCall(family, call), (notes) => send(family, sent, notes))
      if (read.kind === 'ok') {
        settle(line, permit, 'answered')
        hints.worked(family)
        return read
      }
      const { failure } = read
      if (failure.status !== undefined && failure.status === expectedStatus) {
        settle(line, permit, 'neither', failure)
        return read
      }
      const outcome = outcomeOf(failure)
      if (outcome === 'away' && call.mayProbe === true) line.prober.remember(call)
      settle(line, permit, outcome, failure)
      line.lastFailure = failure
      hints.failed(family, failure)
      return read
    },
    /** The circuit of each family, open if any of its lines is. */
    circuits: (): CircuitCondition[] => CALL_FAMILIES.map(describeCircuit),
    /** Stops background probes. */
    close(): void {
      for (const { prober } of lines.values()) prober.stop()
    }
  }
}

/** A group of calls with a common circuit. */
interface Line {
  name: string
  family: CallFamily
  circuit: Circuit
  prober: Prober
  lastFailure: ProviderFailure | null
  /** When its circuit last opened or closed, in epoch seconds. */
  changedAtSeconds: number
}

/** A provider that requests a pause is not probed before its end. */
function outcomeOf({ isOutage, isWide, retryAfterSeconds }: ProviderFailure): CallOutcome {
  if (isOutage === true && retryAfterSeconds === undefined) return 'away'
  return isWide === true ? 'failed' : 'answered'
}

function notAsked({ family: call, lastFailure: last }: Line, pauseSeconds: number): ProviderFailure {
  return {
    kind: 'temporary',
    code: 'PROVIDER_UNAVAILABLE',
    call,
    detail: `not asked: ${last?.detail ?? 'no answer yet'}`,
    isOfCredentials: last?.kind === 'configuration',
    isHeldByConfiguration: last?.kind === 'configuration',
    retryAfterSeconds: Math.ceil(pauseSeconds)
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

/** Max distinct failures per family tracked as reported. */
const MAX_REPORTED = 100

/** Reports misconfigurations, each once until a call of its family succeeds. */
export function createHintReporter(report: EventSink) {
  const reported = new Map<CallFamily, Set<string>>()
  return {
    /** Reports a failure if it is the operator's to fix. */
    failed(family: CallFamily, { kind, code, detail, hint }: ProviderFailure): void {
      const isOperators = kind === 'configuration' || hint !== undefined
      if (!isOperators || kind === 'caller') return
      const known = reported.get(family) ?? new Set()
      reported.set(family, known)
      if (known.has(detail) || known.size >= MAX_REPORTED) return
      known.add(detail)
      report({ kind: 'provider.misconfigured', family, failure: { kind, code, detail }, hint })
    },
    /** Allows failures of this family to be reported again. */
    worked(family: CallFamily): void {
      reported.delete(family)
    }
  }
}
