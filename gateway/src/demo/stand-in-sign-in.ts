import type { FastifyInstance, FastifyRequest } from 'fastify'
import { compactVerify } from 'jose'
import type { AccountStore } from './stand-in-account-store.ts'
import type { Account } from './stand-in-accounts.ts'
import { buildErrorInfo, ProviderError } from './stand-in-errors.ts'
import { dropUndefined, Fields, isRecord, textMember } from './stand-in-fields.ts'
import { type Gate, setErrorShape } from './stand-in-gate.ts'
import type { SigningKeys } from './stand-in-keys.ts'
import { buildRecord } from './stand-in-records.ts'
import type { ServiceAccount } from './stand-in-service-account.ts'
import type { SignInDetails, TokenIssuer } from './stand-in-tokens.ts'

// What the browser SDK sends along with every sign-in.
const CLIENT_MEMBERS = ['returnSecureToken', 'tenantId', 'clientType', 'captchaResponse', 'recaptchaVersion']

/** What the API-key calls work on. */
export interface SignInDeps {
  /** Undefined: any key will do. */
  apiKey: string | undefined
  now: () => number
  accounts: AccountStore
  issuer: TokenIssuer
  keys: SigningKeys
  serviceAccount: ServiceAccount
  gate: Gate
}

/** A hook that refuses a request without an API key, in the query or in `x-goog-api-key`, or with a wrong one. */
export function requireApiKey(apiKey: string | undefined): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const given = textMember(request.query, 'key') ?? request.headers['x-goog-api-key']
    if (given === undefined || given === '') {
      throw new ProviderError(403, 'The request is missing a valid API key.')
    }
    if (apiKey !== undefined && given !== apiKey) {
      throw new ProviderError(400, 'API key not valid. Please pass a valid API key.', {
        details: [buildErrorInfo('API_KEY_INVALID', { service: 'identitytoolkit.googleapis.com' })]
      })
    }
  }
}

function startSession(deps: SignInDeps, account: Account, details: SignInDetails): Record<string, string> {
  if (account.disabled) throw new ProviderError(400, 'USER_DISABLED')
  const tokens = deps.issuer.startSession(account, details)
  return { ...tokens, expiresIn: String(deps.issuer.idTokenLifeSeconds) }
}

function signInWithPassword(body: unknown, deps: SignInDeps): Record<string, unknown> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'email', 'password'])
  const email = fields.text('email')
  const password = fields.text('password')
  const tenantId = fields.text('tenantId')
  deps.accounts.requireTenant(tenantId)
  if (email === undefined || !email.includes('@')) throw new ProviderError(400, 'INVALID_EMAIL')
  if (password === undefined || password === '') throw new ProviderError(400, 'MISSING_PASSWORD')
  const account = deps.accounts.findByEmail(email, tenantId)
  if (!account || account.password !== password) {
    throw new ProviderError(400, 'INVALID_LOGIN_CREDENTIALS')
  }
  const session = startSession(deps, account, { provider: 'password' })
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: account.uid,
    email: account.email,
    displayName: account.displayName ?? '',
    registered: true,
    ...session
  }
}

function signUp(body: unknown, deps: SignInDeps): Record<string, unknown> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'email', 'password', 'displayName'])
  const email = fields.text('email')
  const password = fields.text('password')
  const displayName = fields.text('displayName')
  const tenantId = fields.text('tenantId')
  deps.accounts.requireTenant(tenantId)
  if (email !== undefined && password === undefined) throw new ProviderError(400, 'MISSING_PASSWORD')
  if (email === undefined && password !== undefined) throw new ProviderError(400, 'MISSING_EMAIL')
  const account = deps.accounts.add(dropUndefined({ email, password, displayName, tenantId }))
  const session = startSession(deps, account, { provider: email === undefined ? 'anonymous' : 'password' })
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: account.uid,
    email: account.email,
    displayName: account.displayName,
    ...session
  }
}

async function exchangeCustomToken(body: unknown, deps: SignInDeps): Promise<Record<string, unknown>> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'token'])
  const token = fields.text('token')
  if (token === undefined || token === '') throw new ProviderError(400, 'MISSING_CUSTOM_TOKEN')
  const { uid, tenantId, developerClaims } = await deps.serviceAccount.openCustomToken(token)
  if (fields.text('tenantId') !== tenantId) throw new ProviderError(400, 'TENANT_ID_MISMATCH')
  deps.accounts.requireTenant(tenantId)
  const known = deps.accounts.find(uid, tenantId)
  const account = known ?? deps.accounts.add(dropUndefined({ uid, tenantId }))
  const session = startSession(deps, account, { provider: 'custom', developerClaims })
  return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser: known === undefined, ...session }
}

async function openIdToken(idToken: string, keys: SigningKeys): Promise<Record<string, unknown>> {
  try {
    const { payload } = await compactVerify(
      idToken,
      ({ kid }) => {
        const key = keys.find(kid)
        if (!key) throw new ProviderError(400, 'INVALID_ID_TOKEN')
        return key.publicKey
      },
      { algorithms: ['RS256'] }
    )
    const claims: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
    return isRecord(claims) ? claims : {}
  } catch {
    throw new ProviderError(400, 'INVALID_ID_TOKEN')
  }
}

async function lookUpByIdToken(body: unknown, deps: SignInDeps): Promise<Record<string, unknown>> {
  const fields = new Fields(body, ['idToken', 'tenantId'])
  const idToken = fields.text('idToken')
  if (idToken === undefined || idToken === '') throw new ProviderError(400, 'MISSING_ID_TOKEN')
  const claims = await openIdToken(idToken, deps.keys)
  const uid = textMember(claims, 'sub')
  if (uid === undefined) throw new ProviderError(400, 'INVALID_ID_TOKEN')
  if (Number(claims.exp) <= deps.now()) throw new ProviderError(400, 'TOKEN_EXPIRED')
  const account = deps.accounts.find(uid, textMember(claims.firebase, 'tenant'))
  if (!account) throw new ProviderError(400, 'USER_NOT_FOUND')
  if (account.disabled) throw new ProviderError(400, 'USER_DISABLED')
  if (Number(claims.auth_time) < (account.validSinceSeconds ?? 0)) {
    throw new ProviderError(400, 'TOKEN_EXPIRED')
  }
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [buildRecord(account)] }
}

/** Registers the sign-in calls, which need an API key. */
export function registerSignInCalls(scope: FastifyInstance, deps: SignInDeps): void {
  setErrorShape(scope, 'identityToolkit')
  const withKey = requireApiKey(deps.apiKey)
  const post = (
    action: string,
    call: Parameters<Gate>[0],
    answer: (body: unknown, deps: SignInDeps) => unknown
  ): void => {
    scope.post(`/v1/accounts::${action}`, { onRequest: [deps.gate(call), withKey] }, async (request) =>
      answer(request.body, deps)
    )
  }
  post('signInWithPassword', 'signInWithPassword', signInWithPassword)
  post('signUp', 'signUp', signUp)
  post('signInWithCustomToken', 'exchange', exchangeCustomToken)
  post('lookup', 'lookupByIdToken', lookUpByIdToken)
}
