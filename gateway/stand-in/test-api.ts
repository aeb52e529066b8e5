import {
  type Account,
  type AccountChanges,
  copyAccount,
  type NewAccount,
  type StandInAccount
} from './accounts/account.ts'
import { buildAccount } from './accounts/account-store.ts'
import { dropUndefined } from './server/fields.ts'
import type { Provider } from './state.ts'
import type { IdTokenOverrides, SecondFactorFacts, SessionTokens } from './tokens/token-issuer.ts'

/** Facts of a sign-in that is made without a REST call. */
export interface SignInFacts {
  /** `sign_in_provider`; default `password`. */
  provider?: string
  /** `auth_time`; default now. */
  authTimeSeconds?: number
  /** The pool to look for the uid in; default: the project's, then any tenant's. */
  tenantId?: string
  secondFactor?: SecondFactorFacts
}

/** Gives tests the accounts; uids are looked for in the project's pool first, then in any tenant's. The provider's refusals are thrown. */
export function openAccounts({ accounts: store, now }: Provider) {
  const require = (uid: string): Account => {
    const account = store.findAnywhere(uid)
    if (!account) throw new Error(`the stand-in has no account ${uid}`)
    return account
  }
  return {
    /** Returns the uid. */
    create(fields: NewAccount): string {
      store.addTenant(fields.tenantId)
      return store.add(fields).uid
    },
    update: (uid: string, changes: AccountChanges) => store.change(require(uid), changes),
    get(uid: string): StandInAccount | undefined {
      const account = store.findAnywhere(uid)
      return account && copyAccount(account)
    },
    /** Accounts of all pools, in the order of their creation. */
    list: () => store.listAll().map(copyAccount),
    delete: (uid: string) => store.remove(require(uid)),
    disable: (uid: string) => store.change(require(uid), { disabled: true }),
    /** Sets `validSince` to now in whole seconds; a sign-in of the very same second stays valid, as in production. */
    revoke: (uid: string) => store.change(require(uid), { validSinceSeconds: Math.floor(now()) }),
    setClaims: (uid: string, customClaims: Record<string, unknown>) =>
      store.change(require(uid), { customClaims })
  }
}

/** The tokens of a sign-in without a password, by which a user without an account gets one. */
export function signIn(deps: Provider, uid: string, facts: SignInFacts): SessionTokens {
  const { accounts, issuer } = deps
  const { tenantId, provider = 'password', authTimeSeconds, secondFactor } = facts
  const known = tenantId === undefined ? accounts.findAnywhere(uid) : accounts.find(uid, tenantId)
  const account = known ?? accounts.add({ uid, tenantId })
  return issuer.startSession(account, { provider, ...dropUndefined({ authTimeSeconds, secondFactor }) })
}

/** An id token without a sign-in; the account need not exist. */
export function issueIdToken(deps: Provider, uid: string, overrides: IdTokenOverrides = {}): string {
  const account = deps.accounts.findAnywhere(uid) ?? buildAccount({ uid }, deps.now())
  const session = deps.issuer.createSession(account, { provider: 'password' })
  return deps.issuer.issueIdToken(session, overrides)
}
