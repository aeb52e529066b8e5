import { type Claims, tenantOf } from '../identity-platform/id-token.ts'

/** Whose session it is. Uids are unique within a tenant only. */
export interface Owner {
  /** The uid. */
  subject: string
  /** Null: an account of the project itself. */
  tenantId: string | null
}

/** When a session began and was used, as its cookie says; epoch seconds. */
export interface SessionTimes {
  /** The sign-in at this gateway. */
  startedAtSeconds: number
  /** The last request that was noted, to the minute. Null: not noted, because there was no idle limit. */
  activeAtSeconds: number | null
}

/** A session whose id token is verified: who is signed in, and until when this may be said without asking again. */
export interface Session extends Owner, SessionTimes {
  claims: Claims
  /** Secret. */
  idToken: string
  /** Epoch seconds. */
  idTokenExpiresAtSeconds: number
  /** Above 0: the session passes although its id token is over, because the provider is away. */
  expiredForSeconds: number
}

/** The session of a verified id token. */
export function buildSession(idToken: string, claims: Claims, times: SessionTimes): Session {
  const { startedAtSeconds, activeAtSeconds } = times
  return {
    ...ownerOf(claims),
    claims,
    idToken,
    idTokenExpiresAtSeconds: claims.exp,
    startedAtSeconds,
    activeAtSeconds,
    expiredForSeconds: 0
  }
}

/** Whose id token these claims are of. */
export function ownerOf(claims: Claims): Owner {
  return { subject: claims.sub, tenantId: tenantOf(claims) }
}

/** The same account? */
export function isSameOwner(one: Owner, other: Owner): boolean {
  return one.subject === other.subject && one.tenantId === other.tenantId
}

/** A text that stands for one account alone: neither tenant id nor uid is unique, and a tenant id holds no slash. */
export function keyOf({ subject, tenantId }: Owner): string {
  return `${tenantId ?? ''}/${subject}`
}
