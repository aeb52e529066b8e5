import type { Provider } from 'oidc-provider'
import { parseJsonObject } from '../../src/config/json-members.ts'
import type { SignInFacts } from '../../src/session/sign-in/rules.ts'
import { type RecordState, readTexts } from './shared-lists.ts'

/** A scope, and the resource that it belongs to; null: the account. */
export interface GrantedScope {
  scope: string
  resource: string | null
}

/** Those that a grant allows, of the account and of resources. */
export function scopesOfGrant(grant: InstanceType<Provider['Grant']>): GrantedScope[] {
  const listed = (scopes: string, resource: string | null) =>
    scopes.split(' ').flatMap((scope) => (scope === '' ? [] : [{ scope, resource }]))
  const ofResources = Object.entries(grant.resources ?? {})
  return [
    ...listed(grant.getOIDCScope(), null),
    ...ofResources.flatMap(([resource, scopes]) => listed(scopes, resource))
  ]
}

/** How a visitor signed in whose client gets tokens. Times in epoch seconds. */
export interface GrantSignIn {
  /** As in the tokens. */
  authTime: number
  /** When the longest session of this sign-in ends, and with it its tokens. */
  expiresAt: number
  signIn: SignInFacts
}

/** An account of grants; the second part tells it from another that had its uid before. */
export interface GrantAccount {
  accountId: string
  createdAtMs?: number
}

/** What an account has allowed a client. Times in epoch seconds. */
export interface GrantEntry {
  clientId: string
  clientName: string
  grantId: string
  /** Where the visitor has let its codes go. */
  destination: string
  /** Of the last token, to the hour. */
  usedAt: number
  /** When the last of its sign-ins ends. */
  expiresAt: number
}

/** A grant, as one of its sign-ins uses it. */
export type GrantUse = GrantEntry & GrantSignIn

/**
 * The grants of accounts, usually one for each client and destination, with the sign-ins that each was used with: the consent that is remembered, and
 * what an account sees as its connected applications. Up to 128 of an account, each with up to 128 sign-ins; one that others displace
 * gives no more tokens. Throws `STORE_UNAVAILABLE` while the store is unreachable.
 */
export function createGrants(shared: Pick<RecordState, 'addToList' | 'readList'>) {
  const listOfGrants = (subject: string) => `oauth-grants ${subject}`
  const listOfSignIns = (grantId: string) => `oauth-sign-ins ${grantId}`
  /** What is written here alone. */
  const read = async <Entry>(name: string): Promise<Entry[]> =>
    (await readTexts(shared, name)).flatMap((text) => (parseJsonObject(text) as Entry | null) ?? [])

  /** Also those that have been revoked. The one that lasts longest is the last. */
  const list = (subject: string) => read<GrantEntry>(listOfGrants(subject))

  return {
    list,
    /** A grant with one of its sign-ins. */
    async find(subject: string, grantId: string, authTime: number): Promise<GrantUse | undefined> {
      const [ofAccount, signIns] = await Promise.all([
        list(subject),
        read<GrantSignIn>(listOfSignIns(grantId))
      ])
      const grant = ofAccount.find((one) => one.grantId === grantId)
      const signIn = signIns.find((one) => one.authTime === authTime)
      return grant && signIn && { ...grant, ...signIn }
    },
    async note(subject: string, { authTime, expiresAt, signIn, ...grant }: GrantUse): Promise<void> {
      const known = (await list(subject)).find(({ grantId }) => grantId === grant.grantId)
      const until = Math.max(expiresAt, known?.expiresAt ?? 0)
      await shared.addToList(listOfSignIns(grant.grantId), {
        key: String(authTime),
        text: JSON.stringify({ authTime, expiresAt, signIn }),
        expiresAtSeconds: expiresAt
      })
      await shared.addToList(listOfGrants(subject), {
        key: grant.grantId,
        text: JSON.stringify({ ...grant, expiresAt: until }),
        expiresAtSeconds: until
      })
    }
  }
}

export type Grants = ReturnType<typeof createGrants>
