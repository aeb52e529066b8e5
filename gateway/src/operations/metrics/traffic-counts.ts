import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '../../errors.ts'
import type { SecurityEvent, SessionEvent, StreamKind, TrafficEvent } from '../events.ts'
import { fullNameOf, METRICS, type MetricName } from './catalogue.ts'
import {
  DECISION_COSTS,
  KNOWN_SERIES,
  METHODS,
  NO_CODE,
  ONLY_UPSTREAM,
  OTHER,
  REFUSED_SIGN_INS,
  ROUTES,
  UPSTREAM_FAILURES
} from './known-series.ts'
import { createDurations, createTally, type Durations, type Reading, type Tally } from './tally.ts'

const DECISION_BOUNDS = [
  0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5
]
const COUNTED_METHODS: ReadonlySet<string> = new Set(METHODS)
/** An application may answer with any number, also with one that its visitor asks for: registered ones alone get a series. */
const STATUSES: ReadonlyMap<number, string> = new Map(
  [0, ...Object.keys(STATUS_CODES).map(Number)].map((status) => [status, String(status)])
)

/** Counts what requests and connections do; see `createTrafficCounts`. */
export interface TrafficCounts {
  count(event: TrafficEvent): void
  /** The applications that there are from now on; null: the only one. Their series begin, and those of others end. */
  nameUpstreams(names: Iterable<string | null>): void
}

/** Counts what requests and connections do. `requestBounds`: upper bounds of the durations of requests, in seconds. */
export function createTrafficCounts(numbers: Numbers, requestBounds: readonly number[]): TrafficCounts {
  const headDurations = numbers.durations('upstream_head_seconds', requestBounds)
  const countRequest = createRequestCounts(numbers, requestBounds, headDurations)
  const countStream = createStreamCounts(numbers)
  const refused = numbers.tally('requests_refused_total')
  const upstreamErrors = numbers.tally('upstream_errors_total')
  const upstreamRetries = numbers.tally('upstream_retries_total')
  let upstreams: ReadonlySet<string> = new Set()

  /** Requests to an application that is gone may be under way: they begin no series again. */
  function countUpstream(event: UpstreamEvent): void {
    const name = event.application ?? ONLY_UPSTREAM
    if (!upstreams.has(name)) return
    if (event.kind === 'upstream.failed') upstreamErrors.add(1, name, event.failure)
    else upstreamRetries.add(1, name)
  }

  return {
    count(event) {
      switch (event.kind) {
        case 'request.decided':
        case 'request.ended':
          countRequest(event)
          break
        case 'request.turned-away':
          refused.add(1, event.reason)
          break
        case 'upstream.failed':
        case 'upstream.retried':
          countUpstream(event)
          break
        case 'stream.opened':
        case 'stream.closed':
          countStream(event)
          break
      }
    },
    nameUpstreams(names) {
      const before = upstreams
      upstreams = new Set([...names].map((name) => name ?? ONLY_UPSTREAM))
      for (const name of before) {
        if (upstreams.has(name)) continue
        headDurations.end(name)
        upstreamErrors.end(name)
        upstreamRetries.end(name)
      }
      for (const name of upstreams) {
        headDurations.begin(name)
        upstreamRetries.add(0, name)
        for (const failure of UPSTREAM_FAILURES) upstreamErrors.add(0, name, failure)
      }
    }
  }
}

type RequestEvent = Extract<TrafficEvent, { kind: 'request.decided' | 'request.ended' }>
type UpstreamEvent = Extract<TrafficEvent, { kind: 'upstream.failed' | 'upstream.retried' }>
type StreamEvent = Extract<TrafficEvent, { kind: 'stream.opened' | 'stream.closed' }>

/** On the way of every request: a few look-ups, and no allocation. */
function createRequestCounts(numbers: Numbers, requestBounds: readonly number[], headDurations: Durations) {
  const decisions = numbers.tally('decisions_total')
  const decisionDurations = numbers.durations('decision_duration_seconds', DECISION_BOUNDS, DECISION_COSTS)
  const requests = numbers.tally('http_requests_total')
  const durations = numbers.durations('http_request_duration_seconds', requestBounds, ROUTES)
  return (event: RequestEvent): void => {
    if (event.kind === 'request.decided') {
      decisions.add(1, event.outcome, event.code ?? NO_CODE)
      decisionDurations.observe(event.durationMs, event.cost)
      return
    }
    const { route, method, status, upstreamHeadMs } = event
    requests.add(1, route, COUNTED_METHODS.has(method) ? method : OTHER, STATUSES.get(status) ?? OTHER)
    if (!event.isStream) durations.observe(event.durationMs, route)
    if (upstreamHeadMs !== null) headDurations.observe(upstreamHeadMs, event.application ?? ONLY_UPSTREAM)
  }
}

