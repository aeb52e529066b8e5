import { isIP } from 'node:net'
import { listProblems, type Problem } from '../../problem.ts'
import { isOwnAddress, listOwnHosts, type OwnAddresses, type OwnHosts } from '../addresses/own-address.ts'
import { isHttps, isLoopback, isPublicSuffix, parseUrl } from '../addresses/urls.ts'
import type { Config } from '../schema/schema.ts'
import { isRegisteredProvider, KNOWN_PROVIDERS, nameProvider } from '../sign-in-providers.ts'

type Login = Pick<Config, 'login'>
type LoginProvider = Config['login']['providers'][number]

/** What Firebase calls the ways to sign in that are no provider of somebody else. */
const OWN_METHODS = /^(password|phone|passkey|anonymous|emailLink|custom|firebase)$/

/** There is a way to sign in, and nothing is switched on that another switch makes unreachable. */
export function checkMethods({ login }: Login): Problem[] {
  const { password, emailLink, phone, signup, askName } = login.methods
  return listProblems(
    !password &&
      !emailLink &&
      !phone &&
      login.providers.length === 0 && {
        path: 'login.methods',
        message: 'leaves no way to sign in',
        hint: 'Switch on `password`, `emailLink` or `phone`, or name one of `login.providers`. Passkeys alone are none: nobody could add the first one.'
      },
    signup &&
      !password && {
        path: 'login.methods.signup',
        message: 'needs `login.methods.password`',
        hint: 'Accounts are made with a password here: switch `password` on, or `signup` off.'
      },
    askName &&
      !(password && signup) &&
      !emailLink && {
        path: 'login.methods.askName',
        message: 'has nobody to ask: the page makes no accounts',
        hint: 'Switch on `signup` with `password`, or `emailLink`; else `askName` off.'
      }
  )
}

/** Sign-ins by phone can have a session, although the provider gives them no second factor. */
export function checkPhone({ login }: Login): Problem | null {
  if (!login.methods.phone || login.mfa.totp !== 'required') return null
  return {
    path: 'login.methods.phone',
    message: 'cannot be on while `login.mfa.totp` is `required`',
    hint: 'The provider gives a sign-in by phone no second factor, so that it would never have a session: switch `phone` off, or set `login.mfa.totp` to `optional`.'
  }
}

/** Every provider is one that the page can name and go to, and is named once. */
export function checkProviders({ login: { providers } }: Login): Problem[] {
  return providers.flatMap((provider, index) => {
    const path = `login.providers[${index}]`
    const first = providers.findIndex((other) => other.id === provider.id)
    return listProblems(
      first !== index && {
        path: `${path}.id`,
        message: `is the same as login.providers[${first}].id`,
        hint: 'Keep one of the two.'
      },
      checkProvider(provider, path)
    )
  })
}

function checkProvider(provider: LoginProvider, path: string): Problem | null {
  const { id } = provider
  if (OWN_METHODS.test(id))
    return {
      path: `${path}.id`,
      message: 'is not a provider of somebody else',
      hint: 'Switch ways of our own on in `login.methods`.'
    }
  if (isRegisteredProvider(id))
    return nameProvider(provider) !== null
      ? null
      : {
          path: `${path}.name`,
          message: 'is required for `saml.…` and `oidc.…`',
          hint: 'What visitors know it by: `name: Acme SSO`.'
        }
  if (KNOWN_PROVIDERS.includes(id)) return null
  return {
    path: `${path}.id`,
    message: 'is not a provider that the page knows',
    hint: `One of ${KNOWN_PROVIDERS.join(', ')}, or \`saml.…\` or \`oidc.…\` as the project calls it.`
  }
}

/** The name of the site is one that an authenticator app can show. */
export function checkTotpIssuer({ login }: Login): Problem | null {
  if (login.mfa.totp === 'off' || login.mfa.issuer !== null || !login.brand.name.includes(':')) return null
  return {
    path: 'login.brand.name',
    message: 'has a colon, where authenticator apps end the name',
    hint: 'Write it without one, or give `login.mfa.issuer` a name for these apps.'
  }
}

