import type { Report } from './checks/check.ts'
import { KNOWN_PROVIDERS } from './provider-names.ts'
import type { Config } from './schema/schema.ts'

/** A way to sign in that this configuration offers. */
interface OfferedProvider {
  /** What id tokens of such a sign-in say in `firebase.sign_in_provider`. */
  id: string
  /** The key that offers it. */
  key: string
}

/** Sign-ins without a federated provider, as id tokens name them. */
const OWN_PROVIDERS: readonly string[] = ['password', 'phone', 'anonymous', 'custom']
const USUAL = [...OWN_PROVIDERS, ...KNOWN_PROVIDERS, 'saml.…', 'oidc.…'].join(', ')

/**
 * Values of `firebase.sign_in_provider` whose sign-ins may have a session: those of `session.signInProviders`, else what
 * the configuration offers.
 */
export function allowedSignInProviders(config: Config): ReadonlySet<string> {
  const { signInProviders } = config.session
  if (signInProviders !== null) return new Set(signInProviders)
  const offered = listOfferedProviders(config).map(({ id }) => id)
  // The test accounts in the page's drawer sign in by custom tokens; the emulator takes unsigned ones from anybody.
  return new Set(config.identityPlatform.emulatorHost === null ? offered : [...offered, 'custom'])
}

/** Reports a list that lacks what the configuration offers: the page would show ways that the server refuses. */
export function checkSignInProviders(config: Config, report: Report): void {
  const { session, identityPlatform } = config
  const { signInProviders: listed } = session
  if (listed === null) return
  for (const { id, key } of listOfferedProviders(config)) {
    if (!listed.includes(id))
      report(
        'session.signInProviders',
        `lacks \`${id}\`, which \`${key}\` offers`,
        'Visitors would sign in that way and be refused: add it here, or switch it off there.'
      )
  }
  if (listed.includes('anonymous') && !identityPlatform.allowAnonymous)
    report(
      'session.signInProviders',
      'holds `anonymous`, which needs `identityPlatform.allowAnonymous`',
      'Their id tokens are refused before: set that too, or leave `anonymous` out.'
    )
}

/** One line for each listed name that no id token is known to hold. */
export function noticeSignInProviders({ session }: Config): string[] {
  const unknown = (session.signInProviders ?? []).filter((id) => !isUsual(id))
  return unknown.map(
    (id) =>
      `session.signInProviders: \`${id}\` is not a known value of firebase.sign_in_provider (${USUAL}); e-mail links are \`password\``
  )
}

/** E-mail links are `password` too: id tokens do not tell the two apart. */
function listOfferedProviders({ login, identityPlatform }: Config): OfferedProvider[] {
  const { password, emailLink } = login.methods
  const federated = login.providers.map(({ id }, index) => ({ id, key: `login.providers[${index}]` }))
  return [
    ...(password || emailLink ? [{ id: 'password', key: 'login.methods' }] : []),
    ...federated,
    ...(identityPlatform.allowAnonymous ? [{ id: 'anonymous', key: 'identityPlatform.allowAnonymous' }] : [])
  ]
}

function isUsual(id: string): boolean {
  return OWN_PROVIDERS.includes(id) || KNOWN_PROVIDERS.includes(id) || /^(saml|oidc)\../.test(id)
}
