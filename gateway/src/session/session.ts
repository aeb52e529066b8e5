import { randomBytes } from 'node:crypto'
import { type Claims, tenantOf } from '../identity-platform/tokens/id-token.ts'
import type { AcceptedProof } from './device.ts'

/** The account of a session. Uids are unique only within a tenant. */
export interface AccountId {
  subject: string
  /** Null: an account of the project itself. */
  tenantId: string | null
}

/** An account and when it was made: a uid may be used again after its account was deleted. */
export interface DatedOwner extends AccountId {
  /** Epoch milliseconds; undefined: unknown. */
  createdAtMs?: number | undefined
}

const ID_BYTES = 16

/** The times that a cookie records, in epoch seconds. */
export interface SessionTimes {
  /** The sign-in at this gateway. */
  startedAtSeconds: number
  /** The last recorded request, to the minute. Null: not recorded, because there was no idle limit. */
  activeAtSeconds: number | null
  /** True if the browser drops the cookie when it closes; default: it keeps it until the session expires. */
  endsWithBrowser?: true
}

/** The cookie's contents besides the tokens. */
export interface SessionMetadata extends SessionTimes {
  /** Random, 22 characters, constant over the session's lifetime. */
  id: string
  /** The device that it is bound to, or awaits, see `DEVICE_FIELD`. Default: neither. */
  device?: string
}

/** A session with a verified id token. */
export interface Session extends AccountId, SessionTimes {
  id: string
  /** See `keyOf`. */
  accountKey: string
  claims: Claims
  /** Secret. */
  idToken: string
  /** Epoch seconds. */
  idTokenExpiresAtSeconds: number
  /** Above 0: the id token has expired, and the session passes because the provider is unavailable. */
  expiredForSeconds: number
  /** Set if a bearer token replaces the cookie, with which the session ends. `isOfProject`: its account is of the project. */
  bearer?: { issuer: string; isOfProject: boolean }
  device?: string
  /** Kept here by the check of devices, so that requests after the first compare one string. */
  proof?: AcceptedProof
}

export function buildSession(idToken: string, claims: Claims, metadata: SessionMetadata): Session {
  const { id, startedAtSeconds, activeAtSeconds, endsWithBrowser, device } = metadata
  const accountId = accountIdOf(claims)
  return {
    ...accountId,
    id,
    accountKey: keyOf(accountId),
    claims,
    idToken,
    idTokenExpiresAtSeconds: claims.exp,
    startedAtSeconds,
    activeAtSeconds,
    ...(endsWithBrowser && { endsWithBrowser }),
    ...(device !== undefined && { device }),
    expiredForSeconds: 0
  }
}

export function createSessionId(): string {
  return randomBytes(ID_BYTES).toString('base64url')
}

export function accountIdOf(claims: Claims): AccountId {
  return { subject: claims.sub, tenantId: tenantOf(claims) }
}

/** The issuer of a session's token if it is not the project; null: an account of the project. */
export function foreignIssuerOf({ bearer }: Pick<Session, 'bearer'>): string | null {
  return bearer === undefined || bearer.isOfProject ? null : bearer.issuer
}

export function isSameOwner(one: AccountId, other: AccountId): boolean {
  return one.subject === other.subject && one.tenantId === other.tenantId
}

/** A unique key of the account: neither tenant id nor uid is unique, and a tenant id has no slash. */
export function keyOf({ subject, tenantId }: AccountId): string {
  return `${tenantId ?? ''}/${subject}`
}

type Members = Readonly<Record<string, unknown>>

/**
 * A claim by name or by path such as `firebase.sign_in_provider`; undefined: none. At each level, a member
 * whose own name contains dots takes precedence: `firebase.identities.google.com`. Own members only.
 */
export function findClaim(claims: Members, name: string): unknown {
  let value: unknown = claims
  for (const member of pathOf(claims, name)) {
    if (!hasMember(value, member)) return undefined
    value = value[member]
  }
  return value
}

/** The claims of these names, at their place in the token: a path yields its last member inside the enclosing objects. */
export function pickClaims(claims: Members, names: readonly string[]): Members {
  const picked: Record<string, unknown> = Object.create(null)
  for (const name of names) copyMember(claims, picked, pathOf(claims, name))
  return picked
}

