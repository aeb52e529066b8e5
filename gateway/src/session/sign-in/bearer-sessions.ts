import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../async.ts'
import { Fault } from '../../errors.ts'
import type { Claims } from '../../identity-platform/tokens/id-token.ts'
import type { EventSink } from '../../operations/events.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { createSupersededIds } from '../revocation/revocations.ts'
import { type AccountId, accountIdOf, keyOf, type Session } from '../session.ts'
import { forSeconds } from '../session-cache.ts'
import type { SignInAge } from './rules.ts'

/** How long a sign-in can be repeated after its response was lost, in seconds. */
const REPEAT_SECONDS = 60
const REPEAT_BYTES = 32 * 1024 * 1024
/** Approximate size of such a session without its strings, in bytes. */
const ENTRY_OVERHEAD_BYTES = 1000

/** Result of a sign-in. */
export type Acquisition = { kind: 'acquired'; session: Session; cookieValue: string } | Refused

export interface Refused {
  kind: 'refused'
  fault: Fault
}

/** A sign-in that begins no session. */
export function refused(fault: Fault): Refused {
  return { kind: 'refused', fault }
}

/** The page's verified id token, and the refresh token if there is one. */
export interface ShownTokens {
  idToken: string
  claims: Claims
  refreshToken: string | null
  /** Where the session begins. */
  origin: string
}

export interface SessionStart {
  /** Begins a new session on each call. */
  start(): Promise<Acquisition>
  /** Why the refresh token is not one of the account; resolves to null if it is. Null: `start` finds out. */
  prove: (() => Promise<Refused | null>) | null
  /** The session in a cookie value from another process. Null: no valid session of this account. Never rejects. */
  open(cookieValue: string): Promise<Session | null>
}

/** Begins the one session of a bearer. */
export type BeginSession = ReturnType<typeof createBearerSessions>

/** Repeatable sessions by the id of their bearer. */
export type BegunSessions = LRUCache<string, Begun>

/** `bytes`: default 32 MiB, some thousand sessions. */
export function createBegunSessions(now: () => number, bytes: number = REPEAT_BYTES): BegunSessions {
  return new LRUCache({
    maxSize: bytes,
    sizeCalculation: ({ acquisition: { session, cookieValue } }) =>
      cookieValue.length + 2 * session.idToken.length + ENTRY_OVERHEAD_BYTES,
    ...forSeconds(REPEAT_SECONDS, now)
  })
}

/** A session begun by a bearer, and its origin. */
interface Begun {
  acquisition: Extract<Acquisition, { kind: 'acquired' }>
  origin: string
}

/** `first`: whom the id token alone stands for; `own`: the same, or with the refresh token that tells it from others. */
interface Bearers {
  first: Bearer
  own: Bearer
}

/**
 * One session per bearer, at one origin. Concurrent posts share one start. For a minute, showing the bearer again returns the same
 * session. After that, or once the session is over, the bearer is rejected with `SIGN_IN_USED`. A rejected start uses nothing up.
 * Other processes return the same session for the same tokens. If the cache overflows within a minute, the oldest bearers are
 * rejected and their visitors sign in once more. Two sign-ins of one account in the same second get the same id token from the
 * provider: each is a bearer of its own if it shows, and proves, a refresh token of its own.
 */
