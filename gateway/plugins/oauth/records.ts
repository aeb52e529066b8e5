import { createHmac, randomBytes } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { parseJsonObject } from '../../src/config/json-members.ts'
import { deriveKey } from '../../src/encryption.ts'
import { Fault } from '../../src/errors.ts'
import type { EndableSession } from '../../src/session/revocation/revocations.ts'
import type { Session } from '../../src/session/session.ts'
import type { SharedState } from '../../src/shared-state/shared-state.ts'

/** Longer than two requests with one code can be apart and still both find it unused. */
const CONSUME_WINDOW_MS = 120_000
/** For how long after its first use a refresh token gives the same successor again, as to programs of a client that refresh together. */
const REPEAT_SECONDS = 30
/** Outlives every token of a grant. */
const REVOKED_SECONDS = 366 * 24 * 60 * 60
/** For how long a visitor may take to sign in and consent. */
export const REQUEST_SECONDS = 1800
/** Records of one kind that an account has, or a network for what needs no account. A list has no room for many more. */
const MAX_HELD = 100
/** Removes an entry of a list, which others then displace first. */
const FORGET_SECONDS = 60
/** While the store is away, which is tried more often. */
const RETRY_AFTER_SECONDS = 5
const INDEXED = ['uid', 'userCode'] as const
/** Beside a record: when it was used, which no later version of the record takes back. */
const USED = 'used '
/** Those of clients that prove who they are; registered ones have a bound of their own. */
const OF_CLIENTS = new Set(['Client', 'ReplayDetection'])
const FAMILY_BYTES = 16
const FAMILY_CHARS = 22
const DIGEST_CHARS = 43

