import type { Config } from './schema/schema.ts'

/** A way to sign in that this configuration offers. */
interface OfferedProvider {
  /** What id tokens of such a sign-in say in `firebase.sign_in_provider`. */
  id: string
  /** The key that offers it. */
  key: string
}

/** Providers that need no name in the configuration. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['google.com', 'Google'],
  ['github.com', 'GitHub'],
  ['microsoft.com', 'Microsoft'],
  ['apple.com', 'Apple'],
  ['facebook.com', 'Facebook'],
  ['twitter.com', 'X'],
  ['yahoo.com', 'Yahoo']
])

/** Ids of the federated providers that the login page knows. */
export const KNOWN_PROVIDERS: readonly string[] = [...NAMES.keys()]

/** Sign-ins without a federated provider, as id tokens name them. */
export const OWN_PROVIDERS: readonly string[] = ['password', 'phone', 'passkey', 'anonymous', 'custom']

/** What visitors know a provider by: the configured name, else the usual one; null when there is neither. */
export function nameProvider({ id, name }: { id: string; name?: string }): string | null {
  return name ?? NAMES.get(id) ?? null
}

/** Is it a SAML or OpenID Connect provider, which is registered in the project under an id that the project chose? */
export function isRegisteredProvider(id: string): boolean {
  return /^(saml|oidc)\../.test(id)
}

/**
 * Values of `firebase.sign_in_provider` whose sign-ins may have a session: those of `session.signInProviders`, else what
 * the configuration offers.
 */
export function allowedSignInProviders(config: Config): ReadonlySet<string> {
  const { signInProviders } = config.session
  if (signInProviders !== null) return new Set(signInProviders)
  const offered = listOfferedProviders(config).map(({ id }) => id)
  // The test accounts of the development drawer sign in by custom tokens; the emulator takes unsigned ones from anybody.
  return new Set(config.identityPlatform.emulatorHost === null ? offered : [...offered, 'custom'])
}

/** The ways to sign in that are switched on. Email links are `password` too: id tokens do not tell the two apart. */
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