export function createBearerSessions(options: {
  used: UsedBearers
  /** Shares new sessions between the gateway's processes. */
  shared: Pick<SharedState, 'singleFlight'>
  begun: BegunSessions
  age: Pick<SignInAge, 'staleAtSeconds'>
  /** Whether this session was ended at this gateway. */
  isOver(session: Session): boolean
}) {
  const { used, shared, begun, age, isOver } = options
  const starts = createSingleFlight<Acquisition>()

  /** What a bearer gets that has begun a session: the same. At its origin only: its cookie is valid nowhere else. */
  function giveAgain({ id }: Bearer, origin: string): Acquisition {
    const known = begun.get(id)
    const isServed = known !== undefined && known.origin === origin && !isOver(known.acquisition.session)
    return isServed ? known.acquisition : refuseUsed()
  }

  async function make({ first, own }: Bearers, origin: string, how: SessionStart): Promise<Acquisition> {
    const isKnownOther = first !== own && used.isUsed(first)
    const unproved = isKnownOther ? await prove(how) : null
    if (unproved !== null) return refuseUnproved(unproved, first, origin)
    const started = await how.start()
    if (started.kind === 'refused') return started
    const isFirst = await use(first)
    if (first === own && !isFirst) return giveAgain(own, origin)
    if (first !== own) {
      const refusal = isFirst || isKnownOther ? null : await prove(how)
      if (refusal !== null) return refuseUnproved(refusal, first, origin)
      if (!(await use(own))) return giveAgain(own, origin)
    }
    remember(isFirst ? [first, own] : [own], { acquisition: started, origin })
    return started
  }

  const prove = async (how: SessionStart) => (await how.prove?.()) ?? null

  /** Another refresh token that is none of the account makes no difference. */
  function refuseUnproved(refusal: Refused, first: Bearer, origin: string): Acquisition {
    return refusal.fault.statusCode === 401 ? giveAgain(first, origin) : refusal
  }

  function remember(bearers: readonly Bearer[], session: Begun): void {
    for (const { id } of bearers) begun.set(id, session)
  }

  async function begin(bearers: Bearers, origin: string, how: SessionStart): Promise<Acquisition> {
    const { first, own } = bearers
    if (begun.has(own.id) || used.isUsed(own)) return giveAgain(own, origin)
    return await shared.singleFlight<Acquisition>(`sign-in ${own.id} ${origin}`, REPEAT_SECONDS, {
      make: () => make(bearers, origin, how),
      write: (made) => (made.kind === 'acquired' ? made.cookieValue : null),
      async read(cookieValue) {
        const session = await how.open(cookieValue)
        if (session === null || isOver(session)) return null
        const acquisition = { kind: 'acquired', session, cookieValue } as const
        // Also recorded here, in case the others become unreachable.
        for (const bearer of new Set([first, own])) await use(bearer)
        remember([own], { acquisition, origin })
        return acquisition
      }
    })
  }

  const use = (bearer: Bearer) =>
    used.use(bearer, age.staleAtSeconds({ auth_time: bearer.signedInAtSeconds }))

  return (shown: ShownTokens, how: SessionStart): Promise<Acquisition> => {
    const own = describeBearer(shown, shown.refreshToken)
    const isAlone = shown.refreshToken === null || how.prove === null
    const first = isAlone ? own : describeBearer(shown, null)
    const { origin } = shown
    return starts.run(`${own.id} ${origin}`, () => begin({ first, own }, origin, how))
  }
}

function refuseUsed(): Acquisition {
  return refused(new Fault('SIGN_IN_USED', { detail: 'this id token has already begun a session' }))
}

/** Hashes only what the signature covers, so respelling the signature does not change the id. */
function describeBearer({ idToken, claims }: ShownTokens, refreshToken: string | null): Bearer {
  const signed = idToken.slice(0, idToken.lastIndexOf('.'))
  // No token contains a space.
  const id = digestOf(refreshToken === null ? signed : `${signed} ${refreshToken}`)
  return { ...accountIdOf(claims), id, signedInAtSeconds: claims.auth_time }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The identifying parts of a sign-in's id token. */
export interface Bearer extends AccountId {
  /** Digest of what its signature covers, the same for every spelling of the token, and of the refresh token shown with it. */
  id: string
  /** Its `auth_time`, in epoch seconds. */
  signedInAtSeconds: number
}

/** Bearers that have begun a session. */
export type UsedBearers = ReturnType<typeof createUsedBearers>

const MAX_ACCOUNTS = 100_000

/**
 * Used bearers in bounded memory, 32 per account. Only verified bearers that began a session are stored, so filling it takes
 * accounts. Many bearers of one account (refreshes of one sign-in give any number) can only expire older sign-ins of that
 * account; too many accounts expire the oldest sign-ins in progress. Those affected sign in again: no bearer becomes usable
 * again, and no new sign-in is rejected. Other processes, and this one after a restart, learn of uses through the shared state:
 * with a store until the bearer is stale, between workers without one for the last 5,000 bearers. If it cannot be reached, this
 * process decides alone, because a sign-in must not fail for lack of a store: a fresh bearer may then begin one session per
 * process.
 */
export function createUsedBearers(options: {
  /** Counts uses across the gateway's processes. */
  shared: Pick<SharedState, 'countCall'>
  /** Account limit; default 100,000, about 45 MiB with one used bearer each. */
  mostAccounts?: number
  /** Receives `used-sign-ins.full`. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}) {
  const { shared, mostAccounts = MAX_ACCOUNTS, report, now } = options
  const { retire, isSuperseded } = createSupersededIds({
    mostAccounts,
    onFull: (signedInUntilSeconds) => report({ kind: 'used-sign-ins.full', signedInUntilSeconds }),
    now
  })
  /** Whether this process knows it is used. Another process may know more: `use` decides. */
  const isUsed = ({ id, signedInAtSeconds, ...owner }: Bearer) => isSuperseded(owner, id, signedInAtSeconds)
  return {
    isUsed,
    /**
     * Marks a bearer as used at all reachable processes. `expiresAtSeconds`: when it can no longer begin a
     * session (epoch seconds). False: it was used before. Never rejects.
     */
    async use(bearer: Bearer, expiresAtSeconds: number): Promise<boolean> {
      if (isUsed(bearer)) return false
      const { id, signedInAtSeconds } = bearer
      retire(bearer, { id, beganAtSeconds: signedInAtSeconds, overAtSeconds: expiresAtSeconds })
      const lifeMs = (expiresAtSeconds - signedInAtSeconds) * 1000
      const { calls } = await shared.countCall('bearer', `${keyOf(bearer)} ${id}`, lifeMs)
      return calls === 1
    }
  }
}
