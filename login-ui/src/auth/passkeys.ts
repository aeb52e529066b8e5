import type { PageConfig } from '../page-config.ts'
import { appCheckHeaders } from './app-check.ts'
import { bytesOf, claimsOf } from './id-token.ts'
import type { PendingSignIn, Refusal, Tokens } from './sdk-contract.ts'

// The provider's passkey calls, which the SDK lacks. Accepts both response formats seen so far.

/** A challenge for the browser to sign. */
export interface PasskeyChallenge {
  kind: 'passkeyChallenge'
  rpId: string
  challenge: string
  /** The challenge expires after some minutes. */
  askedAtMs: number
}

/** Signed by an authenticator. */
export interface Signed {
  kind: 'signed'
  rpId: string
  credential: object
  id: string
}

/** Adding a passkey, authorized by the fresh id token. */
export interface Enrolling {
  idToken: string
  tenantId: string | null
  /** Its display name, which can never be changed. `authenticator`: where it is kept; null: unknown. */
  nameBy: (authenticator: string | null) => string
  /** Name of the site. */
  site: string
}

/**
 * Passkeys at the provider and in the browser. Never rejects. Codes: `passkey/` with the provider's word or
 * the page's (`cancelled`, `aborted`, `unfit`), or `page/…`.
 */
export type PasskeyClient = ReturnType<typeof createPasskeyClient>

interface PasskeyClientOptions {
  config: Pick<PageConfig, 'provider'>
  fetch: typeof fetch
  credentials: CredentialsContainer
}

type Answer = Record<string, unknown>
const timeoutMs = 10_000

const recordOf = (value: unknown): Answer => Object.assign({}, value)
const refuse = (code: string, message = ''): Refusal => ({ kind: 'refused', code, message })

const textOf = (buffer: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])))
    .replace(/=/g, '')
    .replace(/\+/g, '-')
    .replace(/\//g, '_')

/** Account name as shown by authenticators. */
function nameIn(idToken: string): string {
  const claims = claimsOf(idToken)
  return String(claims.email ?? claims.name ?? claims.phone_number ?? claims.sub)
}

/** `InvalidStateError`: the authenticator already has a passkey of the account. */
function readFault(err: unknown): Refusal {
  const { name } = Object(err)
  if (name === 'NotAllowedError') return refuse('passkey/cancelled')
  if (name === 'AbortError') return refuse('passkey/aborted')
  if (name === 'SecurityError') return refuse('passkey/unfit')
  return refuse(name === 'InvalidStateError' ? 'passkey/PASSKEY_EXISTS' : 'passkey/failed')
}

/**
 * Always requires a discoverable credential, since others are never found again. Not
 * `parseCreationOptionsFromJSON` and the like, which reject standard base64 and missing names.
 */
function creationOf(asked: Answer, { idToken, site }: Enrolling): PublicKeyCredentialCreationOptions {
  const { rp, user, challenge, pubKeyCredParams, authenticatorSelection, excludeCredentials } = asked
  const name = nameIn(idToken)
  const excluded: Answer[] = Array.isArray(excludeCredentials) ? excludeCredentials : []
  return {
    rp: { name: site, ...recordOf(rp) },
    user: { name, displayName: name, ...recordOf(user), id: bytesOf(recordOf(user).id) },
    challenge: bytesOf(challenge),
    // int64 values are strings in the provider's JSON.
    pubKeyCredParams: (pubKeyCredParams as Answer[]).map(({ alg }) => ({
      type: 'public-key',
      alg: Number(alg)
    })),
    excludeCredentials: excluded.map(({ id, credentialId }) => ({
      type: 'public-key',
      id: bytesOf(id ?? credentialId)
    })),
    authenticatorSelection: {
      ...recordOf(authenticatorSelection),
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required'
    }
  }
}

/** Only the members that the provider accepts; it rejects others. */
function describe(credential: Credential | null, names: readonly string[]): object {
  const { id, type, response } = credential as PublicKeyCredential
  const parts = names.flatMap((name) => {
    const part: ArrayBuffer | null = Reflect.get(response, name)
    return part === null ? [] : [[name, textOf(part)]]
  })
  return { id, rawId: id, type, response: Object.fromEntries(parts) }
}

/** The common ones with their AAGUIDs. https://github.com/passkeydeveloper/passkey-authenticator-aaguids */
const authenticators = `
  ea9b8d664d011d213ce4b6b48cb575d4 Google Password Manager
  fbfc3007154e4ecc8c0b6e020557d7bd dd4ec289e01d41c9bb8970fa845d4bf2 Apple Passwords
  08987058cadc4b81b6e130de50dcbe96 9ddd1817af5a4672a2b93e3dd95000a9 6028b017b1d44c02b4b3afcdafc96bb2 Windows Hello
  d345266801fd4c12926c83a4204853aa Microsoft Password Manager
  53414d53554e47000000000000000000 Samsung Pass
  bada5566a7aa401fbd9645619a55120d 1Password
  d548826e79b4db40a3d811116f7e8349 Bitwarden
  531126d6e717415c93203d9aa6981239 Dashlane
  50726f746f6e5061737350726f746f6e Proton Pass
  b84e404815dc4dd08640f4f60813c8af NordPass
  0ea242b443c44a1b8b17dd6d0b6baec6 Keeper
  b78a0a556ef8d246a042ba0f6d55050c LastPass
  fdb141b25d84443e8a354698c205a502 KeePassXC
`

/** Where a new passkey is kept, such as `1Password`; null: unknown. https://www.w3.org/TR/webauthn-3/#sctn-attested-credential-data */
export function authenticatorOf(made: unknown): string | null {
  const data: unknown = Object(made).response?.getAuthenticatorData?.()
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data.slice(37, 53)) : []
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return new RegExp(`\\b${hex || '-'}\\b(?: \\w{32})* (.+)`).exec(authenticators)?.[1] ?? null
}

