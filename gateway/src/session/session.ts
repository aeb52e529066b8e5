import type { Claims } from '../identity-platform/id-token.ts'

/** A session whose id token is verified: who is signed in, and until when this may be said without asking again. */
export interface Session {
  /** The uid. */
  subject: string
  claims: Claims
  /** Secret. */
  idToken: string
  /** Epoch seconds. */
  idTokenExpiresAtSeconds: number
  /** Epoch seconds of the sign-in at this gateway. */
  startedAtSeconds: number
}

/** The session of a verified id token. */
export function buildSession(idToken: string, claims: Claims, startedAtSeconds: number): Session {
  return { subject: claims.sub, claims, idToken, idTokenExpiresAtSeconds: claims.exp, startedAtSeconds }
}
