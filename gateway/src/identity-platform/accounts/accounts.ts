import { readText } from '../../config/json-members.ts'
import { type Problem, problemText } from '../../problem.ts'
import type { AccountName } from '../client/account-circuits.ts'
import { badArgument, type CallResult, type Failed, failed, wrongShape } from '../client/error-sorting.ts'
import { CLOUD_SCOPE, IDENTITY_SCOPE, type ProviderCall, postJson } from '../client/http.ts'
import { createProjectCalls, createPublicCalls, type ProjectConnection } from '../client/project-calls.ts'
import {
  type AccountChanges,
  type AccountKey,
  buildChanges,
  buildNewAccount,
  checkChanges,
  checkKey,
  checkNewAccount,
  checkPageSize,
  checkUid,
  MAX_PAGE_SIZE,
  type NewAccount
} from './account-fields.ts'
import { readUserRecord, type UserRecord } from './user-record.ts'

const LOOK_UP_ANSWER = 'identitytoolkit#GetAccountInfoResponse'

export type AccountResult = { kind: 'found'; record: UserRecord } | Failed

export type AccountChange = { kind: 'done' } | Failed

/** A page of the list. `nextPageToken`: opaque; null on the last page. A failure ends the list; earlier pages remain valid. */
export type AccountPage = { kind: 'page'; records: UserRecord[]; nextPageToken: string | null } | Failed

/** `pageToken`: null: from the beginning. `pageSize`: 1 to 1000. */
export type ListOptions = { pageToken?: string | null; pageSize?: number }

export type Accounts = ReturnType<typeof createAccounts>

/**
 * Account calls for one user pool: a tenant's, or with null the project's. Invalid arguments fail before any call, with
 * kind `caller`, code `INVALID_ARGUMENT` and the reason in `detail`.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts
 */