function createStreamCounts(numbers: Numbers) {
  const closed = numbers.tally('streams_closed_total')
  const open: Readonly<Record<StreamKind, Tally>> = {
    websocket: numbers.tally('websockets_open'),
    'event-stream': numbers.tally('event_streams_open')
  }
  return (event: StreamEvent): void => {
    open[event.stream].add(event.kind === 'stream.opened' ? 1 : -1)
    if (event.kind === 'stream.closed') closed.add(1, event.by, event.reason)
  }
}

/** What is counted and measured, by the names of the metrics; see `createNumbers`. */
export interface Numbers {
  /** The numbers of a counter or a gauge, which begin with its known series at 0. */
  tally(name: MetricName): Tally
  /** The durations of a histogram. `values`: of its label, where it has one. */
  durations(name: MetricName, bounds: readonly number[], values?: readonly string[]): Durations
  read(): Partial<Record<MetricName, readonly Reading[]>>
}

/** Memory for numbers that events make; each metric is to be asked for once. */
export function createNumbers(): Numbers {
  const sources = new Map<MetricName, Tally | Durations>()
  return {
    tally(name) {
      const { labels } = METRICS[name]
      const tally = createTally(labels)
      const known = KNOWN_SERIES[name] ?? (labels.length === 0 ? [[]] : [])
      for (const [first, second, third] of known) tally.add(0, first, second, third)
      sources.set(name, tally)
      return tally
    },
    durations(name, bounds, values = []) {
      const [label] = METRICS[name].labels
      const labelled = label === undefined ? {} : { label: { name: label, values } }
      const durations = createDurations({ name: fullNameOf(name), bounds, ...labelled })
      sources.set(name, durations)
      return durations
    },
    read: () => Object.fromEntries([...sources].map(([name, source]) => [name, source.read()]))
  }
}

/** Counts what sessions do; see `createSessionCounts`. */
export interface SessionCounts {
  count(event: SessionEvent | SecurityEvent): void
  /** Sign-in providers that are counted by their names; those beside them are `other`. */
  nameProviders(providers: Iterable<string>): void
  /** How many signature keys are in use: their series begin. */
  nameKeys(count: number): void
}

/** Sign-ins that failed for a reason that is not the visitor's. */
const OURS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['PROVIDER_UNAVAILABLE', 'INTERNAL_ERROR'])

/** Counts how sessions begin, go on and end. */
export function createSessionCounts(numbers: Numbers): SessionCounts {
  const signIns = numbers.tally('sign_ins_total')
  const signOuts = numbers.tally('sign_outs_total')
  const ended = numbers.tally('sessions_ended_total')
  const refreshes = numbers.tally('session_refreshes_total')
  const accountChanges = numbers.tally('account_changes_total')
  const firstSights = numbers.tally('session_first_sights_total')
  const revocationChecks = numbers.tally('revocation_checks_total')
  const providers = new Set<string>()
  const nameOf = (provider = '') => (providers.has(provider) ? provider : OTHER)

  return {
    count(event) {
      switch (event.kind) {
        case 'session.started':
          signIns.add(1, 'ok', NO_CODE, nameOf(event.provider))
          break
        case 'session.refused':
          signIns.add(1, OURS.has(event.code) ? 'unavailable' : 'refused', event.code, nameOf(event.provider))
          break
        case 'session.ended':
          // Sign-outs are counted by their own events.
          if (event.by === 'limit' || event.by === 'provider') ended.add(1, event.code)
          break
        case 'session.sign-out':
          signOuts.add(1, event.scope)
          break
        case 'session.refresh':
          refreshes.add(1, event.result, event.reason)
          break
        case 'account.changed':
          accountChanges.add(1, event.what, event.outcome)
          break
        case 'session.seen':
          firstSights.add(1, String(event.key))
          break
        case 'session.revocation-check':
          revocationChecks.add(1, event.result)
          break
      }
    },
    nameProviders(names) {
      for (const name of names) {
        providers.add(name)
        signIns.add(0, 'ok', NO_CODE, name)
        for (const code of REFUSED_SIGN_INS) signIns.add(0, 'refused', code, name)
      }
    },
    nameKeys(count) {
      for (let key = 0; key < count; key++) firstSights.add(0, String(key))
    }
  }
}
