import type { Account } from '../accounts/account.ts'
import type { LinkedProvider } from '../accounts/linked-providers.ts'
import { runBlockingFunction } from '../project/blocking-functions.ts'
import { type ApiKeyCall, CLIENT_MEMBERS } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { dropUndefined, Fields } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { type Bearer, openIdToken } from '../tokens/id-tokens.ts'
import { completeFirstFactor } from './first-factor.ts'
import { describeIdentity, type ProviderIdentity, readProviderIdentity } from './provider-identity.ts'

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
