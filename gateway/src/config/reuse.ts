import { createHash } from 'node:crypto'

/** A digest of settings, including secrets. Ignores what JSON cannot represent. */
export function fingerprintOf(...settings: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url')
}

/**
 * Reuses the latest instance, or the active one, while its fingerprint is unchanged, so that it survives
 * config reloads. `drop` is called for replaced instances; for the active one only on `adopt`, since the
 * new config may yet fail.
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
    /** Activates the latest instance and drops the previous one. */
    adopt() {
      if (inForce !== null && inForce !== latest) drop(inForce.made)
      inForce = latest
    },
    /** Drops the latest instance and keeps the active one. */
    revert() {
      takeBack()
      latest = inForce
    }
  })
}
