import { createHash, randomBytes } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import { ProviderError } from '../server/errors.ts'
import { dropUndefined } from '../server/fields.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Changes to an id token before it is signed, to make tokens a provider would never issue. */
export interface IdTokenOverrides {
  /** Members that replace those of the header; the signature is RS256 whatever `alg` says. */
  header?: Record<string, unknown>
  /** Members that replace those of the payload, at top level. */
  claims?: Record<string, unknown>
  /** `exp` minus `iat`; negative for an expired token. */
  ttlSeconds?: number
  /** Members omitted from header and payload. */
  omit?: string[]
}

/** Tokens of one session. */
export interface SessionTokens {
  idToken: string
  refreshToken: string
}

/** The second factor of a sign-in. */
export interface SecondFactorFacts {
  kind: 'phone' | 'totp'
  /** `mfaEnrollmentId`. */
  id: string
}

/** What a session keeps of its sign-in. */
export interface Session {
  account: Account
  credentialVersion: number
  authTimeSeconds: number
  /** `sign_in_provider`. */
  provider: string
  secondFactor: SecondFactorFacts | undefined
  /** Claims of a custom token; they stay for the session's life and win over the account's. */
  developerClaims: Record<string, unknown>
}

/** Facts of a new session. */
export type SignInDetails = Pick<Session, 'provider'> &
  Partial<Pick<Session, 'authTimeSeconds' | 'secondFactor' | 'developerClaims'>>

interface IssuerOptions {
  projectId: string
  now: () => number
  idTokenTtlSeconds: number
  keys: SigningKeys
  isCurrent: (account: Account) => boolean
}

/** The project's number, made from its id: 12 digits. */
export function projectNumberOf(projectId: string): string {
  const digest = createHash('sha256').update(projectId).digest()
  return String(100_000_000_000 + (digest.readUIntBE(0, 6) % 900_000_000_000))
}

function describeIdentities(account: Account, provider: string): Record<string, string[]> {
  const identities: Record<string, string[]> = {}
  for (const { providerId, rawId } of account.linkedProviders.values()) identities[providerId] = [rawId]
  if (account.phoneNumber !== undefined) identities.phone = [account.phoneNumber]
  if (account.email !== undefined && provider !== 'anonymous') identities.email = [account.email]
  return identities
}

function describeSignIn(session: Session): Record<string, unknown> {
  const { account, provider, secondFactor } = session
  return {
    identities: describeIdentities(account, provider),
    sign_in_provider: provider,
    ...(secondFactor && {
      sign_in_second_factor: secondFactor.kind,
      second_factor_identifier: secondFactor.id
    }),
    ...(account.tenantId !== undefined && { tenant: account.tenantId })
  }
}

function describeAccount(account: Account): Record<string, unknown> {
  const { displayName: name, photoUrl: picture, email, phoneNumber: phone_number } = account
  const email_verified = email === undefined ? undefined : account.emailVerified
  return dropUndefined({ name, picture, email, email_verified, phone_number })
}

// A federated sign-in links its provider to the account, with the profile that the account has.
function linkProvider(account: Account, providerId: string): void {
  if (!/^(saml|oidc)\.|\.com$/.test(providerId) || account.linkedProviders.has(providerId)) return
  const digits = createHash('sha256').update(account.uid).digest('hex').slice(0, 16)
  const rawId = BigInt(`0x${digits}`).toString()
  const { displayName, photoUrl, email } = account
  const profile = dropUndefined({ displayName, photoUrl, email })
  account.linkedProviders.set(providerId, { providerId, rawId, federatedId: rawId, ...profile })
}

/** Starts and refreshes sessions and signs their id tokens. */
export class TokenIssuer {
  readonly idTokenTtlSeconds: number
  readonly projectNumber: string
  readonly #options: IssuerOptions
  readonly #sessions = new Map<string, Session>()

  constructor(options: IssuerOptions) {
    this.#options = options
    this.idTokenTtlSeconds = options.idTokenTtlSeconds
    this.projectNumber = projectNumberOf(options.projectId)
  }

  /** Records the sign-in at the account and gives back the session's tokens. */
  startSession(account: Account, details: SignInDetails): SessionTokens {
    linkProvider(account, details.provider)
    account.lastSignInSeconds = Math.floor(details.authTimeSeconds ?? this.#options.now())
    return this.issueTokens(account, details)
  }

  /** The tokens of one more session, without recording a sign-in. */
  issueTokens(account: Account, details: SignInDetails): SessionTokens {
    const session = this.createSession(account, details)
    return { idToken: this.issueIdToken(session), refreshToken: this.addRefreshToken(session) }
  }

  /** A session without a refresh token. */
  createSession(account: Account, details: SignInDetails): Session {
    return {
      account,
      credentialVersion: account.credentialVersion,
      authTimeSeconds: Math.floor(details.authTimeSeconds ?? this.#options.now()),
      provider: details.provider,
      secondFactor: details.secondFactor,
      developerClaims: details.developerClaims ?? {}
    }
  }

  /** The session of a valid refresh token; throws the provider's refusals. */
  openSession(refreshToken: string): Session {
    const session = this.#sessions.get(refreshToken)
    if (!session) {
      const isOwn = !/^AMf-\d{12}-/.test(refreshToken) || refreshToken.startsWith(this.#tokenPrefix())
      throw new ProviderError(400, isOwn ? 'INVALID_REFRESH_TOKEN' : 'PROJECT_NUMBER_MISMATCH')
    }
    const { account } = session
    if (!this.#options.isCurrent(account)) throw new ProviderError(400, 'USER_NOT_FOUND')
    if (account.disabled) throw new ProviderError(400, 'USER_DISABLED')
    const isRevoked = (account.validSinceSeconds ?? 0) > session.authTimeSeconds
    if (isRevoked || account.credentialVersion !== session.credentialVersion)
      throw new ProviderError(400, 'TOKEN_EXPIRED')
    account.lastRefreshSeconds = this.#options.now()
    return session
  }

  /** The session's id token as of now, with the overrides applied last. */
  issueIdToken(session: Session, overrides: IdTokenOverrides = {}): string {
    const { header, claims, omit = [] } = overrides
    const whole = { ...this.#describe(session, overrides.ttlSeconds), ...claims }
    const kept = Object.fromEntries(Object.entries(whole).filter(([name]) => !omit.includes(name)))
    return this.#options.keys.sign(kept, header, omit)
  }

  #describe(session: Session, ttlSeconds = this.idTokenTtlSeconds): Record<string, unknown> {
    const { account, provider, authTimeSeconds } = session
    const { projectId, now } = this.#options
    const issuedAtSeconds = Math.floor(now())
    return {
      ...account.customClaims,
      ...session.developerClaims,
      ...(provider === 'anonymous' && { provider_id: 'anonymous' }),
      ...describeAccount(account),
      iss: `https://securetoken.google.com/${projectId}`,
      aud: projectId,
      auth_time: authTimeSeconds,
      user_id: account.uid,
      sub: account.uid,
      iat: issuedAtSeconds,
      exp: issuedAtSeconds + ttlSeconds,
      firebase: describeSignIn(session)
    }
  }

  /** One more refresh token for a session; earlier ones stay valid. */
  addRefreshToken(session: Session): string {
    const refreshToken = `${this.#tokenPrefix()}${randomBytes(96).toString('base64url')}`
    this.#sessions.set(refreshToken, session)
    return refreshToken
  }

  #tokenPrefix(): string {
    return `AMf-${this.projectNumber}-`
  }
}