function pathOf(claims: Members, name: string): readonly string[] {
  const path: string[] = []
  let node: unknown = claims
  let rest = name
  for (let dot = rest.indexOf('.'); dot !== -1 && !hasMember(node, rest); dot = rest.indexOf('.')) {
    const member = rest.slice(0, dot)
    path.push(member)
    node = hasMember(node, member) ? node[member] : undefined
    rest = rest.slice(dot + 1)
  }
  return [...path, rest]
}

function hasMember(value: unknown, name: string): value is Members {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
}

/** Modifies only `to`: the claims belong to a cached session. */
function copyMember(
  from: unknown,
  to: Record<string, unknown>,
  [name = '', ...rest]: readonly string[]
): void {
  if (!hasMember(from, name)) return
  const value = from[name]
  if (to[name] === value) return
  if (rest.length === 0) {
    to[name] = value
    return
  }
  const inner: Record<string, unknown> = Object.assign(Object.create(null), to[name])
  copyMember(value, inner, rest)
  if (Object.keys(inner).length > 0) to[name] = inner
}

/** Minimum interval between two records of activity, in seconds: each is a new cookie. */
export const ACTIVITY_SECONDS = 60

export type Limits = ReturnType<typeof createLimits>

/**
 * Time limits, counted from what the cookie states. Requests within a minute of the last recorded one are not recorded, so the idle
 * limit may expire up to a minute early, never late. A session without a record counts from its start.
 */
export function createLimits(options: {
  absoluteSeconds: number
  /** Maximum time between two requests; 0: unlimited. */
  idleSeconds: number
  /** Whether cookies may outlive the browser. Default true. */
  keepsCookies?: boolean
  /** When a session last had a stream, in epoch seconds, -Infinity if unknown. If set, streams count as activity. */
  lastStreamAtSeconds?: ((sessionId: string) => number) | undefined
  /** Epoch seconds. */
  now: () => number
}) {
  const { absoluteSeconds, idleSeconds, keepsCookies = true, lastStreamAtSeconds, now } = options
  /** Whether the cookie records the time of the last request. */
  const recordsActivity = idleSeconds > 0
  const lastActiveAt = ({ startedAtSeconds, activeAtSeconds }: SessionTimes) =>
    activeAtSeconds ?? startedAtSeconds
  /** End of the absolute lifetime, in epoch seconds. */
  const endsAtSeconds = ({ startedAtSeconds }: Pick<SessionTimes, 'startedAtSeconds'>) =>
    startedAtSeconds + absoluteSeconds
  /** Streams may have kept a session active that looks idle by its cookie. */
  const hadStream = (id: string | undefined) =>
    id !== undefined && lastStreamAtSeconds !== undefined && now() < lastStreamAtSeconds(id) + idleSeconds
  return {
    recordsActivity,
    endsAtSeconds,
    /** End of the idle time unless a request comes before, in epoch seconds; Infinity while open streams prevent it. */
    idleEndsAtSeconds: (times: SessionTimes) =>
      recordsActivity && lastStreamAtSeconds === undefined
        ? lastActiveAt(times) + idleSeconds
        : Number.POSITIVE_INFINITY,
    /** Whether the session has reached its absolute or idle limit. `id`: omitted while it has none. */
    isExpired(times: SessionTimes & Partial<Pick<SessionMetadata, 'id'>>): boolean {
      const nowSeconds = now()
      if (nowSeconds >= times.startedAtSeconds + absoluteSeconds) return true
      return recordsActivity && nowSeconds >= lastActiveAt(times) + idleSeconds && !hadStream(times.id)
    },
    /** Whether this request must be recorded in the cookie. */
    isActivityUpdateDue: (times: SessionTimes) =>
      recordsActivity && now() >= lastActiveAt(times) + ACTIVITY_SECONDS,
    /** `Max-Age` of the cookie in seconds, at least 1. Null: a browser session cookie. */
    maxAgeSeconds: (times: SessionTimes) =>
      times.endsWithBrowser || !keepsCookies ? null : Math.max(1, Math.floor(endsAtSeconds(times) - now()))
  }
}
