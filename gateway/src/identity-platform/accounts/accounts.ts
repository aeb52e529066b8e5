import { randomUUID } from 'node:crypto'
import { type Problem, problemText } from '../../problem.ts'
import { badArgument, type ProviderFailure, wrongShape } from '../client/error-sorting.ts'
import type { ProviderCall } from '../client/http.ts'
import { createProjectCalls } from '../client/project-calls.ts'
import type { CallResult, ProviderCalls } from '../client/provider-calls.ts'
import type { AccessTokens } from '../credentials/access-tokens.ts'
import {
  type AccountChanges,
  type AccountKey,
  checkChanges,
  checkKey,
  checkNewAccount,
  checkPageSize,
  checkUid,
  type NewAccount,
  type NewSecondFactor,
  type ProviderLink
} from './account-fields.ts'
import { type AccountChange, createOwnAccountCalls, type OwnAccountCalls } from './own-account.ts'
import { readUserRecord, type UserRecord } from './user-record.ts'

/** Sufficient for all account calls except the list. */
const ACCOUNT_SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
const LIST_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const MAX_PAGE_SIZE = 1000
const LOOK_UP_ANSWER = 'identitytoolkit#GetAccountInfoResponse'

export type AccountResult =
  | { kind: 'found'; record: UserRecord }
  | { kind: 'failed'; failure: ProviderFailure }

export type AccountCreation = { kind: 'created'; uid: string } | { kind: 'failed'; failure: ProviderFailure }

/** A page of the list. `nextPageToken`: opaque; null on the last page. */
export type AccountPage =
  | { kind: 'page'; records: UserRecord[]; nextPageToken: string | null }
  /** Ends the list; earlier pages remain valid. */
  | { kind: 'failed'; failure: ProviderFailure }

export interface ListOptions {
  /** Null: from the beginning. */
  pageToken?: string | null
  /** 1 to 1000. Default: 1000. */
  pageSize?: number
}

/**
 * Account calls for one user pool: a tenant's or the project's. Invalid arguments fail before any call, with
 * kind `caller`, code `INVALID_ARGUMENT` and the reason in `detail`.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts
 */
export interface Accounts extends OwnAccountCalls {
  /** Whether project credentials are available, as needed by all calls without an id token. */
  readonly hasCredentials: boolean
  /** The account of an id token, by the API key alone. Fails unless it has this uid. */
  lookUpByIdToken(idToken: string, uid: string): Promise<AccountResult>
  lookUp(key: AccountKey): Promise<AccountResult>
  /** Claims cannot be set here, only by `update`. */
  create(account: NewAccount): Promise<AccountCreation>
  update(uid: string, changes: AccountChanges): Promise<AccountChange>
  delete(uid: string): Promise<AccountChange>
  /** All accounts, fetching pages as they are consumed. */
  list(options?: ListOptions): AsyncGenerator<AccountPage, void, undefined>
  /** Invalidates every sign-in before `validSinceSeconds` (epoch seconds). */
  revoke(uid: string, validSinceSeconds: number): Promise<AccountChange>
}

export interface AccountsOptions {
  calls: ProviderCalls
  /** For calls with the visitor's id token. */
  apiKeyHeaders: Record<string, string>
  projectId: string
  /** Null: the project's own pool. */
  tenantId: string | null
  /** Base URL without a trailing slash. */
  identityToolkitUrl: string
  /** Null: no credentials. */
  accessTokens: AccessTokens | null
  /** Whether a visitor is waiting: limits the time. */
  visitorWaits: boolean
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { calls, projectId, tenantId, accessTokens } = options
  const tenantPath = tenantId === null ? '' : `/tenants/${encodeURIComponent(tenantId)}`
  const accountsUrl = `${options.identityToolkitUrl}/v1/projects/${encodeURIComponent(projectId)}${tenantPath}/accounts`

  const askAsProject =
    accessTokens === null ? refuseWithoutCredentials : createProjectCalls({ ...options, accessTokens })
  const ask = (call: ProviderCall, scope = ACCOUNT_SCOPE) => askAsProject('account', { ...call, scope })

