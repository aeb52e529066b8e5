import type { PasskeyClient } from '../../auth/passkeys.ts'
import type { Tokens } from '../../auth/sdk-contract.ts'
import type { PageConfig } from '../../page-config.ts'
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

interface NewPasskey {
  client: Pick<PasskeyClient, 'enrol'>
  calls: Pick<ProviderCalls, 'refresh'>
  /** The passkey's display name, which can never be changed. */
  label: string
  /** Name of the site. */
  site: string
}

/** Adds a passkey of this device. */
export function addPasskey({ client, calls, label, site }: NewPasskey): Change {
  return async ({ idToken, refreshToken, tenant: tenantId }) => {
    const answer = await client.enrol({ idToken, tenantId, label, site })
    if (answer.kind === 'refused')
      return refusedChange({ ...answer, code: codes[answer.code] ?? answer.code })
    return { kind: 'changed', tokens: await sessionTokens(calls, refreshToken, answer), endsSession: false }
  }
}

/** Enrolment tokens lack the second factor, so they are used only if the enrolment ended the previous sign-in. */
async function sessionTokens(
  { refresh }: Pick<ProviderCalls, 'refresh'>,
  refreshToken: string,
  enrolled: Tokens
): Promise<Tokens | null> {
  const kept = await refresh(refreshToken)
  if (kept.kind === 'tokens') return kept
  return kept.code === 'auth/user-token-expired' ? enrolled : null
}

interface PasskeyRemoval {
  client: Pick<PasskeyClient, 'ask' | 'disown'>
  calls: Pick<ProviderCalls, 'call'>
  config: Pick<PageConfig, 'methods' | 'providers'>
  /** As listed by the provider. */
  id: string
}

/** Removes a passkey, unless it is the last way to sign in, and has the browser forget it. */
export function removePasskey({ client, calls, config, id }: PasskeyRemoval): Change {
  const remove = removeWayIn({
    calls,
    config,
    way: passkeyWay(id),
    isThere: ({ passkeys }) => passkeys.some((one) => one.id === id),
    wanted: { deletePasskey: [id] }
  })
  return async (proof) => {
    const answer = await remove(proof)
    if (answer.kind === 'changed') void forget(client, proof.tenant, id)
    return answer
  }
}

/** The browser also needs the RP ID, which the provider's request contains, and only accepts base64url. */
async function forget(
  client: Pick<PasskeyClient, 'ask' | 'disown'>,
  tenantId: string | null,
  listedId: string
): Promise<void> {
  const passkeyChallenge = await client.ask(tenantId, 0)
  const id = listedId.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  if (passkeyChallenge.kind === 'passkeyChallenge') client.disown({ rpId: passkeyChallenge.rpId, id })
}
