import type { Account } from '../accounts/account.ts'
import type { ApiKeyCall } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { Fields } from '../server/fields.ts'
import type { ProviderSettings } from '../settings.ts'
import { startSession } from '../sign-in/first-factor.ts'
import type { Provider } from '../state.ts'
import { openIdToken } from '../tokens/id-tokens.ts'
import { refuseResponse } from './cbor.ts'
import { ALGORITHMS } from './cose-key.ts'
import { describePasskey, readBytes, requirePasskeyConfig, userHandleOf } from './passkey.ts'
import { readChallenge, verifyAssertion, verifyRegistration } from './verifier.ts'

const PROVIDER = 'passkey'
const CREDENTIAL_MEMBERS = ['id', 'rawId', 'type', 'response']
const MAX_NAME_LENGTH = 256

// Google's JSON: bytes in standard base64, int64 as text. Names of the site and of the account are left to the client.
async function startEnrollment(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const { account } = await openIdToken(new Fields(body, ['idToken', 'tenantId']), deps)
  const { tenantId, uid, passkeys } = account
  const { rpId } = requirePasskeyConfig(deps.settings, tenantId)
  requireRoom(account, deps.settings)
  const challenge = deps.passkeyChallenges.create({ account, tenantId })
  const excluded = passkeys.map((passkey) => ({
    type: 'public-key',
    id: describePasskey(passkey).credentialId
  }))
  return {
    credentialCreationOptions: {
      rp: { id: rpId },
      user: { id: userHandleOf(uid).toString('base64') },
      challenge: challenge.toString('base64'),
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg: String(alg) })),
      ...(excluded.length > 0 && { excludeCredentials: excluded }),
      authenticatorSelection: { requireResidentKey: true, userVerification: 'required' },
      attestation: 'none'
    }
  }
}

function requireRoom({ passkeys }: Account, { maxPasskeys }: ProviderSettings): void {
  if (passkeys.length >= maxPasskeys) throw new ProviderError(400, 'PASSKEY_LIMIT_EXCEEDED')
}

/** The members of a credential's response, decoded; throws the refusal unless all of them and the id are there. */
function readCredential<Name extends string>(
  fields: Fields,
  member: string,
  names: readonly Name[],
  optional: readonly string[] = []
) {
  const credential = fields.message(member, CREDENTIAL_MEMBERS)
  const response = credential?.message('response', [...names, ...optional])
  const id = readBytes(credential?.text('id'))
  if (!credential || !response || id === undefined || id.length === 0) throw refuseResponse()
  if ((credential.text('type') ?? 'public-key') !== 'public-key') throw refuseResponse()
  const entries = names.map((name) => {
    const bytes = readBytes(response.text(name))
    if (bytes === undefined) throw refuseResponse()
    return [name, bytes] as const
  })
  return { id, response, bytes: Object.fromEntries(entries) as Record<Name, Buffer> }
}

async function finalizeEnrollment(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const { accounts, issuer, settings, passkeyChallenges } = deps
  const members = ['idToken', 'tenantId', 'name', 'displayName', 'authenticatorRegistrationResponse']
  const fields = new Fields(body, members)
  const { account } = await openIdToken(fields, deps)
  const { tenantId } = account
  const config = requirePasskeyConfig(settings, tenantId)
  const names = ['clientDataJSON', 'attestationObject'] as const
  const { id, bytes } = readCredential(fields, 'authenticatorRegistrationResponse', names)
  const challenge = readChallenge(bytes.clientDataJSON)
  passkeyChallenges.use(challenge, { account, tenantId })
  const { credentialId, ...proved } = verifyRegistration(bytes, { ...config, challenge })
  if (!credentialId.equals(id)) throw refuseResponse()
  requireRoom(account, settings)
  const passkey = { credentialId: credentialId.toString('base64url'), name: readName(fields), ...proved }
  if (accounts.findByPasskey(passkey.credentialId, tenantId)) throw new ProviderError(400, 'PASSKEY_EXISTS')
  account.passkeys.push(passkey)
  // The session that enrolled goes on; these are of a new one, which had no second factor.
  return { localId: account.uid, ...issuer.issueTokens(account, { provider: PROVIDER }) }
}

function readName(fields: Fields): string | undefined {
  const name = fields.text('name')
  if (name !== undefined && name.length > MAX_NAME_LENGTH) throw new ProviderError(400, 'INVALID_ARGUMENT')
  return name
}

function startSignIn(body: unknown, deps: Provider): Record<string, unknown> {
  const tenantId = new Fields(body, ['tenantId']).text('tenantId')
  deps.accounts.requireTenant(tenantId)
  const { rpId } = requirePasskeyConfig(deps.settings, tenantId)
  const challenge = deps.passkeyChallenges.create({ account: undefined, tenantId }).toString('base64')
  return { credentialRequestOptions: { challenge, rpId, userVerification: 'required' } }
}

function findOwner(credentialId: string, tenantId: string | undefined, { accounts }: Provider) {
  const account = accounts.findByPasskey(credentialId, tenantId)
  const passkey = account?.passkeys.find((one) => one.credentialId === credentialId)
  if (!account || !passkey) throw new ProviderError(400, 'PASSKEY_ENROLLMENT_NOT_FOUND')
  return { account, passkey }
}

function finalizeSignIn(body: unknown, deps: Provider): Record<string, unknown> {
  const members = ['tenantId', 'authenticatorAuthenticationResponse', 'name', 'displayName']
  const fields = new Fields(body, members)
  const tenantId = fields.text('tenantId')
  deps.accounts.requireTenant(tenantId)
  const config = requirePasskeyConfig(deps.settings, tenantId)
  const names = ['clientDataJSON', 'authenticatorData', 'signature'] as const
  const credential = readCredential(fields, 'authenticatorAuthenticationResponse', names, ['userHandle'])
  const challenge = readChallenge(credential.bytes.clientDataJSON)
  deps.passkeyChallenges.use(challenge, { account: undefined, tenantId })
  const { account, passkey } = findOwner(credential.id.toString('base64url'), tenantId, deps)
  requireHandle(readBytes(credential.response.text('userHandle')), account)
  passkey.signCount = verifyAssertion(credential.bytes, passkey, { ...config, challenge })
  // As the official emulator: no second factor is asked for.
  const { idToken, refreshToken } = startSession(deps, account, { provider: PROVIDER })
  return { idToken, refreshToken }
}

function requireHandle(handle: Buffer | undefined, { uid }: Account): void {
  if (handle === undefined || !handle.equals(userHandleOf(uid))) throw refuseResponse()
}

/** Calls that enrol a passkey and sign in with one. */
export const PASSKEY_CALLS: readonly ApiKeyCall[] = [
  ['POST /v2/accounts/passkeyEnrollment:start', 'passkeyEnrollmentStart', startEnrollment],
  ['POST /v2/accounts/passkeyEnrollment:finalize', 'passkeyEnrollmentFinalize', finalizeEnrollment],
  ['POST /v2/accounts/passkeySignIn:start', 'passkeySignInStart', startSignIn],
  ['POST /v2/accounts/passkeySignIn:finalize', 'passkeySignInFinalize', finalizeSignIn]
]