/** The sign-in helper is at a URL of somebody else, and on https unless it is on this machine. */
export function checkHelperUrl(config: OwnAddresses): Problem | null {
  const path = 'login.federated.helperUrl'
  const { helperUrl } = config.login.federated
  if (helperUrl === null) return null
  const url = parseUrl(helperUrl)
  if (url === null)
    return { path, message: 'is not a URL', hint: 'Such as `https://my-project.firebaseapp.com`.' }
  if (isOwnAddress(url, config))
    return {
      path,
      message: 'is the gateway itself',
      hint: 'Requests would go round in circles: name the auth domain, or null.'
    }
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return null
  return {
    path,
    message: 'is not https',
    hint: 'Sign-ins travel there: use https, or a loopback address for tests.'
  }
}

/** The page goes to an emulator only where the gateway does. */
export function checkPageEmulator({
  login,
  identityPlatform
}: Pick<Config, 'login' | 'identityPlatform'>): Problem | null {
  if (login.emulator === null || identityPlatform.emulatorHost !== null) return null
  return {
    path: 'login.emulator',
    message: 'needs `identityPlatform.emulatorHost`',
    hint: 'The gateway would refuse what visitors bring from there: set both, or none.'
  }
}

type LoginHosts = OwnHosts & Pick<Config, 'applications'>

/** The hosts that have the login page: with `applications`, that of `publicUrl` alone. */
export function listLoginHosts(config: LoginHosts): string[] {
  const { publicUrl, applications } = config
  return applications.length === 0 ? listOwnHosts(config) : [parseUrl(publicUrl)?.hostname ?? '']
}

/** May passkeys that belong to this RP ID be used at the host? https://www.w3.org/TR/webauthn-3/#scope */
export function coversLoginHost(relyingPartyId: string, host: string): boolean {
  return host === relyingPartyId || host.endsWith(`.${relyingPartyId}`)
}

/** Browsers would use passkeys at every host that has the login page, and would take the RP ID that is named. */
export function checkPasskeys(config: LoginHosts): Problem[] {
  const { methods, passkeys } = config.login
  if (methods.passkey === 'off') return []
  const { relyingPartyId } = passkeys
  const hosts = listLoginHosts(config)
  return listProblems(
    !isSecure(config) && {
      path: 'login.methods.passkey',
      message: `needs https, and \`publicUrl\` is ${config.publicUrl}`,
      hint: 'Browsers have passkeys on https pages alone, and for tests on `http://localhost`.'
    },
    ...hosts.filter(isAddress).map((host) => ({
      path: 'login.methods.passkey',
      message: `needs a host name, and ${host} is an IP address`,
      hint: 'Passkeys belong to names: let visitors come by one, for tests by `localhost`.'
    })),
    ...(relyingPartyId === null ? [] : checkRelyingPartyId(relyingPartyId, hosts))
  )
}

function checkRelyingPartyId(relyingPartyId: string, hosts: readonly string[]): Problem[] {
  const path = 'login.passkeys.relyingPartyId'
  const strange = hosts.filter((host) => !isAddress(host) && !coversLoginHost(relyingPartyId, host))
  return listProblems(
    relyingPartyId !== 'localhost' &&
      isPublicSuffix(relyingPartyId) && {
        path,
        message: `is ${relyingPartyId}, below which anybody can register a name`,
        hint: 'Browsers refuse it: take the name of your own below it.'
      },
    ...strange.map((host) => ({
      path,
      message: `is ${relyingPartyId}, which is neither ${host} nor a domain above it`,
      hint: 'Browsers refuse it there: it is the host of the login page, or a domain above all such hosts.'
    }))
  )
}

function isSecure(config: Pick<Config, 'publicUrl'>): boolean {
  return isHttps(config) || parseUrl(config.publicUrl)?.hostname === 'localhost'
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || isIP(host) !== 0
}
