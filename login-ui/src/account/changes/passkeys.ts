import type { Enrolling, PasskeyClient } from '../../auth/passkeys.ts'
import type { Tokens } from '../../auth/sdk-contract.ts'
import { type Change, refusedChange } from './change.ts'
import type { ProviderCalls } from './provider-calls.ts'
import { passkeyWay, removeWayIn } from './ways-in.ts'

/** Codes of the passkey client -> codes for `refusedChange`. */
const codes: Readonly<Record<string, string>> = {
  'passkey/CREDENTIAL_TOO_OLD_LOGIN_AGAIN': 'auth/requires-recent-login',
  'passkey/TOKEN_EXPIRED': 'auth/user-token-expired',
  'passkey/INVALID_ID_TOKEN': 'auth/invalid-user-token',
  'passkey/cancelled': 'passkey/not-added'
}

/** Adds a passkey of this device. */
export function addPasskey(nameBy: Enrolling['nameBy']): Change {
  return async ({ idToken, refreshToken, tenant: tenantId }, { calls, config, loadPasskeys }) => {
    const client = await loadPasskeys().catch(() => null)
    if (client === null) return refusedChange({ code: 'page/unreachable' })
    const answer = await client.enrol({ idToken, tenantId, nameBy, site: config.brand.name })
    if (answer.kind === 'refused')
      return refusedChange({ ...answer, code: codes[answer.code] ?? answer.code })
    return { kind: 'changed', tokens: await sessionTokens(calls, refreshToken, answer), endsSession: false }
  }
}

/** Enrolment tokens lack the second factor, so they are used only if the enrolment ended the previous sign-in. */
async function sessionTokens(
  { refresh }: ProviderCalls,
  refreshToken: string,
  enrolled: Tokens
): Promise<Tokens | null> {
  const kept = await refresh(refreshToken)
  if (kept.kind === 'tokens') return kept
  return kept.code === 'auth/user-token-expired' ? enrolled : null
}

/** Removes a passkey, unless it is the last way to sign in, and has the browser forget it. `id`: as listed by the provider. */
export function removePasskey(id: string): Change {
  const remove = removeWayIn({
    way: passkeyWay(id),
    isThere: ({ passkeys }) => passkeys.some((one) => one.id === id),
    wanted: { deletePasskey: [id] }
  })
  return async (proof, tools) => {
    const client = await tools.loadPasskeys().catch(() => null)
    if (client === null) return refusedChange({ code: 'page/unreachable' })
    const answer = await remove(proof, tools)
    if (answer.kind === 'changed') void forget(client, proof.tenant, id)
    return answer
  }
}

/** The browser also needs the RP ID, which the provider's request contains, and only accepts base64url. */
async function forget(client: PasskeyClient, tenantId: string | null, listedId: string): Promise<void> {
  const passkeyChallenge = await client.ask(tenantId, 0)
  const id = listedId.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  if (passkeyChallenge.kind === 'passkeyChallenge') client.disown({ rpId: passkeyChallenge.rpId, id })
}
