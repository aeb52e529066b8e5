import { requireOwner } from '../messages/action-code-calls.ts'
import type { ActionCode } from '../messages/action-codes.ts'
import { requirePolicy } from '../project/password-policy.ts'
import { type ApiKeyCall, CLIENT_MEMBERS } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { Fields } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { type Bearer, openIdToken, openRecentIdToken } from '../tokens/id-tokens.ts'
import type { Account, AccountChanges } from './account.ts'
import { readChanges } from './account-fields.ts'
import { describeChanged } from './records.ts'

// Taken and without effect, as at the official emulator: the account is that of the token. The second two are refused.
const ADMIN_MEMBERS = ['localId', 'emailVerified', 'customAttributes', 'disableUser']
const MEMBERS = [
  ...CLIENT_MEMBERS,
  'idToken',
  'oobCode',
  'email',
  'password',
  'displayName',
  'photoUrl',
  'deleteAttribute',
  'deleteProvider',
  'deletePasskey',
  'validSince',
  ...ADMIN_MEMBERS
]

function readChangesOf(code: ActionCode, account: Account): AccountChanges {
  switch (code.requestType) {
    case 'VERIFY_EMAIL':
      return { emailVerified: true }
    case 'VERIFY_AND_CHANGE_EMAIL':
      return { email: code.newEmail, emailVerified: true }
    case 'RECOVER_EMAIL':
      return { email: code.email, emailVerified: true }
    case 'REVERT_SECOND_FACTOR_ADDITION':
      return { secondFactors: account.secondFactors.filter(({ id }) => id !== code.factor?.id) }
    default:
      throw new ProviderError(400, 'INVALID_OOB_CODE')
  }
}

function applyCode(fields: Fields, { accounts, codes }: Provider): Record<string, unknown> {
  const code = codes.open(fields.text('oobCode'), fields.text('tenantId'))
  const { requestType, newEmail } = code
  const account = requireOwner(code, accounts)
  accounts.change(account, readChangesOf(code, account))
  codes.use(code)
  // The change may not be the owner's: the old address gets a link to undo it.
  if (requestType === 'VERIFY_AND_CHANGE_EMAIL')
    codes.create({ ...code, requestType: 'RECOVER_EMAIL', continueUrl: undefined })
  return { ...describeChanged(account), newEmail }
}

// With enumeration protection an address is changed by a mail to the new one (VERIFY_AND_CHANGE_EMAIL) only.
function requireSameEmail(changes: AccountChanges, account: Account): void {
  if (typeof changes.email !== 'string' || changes.email.toLowerCase() === account.email) return
  throw new ProviderError(400, 'OPERATION_NOT_ALLOWED : Please verify the new email before changing email.')
}

function refuseAdminChanges(fields: Fields): void {
  if (fields.text('customAttributes') !== undefined) throw new ProviderError(400, 'INSUFFICIENT_PERMISSION')
  if (fields.flag('disableUser') !== undefined) throw new ProviderError(400, 'OPERATION_NOT_ALLOWED')
}

async function changeOwn(fields: Fields, deps: Provider): Promise<Record<string, unknown>> {
  const isSensitive = fields.text('password') !== undefined || fields.text('email') !== undefined
  const bearer = await (isSensitive ? openRecentIdToken : openIdToken)(fields, deps)
  const { account } = bearer
  refuseAdminChanges(fields)
  const { emailVerified: _ignored, ...changes } = readChanges(fields, deps.now())
  requireSameEmail(changes, account)
  if (typeof changes.password === 'string') requirePolicy(deps.passwordPolicy, changes.password)
  const { credentialVersion } = account
  deps.accounts.change(account, changes)
  const hasNewCredentials = account.credentialVersion !== credentialVersion
  return { ...describeChanged(account), ...renewSession(bearer, hasNewCredentials, deps) }
}

// A change of credentials ended every session; the new one begins now, else it would be over too.
function renewSession({ account, signIn }: Bearer, isFresh: boolean, { issuer, now }: Provider) {
  const details = isFresh ? { ...signIn, authTimeSeconds: now() } : signIn
  const tokens = issuer.issueTokens(account, details)
  return { ...tokens, expiresIn: String(issuer.idTokenTtlSeconds) }
}

async function update(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const fields = new Fields(body, MEMBERS)
  deps.accounts.requireTenant(fields.text('tenantId'))
  if (fields.text('oobCode') !== undefined) return applyCode(fields, deps)
  if (fields.text('idToken') !== undefined) return changeOwn(fields, deps)
  throw new ProviderError(400, 'INVALID_REQ_TYPE : Unsupported request parameters.')
}

async function deleteOwn(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const { account } = await openRecentIdToken(new Fields(body, ['idToken', 'tenantId']), deps)
  if (!deps.settings.allowsDeletion) throw new ProviderError(400, 'ADMIN_ONLY_OPERATION')
  deps.accounts.remove(account)
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}

/** `accounts:update` applies the code of a mail, or changes the account of an id token. */
export const SELF_SERVICE_CALLS: readonly ApiKeyCall[] = [
  ['POST /v1/accounts:update', 'updateByIdToken', update],
  ['POST /v1/accounts:delete', 'deleteByIdToken', deleteOwn]
]
