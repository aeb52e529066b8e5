import type { Config } from '../../config/schema/schema.ts'
import { type ErrorCode, Fault } from '../../errors.ts'
import {
  CLOCK_SKEW_SECONDS,
  type Claims,
  type VerifyIdToken
} from '../../identity-platform/tokens/id-token.ts'
import { type AccountId, accountIdOf, type Limits, type SessionTimes } from '../session.ts'

/** Requirements for a sign-in to begin a session, and for the session to pass. */
export interface SignInRules {
  /** Accepted values of `firebase.sign_in_provider`. */
  providers: ReadonlySet<string>
  /** Require a verified email address; accounts without an address are rejected too. */
  verifiedEmail: boolean
  /** Require a second factor of any kind. */
  secondFactor: boolean
  /** Whether a passkey counts as a second factor. */
  passkeySuffices: boolean
}

const MAX_PROVIDER_CHARS = 128

export function createSignInRules(config: Config): SignInRules {
  return {
    providers: allowedSignInProviders(config),
    verifiedEmail: config.session.requireVerifiedEmail,
    secondFactor: config.login.mfa.totp === 'required',
    passkeySuffices: config.login.passkeys.countsAsSecondFactor
  }
}

/**
 * The rule that a session's claims do not meet; null: all are met. The email address comes before the second
 * factor, because the provider requires a verified address to enrol one. Claims can be older than the
 * account: after verifying an address, a page must refresh its token before it retries.
 */
export function checkSignIn(claims: Claims, rules: SignInRules): Fault | null {
  const { provider, secondFactor } = readSignInFacts(claims)
  if (provider === undefined || !rules.providers.has(provider))
    return new Fault('SIGN_IN_METHOD_NOT_ALLOWED', {
      detail: `sign_in_provider is ${provider?.slice(0, MAX_PROVIDER_CHARS) ?? 'missing'}`
    })
  if (rules.verifiedEmail && !hasVerifiedEmail(claims))
    return new Fault('EMAIL_UNVERIFIED', { detail: 'email_verified is not true' })
  const isExempt = rules.passkeySuffices && provider === 'passkey'
  if (rules.secondFactor && secondFactor === undefined && !isExempt)
    return new Fault('SECOND_FACTOR_REQUIRED', { detail: 'sign_in_second_factor is missing' })
  return null
}

/** The same for an id token that is to begin a session, which one from an exchange must not: applications receive such tokens. */
export function checkBearer(claims: Claims, rules: SignInRules): Fault | null {
  if (isExchanged(claims)) return new Fault('SIGN_IN_USED', { detail: 'the id token of another session' })
  return checkSignIn(claims, rules)
}

/** Whether the account is known to own its email address: only if `email_verified` is true. */
export function hasVerifiedEmail({ email, email_verified }: Claims): boolean {
  return typeof email === 'string' && email !== '' && email_verified === true
}

export type SignInAge = ReturnType<typeof createSignInAge>

/** The age of sign-ins by `auth_time`, with the usual clock skew. One past a limit of its session is rejected too. */
export function createSignInAge(options: {
  /** Maximum time between the sign-in and the session. */
  maxSignInAgeSeconds: number
  limits: Pick<Limits, 'isExpired' | 'recordsActivity'>
  /** Epoch seconds. */
  now: () => number
}) {
  const { maxSignInAgeSeconds, limits, now } = options
  const freshSeconds = maxSignInAgeSeconds + CLOCK_SKEW_SECONDS

  /** Times of a session of this sign-in, which begins at the sign-in itself and never later than now. */
  function timesOf({ auth_time }: Claims): SessionTimes {
    const startedAtSeconds = Math.floor(Math.min(now(), auth_time))
    return { startedAtSeconds, activeAtSeconds: limits.recordsActivity ? startedAtSeconds : null }
  }

  return {
    /** When a sign-in is too old to begin a session, clock skew included; epoch seconds. */
    // Ages are whole seconds: fresh until the last one is over.
    staleAtSeconds: ({ auth_time }: Pick<Claims, 'auth_time'>): number => auth_time + freshSeconds + 1,
    timesOf,
    /** Why the sign-in is too old for a session; null: it is not. */
    check(claims: Claims): Fault | null {
      const ageSeconds = Math.floor(now() - claims.auth_time)
      const detail = `auth_time is ${ageSeconds} s ago`
      if (ageSeconds > freshSeconds) return new Fault('SIGN_IN_TOO_OLD', { detail })
      if (!limits.isExpired(timesOf(claims))) return null
      return new Fault('SIGN_IN_TOO_OLD', { detail: `${detail}: a session that begins there is over` })
    }
  }
}

