import { parseJsonObject } from '../config/json-members.ts'
import type { SignInFacts } from '../session/sign-in/facts.ts'
import { type RecordState, readTexts } from './records.ts'

/** What an account has allowed a client. */
export interface GivenGrant {
  clientId: string
  clientName: string
  grantId: string
  /** Of the sign-in, of the last token (to the hour), and the end of the grant; epoch seconds. */
  authTime: number
  usedAt: number
  expiresAt: number
  signIn: SignInFacts
}

/** An entry is removed by one in its place that expires soon. */
export const FORGET_SECONDS = 60

const nameOf = (subject: string) => `oauth-grants ${subject}`

/**
 * The grants of accounts, usually one for each client: the consent that is remembered, and what an account sees as its connected
 * applications. Throws `STORE_UNAVAILABLE` while the store is.
 */
export function createGrants(shared: Pick<RecordState, 'addToList' | 'readList'>, now: () => number) {
  async function list(subject: string): Promise<GivenGrant[]> {
    return (await readTexts(shared, nameOf(subject))).flatMap((text) => readGrant(text) ?? [])
  }

  return {
    list,
    /** The newest one of a client. */
    find: async (subject: string, clientId: string): Promise<GivenGrant | undefined> =>
      (await list(subject)).findLast((one) => one.clientId === clientId),
    note: (subject: string, grant: GivenGrant): Promise<void> =>
      shared.addToList(nameOf(subject), {
        key: grant.grantId,
        text: JSON.stringify(grant),
        expiresAtSeconds: grant.expiresAt
      }),
    /** Forgets a grant; its tokens end with the provider's own record of it. */
    forget: (subject: string, grantId: string): Promise<void> =>
      shared.addToList(nameOf(subject), {
        key: grantId,
        text: '{}',
        expiresAtSeconds: now() + FORGET_SECONDS
      })
  }
}

export type Grants = ReturnType<typeof createGrants>

/** Written here alone; null for one that was forgotten. */
function readGrant(text: string): GivenGrant | null {
  const grant = parseJsonObject(text)
  return grant?.grantId === undefined ? null : (grant as unknown as GivenGrant)
}
