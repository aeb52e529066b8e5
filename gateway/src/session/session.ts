import { createHash, randomBytes } from 'node:crypto'
import { type Claims, tenantOf } from '../identity-platform/tokens/id-token.ts'

/** Whose session it is. Uids are unique within a tenant only. */
export interface Owner {
  /** The uid. */
  subject: string
  /** Null: an account of the project itself. */
  tenantId: string | null
}

const ID_BYTES = 16

/** When a session began and was used, and how long a browser keeps it, as its cookie says; epoch seconds. */
export interface SessionTimes {
  /** The sign-in at this gateway. */
  startedAtSeconds: number
  /** The last request that was noted, to the minute. Null: not noted, because there was no idle limit. */
  activeAtSeconds: number | null
  /** Does the browser forget the cookie when it is closed? Left out: it keeps it until the session is over. */
  endsWithBrowser?: true
}

/** What a cookie says of a session beside its tokens. */
export interface SessionMark extends SessionTimes {
  /** Random, 22 characters; the same for the life of the session. Null: the cookie is of format 1, which had none. */
  id: string | null
}

/** A session whose id token is verified: who is signed in, and until when this may be said without asking again. */
export interface Session extends Owner, SessionTimes {
  id: string
  claims: Claims
  /** Secret. */
  idToken: string
  /** Epoch seconds. */
  idTokenExpiresAtSeconds: number
  /** Above 0: the session passes although its id token is over, because the provider is away. */
  expiredForSeconds: number
  /**
   * The bearer token that takes the place of a cookie: such a session is never refreshed, and ends with its token.
   * `isOfProject`: is there an account of the project? Left out: a session of a cookie.
   */
  bearer?: { issuer: string; isOfProject: boolean }
}

/** The session of a verified id token. */
export function buildSession(idToken: string, claims: Claims, mark: SessionMark): Session {
  const { id, startedAtSeconds, activeAtSeconds, endsWithBrowser } = mark
  const owner = ownerOf(claims)
  return {
    ...owner,
    id: id ?? deriveSessionId({ ...owner, startedAtSeconds }),
    claims,
    idToken,
    idTokenExpiresAtSeconds: claims.exp,
    startedAtSeconds,
    activeAtSeconds,
    ...(endsWithBrowser && { endsWithBrowser }),
    expiredForSeconds: 0
  }
}

/** An id for a session that begins. */
export function createSessionId(): string {
  return randomBytes(ID_BYTES).toString('base64url')
}

/** The id of a session whose cookie holds none: the same for every copy of the cookie, and after each of its refreshes. */
export function deriveSessionId(session: Owner & Pick<SessionTimes, 'startedAtSeconds'>): string {
  const digest = createHash('sha256')
    .update(`${session.startedAtSeconds} ${keyOf(session)}`)
    .digest()
  return digest.subarray(0, ID_BYTES).toString('base64url')
}

/** Whose id token these claims are of. */
export function ownerOf(claims: Claims): Owner {
  return { subject: claims.sub, tenantId: tenantOf(claims) }
}

/** Who vouches for the subject of a session in place of the project; null: it is an account of the project. */
export function foreignIssuerOf({ bearer }: Pick<Session, 'bearer'>): string | null {
  return bearer === undefined || bearer.isOfProject ? null : bearer.issuer
}

/** The same account? */
export function isSameOwner(one: Owner, other: Owner): boolean {
  return one.subject === other.subject && one.tenantId === other.tenantId
}

/** A text that stands for one account alone: neither tenant id nor uid is unique, and a tenant id holds no slash. */
export function keyOf({ subject, tenantId }: Owner): string {
  return `${tenantId ?? ''}/${subject}`
}

type Members = Readonly<Record<string, unknown>>

/**
 * A claim by its name, or by a path such as `firebase.sign_in_provider`; undefined: there is none. A member whose own name
 * holds dots comes first, at every level: `firebase.identities.google.com`. Own members only.
 */
export function findClaim(claims: Members, name: string): unknown {
  let value: unknown = claims
  for (const member of pathOf(claims, name)) {
    if (!hasMember(value, member)) return undefined
    value = value[member]
  }
  return value
}

/** The claims of these names, each where it stands in the token: a path gives its last member inside the objects before it. */
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

/** Writes into `to` alone: the claims belong to a session that is remembered. */
function copyMember(
  from: unknown,
  to: Record<string, unknown>,
  [name = '', ...rest]: readonly string[]
): void {
  if (!hasMember(from, name)) return
  const value = from[name]
  // All of it is there already.
  if (to[name] === value) return
  if (rest.length === 0) {
    to[name] = value
    return
  }
  const inner: Record<string, unknown> = Object.assign(Object.create(null), to[name])
  copyMember(value, inner, rest)
  if (Object.keys(inner).length > 0) to[name] = inner
}
