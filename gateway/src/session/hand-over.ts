import { LRUCache } from 'lru-cache'
import type { SessionChecker } from './check.ts'
import type { SessionCheck } from './check-result.ts'
import type { SessionCookie } from './cookie/cookie.ts'
import type { SessionKey } from './cookie/cookie-value.ts'
import type { Limits } from './limits.ts'
import type { Session } from './session.ts'
import { atMost, forSeconds } from './session-cache.ts'

/** Which attempt a sealed session is for. All of it is bound to the seal. */
export interface Attempt {
  /** Origin that the session goes to. */
  to: string
  /** Digest of the secret in the browser's state cookie there. */
  state: string
  /** Path and query to open there. */
  redirect: string
}

/** What became of a sealed session. */
export type Arrival =
  /** Altered, for another attempt, or of another gateway. */
  | { kind: 'foreign' }
  | { kind: 'late' }
  /** The attempt has brought a session already. */
  | { kind: 'used' }
  /** `setCookies`: those of the origin, where the session stands. */
  | { kind: 'checked'; check: SessionCheck; setCookies: readonly string[] }

/** Gets sessions to origins that have a cookie of their own; see `createHandOver`. */
export interface HandOver {
  /**
   * Seals the session of a `Cookie` header of the sign-in origin, which has been checked; null: there is none. Throws a `Fault`
   * `SESSION_TOO_LARGE` where its cookies at that origin would be too large.
   */
  encrypt(
    from: { origin: string; cookieHeader: string | undefined; session: Session },
    attempt: Attempt
  ): string | null
  /**
   * Opens it, once, and checks the session as that of a request. `cookieHeader`: what the browser sent to the origin, for parts
   * of an older session that go. Whether the browser has the secret of the state is not looked at.
   */
  open(encrypted: string, attempt: Attempt, cookieHeader: string | undefined): Promise<Arrival>
  /** Is a sealed session of this attempt the one that the browser has at the origin already? Uses nothing up. */
  isThere(encrypted: string, attempt: Attempt, session: Session): boolean
}

export interface HandOverOptions {
  at(origin: string): { checker: SessionChecker; cookie: SessionCookie }
  /** The first seals, all open. */
  keys: readonly SessionKey[]
  limits: Pick<Limits, 'maxAgeSeconds'>
  taken: HandedOver
  /** Epoch seconds. */
  now: () => number
}

/**
 * Sessions on their way: the cookie value that the target origin will set, sealed for one attempt and a minute. It has the id and
 * the start of the session that it comes from, so all of its cookies end together.
 */
export function createHandOver({ at, keys, limits, taken, now }: HandOverOptions): HandOver {
  const [encryption] = keys
  if (encryption === undefined) throw new Error('a hand-over needs a signature key')

  /** What was sealed for this attempt: the cookie value, while it is in time and has brought nothing yet. Uses nothing up. */
  function decrypt(encrypted: string, attempt: Attempt): Decrypted {
    const context = contextOf(attempt)
    for (const { handOver } of keys) {
      const opened = handOver.open(encrypted, context)
      if (opened === null) continue
      const end = opened.indexOf(' ')
      if (!(now() < Number(opened.slice(0, end)))) return { kind: 'late' }
      return taken.has(attempt.state) ? { kind: 'used' } : { kind: 'value', value: opened.slice(end + 1) }
    }
    return { kind: 'foreign' }
  }

  return {
    encrypt({ origin, cookieHeader, session }, attempt) {
      const { cookie } = at(origin)
      const reading = cookie.read(cookieHeader)
      const opened = reading.kind === 'present' ? cookie.open(reading) : null
      if (opened?.kind !== 'open') return null
      const value = at(attempt.to).cookie.encrypt({ ...opened.state, id: session.id })
      return encryption.handOver.encrypt(
        `${Math.floor(now()) + ON_THE_WAY_SECONDS} ${value}`,
        contextOf(attempt)
      )
    },

    async open(encrypted, attempt, cookieHeader) {
      const content = decrypt(encrypted, attempt)
      if (content.kind !== 'value') return content
      taken.set(attempt.state, true)
      const { checker, cookie } = at(attempt.to)
      const check = await checker.check(cookie.headerOf(content.value))
      if (check.kind === 'unavailable') taken.delete(attempt.state)
      if (check.kind !== 'signed-in') return { kind: 'checked', check, setCookies: [] }
      const renewed = check.setCookies.length > 0 ? check.setCookies : null
      const setCookies = renewed ?? cookie.set(content.value, [], limits.maxAgeSeconds(check.session))
      const reading = cookie.read(cookieHeader)
      const before = reading.kind === 'absent' ? [] : reading.names
      const leftOver = before.filter((name) => !setCookies.some((line) => line.startsWith(`${name}=`)))
      return { kind: 'checked', check, setCookies: [...setCookies, ...cookie.clear(leftOver)] }
    },

    isThere(encrypted, attempt, session) {
      const content = decrypt(encrypted, attempt)
      if (content.kind !== 'value') return false
      const { checker, cookie } = at(attempt.to)
      return checker.identify(cookie.headerOf(content.value))?.id === session.id
    }
  }
}

type Decrypted = Exclude<Arrival, { kind: 'checked' }> | { kind: 'value'; value: string }

/** Without ambiguity: neither an origin nor a digest holds a blank. */
function contextOf({ to, state, redirect }: Attempt): string {
  return `${to} ${state} ${redirect}`
}

/** How long a sealed session may be on its way, in seconds. */
const ON_THE_WAY_SECONDS = 60
const MAX_CACHED = 50_000

/** Digests of the states of attempts by which a session has arrived. */
export type HandedOver = LRUCache<string, true>

/** A memory for them; what is forgotten is over by its time. `now`: epoch seconds. */
export function createHandedOver(now: () => number): HandedOver {
  return new LRUCache({ ...atMost(MAX_CACHED), ...forSeconds(ON_THE_WAY_SECONDS + 1, now) })
}