/** Members of `firebase` in an id token. */
const CARRIED_FACTS = ['sign_in_provider', 'sign_in_second_factor', 'second_factor_identifier']

export interface SignInFacts {
  /** Such as `password`, `google.com`, `saml.acme`. */
  provider: string | undefined
  /** Such as `phone`, `totp`; undefined: none was used. */
  secondFactor: string | undefined
}

/**
 * Developer claims of a custom token that preserve what the exchange would lose. None of them authorizes anything: they stay
 * in the session unchanged and override the account's own claims. Absent values are stated too, or a custom claim of the
 * same name would show through. Those that an exchange has carried already are carried on.
 */
export function carrySignInFacts(claims: Claims): Record<string, unknown> {
  const isCarried = isExchanged(claims)
  const facts = CARRIED_FACTS.map((name) => {
    const value = isCarried ? claims[`source_${name}`] : claims.firebase[name]
    return [`source_${name}`, text(value) ?? '']
  })
  return Object.fromEntries(facts)
}

/** The same for a token that leaves the gateway, whose `auth_time` becomes that of its use. `signedInAtSeconds`: epoch seconds. */
export function carrySignIn(claims: Claims, signedInAtSeconds: number): Record<string, unknown> {
  return { ...carrySignInFacts(claims), source_auth_time: signedInAtSeconds }
}

/** When the visitor of this id token signed in, in epoch seconds. */
export function readSignInTime(claims: Claims): number {
  const { auth_time, source_auth_time: source } = claims
  return isExchanged(claims) && typeof source === 'number' ? Math.min(auth_time, source) : auth_time
}

/** All developer claims of an exchange. `kept`: claims of the sign-in, which cannot replace those of `carrySignInFacts`. */
export function carryClaims(claims: Claims, kept: readonly string[]): Record<string, unknown> {
  const found = kept.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]])
  return { ...Object.fromEntries(found), ...carrySignInFacts(claims) }
}

/** How the visitor of this id token signed in, whether it is the login page's own or came from an exchange. */
export function readSignInFacts(claims: Claims): SignInFacts {
  const { firebase } = claims
  const exchanged = isExchanged(claims)
  return {
    provider: text(exchanged ? claims.source_sign_in_provider : firebase.sign_in_provider),
    secondFactor: text(exchanged ? claims.source_sign_in_second_factor : firebase.sign_in_second_factor)
  }
}

/** Whether an exchange issued this id token: only then are the claims of `carrySignInFacts` ours. */
function isExchanged(claims: Claims): boolean {
  return claims.firebase.sign_in_provider === 'custom' && 'source_sign_in_provider' in claims
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Codes for which the token tells nothing more, or reading it would retry a provider that is unavailable. */
const UNKNOWABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'NO_KEY_ID',
  'NO_MATCHING_KEY',
  'INVALID_TOKEN_SIGNATURE',
  'PROVIDER_UNAVAILABLE'
])

/** Account and provider of a rejected sign-in, from an id token with a valid signature. */
export interface RefusedSignIn extends Pick<SignInFacts, 'provider'> {
  owner: AccountId
}

