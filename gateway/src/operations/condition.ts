/** State of the gateway as plain values, and the health checks that follow from it. It does not know who reports it. */

import type { LimitName, ProviderCallName } from './provider-events.ts'

/** Times in epoch seconds. */
export interface HealthState {
  /** Whether the gateway should receive requests. */
  readiness: { listening: StateReading; draining: StateReading }
  circuits: readonly CircuitCondition[]
  /** `areNeeded`: false: the provider is the emulator, which does not sign. */
  certificates: KeysCondition & { areNeeded: boolean }
  clock: ClockCondition
  sessionCache: CacheCondition
  /** Open now. */
  traffic: { requestsInFlight: number; connections: number }
  log: LogCondition
  /** Null: there is none. */
  store: StoreCondition | null
  /** Expiry of the served certificate, the earliest of several; null: no TLS. */
  tlsNotAfterSeconds: number | null
  /** Null: unknown. */
  config: ConfigCondition | null
  limits: readonly LimitCondition[]
}

/** How much of a limit of the machine is in use. */
export interface LimitCondition {
  name: LimitName
  /** 0 to 1. */
  share: number
  /** The threshold that was reached: 0.8 or 0.95; 0: none. */
  level: number
  changedAtSeconds: number
}

/** A circuit of the provider's client. `isOpen`: calls are held back. `detail`: the last error, without a token. */
export interface CircuitCondition {
  call: ProviderCallName
  isOpen: boolean
  changedAtSeconds: number
  detail: string
}

/** A published key set. */
export interface KeysCondition {
  /** Number of usable keys. */
  keys: number
  /** Null: there are none. */
  fetchedAtSeconds: number | null
  /** Whether the last fetch failed. */
  isFailing: boolean
  changedAtSeconds: number
}

/** The provider's clock relative to our own. */
export interface ClockCondition {
  /** Above 0: ours is behind. Null: no response yet. */
  offsetSeconds: number | null
  /** Whether they differ too much. */
  isOff: boolean
  /** Whether they differ so much that no fresh id token is valid here. */
  isUnusable: boolean
  changedAtSeconds: number
}

/** The session cache. Hits, misses and evictions count from process start. */
export type CacheCondition = Record<'hits' | 'misses' | 'evictions' | 'entries' | 'bytes', number>

/** The store shared by processes. `detail`: why it is down, in a word or two; null: it is up. */
export interface StoreCondition {
  isUp: boolean
  changedAtSeconds: number
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
  changedAtSeconds: number
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
  changedAtSeconds: number
  /** Applications whose certificates are not verified. */
  insecureUpstreams: number
}

/** Sums lost lines; failing if either is. */
export function joinLogConditions(one: LogCondition, other: LogCondition): LogCondition {
  const isFailing = one.isFailing || other.isFailing
  const states = [one, other].filter((state) => state.isFailing === isFailing)
  const since = states.map(({ changedAtSeconds }) => changedAtSeconds)
  return {
    lostLines: one.lostLines + other.lostLines,
    isFailing,
    failure: [one.failure, other.failure].filter((failure) => failure !== null).join('; ') || null,
    changedAtSeconds: isFailing ? Math.min(...since) : Math.max(...since)
  }
}

export type StateReading = Readonly<Omit<ReturnType<typeof createTimedFlag>, 'set'>>

/** A flag, false at first, and the time of its last change. `now`: epoch seconds. */
export function createTimedFlag(now: () => number) {
  const state = {
    value: false,
    changedAtSeconds: now(),
    set(next: boolean): void {
      if (next === state.value) return
      state.value = next
      state.changedAtSeconds = now()
    }
  }
  return state
}

/** A named check of `/readyz?verbose`. Only `listening`, `draining` and `clock` ever fail; all others warn. */
export interface HealthCheck {
  status: 'ok' | 'warn' | 'fail'
  /** Time of the last change, RFC 3339. */
  since: string
  /** For the engineer on call; null: nothing to report. */
  reason: string | null
}

/** Certificates are published for hours and rotated every few days. */
const MAX_CERTIFICATE_AGE_SECONDS = 24 * 3600

export const EMULATOR_SIGNS_NOTHING = 'the emulator signs nothing'

