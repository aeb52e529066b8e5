import type { Adapter, AdapterPayload } from 'oidc-provider'
import { parseJsonObject } from '../../src/config/json-members.ts'
import type { EndableSession } from '../../src/session/revocation/revocations.ts'
import type { Session } from '../../src/session/session.ts'
import { createHeldRecords, roomOf } from './record-bounds.ts'
import type { createTokenNames } from './refresh-tokens.ts'
import { type RecordState, readTexts, unavailable } from './shared-lists.ts'

/** Longer than two requests with one code can be apart and still both find it unused. */
const CONSUME_WINDOW_MS = 120_000
/** For how long after its first use a refresh token gives the same successor again, as to programs of a client that refresh together. */
const REPEAT_SECONDS = 30
/** Outlives every token of a grant. */
const REVOKED_SECONDS = 366 * 24 * 60 * 60
/** For how long a visitor may take to sign in and consent. */
export const REQUEST_SECONDS = 1800
const INDEXED = ['uid', 'userCode'] as const
/** Beside a record: when it was used, which no later version of the record takes back. */
const USED = 'used '

/** The sessions by which visitors get authorization codes. */
export interface CodeSessions {
  /** That of the request in progress. */
  current(): Session | undefined
  isEnded(session: EndableSession): boolean
  /** Called with a code before that is used; the code stays valid if it rejects. */
  beforeUse(code: AdapterPayload): Promise<void>
  /** Of the client of the request in progress. */
  network(): string | undefined
  /** The error for one more request of a network that has too many without an account. */
  refuseExcess(): Error
}

/**
 * What the provider stores, in the state that all processes share: encrypted, by hashed names, a bounded number for each account and
 * network, and forgotten when it expires. A code is consumed once, also by two requests at the same moment; a refresh token gives one
 * successor. An unused authorization code ends with its session. Throws `STORE_UNAVAILABLE` while the store is unreachable.
 */
