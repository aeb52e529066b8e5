import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { parseJsonObject } from '../config/json-members.ts'
import { Fault } from '../errors.ts'
import type { EndableSession } from '../session/revocation/revocation.ts'
import type { Session } from '../session/session.ts'
import type { SharedState } from '../shared-state/shared-state.ts'

export type RecordState = Pick<SharedState, 'addToList' | 'readList' | 'countCall' | 'once'>

/** The one entry of a list that holds a record. */
const ONLY = 'record'
/** Longer than two requests with one code can be apart and still both find it unused. */
const CONSUME_WINDOW_MS = 120_000
/** Outlives every token of a grant. */
const REVOKED_SECONDS = 366 * 24 * 60 * 60
/** While the store is away, which is tried more often. */
const RETRY_AFTER_SECONDS = 5
const INDEXED = ['uid', 'userCode'] as const
/** Made for anyone who sends a request, so in memory they have a room of their own. */
const OF_STRANGERS = /^(Interaction|DeviceCode)/

function listOf(name: string): string {
  if (name.startsWith('ReplayDetection')) return `oauth-replay ${name}`
  return `${OF_STRANGERS.test(name) ? 'oauth-request' : 'oauth'} ${name}`
}

/** The sessions by which visitors get authorization codes. */
export interface CodeSessions {
  /** That of the request in progress. */
  current(): Session | undefined
  isEnded(session: EndableSession): boolean
}

const NO_SESSIONS: CodeSessions = { current: () => undefined, isEnded: () => false }

/**
 * What the provider stores, in the state that all processes share: encrypted, by hashed names, and forgotten when it
 * expires. A code or refresh token is consumed once, also by two requests at the same moment; an unused authorization code ends
 * with its session. Throws `STORE_UNAVAILABLE` while the store is. `refuseReplay`: the error for a second use. `now`: epoch seconds.
 */
export function createRecords(
  shared: RecordState,
  refuseReplay: (model: string) => Error,
  now: () => number,
  sessions = NO_SESSIONS
) {
  async function read(name: string): Promise<Record<string, unknown> | null> {
    const text = (await readTexts(shared, listOf(name))).at(-1)
    return text === undefined || text === '' ? null : parseJsonObject(text)
  }

  async function write(name: string, value: object | null, expiresAtSeconds: number): Promise<void> {
    const text = value === null ? '' : JSON.stringify(value)
    await shared.addToList(listOf(name), { key: ONLY, text, expiresAtSeconds })
  }

  const isRevoked = async (grantId: string | undefined) =>
    grantId !== undefined && (await read(`revoked ${grantId}`)) !== null

  const revoke = (grantId: string) => write(`revoked ${grantId}`, { revoked: true }, now() + REVOKED_SECONDS)

  function createAdapter(model: string): Adapter {
    const nameOf = (id: string) => `${model} ${id}`

    async function find(id: string): Promise<AdapterPayload | undefined> {
      const payload = await read(nameOf(id))
      if (payload === null || (await isRevoked(textOf(payload.grantId)))) return undefined
      const { begunBy, consumed } = payload
      // Of one that was used, the provider has to notice the second use.
      const isOver =
        begunBy !== undefined && consumed === undefined && sessions.isEnded(begunBy as EndableSession)
      return isOver ? undefined : payload
    }

    /** Also of several uses at the same moment, at any process, one passes. */
    async function once(id: string): Promise<void> {
      const { calls } = await shared.countCall('oauth consume', nameOf(id), CONSUME_WINDOW_MS)
      if (calls > 1) throw refuseReplay(model)
    }

    async function findBy(
      index: (typeof INDEXED)[number],
      value: string
    ): Promise<AdapterPayload | undefined> {
      const id = textOf((await read(`${model} by ${index} ${value}`))?.id)
      return id === undefined ? undefined : await find(id)
    }

    return {
      find,
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      async upsert(id, payload, ttlSeconds = REVOKED_SECONDS) {
        // No browser gets the cookie of a session without an account.
        if (model === 'Session' && payload.accountId === undefined) return
        const expiresAtSeconds = now() + ttlSeconds
        if (model === 'ReplayDetection') await once(id)
        // Which clients a session has signed in is not the provider's to know: it would log them out itself.
        const { authorizations: _, ...kept } = payload
        const begunBy = model === 'AuthorizationCode' ? describeSession(sessions.current()) : undefined
        await write(nameOf(id), { ...kept, begunBy }, expiresAtSeconds)
        for (const index of INDEXED) {
          const value = payload[index]
          if (value !== undefined) await write(`${model} by ${index} ${value}`, { id }, expiresAtSeconds)
        }
      },
      async consume(id) {
        // First: while the store is away, no attempt counts.
        const payload = await read(nameOf(id))
        await once(id)
        if (payload === null) throw refuseReplay(model)
        await write(nameOf(id), { ...payload, consumed: Math.floor(now()) }, Number(payload.exp))
      },
      destroy: (id) => write(nameOf(id), null, now() + CONSUME_WINDOW_MS / 1000),
      revokeByGrantId: revoke
    }
  }

  const adapter: AdapterFactory = createAdapter
  return {
    adapter,
    /** Ends a grant with all its codes and tokens, at every process. */
    revoke
  }
}

/** The texts of a list, by their expiry. Throws `STORE_UNAVAILABLE` while the store is. */
export async function readTexts(
  shared: Pick<RecordState, 'readList'>,
  list: string
): Promise<readonly string[]> {
  const reading = await shared.readList(list)
  if (reading.kind === 'unavailable')
    throw new Fault('STORE_UNAVAILABLE', { detail: reading.detail, retryAfterSeconds: RETRY_AFTER_SECONDS })
  return reading.kind === 'list' ? reading.texts : []
}

export type Records = ReturnType<typeof createRecords>

function describeSession(session: Session | undefined): EndableSession | undefined {
  if (session === undefined) return undefined
  const { id, subject, tenantId, startedAtSeconds, claims } = session
  return { id, subject, tenantId, startedAtSeconds, claims: { auth_time: claims.auth_time } }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