/** The named checks. Neither the provider nor the application may take all replicas out at once, so theirs only warn. */
export function listHealthChecks(condition: HealthState, nowSeconds: number): Record<string, HealthCheck> {
  const { readiness, circuits, config, clock, log, store, tlsNotAfterSeconds } = condition
  const { listening, draining } = readiness
  const ofCircuits = circuits.map(({ call, isOpen, changedAtSeconds, detail }) => [
    `provider.${call}`,
    check(!isOpen, 'warn', changedAtSeconds, `calls are held back: ${detail}`)
  ])
  return {
    listening: check(listening.value || draining.value, 'fail', listening.changedAtSeconds, 'not listening'),
    draining: checkDraining(draining),
    ...(config !== null && { config: checkConfig(config) }),
    certificates: checkCertificates(condition.certificates, nowSeconds),
    ...(tlsNotAfterSeconds !== null && { tls: checkTls(tlsNotAfterSeconds, listening, nowSeconds) }),
    ...Object.fromEntries(ofCircuits),
    // Unlike an outage of the provider, a wrong clock is a fault of this machine alone, so other replicas may do better.
    clock: check(
      !clock.isOff,
      clock.isUnusable ? 'fail' : 'warn',
      clock.changedAtSeconds,
      describeOffset(clock.offsetSeconds ?? 0)
    ),
    ...(store !== null && {
      store: check(store.isUp, 'warn', store.changedAtSeconds, `away: ${store.detail}`)
    }),
    limits: checkLimits(condition),
    log: checkLog(log)
  }
}

export function checkDraining({ value, changedAtSeconds }: StateReading): HealthCheck {
  return check(!value, 'fail', changedAtSeconds, 'shutting down')
}

/** Why no visitor can pass, although requests are served; null: some can. */
export function cannotPassBecause({ clock }: Partial<Record<string, HealthCheck>>): string | null {
  return clock?.status === 'fail' ? 'clock is wrong' : null
}

/** Whether the latest configuration was valid and is fully in effect. */
export function checkConfig({ isRefused, needRestart, changedAtSeconds }: ConfigCondition): HealthCheck {
  const reason = isRefused
    ? 'the last change was rejected: the previous configuration is in force'
    : `needs a restart: ${needRestart.join(', ')}`
  return check(!isRefused && needRestart.length === 0, 'warn', changedAtSeconds, reason)
}

function checkLimits({ limits, readiness }: HealthState): HealthCheck {
  const near = limits.filter(({ level }) => level > 0)
  const reason = near.map(({ name, share }) => `${name}: ${Math.floor(share * 100)} % in use`).join(', ')
  const changes = (near.length > 0 ? near : limits).map(({ changedAtSeconds }) => changedAtSeconds)
  return near.length > 0
    ? check(false, 'warn', Math.min(...changes), reason)
    : check(true, 'warn', Math.max(...changes, readiness.listening.changedAtSeconds), '')
}

export function checkLog({ isFailing, changedAtSeconds, failure, lostLines }: LogCondition): HealthCheck {
  const lost = `${lostLines} lines lost so far`
  return check(!isFailing, 'warn', changedAtSeconds, failure === null ? lost : `${failure}; ${lost}`)
}

/** `offsetSeconds`: provider minus own clock. */
export function describeOffset(offsetSeconds: number): string {
  const side = offsetSeconds > 0 ? 'behind' : 'ahead of'
  return `the clock of this machine is ${Math.abs(Math.round(offsetSeconds))} s ${side} the provider’s`
}

function checkCertificates(certificates: HealthState['certificates'], nowSeconds: number): HealthCheck {
  const { areNeeded, keys, fetchedAtSeconds, isFailing, changedAtSeconds } = certificates
  if (!areNeeded) return { ...check(true, 'warn', changedAtSeconds, ''), reason: EMULATOR_SIGNS_NOTHING }
  const ageSeconds = fetchedAtSeconds === null ? null : Math.max(0, Math.round(nowSeconds - fetchedAtSeconds))
  const what = ageSeconds === null ? 'there are none' : `${keys} keys, ${ageSeconds} s old`
  const isWell = ageSeconds !== null && ageSeconds <= MAX_CERTIFICATE_AGE_SECONDS && !isFailing
  const reason = isFailing ? `${what}; they cannot be fetched` : what
  return { ...check(isWell, 'warn', changedAtSeconds, reason), reason }
}

function checkTls(notAfterSeconds: number, listening: StateReading, nowSeconds: number): HealthCheck {
  const isValid = nowSeconds < notAfterSeconds
  const changedAtSeconds = isValid ? listening.changedAtSeconds : notAfterSeconds
  return check(isValid, 'warn', changedAtSeconds, 'the certificate of a listener has expired')
}

/** `ok`, or else this status and reason. */
export function check(
  isWell: boolean,
  otherwise: 'warn' | 'fail',
  changedAtSeconds: number,
  reason: string
): HealthCheck {
  const since = new Date(changedAtSeconds * 1000).toISOString()
  return isWell ? { status: 'ok', since, reason: null } : { status: otherwise, since, reason }
}
