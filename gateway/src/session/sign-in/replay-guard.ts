import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../async.ts'
import { Fault } from '../../errors.ts'
import type { Claims } from '../../identity-platform/tokens/id-token.ts'
import type { Runtime } from '../../operations/runtime.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { createSupersededIds } from '../revocation/revocations.ts'
import { type AccountId, accountIdOf, keyOf, type Session } from '../session.ts'
import { ENTRY_OVERHEAD_BYTES, forSeconds } from '../session-cache.ts'
import type { SignInAge } from './rules.ts'

/** How long a sign-in can be repeated after its response was lost, in seconds. */
const REPEAT_SECONDS = 60
const REPEAT_BYTES = 32 * 1024 * 1024

export interface Acquired {
  kind: 'acquired'
  session: Session
  cookieValue: string
}

export interface Refused {
  kind: 'refused'
  fault: Fault
}

/** Result of a sign-in. */
export type Acquisition = Acquired | Refused

/** A sign-in that begins no session. */
export function refused(fault: Fault): Refused {
  return { kind: 'refused', fault }
}

/** What the login page sent: its verified id token, the refresh token if there is one, and the origin where the session begins. */
interface SentTokens {
  idToken: string
  claims: Claims
  refreshToken: string | null
  origin: string
}

interface SessionStart {
  /** Begins a new session on each call. */
  start(): Promise<Acquisition>
  /** Why the refresh token is not one of the account; resolves to null if it is. Null: `start` finds out. */
  prove: (() => Promise<Refused | null>) | null
  /** The session in a cookie value from another process. Null: no valid session of this account. Never rejects. */
  open(cookieValue: string): Promise<Session | null>
}

/** Sessions that may be given again, by the id of their sign-in, and the origin of each. */
export type RepeatableSessions = LRUCache<string, { acquired: Acquired; origin: string }>

/** `bytes`: default 32 MiB, some thousand sessions. */
export function createRepeatableSessions(
  now: () => number,
  bytes: number = REPEAT_BYTES
): RepeatableSessions {
  return new LRUCache({
    maxSize: bytes,
    sizeCalculation: ({ acquired: { session, cookieValue } }) =>
      cookieValue.length + 2 * session.idToken.length + ENTRY_OVERHEAD_BYTES,
    ...forSeconds(REPEAT_SECONDS, now)
  })
}

export type IdTokenReplayGuard = ReturnType<typeof createIdTokenReplayGuard>

/**
 * One session per sign-in, at one origin. Concurrent posts share one start. For a minute, sending its tokens again returns the same
 * session. After that, or once the session has ended, they are rejected with `SIGN_IN_USED`. A rejected start uses nothing up.
 * Other processes return the same session for the same tokens. If the cache overflows within a minute, the oldest sign-ins are
 * rejected and their visitors sign in once more. Two sign-ins of one account in the same second get the same id token from the
 * provider: each is a sign-in of its own if it has, and proves, a refresh token of its own.
 */