const unavailable = (detail: string) =>
  new Fault('STORE_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS })

/** The texts of a list, by their expiry. Throws `STORE_UNAVAILABLE` while the store is unreachable. */
export async function readTexts(
  { readList }: Pick<SharedState, 'readList'>,
  list: string
): Promise<readonly string[]> {
  const reading = await readList(list)
  if (reading.kind === 'unavailable') throw unavailable(reading.detail)
  return reading.kind === 'list' ? reading.texts : []
}

/** The same for entries that are written as JSON by the plugin alone. */
export const readEntries = async <Entry>(
  shared: Pick<SharedState, 'readList'>,
  list: string
): Promise<Entry[]> =>
  (await readTexts(shared, list)).flatMap((text) => (parseJsonObject(text) as Entry | null) ?? [])

/** Names for what the gateway knows, which say nothing about it. */
export function createDigest(signatureKey: string): (text: string) => string {
  const key = deriveKey(signatureKey, 'gatehouse authorization server session 1')
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}

/**
 * The values of refresh tokens. Each has one successor, so that two uses at the same moment give the same one, and names its family:
 * those that were made from one another. Only this issuer can make them.
 */
export function createTokenNames(signatureKeys: readonly string[]) {
  const digests = signatureKeys.map(createDigest)
  const name = (family: string, count: number, digest = digests[0]) =>
    `${family}${digest?.(`refresh token ${family} ${count}`)}${count}`

  const countOf = (token: string) => Number(token.slice(FAMILY_CHARS + DIGEST_CHARS))
  /** Null: not one of this issuer. */
  function familyOf(token: string): string | null {
    const family = token.slice(0, FAMILY_CHARS)
    return digests.some((digest) => name(family, countOf(token), digest) === token) ? family : null
  }

  return {
    familyOf,
    /** The successor of a token; the first of a family without one. */
    next(token = ''): string {
      const family = familyOf(token)
      return family === null
        ? name(randomBytes(FAMILY_BYTES).toString('base64url'), 0)
        : name(family, countOf(token) + 1)
    }
  }
}

export interface RecordsOptions {
  shared: SharedState
  /** Epoch seconds. */
  now: () => number
  names: ReturnType<typeof createTokenNames>
  /** The session of the request in progress. */
  session(): Session | undefined
  /** Of the client of that request. */
  network(): string | undefined
  isEnded(session: EndableSession): boolean
  /** Called with a code before that is used; the code stays valid if it rejects. */
  beforeUse(code: AdapterPayload): Promise<void>
  /** The error for a second use, which has ended the grant. */
  refuseReplay(model: string, grantId?: string): Error
  /** The error for one more request of a network that has too many without an account. */
  refuseExcess(): Error
}

/** As it is stored. `begunBy`: of a code; `holder`: see `hold`. */
type Stored = AdapterPayload & { begunBy?: EndableSession; holder?: string }

/**
 * What the provider stores, in the state that all processes share: encrypted, by hashed names, a bounded number for each account and
 * network, and forgotten when it expires. A code is consumed once, also by two requests at the same moment; a refresh token gives one
 * successor. An unused authorization code ends with its session. Throws `STORE_UNAVAILABLE` while the store is unreachable.
 */
export function createRecords({ shared, now, names, ...request }: RecordsOptions) {
  // By its first word, each kind has a room of its own in memory: what fills it displaces no other.
  const listOf = (name: string) => `oauth-${name}`

  async function read(name: string): Promise<Stored | null> {
    const texts = await readTexts(shared, listOf(name))
    const used = texts.find((text) => text.startsWith(USED))
    const text = texts.findLast((one) => !one.startsWith(USED)) || null
    const record = text === null ? null : parseJsonObject(text)
    return record && used !== undefined ? { ...record, consumed: Number(used.slice(USED.length)) } : record
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
    const familyOf = (id: string) => (model === 'RefreshToken' ? names.familyOf(id) : null)
    const heldBy = (holder: string) => listOf(`${model}-held ${holder}`)
    const isRecent = (usedAt: number) => now() < usedAt + REPEAT_SECONDS

    async function release(holder: string | undefined, id: string): Promise<void> {
      if (holder === undefined) return
      await shared.addToList(heldBy(holder), { key: id, text: '', expiresAtSeconds: now() + FORGET_SECONDS })
    }

    /**
     * Notes a record as one of its holder: its account, or else the network of its request. Beyond the bound, the client with the most
     * gives way: of an account it loses its oldest, of a network its newest, since others there have begun before. Returns the ids of
     * those that have to end, which may be the new one's.
     */
    async function hold(id: string, payload: AdapterPayload, holder: string, expiresAtSeconds: number) {
      const entry = `${id} ${payload.clientId ?? payload.params?.client_id ?? ''}`
      await shared.addToList(heldBy(holder), { key: id, text: entry, expiresAtSeconds })
      const reading = await shared.readList(heldBy(holder))
      // While the store is away, nothing can be counted.
      const held = reading.kind === 'list' ? reading.texts.filter(Boolean) : []
      const ending: string[] = []
      while (held.length > MAX_HELD) {
        const ofBusiest = entriesOfBusiest(held)
        const newest = ofBusiest.includes(entry) ? entry : ofBusiest.at(-1)
        const [gone = entry] = accountOf(payload) === undefined ? [newest] : ofBusiest
        held.splice(held.indexOf(gone), 1)
        const [idOfGone = ''] = gone.split(' ', 1)
        ending.push(idOfGone)
        await release(holder, idOfGone)
      }
      return ending
    }

    /** As it is stored. Of a refresh token that is used, within the time for that, the last one of its family that is used. */
    async function findStored(id: string): Promise<Stored | null> {
      const payload = await read(nameOf(id))
      const family = familyOf(id)
      if (family === null) return payload
      if (payload === null) {
        // Used long ago: its family ends, as by the second use of any. One that was made late may be noted as the newest.
        const newest = await read(`${model} family ${family}`)
        const record =
          (await read(nameOf(newest?.id))) ?? (await read(nameOf(names.next(String(newest?.id)))))
        return record && { ...record, consumed: record.iat }
      }
      if (payload.consumed === undefined || !isRecent(payload.consumed)) return payload
      const next = names.next(id)
      if ((await read(nameOf(next)))?.consumed !== undefined) return await findStored(next)
      return { ...payload, consumed: undefined }
    }

    async function find(id: string): Promise<AdapterPayload | undefined> {
      const payload = await findStored(id)
      if (payload === null) return undefined
      const { begunBy, consumed, inFlight, grantId = model === 'Grant' ? id : undefined } = payload
      if (grantId !== undefined && (await read(`revoked ${grantId}`)) !== null) return undefined
      // Of one that was used, the provider has to notice the second use.
      if (consumed === undefined && begunBy !== undefined && request.isEnded(begunBy)) return undefined
      // A session may confirm the code of a device again: its first response may have been lost.
      const isOwn = inFlight !== undefined && Object.is(inFlight, request.session()?.id)
      return isOwn ? { ...payload, inFlight: false } : payload
    }

    /** Whether it is the first use, also of several at the same moment, at any process; and when that was. */
    async function countUse(id: string) {
      const use = await shared.countCall('oauth consume', nameOf(id), CONSUME_WINDOW_MS)
      if (use.isLocal) throw unavailable('the use is not counted')
      return { isFirst: use.calls === 1, usedAt: now() - (CONSUME_WINDOW_MS - use.endsInMs) / 1000 }
    }

    async function findBy(index: (typeof INDEXED)[number], value: string) {
      const known = await read(`${model} by ${index} ${value}`)
      return known === null ? undefined : await find(String(known.id))
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
        if (model === 'ReplayDetection' && !(await countUse(id)).isFirst) throw request.refuseReplay(model)
        // Which clients a session has signed in is not the provider's to know: it would log them out itself.
        const { authorizations: _, ...kept } = payload
        const session = request.session()
        const begunBy = model === 'AuthorizationCode' && session ? describeSession(session) : undefined
        const holder = OF_CLIENTS.has(model) ? undefined : (accountOf(payload) ?? request.network())
        const ending = holder === undefined ? [] : await hold(id, payload, holder, expiresAtSeconds)
        if (ending.includes(id)) throw request.refuseExcess()
        for (const one of ending) await remove(nameOf(one))
        const inFlight = payload.inFlight && (session?.id ?? true)
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
        if (model.endsWith('Code') && payload !== null) await request.beforeUse(payload)
        const { isFirst, usedAt } = await countUse(id)
        const mayRepeat = model === 'RefreshToken' && isRecent(payload?.consumed ?? usedAt)
        if (payload === null || !(mayRepeat || (isFirst && payload.consumed === undefined))) {
          // As the provider does, which finds it unused while another request uses it.
          if (payload?.grantId !== undefined) await end(payload.grantId)
          throw request.refuseReplay(model, payload?.grantId)
        }
        if (payload.consumed !== undefined) return
        const isOfFamily = familyOf(id) !== null
        const until = isOfFamily ? usedAt + CONSUME_WINDOW_MS / 1000 : Number(payload.exp)
        await add(nameOf(id), 'used', `${USED}${usedAt}`, until)
        if (!isOfFamily) return
        // After that time, it is known by its family.
        await write(nameOf(id), payload, usedAt + REPEAT_SECONDS)
        await release(payload.holder, id)
      },
      async destroy(id) {
        const holder = (await read(nameOf(id)))?.holder
        await remove(nameOf(id))
        await release(holder, id)
      },
      revokeByGrantId: revoke
    }
  }

  /** `revoke` ends a grant with all its codes and tokens, at every process. */
  return { adapter: createAdapter, revoke: end }
}

const accountOf = ({ accountId, session }: AdapterPayload) => accountId ?? session?.accountId

function describeSession({ id, subject, tenantId, startedAtSeconds, claims }: Session): EndableSession {
  return { id, subject, tenantId, startedAtSeconds, claims: { auth_time: claims.auth_time } }
}

/** Entries of the client that has the most, or of all such clients. An entry: an id, without spaces, and the client. */
function entriesOfBusiest(entries: readonly string[]): string[] {
  const clientIn = (entry: string) => entry.slice(entry.indexOf(' ') + 1)
  const counts = new Map<string, number>()
  for (const client of entries.map(clientIn)) counts.set(client, (counts.get(client) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return entries.filter((entry) => counts.get(clientIn(entry)) === most)
}
