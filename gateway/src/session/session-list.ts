import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { hashSessionId } from '../operations/request-logger.ts'
import type { ListReading, SharedState } from '../shared-state/shared-state.ts'
import { type Device, readDevice } from './device.ts'
import { isOfAccount } from './revocation/account-findings.ts'
import {
  type EndedSession,
  type EndedSessions,
  type Revocations,
  readFields
} from './revocation/revocations.ts'
import { type AccountId, type DatedOwner, keyOf, type Session } from './session.ts'

/** Where and on what a session began. */
export interface SessionBegin extends Device, Pick<DatedOwner, 'createdAtMs'> {
  origin: string
  /** Name of the application that the visitor went to; null: unknown, or the only one. */
  application: string | null
  /** Client address without its last part, see `maskAddress`; null: unknown. */
  address: string | null
  /** Whether the account had not been used on this device before. */
  isNewDevice: boolean
}

/** A session in the list. Times in epoch seconds. */
export interface ListedSession extends EndedSession, SessionBegin {
  /** The session id in the log; grants nothing. */
  sessionId: string
  /** Time of the sign-in at the provider. */
  signedInAtSeconds: number
  /** A request came at this time or up to an hour later: the start, or the last refresh. */
  usedAtSeconds: number
}

export type SessionListing =
  /** `isShared`: of all replicas; otherwise of this process alone, since its start. */
  | { kind: 'listed'; sessions: readonly ListedSession[]; isShared: boolean }
  | Exclude<ListReading, { kind: 'list' }>

/** Sessions by account, the 64 that end last. Use has an entry of its own, so that it is noted without reading first. */
export function createSessionList(options: {
  shared: Pick<SharedState, 'addToList' | 'readList'>
  ended: Pick<EndedSessions, 'isEnded'>
  revocations: Pick<Revocations, 'validSinceSeconds'>
}) {
  const { shared, ended, revocations } = options
  const nameOf = (owner: AccountId) => `sessions ${keyOf(owner)}`
  return {
    /** Lists a new session until `expiresAtSeconds` (epoch seconds). Never rejects. */
    add({ claims, ...session }: Session, begin: SessionBegin, expiresAtSeconds: number): Promise<void> {
      const { id, startedAtSeconds } = session
      const { origin, ...details } = begin
      const text = JSON.stringify([id, startedAtSeconds, claims.auth_time, origin, details])
      return shared.addToList(nameOf(session), { key: id, text, expiresAtSeconds })
    },

    /** Keeps a place for a session that is about to begin, which `add` then takes. Null: gives it back. Never rejects. */
    keepPlace(
      session: Session & DatedOwner,
      expiresAtSeconds: number | null,
      nowSeconds: number
    ): Promise<void> {
      const { id, startedAtSeconds, claims, createdAtMs } = session
      const text = JSON.stringify([
        id,
        startedAtSeconds,
        claims.auth_time,
        '',
        { createdAtMs, isPlace: true }
      ])
      const entry = { key: id, text: expiresAtSeconds === null ? '[]' : text }
      return shared.addToList(nameOf(session), {
        ...entry,
        expiresAtSeconds: expiresAtSeconds ?? nowSeconds + 1
      })
    },

    /** Notes that a listed session is in use (epoch seconds). Never rejects. */
    noteUse(
      session: Pick<Session, 'id' | keyof AccountId>,
      nowSeconds: number,
      expiresAtSeconds: number
    ): Promise<void> {
      const { id } = session
      const text = JSON.stringify([id, Math.floor(nowSeconds)])
      return shared.addToList(nameOf(session), { key: `used ${id}`, text, expiresAtSeconds })
    },

    /**
     * Sessions of an account that are neither expired nor ended or revoked at any process, oldest first. Those of an account that had
     * its uid before are not among them. `withPlaces`: also those that are about to begin.
     */
    async list(owner: DatedOwner, withPlaces = false): Promise<SessionListing> {
      const reading = await shared.readList(nameOf(owner))
      if (reading.kind !== 'list') return reading
      // A client that lost the response to its sign-in is given the same session again.
      const sessions = new Map<string, ListedSession>()
      const usedAt = new Map<string, number>()
      for (const text of reading.texts) {
        const fields = readFields(text)
        const session = readSession(fields, owner, withPlaces)
        if (session !== null) sessions.set(session.id, session)
        const [id, seconds] = fields
        if (typeof id === 'string' && typeof seconds === 'number')
          usedAt.set(id, Math.max(seconds, usedAt.get(id) ?? 0))
      }
      const validSinceSeconds = revocations.validSinceSeconds(owner)
      return {
        kind: 'listed',
        isShared: reading.isShared,
        sessions: [...sessions.values()]
          .filter((session) => !ended.isEnded(session) && session.signedInAtSeconds >= validSinceSeconds)
          .filter((session) => isOfAccount(session, owner))
          .map((session) => ({
            ...session,
            usedAtSeconds: usedAt.get(session.id) ?? session.startedAtSeconds
          }))
          .sort((one, other) => one.startedAtSeconds - other.startedAtSeconds)
      }
    }
  }
}

