import { LRUCache } from 'lru-cache'
import type { SessionChecker } from './check.ts'
import type { SessionCheck } from './check-result.ts'
import type { SessionCookie } from './cookie/cookie.ts'
import type { SessionKey } from './cookie/cookie-value.ts'
import type { DeviceBinding } from './device-binding.ts'
import type { Limits, Session } from './session.ts'
import { atMost, forSeconds } from './session-cache.ts'

/** The attempt a session is encrypted for; all fields are authenticated. */
export interface Attempt {
  /** Origin that receives the session. */
  to: string
  /** Digest of the secret in the browser's state cookie there. */
  state: string
  /** Path and query to open there. */
  redirect: string
}

export type Arrival =
  /** Altered, for another attempt, or of another gateway. */
  | { kind: 'foreign' }
  | { kind: 'late' }
  /** The attempt has already delivered a session. */
  | { kind: 'used' }
  /** `setCookies`: cookies of the receiving origin, if the session is valid. */
  | { kind: 'checked'; check: SessionCheck; setCookies: readonly string[] }

/** Hands sessions over to origins with a cookie of their own: its value for that origin, valid for one attempt and a minute. */
export function createHandOver(options: {
  at(origin: string): { checker: SessionChecker; cookie: SessionCookie }
  /** The first encrypts, all decrypt. */
  keys: readonly SessionKey[]
  limits: Pick<Limits, 'maxAgeSeconds'>
  completed: CompletedHandOvers
  /** Null: sessions are bound to no device. */
  devices: Pick<DeviceBinding, 'awaited'> | null
  /** Epoch seconds. */
  now: () => number
}) {
  const { at, keys, limits, completed, devices, now } = options
  const [encryption] = keys
  if (encryption === undefined) throw new Error('a hand-over needs a signature key')

  /** Decrypts the cookie value if it is in time and not yet used. Does not consume the attempt. */
  function decrypt(encrypted: string, attempt: Attempt): Decrypted {
    const context = contextOf(attempt)
    for (const { handOver } of keys) {
      const opened = handOver.open(encrypted, context)
      if (opened === null) continue
      const end = opened.indexOf(' ')
      const expiresAtSeconds = Number(opened.slice(0, end))
      if (!(now() < expiresAtSeconds)) return { kind: 'late' }
      if (completed.has(attempt.state, expiresAtSeconds)) return { kind: 'used' }
      return { kind: 'value', value: opened.slice(end + 1), expiresAtSeconds }
    }
    return { kind: 'foreign' }
  }

  return {
    /** Encrypts the session of a `Cookie` header; null: there is none. Throws a `Fault` if it is too large for the target origin. */
    encrypt(
      from: { origin: string; cookieHeader: string | undefined; session: Session },
      attempt: Attempt
    ): string | null {
      const { cookie } = at(from.origin)
      const reading = cookie.read(from.cookieHeader)
      const opened = reading.kind === 'present' ? cookie.open(reading) : null
      if (opened?.kind !== 'open') return null
      // Each origin has a key of its own.
      const { device: _ofOrigin, ...state } = opened.state
      const device = devices === null ? null : { device: devices.awaited() }
      const value = at(attempt.to).cookie.encrypt({ ...state, id: from.session.id, ...device })
      const expiresAtSeconds = Math.floor(now()) + ON_THE_WAY_SECONDS
      return encryption.handOver.encrypt(`${expiresAtSeconds} ${value}`, contextOf(attempt))
    },

    /** Decrypts it, once, and checks the session. `cookieHeader`: what the browser sent to the origin, to clear an older session. */
    async open(encrypted: string, attempt: Attempt, cookieHeader: string | undefined): Promise<Arrival> {
      const content = decrypt(encrypted, attempt)
      if (content.kind !== 'value') return content
      completed.set(attempt.state, content.expiresAtSeconds)
      const { checker, cookie } = at(attempt.to)
      const check = await checker.check(cookie.headerOf(content.value), null)
      if (check.kind === 'unavailable') completed.delete(attempt.state)
      if (check.kind !== 'signed-in') return { kind: 'checked', check, setCookies: [] }
      const renewed = check.setCookies.length > 0 ? check.setCookies : null
      const setCookies = renewed ?? cookie.set(content.value, [], limits.maxAgeSeconds(check.session))
      const reading = cookie.read(cookieHeader)
      const before = reading.kind === 'absent' ? [] : reading.names
      const leftOver = before.filter((name) => !setCookies.some((line) => line.startsWith(`${name}=`)))
      return { kind: 'checked', check, setCookies: [...setCookies, ...cookie.clear(leftOver)] }
    },

    /** Whether the browser already has this session at the origin. Does not consume the attempt. */
    isThere(encrypted: string, attempt: Attempt, session: Session): boolean {
      const content = decrypt(encrypted, attempt)
      if (content.kind !== 'value') return false
      const { checker, cookie } = at(attempt.to)
      return checker.identify(cookie.headerOf(content.value))?.id === session.id
    }
  }
}

type Decrypted =
  | Exclude<Arrival, { kind: 'checked' }>
  | { kind: 'value'; value: string; expiresAtSeconds: number }

/** Unambiguous: neither origins nor digests contain a space. */
function contextOf({ to, state, redirect }: Attempt): string {
  return `${to} ${state} ${redirect}`
}

/** Validity of an encrypted session, in seconds. */
const ON_THE_WAY_SECONDS = 60
const MAX_CACHED = 50_000

/** State digests of completed attempts. */
export type CompletedHandOvers = ReturnType<typeof createCompletedHandOvers>

/**
 * Entries outlive the validity of their attempt. When there are too many, the oldest are dropped, and all sessions encrypted up to then
 * count as used: their visitors repeat the hand-over. `now`: epoch seconds.
 */
export function createCompletedHandOvers(now: () => number, most = MAX_CACHED) {
  let droppedUntilSeconds = Number.NEGATIVE_INFINITY
  const completed = new LRUCache<string, number>({
    ...atMost(most),
    ...forSeconds(ON_THE_WAY_SECONDS + 1, now),
    dispose(expiresAtSeconds, _state, reason) {
      if (reason === 'evict') droppedUntilSeconds = Math.max(droppedUntilSeconds, expiresAtSeconds)
    }
  })
  // `expiresAtSeconds`: of the encrypted session, in epoch seconds.
  return {
    has: (state: string, expiresAtSeconds: number): boolean =>
      completed.has(state) || expiresAtSeconds <= droppedUntilSeconds,
    set: (state: string, expiresAtSeconds: number): void => void completed.set(state, expiresAtSeconds),
    /** Allows it to be used after all. */
    delete: (state: string): void => void completed.delete(state)
  }
}
