import { randomBytes } from 'node:crypto'
import { removePasskeys } from '../passkeys/passkey.ts'
import { isPhoneNumber, keepSecrets } from '../second-factors/second-factor.ts'
import { ProviderError } from '../server/errors.ts'
import { dropUndefined } from '../server/fields.ts'
import { type Account, type AccountChanges, isEmailAddress, type NewAccount } from './account.ts'
import type { LinkedProvider } from './linked-providers.ts'

function poolKey(uid: string, tenantId: string | undefined): string {
  return `${tenantId ?? ''}/${uid}`
}

function chooseUid(): string {
  return randomBytes(28).toString('base64').replace(/[+/=]/g, 'x').slice(0, 28)
}

/** A new account as the store keeps it, neither checked nor stored. */
export function buildAccount(fields: NewAccount & { uid: string }, nowSeconds: number): Account {
  const { linkedProviders = [], email, ...given } = fields
  const address = email?.toLowerCase()
  return {
    emailVerified: false,
    disabled: false,
    hasEmailLink: false,
    secondFactors: [],
    passkeys: [],
    credentialVersion: 0,
    createdAtSeconds: nowSeconds,
    ...(given.password !== undefined && { passwordUpdatedSeconds: nowSeconds }),
    ...dropUndefined({ ...given, uid: undefined, email: address, initialEmail: address }),
    uid: fields.uid,
    linkedProviders: new Map(linkedProviders.map((link) => [link.providerId, link]))
  }
}

/** The accounts of the project and its tenants; refusals are ProviderErrors with the provider's codes. */
export class AccountStore {
  readonly #accounts = new Map<string, Account>()
  readonly #byEmail = new Map<string, Account>()
  readonly #tenants: Set<string>
  readonly #now: () => number

  constructor(now: () => number, tenants: string[]) {
    this.#now = now
    this.#tenants = new Set(tenants)
  }

