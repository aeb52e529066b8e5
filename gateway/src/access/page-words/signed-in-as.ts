import type { Session } from '../../session/session.ts'
import type { PageWords } from './words.ts'

/** Says who is signed in, by address, else by name, else by uid. */
export function signedInAs({ more }: PageWords, { claims, subject }: Session): string {
  return more.signedInAs.replace('{name}', () => String(claims.email ?? claims.name ?? subject))
}
