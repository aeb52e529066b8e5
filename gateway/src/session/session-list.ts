import { isIP } from 'node:net'
import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { hashSessionId } from '../operations/requests/request-line.ts'
import type { Runtime } from '../operations/runtime.ts'
import type { ListReading, SharedState } from '../shared-state/shared-state.ts'
import { isOfAccount } from './revocation/account-findings.ts'
import type { RevocationCheck } from './revocation/revocation.ts'
import { type EndedSession, type Revocations, readFields } from './revocation/revocations.ts'
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
  /** Whether it is bound to its device, at one origin at least. */
  isBound: boolean
  /** A request came at this time or up to an hour later: the start, or the last refresh. */
  usedAtSeconds: number
}

export type SessionListing =
  /** `isShared`: of all replicas; otherwise of this process alone, since its start. */
  | { kind: 'listed'; sessions: readonly ListedSession[]; isShared: boolean }
  | Exclude<ListReading, { kind: 'list' }>

export type SessionList = ReturnType<typeof createSessionList>

/** Sessions by account, the 64 that end last. Use has an entry of its own, so that it is recorded without reading first. */
export function createSessionList(
  { now }: Pick<Runtime, 'now'>,
  shared: Pick<SharedState, 'addToList' | 'readList'>,
  revocations: Pick<Revocations, 'codeOf'>
) {
  const nameOf = (owner: AccountId) => `sessions ${keyOf(owner)}`
  const set = (session: Session, fields: readonly unknown[], expiresAtSeconds: number, key = session.id) =>
    shared.addToList(nameOf(session), { key, text: JSON.stringify(fields), expiresAtSeconds })

  // None of these reject. `expiresAtSeconds`: epoch seconds.
  return {
    add(session: Session, { origin, ...details }: SessionBegin, expiresAtSeconds: number): Promise<void> {
      const { id, startedAtSeconds, claims } = session
      return set(session, [id, startedAtSeconds, claims.auth_time, origin, details], expiresAtSeconds)
    },

    /** Reserves a slot for so many seconds for a session that is about to begin, which `add` then takes. */
    reserve(session: Session & DatedOwner, seconds: number): Promise<void> {
      const { id, startedAtSeconds, claims, createdAtMs } = session
      const details = { createdAtMs, isPlace: true }
      return set(session, [id, startedAtSeconds, claims.auth_time, '', details], now() + seconds)
    },

    release: (session: Session): Promise<void> => set(session, [], now() + 1),

    /** Records that a listed session is in use. */
    recordUse: (session: Session, expiresAtSeconds: number): Promise<void> =>
      set(session, [session.id, Math.floor(now())], expiresAtSeconds, `used ${session.id}`),

    /** Records that a listed session was bound to its device. */
    recordBound: (session: Session, expiresAtSeconds: number): Promise<void> =>
      set(session, [session.id, 'bound'], expiresAtSeconds, `bound ${session.id}`),

    /** Active sessions of an account, oldest first, none of an earlier account with its uid. `withReserved`: also those about to begin. */
    async read(owner: DatedOwner, withReserved = false): Promise<SessionListing> {
      const reading = await shared.readList(nameOf(owner))
      if (reading.kind !== 'list') return reading
      // A client that lost the response to its sign-in is given the same session again.
      const sessions = new Map<string, ListedSession>()
      const usedAt = new Map<string, number>()
      const bound = new Set<unknown>()
      for (const text of reading.texts) {
        const fields = readFields(text)
        const session = readSession(fields, owner, withReserved)
        if (session !== null) sessions.set(session.id, session)
        const [id, seconds] = fields
        if (seconds === 'bound') bound.add(id)
        if (typeof id === 'string' && typeof seconds === 'number')
          usedAt.set(id, Math.max(seconds, usedAt.get(id) ?? 0))
      }
      const isActive = (session: ListedSession) =>
        revocations.codeOf({ ...session, claims: { auth_time: session.signedInAtSeconds } }) === null
      return {
        kind: 'listed',
        isShared: reading.isShared,
        sessions: [...sessions.values()]
          .filter((session) => isActive(session) && isOfAccount(session, owner))
          .map((session) => ({
            ...session,
            isBound: bound.has(session.id),
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
  withReserved: boolean
): ListedSession | null {
  const isWhole =
    typeof id === 'string' &&
    typeof startedAtSeconds === 'number' &&
    typeof signedInAtSeconds === 'number' &&
    typeof origin === 'string'
  if (!isWhole) return null
  const { application, address, isNewDevice, createdAtMs, isPlace, ...device } = Object(details)
  if (isPlace === true && !withReserved) return null
  return {
    subject,
    tenantId,
    id,
    sessionId: hashSessionId(id),
    startedAtSeconds,
    signedInAtSeconds,
    usedAtSeconds: startedAtSeconds,
    isBound: false,
    origin,
    application: typeof application === 'string' ? application : null,
    address: typeof address === 'string' ? address : null,
    isNewDevice: isNewDevice === true,
    createdAtMs: typeof createdAtMs === 'number' ? createdAtMs : undefined,
    ...readDevice(device)
  }
}

export type SessionLimit = ReturnType<typeof createSessionLimit>

/** Longer than a sign-in takes; after that, the slot of one that never ended is free. */
const RESERVED_SECONDS = 30

/**
 * At most `session.maxPerAccount` sessions of an account, also of sign-ins at the same moment: they take turns. While the list of
 * sessions cannot be read, sign-ins succeed: a limit is no reason to keep visitors out. `ownIds`: the sessions that a new one replaces
 * in its browser, which do not count.
 */
export function createSessionLimit(
  { maxPerAccount, atMaxPerAccount }: Pick<Config['session'], 'maxPerAccount' | 'atMaxPerAccount'>,
  options: {
    list: Pick<SessionList, 'read' | 'reserve' | 'release'>
    revocation: Pick<RevocationCheck, 'dated' | 'endSession'>
    /** Does work for an account while no other process does. */
    alone: SharedState['alone']
  }
) {
  const { list, revocation, alone } = options
  const refuses = maxPerAccount > 0 && atMaxPerAccount === 'refuse'
  const inTurn = <Result>(owner: AccountId, work: () => Promise<Result>) =>
    maxPerAccount === 0 ? work() : alone(`sessions of ${keyOf(owner)}`, work)

  /** The account's other sessions, oldest first, also those that are about to begin. */
  async function listOthers(owner: AccountId, ownIds: readonly string[]): Promise<readonly ListedSession[]> {
    const listing = await list.read(revocation.dated(owner), true)
    return listing.kind === 'listed' ? listing.sessions.filter(({ id }) => !ownIds.includes(id)) : []
  }

  return {
    inTurn,
    /** Why an account may not begin another session; null: it may, and has a slot, to be given back by `release` if it does not. */
    async reserve(session: Session, ownIds: readonly string[]): Promise<Fault | null> {
      if (!refuses) return null
      return await inTurn(session, async () => {
        const { length } = await listOthers(session, ownIds)
        if (length >= maxPerAccount)
          return new Fault('TOO_MANY_SESSIONS', { detail: `${length} of ${maxPerAccount} sessions` })
        await list.reserve({ ...session, ...revocation.dated(session) }, RESERVED_SECONDS)
        return null
      })
    },

    async release(session: Session): Promise<void> {
      if (refuses) await list.release(session)
    },

    /** Ends the oldest sessions beyond the limit, and returns them. `session`: the new one, which stays. */
    async makeRoom(session: Session, ownIds: readonly string[]): Promise<readonly ListedSession[]> {
      if (maxPerAccount === 0 || refuses) return []
      const others = await listOthers(session, [...ownIds, session.id])
      const surplus = others.slice(0, Math.max(0, others.length + 1 - maxPerAccount))
      await Promise.all(surplus.map((one) => revocation.endSession({ ...one, isReplaced: true })))
      return surplus
    }
  }
}

/** What a browser says it runs on. Null: not recognized. */
export interface Device {
  /** A proper name such as `Firefox`. */
  browser: string | null
  /** A proper name such as `Windows`. */
  system: string | null
  kind: DeviceKind | null
}

export const DEVICE_KINDS = ['computer', 'phone', 'tablet'] as const

export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** User agents may be as long as all headers; real ones are shorter. */
const MAX_AGENT_CHARS = 512

// In this order: most browsers also name those they descend from.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\/|\b(?:iPhone|iPad).*\bAppleWebKit\//, 'Safari']
]

const SYSTEMS: readonly (readonly [RegExp, string, DeviceKind])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iOS', 'phone'],
  [/\biPad\b/, 'iPadOS', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b.*\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer']
]

/** Browser and system in words, from a `User-Agent` header. A hint for the visitor: any client can claim anything. */
export function describeDevice(userAgent: string | undefined): Device {
  const text = (userAgent ?? '').slice(0, MAX_AGENT_CHARS)
  const [, browser = null] = BROWSERS.find(([pattern]) => pattern.test(text)) ?? []
  const [, system = null, kind = null] = SYSTEMS.find(([pattern]) => pattern.test(text)) ?? []
  return { browser, system, kind }
}

/** The device in stored members; null for each that is not as `describeDevice` gives it. */
export function readDevice({ browser, system, kind }: { readonly [Name in keyof Device]?: unknown }): Device {
  return {
    browser: BROWSERS.find(([, name]) => name === browser)?.[1] ?? null,
    system: SYSTEMS.find(([, name]) => name === system)?.[1] ?? null,
    kind: DEVICE_KINDS.find((one) => one === kind) ?? null
  }
}

/** Hextets of an IPv6 address that are shown: a provider gives each customer more than the rest. */
const SHOWN_HEXTETS = 3

/** A client address without the part that names one machine: `203.0.113.…` or `2001:db8:1:…`. Null: not an address. */
export function maskAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 4) return `${plain.slice(0, plain.lastIndexOf('.'))}.…`
  if (isIP(plain) !== 6) return null
  const [head = ''] = plain.split('::')
  const hextets = head === '' ? [] : head.split(':')
  const shown = [...hextets, '0', '0', '0'].slice(0, SHOWN_HEXTETS)
  return `${shown.join(':')}:…`
}
