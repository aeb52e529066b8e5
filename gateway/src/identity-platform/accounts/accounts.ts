import { readText } from '../../config/json-members.ts'
import { type Problem, problemText } from '../../problem.ts'
import { badArgument, type CallResult, type Failed, failed, wrongShape } from '../client/error-sorting.ts'
import { CLOUD_SCOPE, IDENTITY_SCOPE, type ProviderCall, postJson } from '../client/http.ts'
import { createProjectCalls, createPublicCalls, type ProjectConnection } from '../client/provider-calls.ts'
import { isUid } from '../tokens/id-token.ts'
import { readUserRecord, type UserRecord } from './user-record.ts'

const LOOK_UP_ANSWER = 'identitytoolkit#GetAccountInfoResponse'

export type AccountResult = { kind: 'found'; record: UserRecord } | Failed

export type AccountChange = { kind: 'done' } | Failed

/** A page of the list. `nextPageToken`: opaque; null on the last page. */
export type AccountPage = { kind: 'page'; records: UserRecord[]; nextPageToken: string | null } | Failed

export type Accounts = ReturnType<typeof createAccounts>

/**
 * Account calls for one user pool: a tenant's, or with null the project's.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts
 */
export function createAccounts(connection: ProjectConnection, tenantId: string | null) {
  const base = `${connection.urls.identityToolkit}/v1`
  const tenantPath = tenantId === null ? '' : `/tenants/${encodeURIComponent(tenantId)}`
  const accountsUrl = `${base}/projects/${encodeURIComponent(connection.projectId)}${tenantPath}/accounts`
  const askAsProject = createProjectCalls(connection)
  const askPublicly = createPublicCalls(connection)

  const nameOf = (uid: string | undefined) => (uid === undefined ? undefined : { uid, tenantId })

  /** A call of the project. `action`: such as `:update`. `uid`: of the account that it is about, if known. */
  function ask(
    action: string,
    body: object,
    { uid, ...more }: Partial<ProviderCall> & { uid?: string | undefined } = {}
  ): Promise<CallResult> {
    const call = { ...postJson(`${accountsUrl}${action}`, body), ...more }
    return askAsProject('account', call, IDENTITY_SCOPE, { account: nameOf(uid) })
  }

  return {
    ask,
    /** Whether project credentials are available, as needed by all calls without an id token. */
    hasCredentials: connection.accessTokens !== null,

    /** The account of an id token, by the API key alone. Fails unless it has this uid. */
    async lookUpByIdToken(idToken: string, uid: string): Promise<AccountResult> {
      const call = { ...postJson(`${base}/accounts:lookup`, { idToken }), mayProbe: true }
      const options = { group: 'account by id token', account: nameOf(uid) }
      return readOnlyUser(await askPublicly('account', call, options), (record) => record.uid === uid)
    },

    /** An invalid key fails before any call, with kind `caller` and the reason in `detail`. */
    async lookUp(key: AccountKey): Promise<AccountResult> {
      const problem = checkKey(key)
      if (problem !== null) return failed(badArgument(problemText(problem)))
      const uid = 'uid' in key ? key.uid : undefined
      const response = await ask(':lookup', buildLookUp(key), { mayProbe: true, uid })
      return readOnlyUser(response, (record) => isKeyOf(record, key))
    },

    /** Invalidates every sign-in before `validSinceSeconds` (epoch seconds). */
    async revoke(uid: string, validSinceSeconds: number): Promise<AccountChange> {
      const validSince = String(Math.floor(validSinceSeconds))
      return readChange(await ask(':update', { localId: uid, validSince }, { uid }))
    },

    /** One page of all accounts. `pageSize`: 1 to 1000. `pageToken`: null: the first page. */
    async listPage(pageSize: number, pageToken: string | null): Promise<AccountPage> {
      const query = new URLSearchParams({ maxResults: String(pageSize) })
      if (pageToken !== null) query.set('nextPageToken', pageToken)
      const url = `${accountsUrl}:batchGet?${query}`
      const response = await askAsProject('account', { method: 'GET', url }, CLOUD_SCOPE)
      if (response.kind === 'failed') return response
      const { users = [], nextPageToken } = response.body
      if (!Array.isArray(users)) return failed(wrongShape('200 with malformed users'))
      const records = users.map(readUserRecord).filter((record) => record !== null)
      return { kind: 'page', records, nextPageToken: readText(nextPageToken) }
    },

    /** With the API key and the account's own id token in `body`. `uid`: of that. `action`: such as `update`. */
    async changeOwn(
      action: string,
      { uid, ...body }: Record<string, unknown> & { uid: string },
      { headers = {}, isRepeatable = true }: Pick<ProviderCall, 'headers' | 'isRepeatable'> = {}
    ): Promise<AccountChange> {
      const call = postJson(`${base}/accounts:${action}`, body, headers)
      // A circuit per action: its rate limits must not block account lookups.
      const options = { group: `own account: ${action}`, account: nameOf(uid) }
      return readChange(await askPublicly('account', { ...call, isRepeatable }, options))
    }
  }
}