  function post(action: string, body: object, more: Partial<ProviderCall> = {}): Promise<CallResult> {
    return ask({
      method: 'POST',
      url: `${accountsUrl}${action}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...more
    })
  }

  async function change(problem: Problem | null, send: () => Promise<CallResult>): Promise<AccountChange> {
    if (problem !== null) return { kind: 'failed', failure: badArgument(problemText(problem)) }
    const response = await send()
    return response.kind === 'ok' ? { kind: 'done' } : response
  }

  const accounts: Accounts = {
    hasCredentials: accessTokens !== null,
    ...createOwnAccountCalls(options),

    async lookUpByIdToken(idToken, uid) {
      const response = await calls.ask(
        'account',
        {
          method: 'POST',
          url: `${options.identityToolkitUrl}/v1/accounts:lookup`,
          headers: { 'content-type': 'application/json', ...options.apiKeyHeaders },
          body: JSON.stringify({ idToken }),
          mayProbe: true
        },
        { line: 'account by id token' }
      )
      return readOnlyUser(response, (record) => record.uid === uid)
    },

    async lookUp(key) {
      const problem = checkKey(key)
      if (problem !== null) return { kind: 'failed', failure: badArgument(problemText(problem)) }
      return readOnlyUser(await post(':lookup', buildLookUp(key), { mayProbe: true }), (record) =>
        isKeyOf(record, key)
      )
    },

    async create(account) {
      const problem = checkNewAccount(account)
      if (problem !== null) return { kind: 'failed', failure: badArgument(problemText(problem)) }
      const response = await post('', buildNewAccount(account), { isRepeatable: false })
      if (response.kind === 'failed') return response
      const { localId } = response.body
      return typeof localId === 'string' && checkUid(localId) === null
        ? { kind: 'created', uid: localId }
        : { kind: 'failed', failure: wrongShape('200 without localId') }
    },

    update: (uid, changes) =>
      change(checkUid(uid) ?? checkChanges(changes), () => post(':update', buildChanges(uid, changes))),

    delete: (uid) => change(checkUid(uid), () => post(':delete', { localId: uid }, { isRepeatable: false })),

    revoke: (uid, validSinceSeconds) => accounts.update(uid, { validSinceSeconds }),

    async *list({ pageToken = null, pageSize = MAX_PAGE_SIZE } = {}) {
      const problem = checkPageSize(pageSize)
      if (problem !== null) {
        yield { kind: 'failed', failure: badArgument(problemText(problem)) }
        return
      }
      const askedFor = new Set<string>()
      let next = pageToken
      do {
        const page = await listPage(pageSize, next)
        yield page
        if (page.kind === 'failed') return
        if (next !== null) askedFor.add(next)
        next = page.nextPageToken
        // Avoids an endless loop.
        if (next !== null && askedFor.has(next)) {
          yield { kind: 'failed', failure: wrongShape('a page that was returned before') }
          return
        }
      } while (next !== null)
    }
  }

  async function listPage(pageSize: number, pageToken: string | null): Promise<AccountPage> {
    const query = new URLSearchParams({ maxResults: String(pageSize) })
    if (pageToken !== null) query.set('nextPageToken', pageToken)
    const response = await ask({ method: 'GET', url: `${accountsUrl}:batchGet?${query}` }, LIST_SCOPE)
    if (response.kind === 'failed') return response
    const { users = [], nextPageToken } = response.body
    if (!Array.isArray(users)) return { kind: 'failed', failure: wrongShape('200 with malformed users') }
    return {
      kind: 'page',
      records: users.map(readUserRecord).filter((record) => record !== null),
      nextPageToken: typeof nextPageToken === 'string' && nextPageToken !== '' ? nextPageToken : null
    }
  }

  return accounts
}

/** `isTheOne`: guards against a record of another account. */
function readOnlyUser(response: CallResult, isTheOne: (record: UserRecord) => boolean): AccountResult {
  if (response.kind === 'failed') return response
  const { kind, users } = response.body
  // An unknown account is a 200 without `users`; any other body without them is malformed.
  const isAnonymous =
    users === undefined ? kind === LOOK_UP_ANSWER : Array.isArray(users) && users.length === 0
  if (isAnonymous) {
    const detail = 'no such account'
    return { kind: 'failed', failure: { kind: 'permanent', code: 'USER_NOT_FOUND', detail } }
  }
  if (Array.isArray(users) && users.length > 1)
    return {
      kind: 'failed',
      failure: badArgument(`${users.length} accounts match: use the uid`)
    }
  const record = Array.isArray(users) ? readUserRecord(users[0]) : null
  return record !== null && isTheOne(record)
    ? { kind: 'found', record }
    : { kind: 'failed', failure: wrongShape('200 with malformed users') }
}

function isKeyOf(record: UserRecord, key: AccountKey): boolean {
  if ('uid' in key) return record.uid === key.uid
  if ('phoneNumber' in key) return record.phoneNumber === key.phoneNumber
  const addresses = [record.email, ...record.providerData.map(({ email }) => email)]
  return addresses.some((address) => address?.toLowerCase() === key.email.toLowerCase())
}

async function refuseWithoutCredentials(): Promise<CallResult> {
  const failure: ProviderFailure = {
    kind: 'configuration',
    code: 'PROVIDER_UNAVAILABLE',
    detail: 'no credentials are configured',
    hint: {
      cause: 'this call needs credentials of the project',
      fix: 'set identityPlatform.credentialsFile to a service account key, or use application default credentials'
    }
  }
  return { kind: 'failed', failure }
}

function buildLookUp(key: AccountKey): object {
  if ('uid' in key) return { localId: [key.uid] }
  return 'email' in key ? { email: [key.email] } : { phoneNumber: [key.phoneNumber] }
}

/** The body of `accounts` (create), with some names that differ from `accounts:update`. */
function buildNewAccount(account: NewAccount): object {
  const { uid: localId, photoURL: photoUrl, secondFactors: factors, ...rest } = account
  return { localId, photoUrl, mfaInfo: factors?.map(buildSecondFactor), ...rest }
}

/** The body of `accounts:update`, where cleared members are listed rather than null. */
export function buildChanges(uid: string, changes: AccountChanges): object {
  const { email, displayName, photoURL: photoUrl, phoneNumber, password, linkProvider: link } = changes
  const cleared = Object.entries({
    DISPLAY_NAME: displayName,
    PHOTO_URL: photoUrl,
    EMAIL: email,
    PASSWORD: password
  })
  const deleteAttribute = cleared.flatMap(([name, value]) => (value === null ? [name] : []))
  const deleteProvider = [...(changes.unlinkProviders ?? []), ...(phoneNumber === null ? ['phone'] : [])]
  const { customClaims, validSinceSeconds: since, secondFactors: factors } = changes
  return {
    localId: uid,
    email: email ?? undefined,
    emailVerified: changes.emailVerified,
    displayName: displayName ?? undefined,
    photoUrl: photoUrl ?? undefined,
    phoneNumber: phoneNumber ?? undefined,
    password: password ?? undefined,
    disableUser: changes.disabled,
    customAttributes: customClaims === undefined ? undefined : JSON.stringify(customClaims ?? {}),
    validSince: since === undefined ? undefined : String(Math.floor(since)),
    deleteAttribute: deleteAttribute.length === 0 ? undefined : deleteAttribute,
    deleteProvider: deleteProvider.length === 0 ? undefined : deleteProvider,
    deletePasskey: changes.removePasskeys,
    linkProviderUserInfo: link === undefined ? undefined : buildLink(link),
    mfa: factors === undefined ? undefined : { enrollments: (factors ?? []).map(buildEnrollment) }
  }
}

function buildLink({ uid: rawId, photoURL: photoUrl, ...rest }: ProviderLink): object {
  return { rawId, photoUrl, ...rest }
}

function buildSecondFactor({ phoneNumber: phoneInfo, displayName }: NewSecondFactor): object {
  return { phoneInfo, displayName }
}

/** An update needs an id for every enrolment, or the emulator refuses it. */
function buildEnrollment(factor: NewSecondFactor): object {
  return { mfaEnrollmentId: factor.uid ?? randomUUID(), ...buildSecondFactor(factor) }
}
