import {
  type Account,
  type AccountChanges,
  copyAccount,
  type NewAccount,
  type StandInAccount
} from './accounts/account.ts'
import { type AccountStore, buildAccount } from './accounts/account-store.ts'
import { dropUndefined } from './server/fields.ts'
import type {
  IdTokenOverrides,
  SecondFactorFacts,
  SessionTokens,
  TokenIssuer
} from './tokens/token-issuer.ts'

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

/** The accounts, for tests to read and change; uids are looked for in the project's pool first, then in any tenant's. */
export interface StandInAccounts {
  create(account: NewAccount): string
  update(uid: string, changes: AccountChanges): void
  get(uid: string): StandInAccount | undefined
  /** Accounts of all pools, in the order of their creation. */
  list(): StandInAccount[]
  delete(uid: string): void
  disable(uid: string): void
  /** Sets `validSince` to now in whole seconds; a sign-in of the very same second stays valid, as in production. */
  revoke(uid: string): void
  setClaims(uid: string, claims: Record<string, unknown>): void
}

/** Dependencies of the test API. */
export interface TestApiDeps {
  now: () => number
  accounts: AccountStore
  issuer: TokenIssuer
}

/** Gives tests the accounts; refusals of the provider are thrown as they are. */
export function openAccounts({ accounts: store, now }: TestApiDeps): StandInAccounts {
  const require = (uid: string): Account => {
    const account = store.findAnywhere(uid)
    if (!account) throw new Error(`the stand-in has no account ${uid}`)
    return account
  }
  return {
    create(fields) {
      store.addTenant(fields.tenantId)
      return store.add(fields).uid
    },
    update: (uid, changes) => store.change(require(uid), changes),
    get(uid) {
      const account = store.findAnywhere(uid)
      return account && copyAccount(account)
    },
    list: () => store.listAll().map(copyAccount),
    delete: (uid) => store.remove(require(uid)),
    disable: (uid) => store.change(require(uid), { disabled: true }),
    revoke: (uid) => store.change(require(uid), { validSinceSeconds: Math.floor(now()) }),
    setClaims: (uid, customClaims) => store.change(require(uid), { customClaims })
  }
}

/** The tokens of a sign-in without a password; throws for an account that does not exist. */
export function signIn(deps: TestApiDeps, uid: string, facts: SignInFacts): SessionTokens {
  const { accounts, issuer } = deps
  const { tenantId, provider = 'password', authTimeSeconds, secondFactor } = facts
  const account = tenantId === undefined ? accounts.findAnywhere(uid) : accounts.find(uid, tenantId)
  if (!account) throw new Error(`the stand-in has no account ${uid}`)
  return issuer.startSession(account, { provider, ...dropUndefined({ authTimeSeconds, secondFactor }) })
}

/** An id token without a sign-in; the account need not exist. */
export function issueIdToken(deps: TestApiDeps, uid: string, overrides: IdTokenOverrides = {}): string {
  const account = deps.accounts.findAnywhere(uid) ?? buildAccount({ uid }, deps.now())
  const session = deps.issuer.createSession(account, { provider: 'password' })
  return deps.issuer.issueIdToken(session, overrides)
}