export function createAccounts(connection: ProjectConnection, tenantId: string | null) {
  const { accessTokens, projectId } = connection
  const base = `${connection.urls.identityToolkit}/v1`
  const tenantPath = tenantId === null ? '' : `/tenants/${encodeURIComponent(tenantId)}`
  const accountsUrl = `${base}/projects/${encodeURIComponent(projectId)}${tenantPath}/accounts`
  const askAsProject = createProjectCalls(connection)
  const askPublicly = createPublicCalls(connection)

  /** `uid`: of the account that the call is about; undefined: not known. */
  function post(
    action: string,
    body: object,
    { uid, ...more }: Partial<ProviderCall> & { uid?: string | undefined } = {}
  ): Promise<CallResult> {
    const call = { ...postJson(`${accountsUrl}${action}`, body), ...more }
    return askAsProject('account', call, IDENTITY_SCOPE, { account: nameOf(uid) })
  }

  function nameOf(uid: string | undefined): AccountName | undefined {
    return uid === undefined ? undefined : { uid, tenantId }
  }

  async function change(problem: Problem | null, send: () => Promise<CallResult>): Promise<AccountChange> {
    return problem === null ? done(await send()) : refuse(problem)
  }

  /** With the API key and the account's own id token in `body`. */
  async function changeOwn(
    action: string,
    { uid, ...body }: Record<string, unknown> & { uid: string },
    { headers = {}, isRepeatable = true }: Pick<ProviderCall, 'headers' | 'isRepeatable'> = {}
  ): Promise<AccountChange> {
    const call = postJson(`${base}/accounts:${action}`, body, headers)
    // A circuit per action: its rate limits must not block account lookups.
    const options = { line: `own account: ${action}`, account: nameOf(uid) }
    return done(await askPublicly('account', { ...call, isRepeatable }, options))
  }

  async function listPage(pageSize: number, pageToken: string | null): Promise<AccountPage> {
    const query = new URLSearchParams({ maxResults: String(pageSize) })
    if (pageToken !== null) query.set('nextPageToken', pageToken)
    const url = `${accountsUrl}:batchGet?${query}`
    const response = await askAsProject('account', { method: 'GET', url }, CLOUD_SCOPE)
    if (response.kind === 'failed') return response
    const { users = [], nextPageToken } = response.body
    if (!Array.isArray(users)) return failed(wrongShape('200 with malformed users'))
    return {
      kind: 'page',
      records: users.map(readUserRecord).filter((record) => record !== null),
      nextPageToken: readText(nextPageToken)
    }
  }

  function update(uid: string, changes: AccountChanges): Promise<AccountChange> {
    const problem = checkUid(uid) ?? checkChanges(changes)
    return change(problem, () => post(':update', buildChanges(uid, changes), { uid }))
  }

  return {
    /** Whether project credentials are available, as needed by all calls without an id token. */
    hasCredentials: accessTokens !== null,

    /** The account of an id token, by the API key alone. Fails unless it has this uid. */
    async lookUpByIdToken(idToken: string, uid: string): Promise<AccountResult> {
      const call = { ...postJson(`${base}/accounts:lookup`, { idToken }), mayProbe: true }
      const response = await askPublicly('account', call, {
        line: 'account by id token',
        account: nameOf(uid)
      })
      return readOnlyUser(response, (record) => record.uid === uid)
    },

    async lookUp(key: AccountKey): Promise<AccountResult> {
      const problem = checkKey(key)
      if (problem !== null) return refuse(problem)
      const response = await post(':lookup', buildLookUp(key), {
        mayProbe: true,
        uid: 'uid' in key ? key.uid : undefined
      })
      return readOnlyUser(response, (record) => isKeyOf(record, key))
    },

    /** Claims cannot be set here, only by `update`. */
    async create(account: NewAccount): Promise<{ kind: 'created'; uid: string } | Failed> {
      const problem = checkNewAccount(account)
      if (problem !== null) return refuse(problem)
      const response = await post('', buildNewAccount(account), { isRepeatable: false, uid: account.uid })
      if (response.kind === 'failed') return response
      const { localId } = response.body
      return typeof localId === 'string' && checkUid(localId) === null
        ? { kind: 'created', uid: localId }
        : failed(wrongShape('200 without localId'))
    },

    update,

    delete(uid: string): Promise<AccountChange> {
      return change(checkUid(uid), () => post(':delete', { localId: uid }, { isRepeatable: false, uid }))
    },

    /** Invalidates every sign-in before `validSinceSeconds` (epoch seconds). */
    revoke(uid: string, validSinceSeconds: number): Promise<AccountChange> {
      return update(uid, { validSinceSeconds })
    },

    /** All accounts, fetching pages as they are consumed. */
    async *list(options: ListOptions = {}): AsyncGenerator<AccountPage, void, undefined> {
      const { pageToken = null, pageSize = MAX_PAGE_SIZE } = options
      const problem = checkPageSize(pageSize)
      if (problem !== null) return yield refuse(problem)
      const askedFor = new Set<string>()
      let next = pageToken
      do {
        const page = await listPage(pageSize, next)
        yield page
        if (page.kind === 'failed') return
        if (next !== null) askedFor.add(next)
        next = page.nextPageToken
        // Avoids an endless loop.
        if (next !== null && askedFor.has(next))
          return yield failed(wrongShape('a page that was returned before'))
      } while (next !== null)
    },

    /** `uid`: of the id token. `name`: null removes it; not validated here. Id tokens carry it after their next refresh. */
    rename(idToken: string, uid: string, name: string | null): Promise<AccountChange> {
      const changes = name === null ? { deleteAttribute: ['DISPLAY_NAME'] } : { displayName: name }
      return changeOwn('update', { uid, idToken, ...changes })
    },

    /** Sends the verification email. `uid`: of the id token. `language`: code of the provider; null for the project's. */
    sendVerification(idToken: string, uid: string, language: string | null): Promise<AccountChange> {
      const headers: Record<string, string> = language === null ? {} : { 'x-firebase-locale': language }
      const body = { uid, idToken, requestType: 'VERIFY_EMAIL' }
      return changeOwn('sendOobCode', body, { headers, isRepeatable: false })
    }
  }
}

function refuse(problem: Problem): Failed {
  return failed(badArgument(problemText(problem)))
}

function done(response: CallResult): AccountChange {
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
