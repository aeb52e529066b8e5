import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import type { LoginPageConfig } from '../../config/schema/schema.ts'

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1'])

/** Where a visitor's browser meets the identity provider. */
export interface ProviderAddresses {
  /** Origin of the official emulator or the demo's stand-in; null: the real provider. */
  emulatorUrl: string | null
  /** Host (and port) that the SDK takes for the one with the sign-in helper. */
  authDomain: string
  /** Origin of the sign-in helper when it is not ours; null: `/__/auth/*` of our own origin. */
  helperOrigin: string | null
}

/** The addresses for visitors of `publicOrigin`. */
export function providerAddressesOf(config: LoginPageConfig, publicOrigin: string): ProviderAddresses {
  const { identityPlatform, login } = config
  const own = identityPlatform.authDomain ?? `${identityPlatform.projectId}.firebaseapp.com`
  const isProxied = login.federated.helper === 'proxy'
  return {
    emulatorUrl: emulatorUrlFor(config, new URL(publicOrigin).hostname),
    authDomain: isProxied ? new URL(publicOrigin).host : own,
    helperOrigin: isProxied ? null : `https://${own}`
  }
}

/**
 * How the page goes to a federated provider. By redirect only where the helper is of our own site: elsewhere browsers
 * keep its storage apart, and the visitor would come back signed out without a word.
 */
export function federatedModeOf(
  { login }: LoginPageConfig,
  { emulatorUrl, helperOrigin }: ProviderAddresses,
  publicOrigin: string
): 'redirect' | 'popup' {
  if (login.federated.mode !== 'auto') return login.federated.mode
  if (emulatorUrl === null) return helperOrigin === null ? 'redirect' : 'popup'
  return new URL(emulatorUrl).hostname === new URL(publicOrigin).hostname ? 'redirect' : 'popup'
}

function emulatorUrlFor({ identityPlatform, login }: LoginPageConfig, visitorsHost: string): string | null {
  if (login.emulator !== null) return `http://${login.emulator}`
  const url = emulatorUrlOf(identityPlatform)
  if (url === null) return null
  // Another name of the same machine is another site to a browser.
  const spelled = new URL(url)
  if (LOCAL_NAMES.has(spelled.hostname) && LOCAL_NAMES.has(visitorsHost)) spelled.hostname = visitorsHost
  return spelled.origin
}

function emulatorUrlOf({ emulatorHost, endpoints }: LoginPageConfig['identityPlatform']): string | null {
  if (emulatorHost !== null) return `http://${emulatorHost}`
  const { origin } = new URL(endpoints.identityToolkit)
  return origin === PROVIDER_ENDPOINTS.identityToolkit ? null : origin
}
