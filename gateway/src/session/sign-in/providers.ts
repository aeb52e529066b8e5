import type { Config } from '../../config/schema/schema.ts'

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
