import { isEmailAddress } from '../accounts/account.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { runBlockingFunction } from '../project/blocking-functions.ts'
import { requirePolicy } from '../project/password-policy.ts'
import { requireRecaptcha } from '../project/recaptcha.ts'
import { describeFactorHint } from '../second-factors/second-factor.ts'
import { type ApiKeyCall, CLIENT_MEMBERS } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { Fields } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { openIdToken, openRecentIdToken } from '../tokens/id-tokens.ts'
import type { Action, ActionCode } from './action-codes.ts'

const SEND_MEMBERS = [
  ...CLIENT_MEMBERS,
  'requestType',
  'email',
  'idToken',
  'newEmail',
  'continueUrl',
  'canHandleCodeInApp',
  'iOSBundleId',
  'androidInstallApp',
  'androidMinimumVersionCode',
  'androidPackageName',
  'dynamicLinkDomain',
  'linkDomain'
]

/** Mails that anybody can ask for. */
const PROTECTED = ['PASSWORD_RESET', 'EMAIL_SIGNIN']

function readEmail(fields: Fields, name: string, whenMissing: string): string {
  const email = fields.text(name)?.toLowerCase()
  if (email === undefined || email === '') throw new ProviderError(400, whenMissing)
  if (!isEmailAddress(email)) throw new ProviderError(400, 'INVALID_EMAIL')
  return email
}

function readContinueUrl(fields: Fields, { authorizedDomains }: Provider): string | undefined {
  const continueUrl = fields.text('continueUrl')
  if (continueUrl === undefined || continueUrl === '') return undefined
  const host = URL.canParse(continueUrl) ? new URL(continueUrl).hostname : ''
  if (host === '')
    throw new ProviderError(
      400,
      'INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))'
    )
  if (authorizedDomains && !authorizedDomains.includes(host))
    throw new ProviderError(400, 'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project')
  return continueUrl
}

async function readOwnAction(
  fields: Fields,
  deps: Provider
): Promise<Action & Required<Pick<Action, 'account'>>> {
  const { account } = await openIdToken(fields, deps)
  const { email, tenantId } = account
  if (email === undefined) throw new ProviderError(400, 'MISSING_EMAIL')
  return { requestType: 'VERIFY_EMAIL', email, tenantId, account }
}

async function readChangeOfEmail(fields: Fields, deps: Provider): Promise<Action> {
  const newEmail = readEmail(fields, 'newEmail', 'MISSING_NEW_EMAIL')
  await openRecentIdToken(fields, deps)
  const own = await readOwnAction(fields, deps)
  deps.accounts.requireNew(newEmail, own.tenantId)
  return { ...own, requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail }
}

// Protection against enumeration: an unknown address gets the answer of a known one.
function readActionByEmail(fields: Fields, deps: Provider): Action {
  const email = readEmail(fields, 'email', 'MISSING_EMAIL')
  const tenantId = fields.text('tenantId')
  if (fields.text('requestType') === 'EMAIL_SIGNIN') return { requestType: 'EMAIL_SIGNIN', email, tenantId }
  const account = deps.accounts.findByEmail(email, tenantId)
  return { requestType: 'PASSWORD_RESET', email, tenantId, ...(account && { account }) }
}

async function readAction(fields: Fields, deps: Provider): Promise<Action> {
  switch (fields.text('requestType')) {
    case 'PASSWORD_RESET':
    case 'EMAIL_SIGNIN':
      return readActionByEmail(fields, deps)
    case 'VERIFY_EMAIL':
      return readOwnAction(fields, deps)
    case 'VERIFY_AND_CHANGE_EMAIL':
      return readChangeOfEmail(fields, deps)
    case undefined:
      throw new ProviderError(400, 'MISSING_REQ_TYPE')
    default:
      throw new ProviderError(400, 'INVALID_REQ_TYPE')
  }
}

async function sendCode(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const fields = new Fields(body, SEND_MEMBERS)
  deps.accounts.requireTenant(fields.text('tenantId'))
  if (PROTECTED.includes(fields.text('requestType') ?? ''))
    requireRecaptcha(fields, deps, { provider: 'email', member: 'captchaResp' })
  const continueUrl = readContinueUrl(fields, deps)
  const action = await readAction(fields, deps)
  const isAddressUnknown = action.requestType === 'PASSWORD_RESET' && !action.account
  if (!isAddressUnknown) {
    runBlockingFunction(deps, 'beforeSendEmail')
    deps.codes.create({ ...action, continueUrl })
  }
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: action.email }
}

/** The account of a code, while it still has the address the code was sent to; throws INVALID_OOB_CODE and USER_DISABLED. */
export function requireOwner(code: ActionCode, accounts: AccountStore): NonNullable<ActionCode['account']> {
  const { account, email, requestType } = code
  if (!account || accounts.find(account.uid, account.tenantId) !== account)
    throw new ProviderError(400, 'INVALID_OOB_CODE')
  if (account.disabled) throw new ProviderError(400, 'USER_DISABLED')
  const isAfterTheFact = requestType === 'RECOVER_EMAIL' || requestType === 'REVERT_SECOND_FACTOR_ADDITION'
  if (!isAfterTheFact && account.email !== email) throw new ProviderError(400, 'INVALID_OOB_CODE')
  return account
}

function setPassword(code: ActionCode, password: string, deps: Provider): void {
  if (code.requestType !== 'PASSWORD_RESET') throw new ProviderError(400, 'INVALID_OOB_CODE')
  const account = requireOwner(code, deps.accounts)
  requirePolicy(deps.passwordPolicy, password)
  // The code proves that the visitor reads the mails of that address.
  deps.accounts.change(account, { password, emailVerified: true })
  deps.codes.use(code)
}

// Without `newPassword` it only says what a code is for, whatever its type.
function resetPassword(body: unknown, deps: Provider): Record<string, unknown> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'oobCode', 'newPassword', 'email', 'oldPassword'])
  const tenantId = fields.text('tenantId')
  deps.accounts.requireTenant(tenantId)
  const code = deps.codes.open(fields.text('oobCode'), tenantId)
  const newPassword = fields.text('newPassword')
  if (newPassword !== undefined && newPassword !== '') setPassword(code, newPassword, deps)
  else if (code.requestType !== 'EMAIL_SIGNIN') requireOwner(code, deps.accounts)
  const { requestType, email, newEmail, factor } = code
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType,
    // Where a link signs in, the visitor has to know the address.
    email: requestType === 'EMAIL_SIGNIN' ? undefined : email,
    newEmail,
    mfaInfo: factor && describeFactorHint(factor)
  }
}

/** Calls that send codes, say what they are for and set a new password. */
export const ACTION_CODE_CALLS: readonly ApiKeyCall[] = [
  ['POST /v1/accounts:sendOobCode', 'sendOobCode', sendCode],
  ['POST /v1/accounts:resetPassword', 'resetPassword', resetPassword]
]
