import { createHash } from 'node:crypto'

/** A digest of settings, secrets among them: two are equal when the settings are. Members that JSON does not hold are not seen. */
export function fingerprintOf(...settings: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url')
}

/**
 * Gives again what was made the last time for as long as the fingerprint is the same, so that what does not depend on a
 * change of the configuration outlives it. `drop`: called with what another one takes the place of.
 */
export function createReuse<T>(
  drop: (former: T) => void = () => {}
): (fingerprint: string, make: () => T) => T {
  let kept: { fingerprint: string; made: T } | null = null
  return (fingerprint, make) => {
    if (kept?.fingerprint === fingerprint) return kept.made
    if (kept !== null) drop(kept.made)
    kept = { fingerprint, made: make() }
    return kept.made
  }
}