/** Sends data only to the provider. */
export function createPasskeyClient({ config, fetch, credentials }: PasskeyClientOptions) {
  const { apiKey, emulatorUrl } = config.provider
  const host = 'identitytoolkit.googleapis.com'
  const base = `${emulatorUrl === null ? 'https:/' : emulatorUrl}/${host}/v2/accounts/passkey`

  async function call<T extends { kind: string }>(
    step: string,
    tenantId: string | null,
    body: object,
    read: (answer: Answer) => T | Promise<T>
  ): Promise<T | Refusal> {
    // An outage, or an intermediary that responds instead.
    let answer: Answer = { error: 0 }
    try {
      const response = await fetch(base + step, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-goog-api-key': apiKey,
          ...(await appCheckHeaders(config))
        },
        body: JSON.stringify(tenantId === null ? body : { ...body, tenantId }),
        credentials: 'omit',
        referrerPolicy: 'strict-origin-when-cross-origin',
        signal: AbortSignal.timeout(timeoutMs)
      })
      if (response.status < 500) answer = recordOf(await response.json().catch(() => answer))
    } catch {
      return refuse('page/unreachable')
    }
    if (answer.error === undefined) return Promise.resolve(read(answer)).catch(readFault)
    const said = String(recordOf(answer.error).message)
    // "Firebase App Check token is invalid."
    if (/ App /.test(said)) return refuse('page/closed')
    const code = /^[A-Z][A-Z0-9_]*(?= :|$)/.exec(said)?.[0]
    return refuse(code ? `passkey/${code}` : 'PROVIDER_UNAVAILABLE', said)
  }

  const readTokens = ({ idToken, refreshToken }: Answer): Tokens | Refusal =>
    typeof idToken === 'string' && typeof refreshToken === 'string'
      ? { kind: 'tokens', idToken, refreshToken }
      : refuse('auth/unsupported-first-factor')

  const readSignIn = (answer: Answer): Tokens | PendingSignIn | Refusal =>
    typeof answer.mfaPendingCredential === 'string' ? { kind: 'pending', answer } : readTokens(answer)

  return {
    /** Requests a challenge from the provider. `nowMs`: by the device's clock. */
    ask: (tenantId: string | null, nowMs: number): Promise<PasskeyChallenge | Refusal> =>
      call('SignIn:start', tenantId, {}, ({ credentialRequestOptions }) => {
        const { rpId, challenge } = recordOf(credentialRequestOptions)
        return {
          kind: 'passkeyChallenge',
          rpId: String(rpId),
          challenge: String(challenge),
          askedAtMs: nowMs
        }
      }),

    /** Lets the visitor choose a passkey. `isQuiet`: as a suggestion in the email field. */
    async sign(
      { rpId, challenge }: PasskeyChallenge,
      isQuiet: boolean,
      signal: AbortSignal
    ): Promise<Signed | Refusal> {
      try {
        const publicKey = { rpId, challenge: bytesOf(challenge), userVerification: 'required' as const }
        const found = await credentials.get({
          publicKey,
          signal,
          ...(isQuiet && { mediation: 'conditional' })
        })
        const names = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']
        return { kind: 'signed', rpId, id: found?.id ?? '', credential: describe(found, names) }
      } catch (err) {
        return readFault(err)
      }
    },

    finish: (tenantId: string | null, { credential }: Signed): Promise<Tokens | PendingSignIn | Refusal> =>
      call('SignIn:finalize', tenantId, { authenticatorAuthenticationResponse: credential }, readSignIn),

    enrol(enrolling: Enrolling): Promise<Tokens | Refusal> {
      const { idToken, tenantId, nameBy } = enrolling
      return call('Enrollment:start', tenantId, { idToken }, async ({ credentialCreationOptions }) => {
        const publicKey = creationOf(recordOf(credentialCreationOptions), enrolling)
        const made = await credentials.create({ publicKey })
        const authenticatorRegistrationResponse = describe(made, ['clientDataJSON', 'attestationObject'])
        const name = nameBy(authenticatorOf(made))
        const body = { idToken, name, displayName: name, authenticatorRegistrationResponse }
        return call('Enrollment:finalize', tenantId, body, readTokens)
      })
    },

    /** Has the browser forget a passkey unknown to the provider. */
    disown({ rpId, id }: Pick<Signed, 'rpId' | 'id'>) {
      void PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId: id }).catch(() => {})
    }
  }
}
