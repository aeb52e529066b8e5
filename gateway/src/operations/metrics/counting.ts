import { type CallEvent, type EventSink, PROVIDER_CALLS, type StoreEvent } from '../events.ts'
import {
  createNumbers,
  createSessionCounts,
  createTrafficCounts,
  type Numbers,
  type SessionCounts,
  type TrafficCounts
} from './traffic-counts.ts'

/** The numbers that events make; see `createCounting`. */
export interface Counting
  extends Pick<SessionCounts, 'nameProviders' | 'nameKeys'>,
    Pick<TrafficCounts, 'nameUpstreams'>,
    Pick<Numbers, 'read'> {
  count: EventSink
}

const STORE_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
const PROVIDER_BOUNDS = [0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 5]

/** Counts events. Nothing here throws. `requestBounds`: upper bounds of the durations of requests, in seconds. */
export function createCounting(requestBounds: readonly number[]): Counting {
  const numbers = createNumbers()
  const traffic = createTrafficCounts(numbers, requestBounds)
  const sessions = createSessionCounts(numbers)
  const countCall = createCallCounts(numbers)
  const countStoreRequest = createStoreCounts(numbers)
  const reloads = numbers.tally('config_reloads_total')

  function count(event: Parameters<EventSink>[0]): void {
    switch (event.kind) {
      case 'request.decided':
      case 'request.ended':
      case 'request.turned-away':
      case 'upstream.failed':
      case 'upstream.retried':
      case 'stream.opened':
      case 'stream.closed':
        traffic.count(event)
        break
      case 'session.seen':
      case 'session.refresh':
      case 'session.sign-out':
      case 'session.revocation-check':
      case 'session.started':
      case 'session.refused':
      case 'session.ended':
      case 'account.changed':
        sessions.count(event)
        break
      case 'provider.call':
        countCall(event)
        break
      case 'store.request':
        countStoreRequest(event)
        break
      case 'config.applied':
      case 'config.unchanged':
      case 'config.refused':
        reloads.add(1, event.kind.slice('config.'.length))
        break
    }
  }

  const { nameProviders, nameKeys } = sessions
  const { nameUpstreams } = traffic
  return { count, nameProviders, nameKeys, nameUpstreams, read: numbers.read }
}

type StoreRequest = Extract<StoreEvent, { kind: 'store.request' }>

/** Their series begin with the first request: without a store there are none. */
function createStoreCounts(numbers: Numbers): (event: StoreRequest) => void {
  const requests = numbers.tally('store_requests_total')
  const durations = numbers.durations('store_request_duration_seconds', STORE_BOUNDS, [])
  return ({ op, result, durationMs }) => {
    requests.add(1, op, result)
    if (durationMs === null) return
    durations.begin(op)
    durations.observe(durationMs, op)
  }
}

function createCallCounts(numbers: Numbers): (event: CallEvent) => void {
  const requests = numbers.tally('provider_requests_total')
  const durations = numbers.durations('provider_request_duration_seconds', PROVIDER_BOUNDS, PROVIDER_CALLS)
  return ({ call, result, durationMs }) => {
    requests.add(1, call, result)
    if (durationMs !== null) durations.observe(durationMs, call)
  }
}
