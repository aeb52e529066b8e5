import type { Account } from '../accounts/account.ts'
import { buildRecord } from '../accounts/records.ts'
import { type CustomTokenGrant, refuseReservedClaims } from '../credentials/service-account.ts'
import { runBlockingFunction } from '../project/blocking-functions.ts'
import { requirePolicy } from '../project/password-policy.ts'
import { requireRecaptcha } from '../project/recaptcha.ts'
import { type ApiKeyCall, CLIENT_MEMBERS } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { Fields, isRecord, textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { openIdToken } from '../tokens/id-tokens.ts'
import { completeFirstFactor, startSession } from './first-factor.ts'

function signInWithPassword(body: unknown, deps: Provider): Record<string, unknown> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'email', 'password'])
  const email = fields.text('email')
  const password = fields.text('password')
  const tenantId = fields.text('tenantId')
  deps.accounts.requireTenant(tenantId)
  requireRecaptcha(fields, deps, { provider: 'email' })
  if (email === undefined || !email.includes('@')) throw new ProviderError(400, 'INVALID_EMAIL')
  if (password === undefined || password === '') throw new ProviderError(400, 'MISSING_PASSWORD')
  const account = deps.accounts.findByEmail(email, tenantId)
  if (!account || account.password !== password) throw new ProviderError(400, 'INVALID_LOGIN_CREDENTIALS')
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: account.uid,
    email: account.email,
    displayName: account.displayName ?? '',
    registered: true,
    ...completeFirstFactor(deps, account, { provider: 'password' })
  }
}

// With an id token the address and the password are added to its account, as of an anonymous visitor who stays.
async function addOrLink(fields: Fields, deps: Provider): Promise<Account> {
  const email = fields.text('email')
  const password = fields.text('password')
  const displayName = fields.text('displayName')
  const tenantId = fields.text('tenantId')
  if (email !== undefined && password === undefined) throw new ProviderError(400, 'MISSING_PASSWORD')
  if (email === undefined && password !== undefined) throw new ProviderError(400, 'MISSING_EMAIL')
  const linked = fields.text('idToken') === undefined ? undefined : await openIdToken(fields, deps)
  deps.accounts.requireNew(email, tenantId, linked?.account)
  if (password !== undefined) requirePolicy(deps.passwordPolicy, password)
  const chosen = { email, password, displayName }
  if (!linked) {
    if (email !== undefined) runBlockingFunction(deps, 'beforeCreate')
    return deps.accounts.add({ ...chosen, tenantId })
  }
  // As the official emulator: who adds a password has not shown that the address is theirs.
  deps.accounts.change(linked.account, { ...chosen, emailVerified: false })
  return linked.account
}

async function signUp(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'email', 'password', 'displayName', 'idToken'])
  deps.accounts.requireTenant(fields.text('tenantId'))
  if (fields.text('email') !== undefined) requireRecaptcha(fields, deps, { provider: 'email' })
  const account = await addOrLink(fields, deps)
  const provider = fields.text('email') === undefined ? 'anonymous' : 'password'
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: account.uid,
    email: account.email,
    displayName: account.displayName,
    ...startSession(deps, account, { provider })
  }
}

// A link proves the address; it makes the account when there is none.
async function findOrAdd(fields: Fields, email: string, deps: Provider): Promise<Account> {
  const tenantId = fields.text('tenantId')
  const owner = deps.accounts.findByEmail(email, tenantId)
  const proof = { email, emailVerified: true, hasEmailLink: true }
  const bearer = fields.text('idToken') === undefined ? undefined : await openIdToken(fields, deps)
  const account = bearer?.account ?? owner
  if (!account) {
    runBlockingFunction(deps, 'beforeCreate')
    return deps.accounts.add({ ...proof, tenantId })
  }
  if (account.disabled) throw new ProviderError(400, 'USER_DISABLED')
  deps.accounts.change(account, proof)
  return account
}

