import type { Schedule } from '../../async/schedule.ts'
import type { CircuitCondition } from '../../operations/condition.ts'
import type { CallEvent, EventSink } from '../../operations/events.ts'
import { describeCall, NO_NOTES, NO_SPANS, type Spans } from '../../operations/tracing/spans.ts'
import { type CallOutcome, type CallPermit, type Circuit, createCircuit } from './circuit.ts'
import { type ProviderFailure, readResponse } from './error-sorting.ts'
import { describeSilence } from './failure-messages.ts'
import { CALL_FAMILIES, type CallFamily, type ProviderCall, type ProviderHttp } from './http.ts'
import { createHintReporter } from './operator-hints.ts'

/** What a call gave: the JSON object of the answer, or the sorted failure. */
export type CallResult =
  | { kind: 'ok'; body: Record<string, unknown> }
  | { kind: 'failed'; failure: ProviderFailure }

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
  /** The circuit of each family; open where one of its lines is. */
  circuits(): CircuitCondition[]
  /** Ends what goes on by itself. */
  close(): void
}

export interface ProviderCallsOptions {
  http: ProviderHttp
  /** Epoch seconds. */
  now: () => number
  /** Records calls that somebody waits for; nobody does when left out. */
  spans?: Spans | undefined
  /** Takes what happened to circuits, and failures that only the operator can end. */
  report: EventSink
  /** For probes while the provider is away; null, the default: only callers find out that it is back. */
  schedule?: Schedule | null
  /** 0 to 1; chance when left out. */
  random?: () => number
}

/**
 * Calls whose failures are sorted. Each family has a circuit of its own: under a provider that fails, a storm of
 * visitors is not a storm of calls.
 */
export function createProviderCalls(options: ProviderCallsOptions): ProviderCalls {
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

  function settle(
    line: Line,
    permit: CallPermit,
    outcome: CallOutcome,
    failure: ProviderFailure | null
  ): void {
    const change = permit.settle(outcome, failure?.retryAfterSeconds)
    if (change !== null) {
      line.changedAtSeconds = now()
      report({ kind: `circuit.${change}`, calls: line.name, detail: failure?.detail ?? 'an answer' })
    }
    line.prober.watch()
  }

  async function send(
    family: CallFamily,
    call: ProviderCall,
    notes = NO_NOTES
  ): Promise<ReturnType<typeof readResponse>> {
    const startedAtMs = performance.now()
    const response = await http.send(call)
    if (response.kind === 'response') notes.set('http.response.status_code', response.status)
    const read = readResponse(family, response)
    if (!('body' in read)) {
      read.failure.call = family
      notes.failed(read.failure.code)
    }
    const result = 'body' in read ? 'ok' : resultOfFailure(read.failure)
    report({ kind: 'provider.call', call: family, result, durationMs: performance.now() - startedAtMs })
    return read
  }

  /** Makes a call again to see whether the provider is back; nobody gets its answer. */
  async function probe(line: Line, call: ProviderCall): Promise<void> {
    const permit = line.circuit.enter()
    if ('pauseSeconds' in permit) return
    const read = await send(line.family, { ...call, mayRepeat: () => false })
    if ('body' in read) {
      settle(line, permit, 'answered', null)
      return
    }
    const { failure } = read
    // What the call carries may have ended meanwhile, such as its access token: that is an answer too.
    const outcome = failure.kind === 'configuration' ? 'answered' : outcomeOf(failure)
    if (outcome !== 'answered') line.lastFailure = failure
    settle(line, permit, outcome, failure)
  }

  return {
    async ask(family, call, { expectedStatus, line: name = family } = {}) {
      const line = lineOf(name, family)
      line.prober.want()
      const permit = line.circuit.enter()
      if ('pauseSeconds' in permit) {
        report({ kind: 'provider.call', call: family, result: 'not_asked', durationMs: null })
        return { kind: 'failed', failure: notAsked(line, permit.pauseSeconds) }
      }
      line.prober.watch()
      // While others have found out that nobody answers, a second attempt would be one more call of the storm.
      const sent = { ...call, mayRepeat: () => line.circuit.isClosed() }
      const read = await spans.run(describeCall(family, call), (notes) => send(family, sent, notes))
      if ('body' in read) {
        settle(line, permit, 'answered', null)
        hints.worked(family)
        return { kind: 'ok', body: read.body }
      }
      const { failure } = read
      if (failure.status !== undefined && failure.status === expectedStatus) {
        settle(line, permit, 'neither', failure)
        return { kind: 'failed', failure }
      }
      const outcome = outcomeOf(failure)
      if (outcome === 'away' && call.mayProbe === true) line.prober.remember(call)
      settle(line, permit, outcome, failure)
      line.lastFailure = failure
      hints.failed(family, failure)
      return { kind: 'failed', failure }
    },
    circuits: () =>
      CALL_FAMILIES.map((family) => {
        const ofFamily = [...lines.values()].filter((line) => line.family === family)
        return describeCircuit(family, ofFamily, beganAtSeconds)
      }),
    close() {
      for (const { prober } of lines.values()) prober.stop()
    }
  }
}

