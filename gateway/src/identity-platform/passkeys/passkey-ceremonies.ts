import { isPlainObject } from '../../config/json-object.ts'
import type { ProviderFailure } from '../client/error-sorting.ts'
import type { CallResult, ProviderCalls } from '../client/provider-calls.ts'
import { readTokens, type TokensResult } from '../tokens/tokens.ts'

/** Circuits of their own: what is asked here says nothing of the calls that visitors need. */
const LINE = { line: 'passkeys' }

/** A call that failed. */
export interface Failed {
  kind: 'failed'
  failure: ProviderFailure
}

/** What a browser is asked to sign in with, as far as the provider says so; null: it does not. */
export interface RequestOptions {
  rpId: string | null
  /** base64. */
  challenge: string | null
}

/** What a browser is asked to make, as far as the provider says so; null: it does not. */
export interface CreationOptions extends RequestOptions {
  /** The user handle, in base64. */
  userId: string | null
  /** As COSE numbers them. */
  algorithms: readonly number[]
  requiresResidentKey: boolean
  userVerification: string | null
  timeoutMs: number | null
}

/** What an authenticator made or signed, as browsers have it: bytes in base64url. */
export interface PasskeyResponse {
  id: string
  rawId: string
  type: string
  response: Readonly<Record<string, string>>
}

/** A new passkey on its way to the account of an id token. `name`: what its owner calls it. */
export interface NewPasskey {
  idToken: string
  name: string
  response: PasskeyResponse
}

/**
 * Enrolling and signing in by passkey, in the pool of a tenant or of the project (null), by the API key. The calls are
 * those of a preview, which public references do not list. Tokens that come back are not verified here.
 */
export interface PasskeyCeremonies {
  /** Nothing changes: a challenge that nobody answers runs out. */
  beginSignIn(tenantId: string | null): Promise<{ kind: 'begun'; options: RequestOptions } | Failed>
  /** `second-factor`: the provider asks for one before it gives tokens. */
  finishSignIn(
    tenantId: string | null,
    response: PasskeyResponse
  ): Promise<TokensResult | { kind: 'second-factor' }>
  /** Nothing changes, as with `beginSignIn`. */
  beginEnrolment(
    tenantId: string | null,
    idToken: string
  ): Promise<{ kind: 'begun'; options: CreationOptions } | Failed>
  /** Adds the passkey; the tokens are of a new session of the account. Without an answer it may have been added. */
  finishEnrolment(tenantId: string | null, passkey: NewPasskey): Promise<TokensResult>
}

export interface PasskeyCeremonyOptions {
  calls: ProviderCalls
  apiKeyHeaders: Record<string, string>
  /** Base URL without a final slash. */
  identityToolkitUrl: string
}

/** The ceremonies at the provider. */
export function createPasskeyCeremonies(options: PasskeyCeremonyOptions): PasskeyCeremonies {
  const { calls, apiKeyHeaders, identityToolkitUrl } = options
  const post = (step: string, tenantId: string | null, body: object): Promise<CallResult> =>
    calls.ask(
      'account',
      {
        method: 'POST',
        url: `${identityToolkitUrl}/v2/accounts/${step}`,
        // A challenge is used up by the first answer to it.
        isRepeatable: step.endsWith(':start'),
        headers: { 'content-type': 'application/json', ...apiKeyHeaders },
        body: JSON.stringify({ ...body, ...(tenantId !== null && { tenantId }) })
      },
      LINE
    )

  return {
    async beginSignIn(tenantId) {
      const answer = await post('passkeySignIn:start', tenantId, {})
      if (answer.kind === 'failed') return answer
      const asked = readObject(answer.body.credentialRequestOptions)
      return {
        kind: 'begun',
        options: { rpId: readText(asked.rpId), challenge: readText(asked.challenge) }
      }
    },

    async finishSignIn(tenantId, response) {
      const answer = await post('passkeySignIn:finalize', tenantId, {
        authenticatorAuthenticationResponse: response
      })
      if (answer.kind === 'ok' && readText(answer.body.mfaPendingCredential) !== null)
        return { kind: 'second-factor' }
      return readTokens(answer, 'idToken', 'refreshToken')
    },

    async beginEnrolment(tenantId, idToken) {
      const answer = await post('passkeyEnrollment:start', tenantId, { idToken })
      return answer.kind === 'failed'
        ? answer
        : { kind: 'begun', options: readCreation(readObject(answer.body.credentialCreationOptions)) }
    },

    async finishEnrolment(tenantId, { idToken, name, response }) {
      const answer = await post('passkeyEnrollment:finalize', tenantId, {
        idToken,
        name,
        displayName: name,
        authenticatorRegistrationResponse: response
      })
      return readTokens(answer, 'idToken', 'refreshToken')
    }
  }
}

function readCreation(asked: Record<string, unknown>): CreationOptions {
  const selection = readObject(asked.authenticatorSelection)
  const parameters: unknown[] = Array.isArray(asked.pubKeyCredParams) ? asked.pubKeyCredParams : []
  return {
    rpId: readText(readObject(asked.rp).id),
    challenge: readText(asked.challenge),
    userId: readText(readObject(asked.user).id),
    // Google's JSON writes 64-bit numbers as text.
    algorithms: parameters.map((one) => Number(readObject(one).alg)).filter(Number.isInteger),
    requiresResidentKey: selection.requireResidentKey === true || selection.residentKey === 'required',
    userVerification: readText(selection.userVerification),
    timeoutMs: typeof asked.timeout === 'number' ? asked.timeout : null
  }
}

function readObject(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {}
}

/** A text that is not empty; null for anything else. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
