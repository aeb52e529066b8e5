import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../async/single-flight.ts'
import { Fault } from '../../errors.ts'
import type { Claims } from '../../identity-platform/tokens/id-token.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { ownerOf, type Session } from '../session.ts'
import { forSeconds } from '../session-cache.ts'
import { type Acquisition, refused } from './acquisition.ts'
import type { SignInAge } from './age.ts'
import type { Bearer, UsedBearers } from './used-bearers.ts'

/** How long a sign-in whose answer was lost may be asked for again, in seconds. */
const REPEAT_SECONDS = 60
const REPEAT_BYTES = 32 * 1024 * 1024
/** Rough size of such a session beside its strings, in bytes. */
const ENTRY_OVERHEAD_BYTES = 1000

/** What the page shows to begin a session: its id token, verified, and the refresh token where that is handed over. */
export interface ShownTokens {
  idToken: string
  claims: Claims
  /** Null: none is asked for. */
  refreshToken: string | null
  /** Where the session is to begin. */
  origin: string
}

/** How the session of a bearer is made. */
export interface SessionStart {
  /** Makes a session, each time another one. */
  start(): Promise<Acquisition>
  /** The session in a cookie value that another process has made. Null: it is no valid session of this account. Does not reject. */
  open(cookieValue: string): Promise<Session | null>
}

/** Begins the one session of a bearer; see `createBearerSessions`. */
export type BeginSession = (shown: ShownTokens, how: SessionStart) => Promise<Acquisition>

export interface BearerSessionsOptions {
  used: UsedBearers
  /** Where the processes of the gateway share new sessions. */
  shared: Pick<SharedState, 'once'>
  begun: BegunSessions
  age: Pick<SignInAge, 'staleAtSeconds'>
  /** Was this session ended, at this gateway? */
  isOver(session: Session): boolean
}

/** Sessions that may be asked for again, by the id of their bearer. */
export type BegunSessions = LRUCache<string, Begun>

/** A memory for sessions that may be asked for again. `bytes`: default 32 MiB, some thousand sessions. */
export function createBegunSessions(now: () => number, bytes: number = REPEAT_BYTES): BegunSessions {
  return new LRUCache({
    maxSize: bytes,
    sizeCalculation: ({ acquisition: { session, cookieValue } }) =>
      cookieValue.length + 2 * session.idToken.length + ENTRY_OVERHEAD_BYTES,
    ...forSeconds(REPEAT_SECONDS, now)
  })
}

/** A session that a bearer began, where it did, and a digest of the refresh token that was shown with it. */
interface Begun {
  acquisition: Extract<Acquisition, { kind: 'acquired' }>
  origin: string
  proof: string
}

/**
 * One session for each bearer, at one origin. Posts at the same time wait for one start; for a minute after it, the same session is given
 * again to whoever shows the bearer, and with it the same refresh token or another one that `start` accepts. Then, and as
 * soon as the session is over, the bearer is refused with `SIGN_IN_USED`. A start that is refused uses nothing up.
 *
 * Other processes return the same session for the same refresh token, and refuse the bearer with another one.
 *
 * Where more sessions begin in a minute than the memory for repeats holds, the oldest cannot be asked for again: its bearer
 * is refused, and the visitor signs in once more. The provider gives two sign-ins of one account in the same second the
 * same id token: they have one session.
 */
export function createBearerSessions(options: BearerSessionsOptions): BeginSession {
  const { used, shared, begun, age, isOver } = options
  const starts = createSingleFlight<Acquisition>()

  /** Can this session be given to those who show its bearer again? At its origin alone: its cookie counts nowhere else. */
  const servesAgain = (known: Begun, origin: string) =>
    known.origin === origin && !isOver(known.acquisition.session)

  /** The session that the bearer has begun, if it can be given again. */
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
      // There is a session already: that another one could be made proves the other refresh token.
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
        // Remembered here as well, in case the others cannot be reached later.
        await use(bearer)
        begun.set(bearer.id, { acquisition, origin, proof })
        return acquisition
      }
    })
  }

  const use = (bearer: Bearer) =>
    used.use(bearer, age.staleAtSeconds({ auth_time: bearer.signedInAtSeconds }))

  return (shown, how) => {
    const bearer = describeBearer(shown)
    const proof = shown.refreshToken === null ? '' : digestOf(shown.refreshToken)
    const { origin } = shown
    return starts.run(`${bearer.id} ${proof} ${origin}`, () => begin(bearer, { proof, origin }, how))
  }
}

function refuseUsed(): Acquisition {
  return refused(new Fault('SIGN_IN_USED', { detail: 'this id token has begun a session' }))
}

/** By what its signature covers, so that a token has one id however the signature is spelled. */
function describeBearer({ idToken, claims }: ShownTokens): Bearer {
  const id = digestOf(idToken.slice(0, idToken.lastIndexOf('.')))
  return { ...ownerOf(claims), id, signedInAtSeconds: claims.auth_time }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
