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
