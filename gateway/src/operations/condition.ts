import type { ProviderCallName } from './events.ts'

/** How the gateway is doing, read when somebody asks: for metrics and for health. Times in epoch seconds. */
export interface Condition {
  readiness: ReadinessCondition
  circuits: readonly CircuitCondition[]
  certificates: CertificatesCondition
  clock: ClockCondition
  sessionCache: CacheCondition
  traffic: TrafficCondition
  log: LogCondition
  /** Null: there is none. */
  store: StoreCondition | null
  /** End of the certificate that clients are shown, the earlier one where there are two; null: they come without TLS. */
  tlsNotAfterSeconds: number | null
  /** Null: not known. */
  config: ConfigCondition | null
}

/** What decides whether requests should come here. */
export interface ReadinessCondition {
  listening: StateReading
  draining: StateReading
}

/** A circuit of the provider's client. */
export interface CircuitCondition {
  call: ProviderCallName
  /** Are calls held back? */
  isOpen: boolean
  sinceSeconds: number
  /** While it is open: what came back last. Holds no token. */
  detail: string
}

/** The provider's certificates. */
export interface CertificatesCondition extends KeysCondition {
  /** False: the provider is the emulator, which signs nothing. */
  areNeeded: boolean
}

/** Keys that somebody publishes. */
export interface KeysCondition {
  /** How many keys there are that id tokens can be verified with. */
  keys: number
  /** Null: there are none. */
  fetchedAtSeconds: number | null
  /** Did the last attempt to fetch them fail? */
  isFailing: boolean
  sinceSeconds: number
}

/** The provider's clock against our own. */
export interface ClockCondition {
  /** Above 0: ours is behind. Null: no answer yet. */
  offsetSeconds: number | null
  /** Are they too far apart? */
  isOff: boolean
  sinceSeconds: number
}

/** The memory of verified sessions. Look-ups and evictions are counted from the start of the process. */
export interface CacheCondition {
  hits: number
  misses: number
  evictions: number
  entries: number
  bytes: number
}

/** What clients hold open now. */
export interface TrafficCondition {
  requestsInFlight: number
  connections: number
}

/** The store that processes share. */
export interface StoreCondition {
  isUp: boolean
  sinceSeconds: number
  /** Why it is not up, in a word or two; null: it is. */
  detail: string | null
}

/** The log, and the file of events where there is one. */
export interface LogCondition {
  /** From the start of the process. */
  lostLines: number
  /** Are lines being lost now, or has the last write failed? */
  isFailing: boolean
  /** Why the last write failed, such as `cannot be written: ENOSPC`; null: it did not. */
  failure: string | null
  sinceSeconds: number
}

/** The configuration that is in force. */
export interface ConfigCondition {
  /** 12 hexadecimal digits. */
  hash: string
  appliedAtSeconds: number
  /** Was the last attempt to read a newer one refused? */
  isRefused: boolean
  /** Keys whose newest values need a restart: those before them are in force. */
  needRestart: readonly string[]
  sinceSeconds: number
  /** Applications whose certificates are not verified. */
  insecureUpstreams: number
}

/** Both as one: lines of either count, and either may be failing. */
export function joinLogConditions(one: LogCondition, other: LogCondition): LogCondition {
  const isFailing = one.isFailing || other.isFailing
  const states = [one, other].filter((state) => state.isFailing === isFailing)
  const since = states.map(({ sinceSeconds }) => sinceSeconds)
  return {
    lostLines: one.lostLines + other.lostLines,
    isFailing,
    failure: joinFailures(one.failure, other.failure),
    sinceSeconds: isFailing ? Math.min(...since) : Math.max(...since)
  }
}

function joinFailures(one: string | null, other: string | null): string | null {
  return one === null || other === null ? (one ?? other) : `${one}; ${other}`
}

/** Whether something is so, and since when; see `createStateSince`. */
export interface StateSince {
  set(isSo: boolean): void
  readonly isSo: boolean
  readonly sinceSeconds: number
}

/** The same for those who only look. */
export type StateReading = Omit<StateSince, 'set'>

/** A state that is false from now on. `now`: epoch seconds. */
export function createStateSince(now: () => number): StateSince {
  let isSo = false
  let sinceSeconds = now()
  return {
    set(next) {
      if (next === isSo) return
      isSo = next
      sinceSeconds = now()
    },
    get isSo() {
      return isSo
    },
    get sinceSeconds() {
      return sinceSeconds
    }
  }
}
