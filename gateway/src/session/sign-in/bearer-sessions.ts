import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../async/single-flight.ts'
import { Fault } from '../../errors.ts'
import type { Claims } from '../../identity-platform/tokens/id-token.ts'
import type { EventSink } from '../../operations/events.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { createSupersededIds } from '../revocation/revocations.ts'
import { keyOf, type Owner, ownerOf, type Session } from '../session.ts'
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

/** The page's verified id token, and the refresh token if handed over. */
export interface ShownTokens {
  idToken: string
  claims: Claims
  /** Null: none is required. */
  refreshToken: string | null
  /** Where the session begins. */
  origin: string
}

export interface SessionStart {
  /** Begins a new session on each call. */
  start(): Promise<Acquisition>
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

/** A session begun by a bearer, its origin, and a digest of the refresh token shown with it. */
interface Begun {
  acquisition: Extract<Acquisition, { kind: 'acquired' }>
  origin: string
  proof: string
}

/**
 * One session per bearer, at one origin. Concurrent posts share one start. For a minute, showing the bearer
 * again returns the same session, along with the same refresh token or another that `start` accepts. After that,
 * or once the session is over, the bearer is rejected with `SIGN_IN_USED`. A rejected start uses nothing up.
 * Other processes return the same session for the same refresh token and reject any other. If the cache
 * overflows within a minute, the oldest bearers are rejected and their visitors sign in once more. Two sign-ins
 * of one account in the same second get the same id token from the provider, so they share one session.
 */
export function createBearerSessions(options: {
  used: UsedBearers
  /** Shares new sessions between the gateway's processes. */
  shared: Pick<SharedState, 'once'>
  begun: BegunSessions
  age: Pick<SignInAge, 'staleAtSeconds'>
  /** Whether this session was ended at this gateway. */
  isOver(session: Session): boolean
}) {
  const { used, shared, begun, age, isOver } = options
  const starts = createSingleFlight<Acquisition>()

  /** Whether the session can be returned again. At its origin only: its cookie is valid nowhere else. */
  const servesAgain = (known: Begun, origin: string) =>
    known.origin === origin && !isOver(known.acquisition.session)

  /** The session that the bearer has begun, if it can be returned again. */
  function giveAgain({ id }: Bearer, origin: string): Acquisition {
    const known = begun.get(id)
    return known === undefined || !servesAgain(known, origin) ? refuseUsed() : known.acquisition
  }

  async function begin(
    bearer: Bearer,
    { proof, origin }: Pick<Begun, 'proof' | 'origin'>,
    how: SessionStart
  ): Promise<Acquisition> {
    const known = begun.get(bearer.id)
    if (known === undefined ? used.isUsed(bearer) : !servesAgain(known, origin)) return refuseUsed()
    if (known?.proof === proof) return known.acquisition
    if (known !== undefined) {
      // The session exists already; starting another proves the other refresh token.
      const proved = await how.start()
      return proved.kind === 'refused' ? proved : giveAgain(bearer, origin)
    }
    return await shared.once<Acquisition>(`sign-in ${bearer.id} ${proof} ${origin}`, REPEAT_SECONDS, {
      async make() {
        const started = await how.start()
        if (started.kind === 'refused') return started
        if (!(await use(bearer))) return giveAgain(bearer, origin)
        begun.set(bearer.id, { acquisition: started, origin, proof })
        return started
      },
      write: (made) => (made.kind === 'acquired' ? made.cookieValue : null),
      async read(cookieValue) {
        const session = await how.open(cookieValue)
        if (session === null || isOver(session)) return null
        const acquisition = { kind: 'acquired', session, cookieValue } as const
        // Also recorded here, in case the others become unreachable.
        await use(bearer)
        begun.set(bearer.id, { acquisition, origin, proof })
        return acquisition
      }
    })
  }

  const use = (bearer: Bearer) =>
    used.use(bearer, age.staleAtSeconds({ auth_time: bearer.signedInAtSeconds }))

  return (shown: ShownTokens, how: SessionStart): Promise<Acquisition> => {
    const bearer = describeBearer(shown)
    const proof = shown.refreshToken === null ? '' : digestOf(shown.refreshToken)
    const { origin } = shown
    return starts.run(`${bearer.id} ${proof} ${origin}`, () => begin(bearer, { proof, origin }, how))
  }
}

function refuseUsed(): Acquisition {
  return refused(new Fault('SIGN_IN_USED', { detail: 'this id token has already begun a session' }))
}

/** Hashes only what the signature covers, so respelling the signature does not change the id. */
function describeBearer({ idToken, claims }: ShownTokens): Bearer {
  const id = digestOf(idToken.slice(0, idToken.lastIndexOf('.')))
  return { ...ownerOf(claims), id, signedInAtSeconds: claims.auth_time }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The identifying parts of a sign-in's id token. */
export interface Bearer extends Owner {
  /** Digest of what its signature covers: the same for every spelling of the token. */
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