/** Describes sign-ins that `acquire` rejected, for log and metrics, by verifying the id token again. Null: it cannot be verified. */
export function createDescribeRefused(verifyIdToken: VerifyIdToken) {
  return async (idToken: string, { code }: Fault): Promise<RefusedSignIn | null> => {
    if (UNKNOWABLE.has(code)) return null
    const result = await verifyIdToken(idToken)
    if (result.kind !== 'valid' && result.kind !== 'expired') return null
    return describeSignIn(result.claims)
  }
}

/** The same for claims that are already verified. */
export function describeSignIn(claims: Claims): RefusedSignIn {
  return { owner: accountIdOf(claims), provider: readSignInFacts(claims).provider }
}

/** Providers that need no name in the configuration, by id. `hosts`: those of their sign-in pages. */
const KNOWN: ReadonlyMap<string, { name: string; hosts: readonly string[] }> = new Map([
  ['google.com', { name: 'Google', hosts: ['accounts.google.com'] }],
  ['github.com', { name: 'GitHub', hosts: ['github.com'] }],
  ['microsoft.com', { name: 'Microsoft', hosts: ['login.microsoftonline.com', 'login.live.com'] }],
  ['apple.com', { name: 'Apple', hosts: ['appleid.apple.com', 'account.apple.com'] }],
  ['facebook.com', { name: 'Facebook', hosts: ['www.facebook.com', 'm.facebook.com'] }],
  ['twitter.com', { name: 'X', hosts: ['api.twitter.com', 'twitter.com', 'api.x.com', 'x.com'] }],
  ['yahoo.com', { name: 'Yahoo', hosts: ['api.login.yahoo.com', 'login.yahoo.com'] }]
])

/** Ids of the federated providers that the login page knows. */
export const KNOWN_PROVIDERS: readonly string[] = [...KNOWN.keys()]

/** Sign-in methods without a federated provider, as named in id tokens. */
export const OWN_PROVIDERS: readonly string[] = ['password', 'phone', 'passkey', 'anonymous', 'custom']

/** Display name: configured or built-in; null if neither. */
export function nameProvider({ id, name }: { id: string; name?: string }): string | null {
  return name ?? KNOWN.get(id)?.name ?? null
}

/** The hosts that visitors sign in at; none for a provider that the project registered. */
export function signInHostsOf(id: string): readonly string[] {
  return KNOWN.get(id)?.hosts ?? []
}

/** True for SAML and OpenID Connect providers, whose ids are chosen by the project. */
export function isRegisteredProvider(id: string): boolean {
  return /^(saml|oidc)\../.test(id)
}

/** Accepted values of `firebase.sign_in_provider`: `session.signInProviders`, by default what the config offers. */
export function allowedSignInProviders(config: Config): ReadonlySet<string> {
  const { signInProviders } = config.session
  if (signInProviders !== null) return new Set(signInProviders)
  const offered = listOfferedProviders(config).map(({ id }) => id)
  // The development drawer's test accounts use custom tokens, which the emulator accepts unsigned.
  return new Set(config.identityPlatform.emulatorHost === null ? offered : [...offered, 'custom'])
}

/** Enabled sign-in methods. `id`: as in `firebase.sign_in_provider`; `key`: key path that enables it. */
export function listOfferedProviders({
  login,
  identityPlatform
}: Pick<Config, 'login' | 'identityPlatform'>): { id: string; key: string }[] {
  const { password, emailLink, phone, passkey } = login.methods
  const federated = login.providers.map(({ id }, index) => ({ id, key: `login.providers[${index}]` }))
  return [
    ...(password || emailLink ? [{ id: 'password', key: 'login.methods' }] : []),
    ...(phone ? [{ id: 'phone', key: 'login.methods.phone' }] : []),
    ...(passkey === 'off' ? [] : [{ id: 'passkey', key: 'login.methods.passkey' }]),
    ...federated,
    ...(identityPlatform.allowAnonymous ? [{ id: 'anonymous', key: 'identityPlatform.allowAnonymous' }] : [])
  ]
}