/** One family's way to the provider. */
interface Line {
  name: string
  family: CallFamily
  circuit: Circuit
  prober: Prober
  lastFailure: ProviderFailure | null
  /** When its circuit was opened or closed last, in epoch seconds. */
  changedAtSeconds: number
}

function describeCircuit(
  family: CallFamily,
  lines: readonly Line[],
  beganAtSeconds: number
): CircuitCondition {
  const open = lines.filter(({ circuit }) => !circuit.isClosed())
  const [first] = open
  const changes = (first === undefined ? lines : open).map(({ changedAtSeconds }) => changedAtSeconds)
  return {
    call: family,
    isOpen: first !== undefined,
    sinceSeconds: Math.max(beganAtSeconds, ...changes),
    detail: first?.lastFailure?.detail ?? ''
  }
}

/** A provider that says when to come back is left until then, however it failed. */
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

/** Longest that probes go on while nobody asks for anything. */
const UNWANTED_SECONDS = 60

/** Finds out by itself when an outage is over; see `createProber`. */
interface Prober {
  /** Somebody needs an answer of this line, whether or not a call is made. */
  want(): void
  /** A call that failed because the provider is away, to be made again. Only one that changes nothing. */
  remember(call: ProviderCall): void
  /** To be called whenever the circuit may have changed. */
  watch(): void
  stop(): void
}

interface ProberOptions {
  circuit: Circuit
  /** Epoch seconds. */
  now: () => number
  /** Null: never probes. */
  schedule: Schedule | null
  /** Makes the call if the circuit has a permit for it. */
  probe: (call: ProviderCall) => void
}

/**
 * While a circuit is open because the provider is away, repeats the last call that failed each time the circuit has a
 * permit, so that no visitor has to be the one who finds out. At most one call a pause (2 s, then every 4 s, a fifth more or
 * less), until a minute after the last visitor; then, and when the circuit closes, the call is forgotten.
 */
function createProber({ circuit, now, schedule, probe }: ProberOptions): Prober {
  let call: ProviderCall | null = null
  let cancel: (() => void) | null = null
  let wantedAt = Number.NEGATIVE_INFINITY
  let isStopped = schedule === null

  function forget(): void {
    call = null
    cancel?.()
    cancel = null
  }

  function watch(): void {
    const seconds = circuit.probeDueSeconds()
    if (circuit.isClosed() || isStopped) forget()
    else if (call !== null && seconds !== null) cancel ??= schedule?.(seconds, fire) ?? null
  }

  function fire(): void {
    cancel = null
    if (now() - wantedAt > UNWANTED_SECONDS) forget()
    else if (call !== null && circuit.probeDueSeconds() === 0) probe(call)
    watch()
  }

  return {
    want() {
      wantedAt = now()
    },
    remember(failed) {
      // Whoever waited for it has gone, and its signal is over.
      const { signal: _, mayRepeat: __, ...rest } = failed
      call = rest
    },
    watch,
    stop() {
      isStopped = true
      forget()
    }
  }
}

/** How a call went that was made. */
export type CallResultName = Exclude<CallEvent['result'], 'not_asked'>

/** As `readResponse` gives it at the beginning of `detail`. */
const QUOTA = /^\d+ (QUOTA_EXCEEDED|RESOURCE_EXHAUSTED|TOO_MANY_ATTEMPTS_TRY_LATER)\b/

/** How a failed call went, in one of few words. */
export function resultOfFailure({ status, detail, cause }: ProviderFailure): CallResultName {
  if (status === undefined) return resultOfSilence(cause)
  return QUOTA.test(detail) ? 'quota' : resultOfStatus(status)
}

/** Why there was no answer. */
function resultOfSilence(cause: unknown): CallResultName {
  const words = describeSilence(cause)
  if (words === 'timeout') return 'timeout'
  return words.startsWith('not HTTP') ? 'protocol' : 'network'
}

/** What an answer with this status is that cannot be used: one below 400 has another shape than promised. */
function resultOfStatus(status: number): CallResultName {
  if (status === 429) return 'quota'
  if (status >= 500) return 'server'
  return status < 400 ? 'protocol' : 'refused'
}