export function createRecords({
  shared,
  refuseReplay,
  now,
  sessions,
  names
}: {
  shared: RecordState
  /** The error for a second use, which has ended the grant. */
  refuseReplay: (model: string, grantId?: unknown) => Error
  /** Epoch seconds. */
  now: () => number
  sessions?: CodeSessions
  names?: ReturnType<typeof createTokenNames>
}) {
  const listOf = (name: string) => `${roomOf(name)} ${name}`

  async function read(name: string): Promise<Record<string, unknown> | null> {
    const texts = await readTexts(shared, listOf(name))
    const used = texts.find((text) => text.startsWith(USED))
    const text = texts.findLast((one) => !one.startsWith(USED)) || null
    const record = text === null ? null : parseJsonObject(text)
    if (record === null || used === undefined) return record
    return { ...record, consumed: Number(used.slice(USED.length)) }
  }

  const add = (name: string, key: 'record' | 'used', text: string, expiresAtSeconds: number) =>
    shared.addToList(listOf(name), { key, text, expiresAtSeconds })
  const write = (name: string, value: object, expiresAtSeconds: number) =>
    add(name, 'record', JSON.stringify(value), expiresAtSeconds)
  const remove = (name: string) => add(name, 'record', '', now() + REQUEST_SECONDS)

  const revoke = (grantId: string) => write(`revoked ${grantId}`, { revoked: true }, now() + REVOKED_SECONDS)

  async function end(grantId: string): Promise<void> {
    await revoke(grantId)
    await createAdapter('Grant').destroy(grantId)
  }

  function createAdapter(model: string): Adapter {
    const nameOf = (id: unknown) => `${model} ${id}`
    const familyOf = (id: string) => (model === 'RefreshToken' ? (names?.familyOf(id) ?? null) : null)
    const { hold, release } = createHeldRecords(shared, model, now)
    const isRecent = (usedAt: unknown) => now() < Number(usedAt) + REPEAT_SECONDS

    /** As it is stored. Of a refresh token that is used, within the time for that, the last one of its family that is used. */
    async function findStored(id: string): Promise<Record<string, unknown> | null> {
      const payload = await read(nameOf(id))
      const family = familyOf(id)
      if (family === null) return payload
      if (payload === null) {
        // Used long ago: its family ends, as by the second use of any. One that was made late may be noted as the newest.
        const { id: newest } = (await read(`${model} family ${family}`)) ?? {}
        const record = (await read(nameOf(newest))) ?? (await read(nameOf(names?.next(String(newest)))))
        return record && { ...record, consumed: record.iat }
      }
      if (payload.consumed === undefined || !isRecent(payload.consumed)) return payload
      const next = names?.next(id) ?? ''
      if ((await read(nameOf(next)))?.consumed !== undefined) return await findStored(next)
      return { ...payload, consumed: undefined }
    }

    async function find(id: unknown): Promise<AdapterPayload | undefined> {
      const payload = await findStored(String(id))
      if (payload === null) return undefined
      const { begunBy, consumed, inFlight } = payload
      const grantId = model === 'Grant' ? id : payload.grantId
      if (grantId !== undefined && (await read(`revoked ${grantId}`)) !== null) return undefined
      // Of one that was used, the provider has to notice the second use.
      const isExpired =
        consumed === undefined && begunBy !== undefined && sessions?.isEnded(begunBy as EndableSession)
      // A session may confirm the code of a device again: its first response may have been lost.
      const isOwn = inFlight !== undefined && inFlight === sessions?.current()?.id
      return isExpired ? undefined : { ...payload, ...(isOwn && { inFlight: false }) }
    }

    /** Whether it is the first use, also of several at the same moment, at any process; and when that was. */
    async function countUse(id: string) {
      const { calls, endsInMs, isLocal } = await shared.countCall(
        'oauth consume',
        nameOf(id),
        CONSUME_WINDOW_MS
      )
      if (isLocal) throw unavailable('the use is not counted')
      return { isFirst: calls === 1, usedAt: now() - (CONSUME_WINDOW_MS - endsInMs) / 1000 }
    }

    async function findBy(index: (typeof INDEXED)[number], value: string) {
      const known = await read(`${model} by ${index} ${value}`)
      return known === null ? undefined : await find(known.id)
    }

    return {
      find,
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      async upsert(id, payload, ttlSeconds = REVOKED_SECONDS) {
        // No browser gets the cookie of a session without an account.
        if (model === 'Session' && payload.accountId === undefined) return
        // One that has expired is found for a while, for an error of its own (RFC 8628, 3.5).
        const expiresAtSeconds = now() + (model === 'DeviceCode' ? 2 : 1) * ttlSeconds
        if (model === 'ReplayDetection' && !(await countUse(id)).isFirst) throw refuseReplay(model)
        // Which clients a session has signed in is not the provider's to know: it would log them out itself.
        const { authorizations: _, ...kept } = payload
        const begunBy = model === 'AuthorizationCode' ? describeSession(sessions?.current()) : undefined
        const { holder, ending } = await hold(id, payload, expiresAtSeconds, sessions?.network())
        if (sessions !== undefined && ending.includes(id)) throw sessions.refuseExcess()
        for (const one of ending) await remove(nameOf(one))
        const inFlight = payload.inFlight && (sessions?.current()?.id ?? true)
        await write(nameOf(id), { ...kept, begunBy, holder, inFlight }, expiresAtSeconds)
        for (const index of INDEXED) {
          const value = payload[index]
          if (value !== undefined) await write(`${model} by ${index} ${value}`, { id }, expiresAtSeconds)
        }
        const family = familyOf(id)
        if (family !== null) await write(`${model} family ${family}`, { id }, expiresAtSeconds)
      },
      async consume(id) {
        // First: while the store is away, no attempt counts.
        const payload = await read(nameOf(id))
        if (model.endsWith('Code') && payload !== null) await sessions?.beforeUse(payload)
        const { isFirst, usedAt } = await countUse(id)
        const { consumed = usedAt, holder, exp } = payload ?? {}
        const mayRepeat = model === 'RefreshToken' && isRecent(consumed)
        if (payload === null || !(mayRepeat || (isFirst && payload.consumed === undefined))) {
          // As the provider does, which finds it unused while another request uses it.
          const { grantId } = payload ?? {}
          if (grantId !== undefined) await end(String(grantId))
          throw refuseReplay(model, grantId)
        }
        if (payload.consumed !== undefined) return
        const isOfFamily = familyOf(id) !== null
        const until = isOfFamily ? usedAt + CONSUME_WINDOW_MS / 1000 : Number(exp)
        await add(nameOf(id), 'used', `${USED}${usedAt}`, until)
        if (!isOfFamily) return
        // After that time, it is known by its family.
        await write(nameOf(id), payload, usedAt + REPEAT_SECONDS)
        await release(holder, id)
      },
      async destroy(id) {
        const { holder } = (await read(nameOf(id))) ?? {}
        await remove(nameOf(id))
        await release(holder, id)
      },
      revokeByGrantId: revoke
    }
  }

  return {
    adapter: createAdapter,
    /** Ends a grant with all its codes and tokens, at every process. */
    revoke: end
  }
}

function describeSession(session: Session | undefined): EndableSession | undefined {
  if (session === undefined) return undefined
  const { id, subject, tenantId, startedAtSeconds, claims } = session
  return { id, subject, tenantId, startedAtSeconds, claims: { auth_time: claims.auth_time } }
}