/** Null: another entry, or written by a version with other fields. */
function readSession(
  [id, startedAtSeconds, signedInAtSeconds, origin, details]: readonly unknown[],
  { subject, tenantId }: AccountId,
  withPlaces: boolean
): ListedSession | null {
  const isWhole =
    typeof id === 'string' &&
    typeof startedAtSeconds === 'number' &&
    typeof signedInAtSeconds === 'number' &&
    typeof origin === 'string'
  if (!isWhole) return null
  const { application, address, isNewDevice, createdAtMs, isPlace, ...device } = Object(details)
  if (isPlace === true && !withPlaces) return null
  return {
    subject,
    tenantId,
    id,
    sessionId: hashSessionId(id),
    startedAtSeconds,
    signedInAtSeconds,
    usedAtSeconds: startedAtSeconds,
    origin,
    application: typeof application === 'string' ? application : null,
    address: typeof address === 'string' ? address : null,
    isNewDevice: isNewDevice === true,
    createdAtMs: typeof createdAtMs === 'number' ? createdAtMs : undefined,
    ...readDevice(device)
  }
}

export interface SessionLimitOptions extends Pick<Config['session'], 'maxPerAccount' | 'atMaxPerAccount'> {
  /** With those that are about to begin. */
  list(owner: AccountId): Promise<SessionListing>
  /** Keeps a place for a session, or with null gives it back. */
  keepPlace?: (session: Session, seconds: number | null) => Promise<void>
  /** Does work for an account while no other process does. */
  alone?: SharedState['alone']
  /** Ends a session in favour of a newer one. */
  replace(session: EndedSession): Promise<unknown>
}

/** Longer than a sign-in takes; after that, the place of one that never ended is free. */
const PLACE_SECONDS = 30

/**
 * At most `session.maxPerAccount` sessions of an account, also of sign-ins at the same moment: they take turns. While the list of
 * sessions cannot be read, sign-ins succeed: a limit is no reason to keep visitors out.
 */
export function createSessionLimit(options: SessionLimitOptions) {
  const { list, replace, maxPerAccount, atMaxPerAccount } = options
  const { keepPlace = async () => {}, alone = (_name, work) => work() } = options
  const inTurn = <Result>(owner: AccountId, work: () => Promise<Result>) =>
    maxPerAccount === 0 ? work() : alone(`sessions of ${keyOf(owner)}`, work)

  /** The account's sessions, oldest first, but those of the same browser. */
  async function listOthers(owner: AccountId, ownIds: readonly string[]): Promise<readonly ListedSession[]> {
    const listing = await list(owner)
    return listing.kind === 'listed' ? listing.sessions.filter(({ id }) => !ownIds.includes(id)) : []
  }

  return {
    inTurn,
    /**
     * Why an account may not begin another session; null: it may. `ownIds`: those that it replaces in its browser. `session`: the one
     * that gets a place, to be given back by `release` if it does not begin.
     */
    async refuse(owner: AccountId, ownIds: readonly string[], session?: Session): Promise<Fault | null> {
      if (maxPerAccount === 0 || atMaxPerAccount !== 'refuse') return null
      return await inTurn(owner, async () => {
        const { length } = await listOthers(owner, ownIds)
        if (length >= maxPerAccount)
          return new Fault('TOO_MANY_SESSIONS', { detail: `${length} of ${maxPerAccount} sessions` })
        if (session !== undefined) await keepPlace(session, PLACE_SECONDS)
        return null
      })
    },

    async release(session: Session): Promise<void> {
      if (maxPerAccount > 0 && atMaxPerAccount === 'refuse') await keepPlace(session, null)
    },

    /** Ends the oldest sessions beyond the limit, and returns them. `session`: the new one, which stays. */
    async makeRoom(session: Session, ownIds: readonly string[]): Promise<readonly ListedSession[]> {
      if (maxPerAccount === 0 || atMaxPerAccount === 'refuse') return []
      const others = await listOthers(session, [...ownIds, session.id])
      const surplus = others.slice(0, Math.max(0, others.length + 1 - maxPerAccount))
      await Promise.all(surplus.map(replace))
      return surplus
    }
  }
}