async function signInWithEmailLink(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'email', 'oobCode', 'idToken'])
  const email = fields.text('email')?.toLowerCase()
  const tenantId = fields.text('tenantId')
  deps.accounts.requireTenant(tenantId)
  if (email === undefined || email === '') throw new ProviderError(400, 'MISSING_EMAIL')
  const code = deps.codes.open(fields.text('oobCode'), tenantId)
  if (code.requestType !== 'EMAIL_SIGNIN') throw new ProviderError(400, 'INVALID_OOB_CODE')
  if (code.email !== email)
    throw new ProviderError(
      400,
      'INVALID_EMAIL : The email provided does not match the sign-in email address.'
    )
  const isNewUser = deps.accounts.findByEmail(email, tenantId) === undefined && !fields.text('idToken')
  const account = await findOrAdd(fields, email, deps)
  deps.codes.use(code)
  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    email,
    localId: account.uid,
    isNewUser,
    ...completeFirstFactor(deps, account, { provider: 'password' })
  }
}

async function lookUpByIdToken(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const { account } = await openIdToken(new Fields(body, ['idToken', 'tenantId']), deps)
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [buildRecord(account)] }
}

/** Sign-in by password, mail and custom token. */
export const SIGN_IN_CALLS: readonly ApiKeyCall[] = [
  ['POST /v1/accounts:signInWithPassword', 'signInWithPassword', signInWithPassword],
  ['POST /v1/accounts:signUp', 'signUp', signUp],
  ['POST /v1/accounts:signInWithEmailLink', 'signInWithEmailLink', signInWithEmailLink],
  ['POST /v1/accounts:signInWithCustomToken', 'exchange', exchangeCustomToken],
  ['POST /v1/accounts:lookup', 'lookupByIdToken', lookUpByIdToken]
]

function parseUnsigned(token: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(token)
    if (isRecord(claims)) return claims
  } catch {
    // Refused below, like JSON of another kind.
  }
  throw new ProviderError(400, 'INVALID_CUSTOM_TOKEN : Invalid assertion format')
}

// The emulator takes the pool from the request; a token that names another one is refused here all the same.
function openUnsigned(token: string, wantedTenantId: string | undefined): CustomTokenGrant {
  const claims = parseUnsigned(token)
  const uid = textMember(claims, 'uid') ?? textMember(claims, 'user_id')
  if (uid === undefined || uid === '') throw new ProviderError(400, 'MISSING_IDENTIFIER')
  const developerClaims = claims.claims ?? {}
  if (!isRecord(developerClaims)) throw new ProviderError(400, 'INVALID_CUSTOM_TOKEN')
  refuseReservedClaims(developerClaims)
  const named = textMember(claims, 'tenantId') ?? textMember(claims, 'tenant_id')
  return { uid, tenantId: named ?? wantedTenantId, developerClaims }
}

/** A session for a custom token. A signed one of an unknown uid makes the account; second factors are not asked for. */
async function exchangeCustomToken(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'token'])
  const token = fields.text('token')
  const wantedTenantId = fields.text('tenantId')
  if (token === undefined || token === '') throw new ProviderError(400, 'MISSING_CUSTOM_TOKEN')
  const isUnsigned = deps.acceptEmulatorCallers && token.startsWith('{')
  const { uid, tenantId, developerClaims } = isUnsigned
    ? openUnsigned(token, wantedTenantId)
    : await deps.serviceAccount.openCustomToken(token)
  if (wantedTenantId !== tenantId) throw new ProviderError(400, 'TENANT_ID_MISMATCH')
  deps.accounts.requireTenant(tenantId)
  const known = deps.accounts.find(uid, tenantId)
  if (!known && isUnsigned) throw new ProviderError(400, 'USER_NOT_FOUND')
  const account = known ?? deps.accounts.add({ uid, tenantId })
  const session = startSession(deps, account, { provider: 'custom', developerClaims })
  return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser: known === undefined, ...session }
}
