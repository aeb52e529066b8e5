import { createHash } from 'node:crypto'

/** A digest of settings, secrets among them: two are equal when the settings are. Members that JSON does not hold are not seen. */
export function fingerprintOf(...settings: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url')
}

/**
 * Gives again what was made the last time, or what is in force, for as long as the fingerprint is the same, so that what
 * does not depend on a change of the configuration outlives it. `drop`: called with what another one takes the place of,
 * but with what is in force only when the other one is adopted: its configuration may turn out not to work.
 */
export function createReuse<T>(drop: (former: T) => void = () => {}) {
  type Kept = { fingerprint: string; made: T } | null
  let latest: Kept = null
  let inForce: Kept = null

  function takeBack(): void {
    if (latest !== null && latest !== inForce) drop(latest.made)
  }

  function give(fingerprint: string, make: () => T): T {
    if (latest?.fingerprint === fingerprint) return latest.made
    takeBack()
    latest = inForce?.fingerprint === fingerprint ? inForce : { fingerprint, made: make() }
    return latest.made
  }

  return Object.assign(give, {
    /** What was given last is in force; what was before it is dropped. */
    adopt() {
      if (inForce !== null && inForce !== latest) drop(inForce.made)
      inForce = latest
    },
    /** What was given last is dropped; what is in force goes on. */
    revert() {
      takeBack()
      latest = inForce
    }
  })
}