export function createIdTokenReplayGuard(options: {
  used: UsedSignIns
  repeatable: RepeatableSessions
  /** Shares new sessions between the gateway's processes. */
  shared: Pick<SharedState, 'singleFlight'>
  age: Pick<SignInAge, 'staleAtSeconds'>
  /** Whether this session was ended at this gateway, or its cookie at this origin replaced by a bound one. */
  isOver(session: Session, origin: string): boolean
}) {
  const { used, repeatable, shared, age, isOver } = options
  const starts = createSingleFlight<Acquisition>()

  const use = (key: SignInKey) => used.use(key, age.staleAtSeconds({ auth_time: key.signedInAtSeconds }))

  /** What a used sign-in gets: the same session, at its origin only, since its cookie is valid nowhere else. */
  function repeat({ id }: SignInKey, origin: string): Acquisition {
    const known = repeatable.get(id)
    if (known !== undefined && known.origin === origin && !isOver(known.acquired.session, origin))
      return known.acquired
    return refused(new Fault('SIGN_IN_USED', { detail: 'this id token has already begun a session' }))
  }

  /** `byIdToken`: of the id token alone; `own`: the same, or with the refresh token that tells it from others. */
  async function begin(
    { byIdToken, own }: { byIdToken: SignInKey; own: SignInKey },
    origin: string,
    { start, prove, open }: SessionStart
  ): Promise<Acquisition> {
    if (repeatable.has(own.id) || used.has(own)) return repeat(own, origin)
    const isAlone = own === byIdToken

    /** Null: the refresh token is one of the account. Another one, of none, makes no difference to the id token. */
    async function refuseUnproved(): Promise<Acquisition | null> {
      const refusal = (await prove?.()) ?? null
      return refusal?.fault.statusCode === 401 ? repeat(byIdToken, origin) : refusal
    }

    async function run(): Promise<Acquisition> {
      const isKnownOther = !isAlone && used.has(byIdToken)
      const unproved = isKnownOther ? await refuseUnproved() : null
      if (unproved !== null) return unproved
      const acquired = await start()
      if (acquired.kind === 'refused') return acquired
      const isFirst = await use(byIdToken)
      if (isAlone && !isFirst) return repeat(own, origin)
      if (!isAlone) {
        const refusal = isFirst || isKnownOther ? null : await refuseUnproved()
        if (refusal !== null) return refusal
        if (!(await use(own))) return repeat(own, origin)
      }
      if (isFirst) repeatable.set(byIdToken.id, { acquired, origin })
      repeatable.set(own.id, { acquired, origin })
      return acquired
    }

    return await shared.singleFlight<Acquisition>(`sign-in ${own.id} ${origin}`, REPEAT_SECONDS, {
      run,
      encode: (made) => (made.kind === 'acquired' ? made.cookieValue : null),
      async decode(cookieValue) {
        const session = await open(cookieValue)
        if (session === null || isOver(session, origin)) return null
        const acquired = { kind: 'acquired', session, cookieValue } as const
        // Also recorded here, in case the others become unreachable.
        await use(byIdToken)
        if (!isAlone) await use(own)
        repeatable.set(own.id, { acquired, origin })
        return acquired
      }
    })
  }

  return {
    /** The one session of these tokens. */
    begin(sent: SentTokens, how: SessionStart): Promise<Acquisition> {
      const own = signInKeyOf(sent, sent.refreshToken)
      const isAlone = sent.refreshToken === null || how.prove === null
      const byIdToken = isAlone ? own : signInKeyOf(sent, null)
      const { origin } = sent
      return starts.run(`${own.id} ${origin}`, () => begin({ byIdToken, own }, origin, how))
    }
  }
}

/** Identifies a sign-in by the tokens that the page sent. */
export interface SignInKey extends AccountId {
  /** Digest of what the id token's signature covers, the same for every spelling of the token, and of the refresh token sent with it. */
  id: string
  /** Its `auth_time`, in epoch seconds. */
  signedInAtSeconds: number
}

function signInKeyOf({ idToken, claims }: SentTokens, refreshToken: string | null): SignInKey {
  // Only what the signature covers, so respelling the signature does not change the id. No token contains a space.
  const signed = idToken.slice(0, idToken.lastIndexOf('.'))
  const text = refreshToken === null ? signed : `${signed} ${refreshToken}`
  const id = hash('sha256', text, 'base64url')
  return { ...accountIdOf(claims), id, signedInAtSeconds: claims.auth_time }
}

/** Sign-ins that have begun a session. */
export type UsedSignIns = ReturnType<typeof createUsedSignIns>

const MAX_ACCOUNTS = 100_000

/**
 * Used sign-ins in bounded memory, 32 per account: overflow expires older ones, whose visitors sign in again. Uses are shared between
 * processes; if that fails, each decides alone, and a fresh id token may begin one session per process.
 */
export function createUsedSignIns(
  { report, now }: Pick<Runtime, 'report' | 'now'>,
  options: {
    /** Counts uses across the gateway's processes. */
    shared: Pick<SharedState, 'countCall'>
    /** Account limit; default 100,000, about 45 MiB with one used sign-in each. */
    mostAccounts?: number
  }
) {
  const { shared, mostAccounts = MAX_ACCOUNTS } = options
  const superseded = createSupersededIds({
    mostAccounts,
    onFull: (signedInUntilSeconds) => report({ kind: 'used-sign-ins.full', signedInUntilSeconds }),
    now
  })
  return {
    /** Whether this process knows it is used. Another process may know more: `use` decides. */
    has: (key: SignInKey): boolean => superseded.has(key, key.id, key.signedInAtSeconds),
    /** Marks it as used at all processes, until `expiresAtSeconds` (epoch seconds). False: it was used before. Never rejects. */
    async use(key: SignInKey, expiresAtSeconds: number): Promise<boolean> {
      const { id, signedInAtSeconds } = key
      if (superseded.has(key, id, signedInAtSeconds)) return false
      superseded.retire(key, { id, beganAtSeconds: signedInAtSeconds, overAtSeconds: expiresAtSeconds })
      const lifeMs = (expiresAtSeconds - signedInAtSeconds) * 1000
      const { calls } = await shared.countCall('bearer', `${keyOf(key)} ${id}`, lifeMs)
      return calls === 1
    }
  }
}
