import { decodeJwt } from 'jose'
import type { Account } from '../accounts/account.ts'
import type { LinkedProvider } from '../accounts/linked-providers.ts'
import { runBlockingFunction } from '../project/blocking-functions.ts'
import { type ApiKeyCall, CLIENT_MEMBERS } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { dropUndefined, Fields, isRecord, textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { type Bearer, openIdToken } from '../tokens/id-tokens.ts'
import { completeFirstFactor } from './first-factor.ts'

const MEMBERS = [
  ...CLIENT_MEMBERS,
  'idToken',
  'postBody',
  'requestUri',
  'sessionId',
  'autoCreate',
  'returnIdpCredential'
]

function linkOf({ providerId, rawId, email, displayName }: ProviderIdentity): LinkedProvider {
  return { providerId, rawId, federatedId: rawId, ...dropUndefined({ email, displayName }) }
}

// One account for each address: the provider's may belong to no other account.
function linkTo(bearer: Bearer, identity: ProviderIdentity, deps: Provider) {
  const { accounts, issuer, now } = deps
  const { account, signIn } = bearer
  const { email, emailVerified, providerId } = identity
  accounts.requireNewLink(linkOf(identity), account)
  accounts.requireNew(email, account.tenantId, account)
  // A new way to sign in counts as a sign-in.
  runBlockingFunction(deps, 'beforeSignIn')
  const address = account.email === undefined && email !== undefined ? { email, emailVerified } : {}
  accounts.change(account, { ...address, link: linkOf(identity) })
  const details = { provider: providerId, authTimeSeconds: now(), secondFactor: signIn.secondFactor }
  return {
    ...describeIdentity(identity),
    ...issuer.issueTokens(account, details),
    expiresIn: String(issuer.idTokenTtlSeconds),
    localId: account.uid,
    isNewUser: false
  }
}

/** The account that an identity signs in to; null: its address is that of an account it has not proved to own. */
function findOrAdd(fields: Fields, identity: ProviderIdentity, deps: Provider): Account | null {
  const { accounts } = deps
  const { providerId, rawId, email, emailVerified } = identity
  const tenantId = fields.text('tenantId')
  const linked = accounts.findByLink(providerId, rawId, tenantId)
  if (linked) return linked
  const owner = email === undefined ? undefined : accounts.findByEmail(email, tenantId)
  if (owner && !emailVerified) return null
  if (!owner && fields.flag('autoCreate') === false) throw new ProviderError(400, 'USER_NOT_FOUND')
  if (!owner) runBlockingFunction(deps, 'beforeCreate')
  const account = owner ?? accounts.add({ email, displayName: identity.displayName, tenantId, emailVerified })
  accounts.change(account, { link: linkOf(identity) })
  return account
}

function signInTo(fields: Fields, identity: ProviderIdentity, deps: Provider): Record<string, unknown> {
  const known = deps.accounts.findByLink(identity.providerId, identity.rawId, fields.text('tenantId'))
  const account = findOrAdd(fields, identity, deps)
  if (account === null) return { ...describeIdentity(identity), needConfirmation: true }
  return {
    ...describeIdentity(identity),
    ...completeFirstFactor(deps, account, { provider: identity.providerId }),
    localId: account.uid,
    isNewUser: known === undefined
  }
}

// Callers that want the provider's credential back get a refusal as an answer with status 200.
async function signInWithIdp(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const fields = new Fields(body, MEMBERS)
  deps.accounts.requireTenant(fields.text('tenantId'))
  const identity = readProviderIdentity(fields)
  const bearer = fields.text('idToken') === undefined ? null : await openIdToken(fields, deps)
  try {
    return bearer === null ? signInTo(fields, identity, deps) : linkTo(bearer, identity, deps)
  } catch (err) {
    if (!(err instanceof ProviderError) || fields.flag('returnIdpCredential') !== true) throw err
    return { ...describeIdentity(identity), errorMessage: err.message }
  }
}

/** Sign-in by a federated provider, which is linked when the call has an id token. */
export const FEDERATED_CALLS: readonly ApiKeyCall[] = [
  ['POST /v1/accounts:signInWithIdp', 'signInWithIdp', signInWithIdp]
]

/** Who somebody is at a federated provider. */
interface ProviderIdentity {
  /** Such as `google.com`. */
  providerId: string
  /** The user's id there. */
  rawId: string
  email: string | undefined
  emailVerified: boolean
  displayName: string | undefined
  /** The provider's id token as it was given. */
  idToken: string
}

// As the official emulator: JSON as it is, or a JWT whose signature is not checked.
function readClaims(idToken: string): Record<string, unknown> {
  try {
    const claims: unknown = idToken.startsWith('{') ? JSON.parse(idToken) : decodeJwt(idToken)
    if (isRecord(claims)) return claims
  } catch {
    // Refused below, like JSON of another kind.
  }
  throw new ProviderError(400, 'INVALID_IDP_RESPONSE : Unable to parse id_token.')
}

/** The identity that `postBody` brings from a provider, made up as for the official emulator; throws the provider's refusals. */
function readProviderIdentity(fields: Fields): ProviderIdentity {
  const postBody = new URLSearchParams(fields.text('postBody'))
  const providerId = postBody.get('providerId')?.toLowerCase() ?? ''
  const idToken = postBody.get('id_token')
  if (!/^(saml|oidc)\..|\.com$/.test(providerId) || idToken === null)
    throw new ProviderError(400, 'INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential.')
  const claims = readClaims(idToken)
  const rawId = textMember(claims, 'sub') ?? ''
  if (rawId === '') throw new ProviderError(400, 'INVALID_IDP_RESPONSE : The ID Token has no sub.')
  const email = textMember(claims, 'email')?.toLowerCase()
  const emailVerified = claims.email_verified === true
  return { providerId, rawId, email, emailVerified, displayName: textMember(claims, 'name'), idToken }
}

/** What every answer says of the identity. */
function describeIdentity(identity: ProviderIdentity): Record<string, unknown> {
  const { providerId, rawId, email, emailVerified, displayName, idToken } = identity
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId,
    federatedId: rawId,
    rawUserInfo: JSON.stringify(dropUndefined({ id: rawId, email, name: displayName })),
    oauthIdToken: idToken,
    oauthAccessToken: `StandInAccessToken_${providerId}`,
    ...dropUndefined({ email, displayName }),
    emailVerified
  }
}
