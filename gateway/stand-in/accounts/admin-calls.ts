import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scopeOf } from '../credentials/access-tokens.ts'
import type { CallName } from '../server/calls.ts'
import { ProviderError, setErrorShape } from '../server/errors.ts'
import { Fields, textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import type { Account } from './account.ts'
import { CREATE_MEMBERS, readChanges, readNewAccount, UPDATE_MEMBERS } from './account-fields.ts'
import type { AccountStore } from './account-store.ts'
import { requireCaller } from './admin-caller.ts'
import { buildRecord, describeChanged } from './records.ts'

const LOOKUP_MEMBERS = [
  'localId',
  'email',
  'phoneNumber',
  'federatedUserId',
  'initialEmail',
  'tenantId',
  'idToken'
]
const MAX_IDENTIFIERS = 100
const DEFAULT_PAGE_SIZE = 20
const MAX_PAGE_SIZE = 1000
const ACCOUNT_SCOPES = ['identitytoolkit', 'cloud-platform'].map(scopeOf)
const LIST_SCOPES = ['cloud-platform', 'firebase'].map(scopeOf)

// The tenant's path is the official form; on the project's path the body may name it.
function readPool(request: FastifyRequest, { projectId, accounts }: Provider): string | undefined {
  if (textMember(request.params, 'project') !== projectId)
    throw new ProviderError(403, 'The caller does not have permission')
  const tenantId = textMember(request.params, 'tenant') ?? textMember(request.body, 'tenantId')
  accounts.requireTenant(tenantId)
  return tenantId
}

function requireAccount(
  accounts: AccountStore,
  uid: string | undefined,
  tenantId: string | undefined
): Account {
  if (uid === undefined || uid === '') throw new ProviderError(400, 'MISSING_LOCAL_ID')
  const account = accounts.find(uid, tenantId)
  if (!account) throw new ProviderError(400, 'USER_NOT_FOUND')
  return account
}

function lookUp(request: FastifyRequest, deps: Provider): Record<string, unknown> {
  const { accounts } = deps
  const tenantId = readPool(request, deps)
  const fields = new Fields(request.body, LOOKUP_MEMBERS)
  const federated = fields.messages('federatedUserId', ['providerId', 'rawId']) ?? []
  const found = [
    ...fields.texts('localId').map((uid) => accounts.find(uid, tenantId)),
    ...fields.texts('email').map((email) => accounts.findByEmail(email, tenantId)),
    ...fields.texts('initialEmail').map((email) => accounts.findByInitialEmail(email, tenantId)),
    ...fields.texts('phoneNumber').map((phoneNumber) => accounts.findByPhoneNumber(phoneNumber, tenantId)),
    ...federated.map((id) =>
      accounts.findByLink(id.text('providerId') ?? '', id.text('rawId') ?? '', tenantId)
    )
  ]
  if (found.length > MAX_IDENTIFIERS)
    throw new ProviderError(400, `INVALID_ARGUMENT : at most ${MAX_IDENTIFIERS} identifiers can be looked up`)
  const users = [...new Set(found)].filter((account) => account !== undefined).map(buildRecord)
  const kind = 'identitytoolkit#GetAccountInfoResponse'
  return users.length > 0 ? { kind, users } : { kind }
}

function update(request: FastifyRequest, deps: Provider): Record<string, unknown> {
  const tenantId = readPool(request, deps)
  const fields = new Fields(request.body, UPDATE_MEMBERS)
  const account = requireAccount(deps.accounts, fields.text('localId'), tenantId)
  deps.accounts.change(account, readChanges(fields, deps.now()))
  return describeChanged(account)
}

function remove(request: FastifyRequest, deps: Provider): Record<string, unknown> {
  const tenantId = readPool(request, deps)
  const fields = new Fields(request.body, ['localId', 'tenantId'])
  deps.accounts.remove(requireAccount(deps.accounts, fields.text('localId'), tenantId))
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}

function create(request: FastifyRequest, deps: Provider): Record<string, unknown> {
  const tenantId = readPool(request, deps)
  const fields = new Fields(request.body, CREATE_MEMBERS)
  const account = deps.accounts.add(readNewAccount(fields, tenantId, deps.now()))
  const { uid: localId, displayName, email } = account
  return { kind: 'identitytoolkit#SignupNewUserResponse', localId, displayName, email }
}

function readPageSize(request: FastifyRequest): number {
  const text = textMember(request.query, 'maxResults') ?? String(DEFAULT_PAGE_SIZE)
  const size = Number(text)
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE_SIZE)
    throw new ProviderError(400, 'INVALID_ARGUMENT : maxResults must be between 1 and 1000')
  return size
}

function list(request: FastifyRequest, deps: Provider): Record<string, unknown> {
  const all = deps.accounts.list(readPool(request, deps))
  const size = readPageSize(request)
  const pageToken = textMember(request.query, 'nextPageToken') ?? ''
  const last = Buffer.from(pageToken, 'base64url').toString('utf8')
  if (pageToken !== '' && !all.some(({ uid }) => uid === last))
    throw new ProviderError(400, 'INVALID_PAGE_SELECTION')
  const page = all.filter(({ uid }) => pageToken === '' || uid > last).slice(0, size)
  const lastOfPage = page.at(-1)
  // A full page has a token even when nothing follows; an empty page has no `users`.
  return {
    kind: 'identitytoolkit#DownloadAccountResponse',
    users: page.length > 0 ? page.map(buildRecord) : undefined,
    nextPageToken:
      lastOfPage && page.length === size ? Buffer.from(lastOfPage.uid).toString('base64url') : undefined
  }
}

const CALLS = [
  ['accounts::lookup', 'lookup', lookUp],
  ['accounts::update', 'update', update],
  ['accounts::delete', 'delete', remove],
  ['accounts', 'create', create]
] as const

/** Registers the calls that need an access token, on the project's path and on its tenants'. */
export function registerAdminCalls(scope: FastifyInstance, deps: Provider): void {
  setErrorShape(scope, 'identityToolkit')
  const { intercept } = deps
  const onRequest = (call: CallName, scopes: string[]) => [
    intercept(call),
    async (request: FastifyRequest): Promise<void> => requireCaller(request, deps, scopes)
  ]
  for (const prefix of ['/v1/projects/:project', '/v1/projects/:project/tenants/:tenant']) {
    for (const [path, call, response] of CALLS)
      scope.post(`${prefix}/${path}`, { onRequest: onRequest(call, ACCOUNT_SCOPES) }, async (request) =>
        response(request, deps)
      )
    scope.get(
      `${prefix}/accounts::batchGet`,
      { onRequest: onRequest('list', LIST_SCOPES) },
      async (request) => list(request, deps)
    )
  }
}
