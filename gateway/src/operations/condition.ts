/** State of the gateway as metrics and health checks read it: plain values, without knowledge of the modules that report them. */

import type { LimitName, ProviderCallName } from './events.ts'

/** Times in epoch seconds. */
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
  /** Expiry of the served certificate, the earliest of several; null: no TLS. */
  tlsNotAfterSeconds: number | null
  /** Null: unknown. */
  config: ConfigCondition | null
  /** Limits of the machine. */
  limits: readonly LimitCondition[]
}

/** How much of a limit is in use. */
export interface LimitCondition {
  name: LimitName
  /** 0 to 1. */
  share: number
  /** The threshold that was reached: 0.8 or 0.95; 0: none. */
  level: number
  sinceSeconds: number
}

/** Whether the gateway should receive requests. */
export interface ReadinessCondition {
  listening: StateReading
  draining: StateReading
}

/** A circuit of the provider's client. */
export interface CircuitCondition {
  call: ProviderCallName
  /** Whether calls are held back. */
  isOpen: boolean
  sinceSeconds: number
  /** The last error while it is open. Holds no token. */
  detail: string
}

/** The provider's certificates. */
export interface CertificatesCondition extends KeysCondition {
  /** False: the provider is the emulator, which does not sign. */
  areNeeded: boolean
}

/** A published key set. */
export interface KeysCondition {
  /** Number of usable keys. */
  keys: number
  /** Null: there are none. */
  fetchedAtSeconds: number | null
  /** Whether the last fetch failed. */
  isFailing: boolean
  sinceSeconds: number
}

/** The provider's clock relative to our own. */
export interface ClockCondition {
  /** Above 0: ours is behind. Null: no response yet. */
  offsetSeconds: number | null
  /** Whether they differ too much. */
  isOff: boolean
  /** Whether they differ so much that no fresh id token is valid here. */
  isUnusable: boolean
  sinceSeconds: number
}

/** The session cache. Hits, misses and evictions count from process start. */
export interface CacheCondition {
  hits: number
  misses: number
  evictions: number
  entries: number
  bytes: number
}

/** Open now. */
export interface TrafficCondition {
  requestsInFlight: number
  connections: number
}

/** The store shared by processes. */
export interface StoreCondition {
  isUp: boolean
  sinceSeconds: number
  /** Why it is down, in a word or two; null: it is up. */
  detail: string | null
}

/** The log, or the event file. */
export interface LogCondition {
  /** Since process start. */
  lostLines: number
  /** Whether lines are being lost, or the last write failed. */
  isFailing: boolean
  /** Why the last write failed, such as `cannot be written: ENOSPC`; null: it did not. */
  failure: string | null
  sinceSeconds: number
}

/** The configuration in effect. */
export interface ConfigCondition {
  /** 12 hexadecimal digits. */
  hash: string
  appliedAtSeconds: number
  /** Whether the latest attempt to load a newer one was rejected. */
  isRefused: boolean
  /** Keys whose new values need a restart; the old ones are in effect. */
  needRestart: readonly string[]
  sinceSeconds: number
  /** Applications whose certificates are not verified. */
  insecureUpstreams: number
}

/** Sums lost lines; failing if either is. */
export function joinLogConditions(one: LogCondition, other: LogCondition): LogCondition {
  const isFailing = one.isFailing || other.isFailing
  const states = [one, other].filter((state) => state.isFailing === isFailing)
  const since = states.map(({ sinceSeconds }) => sinceSeconds)
  return {
    lostLines: one.lostLines + other.lostLines,
    isFailing,
    failure: [one.failure, other.failure].filter((failure) => failure !== null).join('; ') || null,
    sinceSeconds: isFailing ? Math.min(...since) : Math.max(...since)
  }
}

export type StateReading = Readonly<Omit<ReturnType<typeof createStateSince>, 'set'>>

/** A flag, false at first, and the time of its last change. `now`: epoch seconds. */
export function createStateSince(now: () => number) {
  let isSo = false
  let sinceSeconds = now()
  return {
    set(next: boolean): void {
      if (next === isSo) return
      isSo = next
      sinceSeconds = now()
    },
    get isSo(): boolean {
      return isSo
    },
    get sinceSeconds(): number {
      return sinceSeconds
    }
  }
}
