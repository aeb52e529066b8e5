import type { Condition, ConfigCondition, LogCondition, StateReading } from './condition.ts'

/** One of the named checks of `/readyz?verbose`. Only those of readiness ever fail; all others warn. */
export interface HealthCheck {
  status: 'ok' | 'warn' | 'fail'
  /** When it came to be so, RFC 3339. */
  since: string
  /** In words, for whoever is on call; null: nothing to say. */
  reason: string | null
}

/** They are published for some hours, and changed once in some days. */
const MAX_CERTIFICATE_AGE_SECONDS = 24 * 3600

/** Why nobody needs the certificates of the emulator. */
export const EMULATOR_SIGNS_NOTHING = 'the emulator signs nothing'

/**
 * The named checks. `listening` and `draining` alone decide whether requests should come: neither the provider nor the
 * application may take all replicas out at once.
 */
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
    clock: check(!clock.isOff, 'warn', clock.sinceSeconds, describeOffset(clock.offsetSeconds ?? 0)),
    ...(store === null
      ? {}
      : { store: check(store.isUp, 'warn', store.sinceSeconds, `away: ${store.detail}`) }),
    log: checkLog(log)
  }
}

/** Is the gateway about to end? */
export function checkDraining({ isSo, sinceSeconds }: StateReading): HealthCheck {
  return check(!isSo, 'fail', sinceSeconds, 'shutting down')
}

/** Was the last configuration that was read a good one, and is all of it in force? */
export function checkConfig({ isRefused, needRestart, sinceSeconds }: ConfigCondition): HealthCheck {
  const reason = isRefused
    ? 'the last change was refused: the configuration before it is in force'
    : `needs a restart: ${needRestart.join(', ')}`
  return check(!isRefused && needRestart.length === 0, 'warn', sinceSeconds, reason)
}

/** Can lines be written? */
export function checkLog(log: LogCondition): HealthCheck {
  return check(!log.isFailing, 'warn', log.sinceSeconds, describeLog(log))
}

function describeLog({ failure, lostLines }: LogCondition): string {
  const lost = `${lostLines} lines lost so far`
  return failure === null ? lost : `${failure}; ${lost}`
}

/** The difference of the clocks in words. `offsetSeconds`: provider less own clock. */
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

/** A check that is `ok`, or else what it says. `sinceSeconds`: when it came to be so. */
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
