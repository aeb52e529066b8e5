import type { ClockCondition, Condition, ConfigCondition, LogCondition, StateReading } from './condition.ts'

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
export function listHealthChecks(condition: Condition, nowSeconds: number): Record<string, HealthCheck> {
  const { readiness, config, clock, log, store } = condition
  const { listening, draining } = readiness
  return {
    listening: check(listening.isSo || draining.isSo, 'fail', listening.sinceSeconds, 'not listening'),
    draining: checkDraining(draining),
    ...(config === null ? {} : { config: checkConfig(config) }),
    certificates: checkCertificates(condition, nowSeconds),
    ...Object.fromEntries(
      condition.circuits.map(({ call, isOpen, sinceSeconds, detail }) => [
        `provider.${call}`,
        check(!isOpen, 'warn', sinceSeconds, `calls are held back: ${detail}`)
      ])
    ),
    clock: checkClock(clock),
    ...(store === null
      ? {}
      : { store: check(store.isUp, 'warn', store.sinceSeconds, `away: ${store.detail}`) }),
    limits: checkLimits(condition),
    log: checkLog(log)
  }
}

export function checkDraining({ isSo, sinceSeconds }: StateReading): HealthCheck {
  return check(!isSo, 'fail', sinceSeconds, 'shutting down')
}

/** Unlike an outage of the provider, a wrong clock is a fault of this machine alone, so other replicas may do better. */
function checkClock({ isOff, isUnusable, offsetSeconds, sinceSeconds }: ClockCondition): HealthCheck {
  return check(!isOff, isUnusable ? 'fail' : 'warn', sinceSeconds, describeOffset(offsetSeconds ?? 0))
}

/** Why no visitor can pass, although requests are served; null: some can. */
export function cannotPassBecause({ clock }: Partial<Record<string, HealthCheck>>): string | null {
  return clock?.status === 'fail' ? 'clock is wrong' : null
}

/** Whether the latest configuration was valid and is fully in effect. */
export function checkConfig({ isRefused, needRestart, sinceSeconds }: ConfigCondition): HealthCheck {
  const reason = isRefused
    ? 'the last change was rejected: the previous configuration is in force'
    : `needs a restart: ${needRestart.join(', ')}`
  return check(!isRefused && needRestart.length === 0, 'warn', sinceSeconds, reason)
}

function checkLimits({ limits, readiness }: Condition): HealthCheck {
  const near = limits.filter(({ level }) => level > 0)
  const reason = near.map(({ name, share }) => `${name}: ${Math.floor(share * 100)} % in use`).join(', ')
  const since = (near.length > 0 ? near : limits).map(({ sinceSeconds }) => sinceSeconds)
  const sinceSeconds =
    near.length > 0 ? Math.min(...since) : Math.max(...since, readiness.listening.sinceSeconds)
  return check(near.length === 0, 'warn', sinceSeconds, reason)
}

export function checkLog({ isFailing, sinceSeconds, failure, lostLines }: LogCondition): HealthCheck {
  const lost = `${lostLines} lines lost so far`
  return check(!isFailing, 'warn', sinceSeconds, failure === null ? lost : `${failure}; ${lost}`)
}

/** `offsetSeconds`: provider minus own clock. */
export function describeOffset(offsetSeconds: number): string {
  const side = offsetSeconds > 0 ? 'behind' : 'ahead of'
  return `the clock of this machine is ${Math.abs(Math.round(offsetSeconds))} s ${side} the provider’s`
}

function checkCertificates({ certificates }: Condition, nowSeconds: number): HealthCheck {
  const { areNeeded, keys, fetchedAtSeconds, isFailing, sinceSeconds } = certificates
  if (!areNeeded) return { ...check(true, 'warn', sinceSeconds, ''), reason: EMULATOR_SIGNS_NOTHING }
  const ageSeconds = fetchedAtSeconds === null ? null : Math.max(0, Math.round(nowSeconds - fetchedAtSeconds))
  const what = ageSeconds === null ? 'there are none' : `${keys} keys, ${ageSeconds} s old`
  const isWell = ageSeconds !== null && ageSeconds <= MAX_CERTIFICATE_AGE_SECONDS && !isFailing
  const reason = isFailing ? `${what}; they cannot be fetched` : what
  return { ...check(isWell, 'warn', sinceSeconds, reason), reason }
}

/** `ok`, or else this status and reason. `sinceSeconds`: time of the last change. */
export function check(
  isWell: boolean,
  otherwise: 'warn' | 'fail',
  sinceSeconds: number,
  reason: string
): HealthCheck {
  return {
    status: isWell ? 'ok' : otherwise,
    since: new Date(sinceSeconds * 1000).toISOString(),
    reason: isWell ? null : reason
  }
}