  /** Throws TENANT_NOT_FOUND for a tenant that does not exist. */
  requireTenant(tenantId: string | undefined): void {
    if (tenantId !== undefined && !this.#tenants.has(tenantId))
      throw new ProviderError(400, 'TENANT_NOT_FOUND')
  }

  addTenant(tenantId: string | undefined): void {
    if (tenantId !== undefined) this.#tenants.add(tenantId)
  }

  find(uid: string, tenantId: string | undefined): Account | undefined {
    return this.#accounts.get(poolKey(uid, tenantId))
  }

  /** All accounts of all pools. */
  listAll(): Account[] {
    return [...this.#accounts.values()]
  }

  /** Looks in the project's pool, then in every tenant's. */
  findAnywhere(uid: string): Account | undefined {
    const inProject = this.find(uid, undefined)
    if (inProject) return inProject
    for (const tenantId of this.#tenants) {
      const account = this.find(uid, tenantId)
      if (account) return account
    }
    return undefined
  }

  findByEmail(email: string, tenantId: string | undefined): Account | undefined {
    return this.#byEmail.get(poolKey(email.toLowerCase(), tenantId))
  }

  /** By the first email an account had. */
  findByInitialEmail(email: string, tenantId: string | undefined): Account | undefined {
    const wanted = email.toLowerCase()
    return this.#search(tenantId, ({ initialEmail }) => initialEmail === wanted)
  }

  findByPhoneNumber(phoneNumber: string, tenantId: string | undefined): Account | undefined {
    return this.#search(tenantId, (account) => account.phoneNumber === phoneNumber)
  }

  findByLink(providerId: string, rawId: string, tenantId: string | undefined): Account | undefined {
    return this.#search(tenantId, ({ linkedProviders }) => linkedProviders.get(providerId)?.rawId === rawId)
  }

  /** `credentialId`: base64url. */
  findByPasskey(credentialId: string, tenantId: string | undefined): Account | undefined {
    return this.#search(tenantId, ({ passkeys }) => passkeys.some((one) => one.credentialId === credentialId))
  }

  /** All accounts of one pool, sorted by uid. */
  list(tenantId: string | undefined): Account[] {
    const pool = [...this.#accounts.values()].filter((account) => account.tenantId === tenantId)
    return pool.sort((a, b) => (a.uid < b.uid ? -1 : 1))
  }

  add(fields: NewAccount): Account {
    const uid = fields.uid ?? chooseUid()
    if (uid.length < 1 || uid.length > 128) throw new ProviderError(400, 'INVALID_LOCAL_ID')
    if (this.find(uid, fields.tenantId)) throw new ProviderError(400, 'DUPLICATE_LOCAL_ID')
    this.#checkNew(fields, fields.linkedProviders ?? [], fields.tenantId)
    const account = buildAccount({ ...fields, uid }, this.#now())
    this.#accounts.set(poolKey(uid, fields.tenantId), account)
    if (account.email !== undefined) this.#byEmail.set(poolKey(account.email, account.tenantId), account)
    return account
  }

  /** Throws INVALID_EMAIL and EMAIL_EXISTS unless an address, if any, could be that of a new account, or of `self`. */
  requireNew(email: string | undefined, tenantId: string | undefined, self?: Account): void {
    if (email === undefined || email.toLowerCase() === self?.email) return
    this.#checkNew({ email }, [], tenantId)
  }

  /** Throws FEDERATED_USER_ID_ALREADY_LINKED unless an identity could be that of `self`. */
  requireNewLink(link: LinkedProvider, self: Account): void {
    this.#checkNew({}, [link], self.tenantId, self)
  }

  change(account: Account, changes: AccountChanges): void {
    const { password, phoneNumber, link } = changes
    const email = changes.email?.toLowerCase()
    const isNewEmail = email !== undefined && email !== account.email
    const checked = { email: isNewEmail ? email : undefined, phoneNumber, password }
    this.#checkNew(checked, link ? [link] : [], account.tenantId, account)
    this.#changeCredentials(account, changes.email === null ? null : email, password)
    for (const name of ['displayName', 'photoUrl', 'phoneNumber'] as const)
      if (changes[name] !== undefined) account[name] = changes[name] ?? undefined
    const isSameEmail = !isNewEmail && changes.email !== null
    account.emailVerified = changes.emailVerified ?? (account.emailVerified && isSameEmail)
    account.hasEmailLink = (changes.hasEmailLink ?? account.hasEmailLink) && changes.email !== null
    const { disabled, customClaims, validSinceSeconds, createdAtSeconds, lastSignInSeconds } = changes
    Object.assign(
      account,
      dropUndefined({ disabled, customClaims, validSinceSeconds, createdAtSeconds, lastSignInSeconds })
    )
    if (changes.secondFactors)
      account.secondFactors = keepSecrets(changes.secondFactors, account.secondFactors)
    account.passkeys = removePasskeys(account.passkeys, changes.deletePasskeys ?? [])
    for (const providerId of changes.unlink ?? []) account.linkedProviders.delete(providerId)
    if (link) account.linkedProviders.set(link.providerId, link)
  }

  /** Invalidates every refresh token of the account, and the id tokens of earlier seconds. */
  endSessions(account: Account): void {
    account.credentialVersion += 1
    account.validSinceSeconds = Math.floor(this.#now())
  }

  remove(account: Account): void {
    this.#accounts.delete(poolKey(account.uid, account.tenantId))
    this.#setEmail(account, undefined)
  }

  #search(tenantId: string | undefined, isWanted: (account: Account) => boolean): Account | undefined {
    for (const account of this.#accounts.values()) {
      if (account.tenantId === tenantId && isWanted(account)) return account
    }
    return undefined
  }

  #changeCredentials(
    account: Account,
    email: string | null | undefined,
    password: string | null | undefined
  ): void {
    const isOtherEmail = email !== undefined && (email ?? undefined) !== account.email
    // Setting a password counts even when it is the same one; removing one that is not there does not.
    const isOtherPassword =
      typeof password === 'string' || (password === null && account.password !== undefined)
    if (!isOtherEmail && !isOtherPassword) return
    if (isOtherEmail) this.#setEmail(account, email ?? undefined)
    if (isOtherPassword) {
      account.password = password ?? undefined
      account.passwordUpdatedSeconds = password === null ? undefined : this.#now()
    }
    this.endSessions(account)
  }

  #setEmail(account: Account, email: string | undefined): void {
    if (account.email !== undefined) this.#byEmail.delete(poolKey(account.email, account.tenantId))
    account.email = email
    account.initialEmail ??= email
    if (email !== undefined) this.#byEmail.set(poolKey(email, account.tenantId), account)
  }

  #checkNew(
    { email, phoneNumber, password }: AccountChanges,
    links: readonly LinkedProvider[],
    tenantId: string | undefined,
    self?: Account
  ): void {
    if (typeof email === 'string') {
      if (!isEmailAddress(email)) throw new ProviderError(400, 'INVALID_EMAIL')
      if (this.findByEmail(email, tenantId)) throw new ProviderError(400, 'EMAIL_EXISTS')
    }
    if (typeof phoneNumber === 'string') {
      if (!isPhoneNumber(phoneNumber)) throw new ProviderError(400, 'INVALID_PHONE_NUMBER : Invalid format.')
      const owner = this.findByPhoneNumber(phoneNumber, tenantId)
      if (owner && owner !== self) throw new ProviderError(400, 'PHONE_NUMBER_EXISTS')
    }
    if (typeof password === 'string' && password.length < 6)
      throw new ProviderError(400, 'WEAK_PASSWORD : Password should be at least 6 characters')
    for (const { providerId, rawId } of links) {
      const owner = this.findByLink(providerId, rawId, tenantId)
      if (owner && owner !== self) throw new ProviderError(400, 'FEDERATED_USER_ID_ALREADY_LINKED')
    }
  }
}
