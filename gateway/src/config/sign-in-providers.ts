import type { Config } from './schema/schema.ts'

interface OfferedProvider {
  /** Value of `firebase.sign_in_provider` in id tokens. */
  id: string
  /** Key path that enables it. */
  key: string
}

/** Providers with a built-in name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['google.com', 'Google'],
  ['github.com', 'GitHub'],
  ['microsoft.com', 'Microsoft'],
  ['apple.com', 'Apple'],
  ['facebook.com', 'Facebook'],
  ['twitter.com', 'X'],
  ['yahoo.com', 'Yahoo']
])

export const KNOWN_PROVIDERS: readonly string[] = [...NAMES.keys()]

/** Sign-in methods without a federated provider, as named in id tokens. */
export const OWN_PROVIDERS: readonly string[] = ['password', 'phone', 'passkey', 'anonymous', 'custom']

/** Display name: configured or built-in; null if neither. */
export function nameProvider({ id, name }: { id: string; name?: string }): string | null {
  return name ?? NAMES.get(id) ?? null
}

/** True for SAML and OpenID Connect providers, whose ids are chosen by the project. */
export function isRegisteredProvider(id: string): boolean {
  return /^(saml|oidc)\../.test(id)
}

/**
 * Values of `firebase.sign_in_provider` accepted for sessions: `session.signInProviders`, by default what the
 * config offers.
 */
export function allowedSignInProviders(config: Config): ReadonlySet<string> {
  const { signInProviders } = config.session
  if (signInProviders !== null) return new Set(signInProviders)
  const offered = listOfferedProviders(config).map(({ id }) => id)
  // The development drawer's test accounts use custom tokens, which the emulator accepts unsigned.
  return new Set(config.identityPlatform.emulatorHost === null ? offered : [...offered, 'custom'])
}

/** Enabled sign-in methods. Email links count as `password`: id tokens do not distinguish them. */
export function listOfferedProviders({
  login,
  identityPlatform
}: Pick<Config, 'login' | 'identityPlatform'>): OfferedProvider[] {
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
