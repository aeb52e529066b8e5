import type { VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import type { SessionCookie } from './cookie/cookie.ts'
import { buildSession, isSameOwner, type Owner, ownerOf, type Session } from './session.ts'

/** What opens the cookies of another process. */
export interface SharedCookieOptions {
  cookie: Pick<SessionCookie, 'read' | 'open' | 'headerOf'>
  verifyIdToken: VerifyIdToken
}

/**
 * The session in a cookie value that another process made, which is trusted as far as a browser's: by its signature and that of
 * its id token. Null: one of them is not valid, or it belongs to another account.
 */
export async function openSharedCookie(
  value: string,
  owner: Owner,
  { cookie, verifyIdToken }: SharedCookieOptions
): Promise<Session | null> {
  const reading = cookie.read(cookie.headerOf(value))
  const opened = reading.kind === 'present' ? cookie.open(reading) : null
  if (opened?.kind !== 'open') return null
  const { idToken, ...mark } = opened.state
  const result = await verifyIdToken(idToken)
  if (result.kind !== 'valid' || !isSameOwner(ownerOf(result.claims), owner)) return null
  return buildSession(idToken, result.claims, mark)
}