/** The result of a call whose response says nothing more. */
export function readChange(response: CallResult): AccountChange {
  return response.kind === 'ok' ? { kind: 'done' } : response
}

/** `isTheOne`: guards against a record of another account. */
function readOnlyUser(response: CallResult, isTheOne: (record: UserRecord) => boolean): AccountResult {
  if (response.kind === 'failed') return response
  const { kind, users } = response.body
  // An unknown account is a 200 without `users`; any other body without them is malformed.
  const isAnonymous =
    users === undefined ? kind === LOOK_UP_ANSWER : Array.isArray(users) && users.length === 0
  if (isAnonymous) return failed({ kind: 'permanent', code: 'USER_NOT_FOUND', detail: 'no such account' })
  if (Array.isArray(users) && users.length > 1)
    return failed(badArgument(`${users.length} accounts match: use the uid`))
  const record = Array.isArray(users) ? readUserRecord(users[0]) : null
  return record !== null && isTheOne(record)
    ? { kind: 'found', record }
    : failed(wrongShape('200 with malformed users'))
}

function isKeyOf(record: UserRecord, key: AccountKey): boolean {
  if ('uid' in key) return record.uid === key.uid
  if ('phoneNumber' in key) return record.phoneNumber === key.phoneNumber
  const addresses = [record.email, ...record.providerData.map(({ email }) => email)]
  return addresses.some((address) => address?.toLowerCase() === key.email.toLowerCase())
}

function buildLookUp(key: AccountKey): object {
  if ('uid' in key) return { localId: [key.uid] }
  return 'email' in key ? { email: [key.email] } : { phoneNumber: [key.phoneNumber] }
}

/** Identifies an account. Email addresses are case-insensitive; phone numbers are E.164. */
export type AccountKey = { uid: string } | { email: string } | { phoneNumber: string }

/** Validates a key; null if valid. */
export function checkKey(key: AccountKey): Problem | null {
  if ('uid' in key) return problemUnless('uid', isUid(key.uid), 'must be 1 to 128 characters')
  // Anything with an `@`: only the provider can validate addresses.
  if ('email' in key)
    return problemUnless('email', /^[^@\s]+@[^@\s]+$/.test(key.email), 'must be something@something')
  // ITU-T E.164: a plus and up to 15 digits, not starting with 0.
  const isE164 = /^\+[1-9]\d{1,14}$/.test(key.phoneNumber)
  return problemUnless('phoneNumber', isE164, 'must be E.164, such as +15555550100')
}

function problemUnless(path: string, isValid: boolean, message: string): Problem | null {
  return isValid ? null : { path, message, hint: '' }
}

/** Kinds of account keys on the command line. */
export const KEY_KINDS = ['uid', 'email', 'phone'] as const

export type KeyKind = (typeof KEY_KINDS)[number]

/** Interprets a word as a key, of its own kind by default. */
export function readKey(word: string, kind: KeyKind = guessKind(word)): AccountKey {
  if (kind === 'email') return { email: word }
  return kind === 'phone' ? { phoneNumber: word } : { uid: word }
}

/** An email address has an `@`, a phone number is `+` and digits, all else is a uid. */
export function guessKind(word: string): KeyKind {
  if (word.includes('@')) return 'email'
  return /^\+\d+$/.test(word) ? 'phone' : 'uid'
}
