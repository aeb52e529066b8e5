import { isIP } from 'node:net'
import { asksForSecondFactor } from '../access/settings-checks.ts'
import { isOwnAddress, listOwnHosts, type OwnHosts } from '../config/addresses/own-address.ts'
import { hasBadSegment } from '../config/addresses/paths.ts'
import { isHttps, isInDomain, isLoopback, isPublicSuffix, parseUrl } from '../config/addresses/urls.ts'
import { listApplicationHosts } from '../config/applications.ts'
import type { BearerIssuer, Config } from '../config/schema/schema.ts'
import { isPlainBeyondLoopback } from '../http/settings-checks.ts'
import { isPublicIssuer } from '../machines/issuers.ts'
import { listProblems, listTexts, type Problem, when } from '../problem.ts'
import { hasOneCookie } from '../session/cookie/names.ts'
import { hasPlainName } from '../session/settings-checks.ts'
import { isRegisteredProvider, KNOWN_PROVIDERS, nameProvider } from '../session/sign-in/rules.ts'

type Login = Config['login']

/** Firebase's names of sign-in methods that are not federated providers. */
const OWN_METHODS = /^(password|phone|passkey|anonymous|emailLink|custom|firebase)$/

/** There must be ways to sign in, each of which works, and no option without effect. */
export function checkSignIn(config: Config): Problem[] {
  const { login } = config
  return listProblems(
    checkHelperUrl(config),
    ...checkMethods(login),
    ...checkPasskeys(config),
    ...checkProviders(login),
    when(login.mfa.totp !== 'off' && login.mfa.issuer === null && login.brand.name?.includes(':') === true, {
      path: 'login.brand.name',
      message: 'has a colon, which truncates the name in authenticator apps',
      hint: 'Remove it, or set `login.mfa.issuer` for these apps.'
    })
  )
}

function checkMethods({ methods, providers, mfa }: Login): Problem[] {
  const { password, emailLink, phone, signup, askName } = methods
  return listProblems(
    when(!password && !emailLink && !phone && providers.length === 0, {
      path: 'login.methods',
      message: 'leaves no way to sign in',
      hint: 'Turn on `password`, `emailLink` or `phone`, or add one of `login.providers`. Passkeys alone are not enough: no one could add the first one.'
    }),
    when(signup && !password, {
      path: 'login.methods.signup',
      message: 'needs `login.methods.password`',
      hint: 'Sign-up creates accounts with a password: turn `password` on, or `signup` off.'
    }),
    when(askName && !(password && signup) && !emailLink, {
      path: 'login.methods.askName',
      message: 'has no effect: the page creates no accounts',
      hint: 'Turn on `signup` with `password`, or `emailLink`; otherwise turn `askName` off.'
    }),
    when(phone && mfa.totp === 'required', {
      path: 'login.methods.phone',
      message: 'cannot be on while `login.mfa.totp` is `required`',
      hint: 'The provider has no second factor for phone sign-ins, so they would never get a session: turn `phone` off, or set `login.mfa.totp` to `optional`.'
    })
  )
}

function checkProviders({ providers }: Login): Problem[] {
  return providers.flatMap((provider, index) =>
    listProblems(
      checkRepeated(provider, index, providers, 'login.providers'),
      checkProvider(provider, `login.providers[${index}]`)
    )
  )
}

type Named = { id: string }

function checkRepeated({ id }: Named, index: number, all: readonly Named[], path: string): Problem | null {
  const first = all.findIndex((other) => other.id === id)
  return when(first !== index, {
    path: `${path}[${index}].id`,
    message: `is the same as ${path}[${first}].id`,
    hint: 'Keep one of the two.'
  })
}

function checkProvider(provider: Login['providers'][number], path: string): Problem | null {
  const { id } = provider
  if (OWN_METHODS.test(id))
    return {
      path: `${path}.id`,
      message: 'is not a federated provider',
      hint: 'Turn it on in `login.methods`.'
    }
  if (isRegisteredProvider(id))
    return nameProvider(provider) !== null
      ? null
      : {
          path: `${path}.name`,
          message: 'is required for `saml.…` and `oidc.…`',
          hint: 'The display name: `name: Acme SSO`.'
        }
  if (KNOWN_PROVIDERS.includes(id)) return null
  return {
    path: `${path}.id`,
    message: 'is not a provider that the page knows',
    hint: `One of ${KNOWN_PROVIDERS.join(', ')}, or \`saml.…\` or \`oidc.…\` as named in the project.`
  }
}

/** The sign-in helper must be elsewhere, on https unless on this machine. */
function checkHelperUrl(config: Config): Problem | null {
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
      hint: 'Requests would loop: use the auth domain, or null.'
    }
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return null
  return {
    path,
    message: 'is not https',
    hint: 'Sign-ins pass through it: use https, or a loopback address for tests.'
  }
}

/** `login.emulator` requires the gateway to use the emulator. */
export function checkPageEmulator({ login, identityPlatform }: Config): Problem | null {
  if (login.emulator === null || identityPlatform.emulatorHost !== null) return null
  return {
    path: 'login.emulator',
    message: 'needs `identityPlatform.emulatorHost`',
    hint: 'The gateway would refuse its tokens: set both, or none.'
  }
}

type LoginHosts = OwnHosts & Pick<Config, 'applications'>

/** Hosts of the login page: with `applications`, only that of `publicUrl`. */
export function listLoginHosts(config: LoginHosts): string[] {
  const { publicUrl, applications } = config
  return applications.length === 0 ? listOwnHosts(config) : [parseUrl(publicUrl)?.hostname ?? '']
}

/** Passkeys must work on every host of the login page: https://www.w3.org/TR/webauthn-3/#scope */
export function checkPasskeys(config: LoginHosts): Problem[] {
  const { methods, passkeys } = config.login
  if (methods.passkey === 'off') return []
  const { relyingPartyId } = passkeys
  const hosts = listLoginHosts(config)
  const isSecure = isHttps(config) || parseUrl(config.publicUrl)?.hostname === 'localhost'
  return listProblems(
    when(!isSecure, {
      path: 'login.methods.passkey',
      message: `needs https, but \`publicUrl\` is ${config.publicUrl}`,
      hint: 'Browsers support passkeys only on https pages, and for tests on `http://localhost`.'
    }),
    ...hosts.filter(isAddress).map((host) => ({
      path: 'login.methods.passkey',
      message: `needs a host name, but ${host} is an IP address`,
      hint: 'Passkeys are bound to host names: use one, such as `localhost` for tests.'
    })),
    ...(relyingPartyId === null ? [] : checkRelyingPartyId(relyingPartyId, hosts))
  )
}

function checkRelyingPartyId(relyingPartyId: string, hosts: readonly string[]): Problem[] {
  const path = 'login.passkeys.relyingPartyId'
  const strange = hosts.filter((host) => !isAddress(host) && !isInDomain(host, relyingPartyId))
  return listProblems(
    when(relyingPartyId !== 'localhost' && isPublicSuffix(relyingPartyId), {
      path,
      message: `is ${relyingPartyId}, below which anyone can register a name`,
      hint: 'Browsers refuse it: use your own domain below it.'
    }),
    ...strange.map((host) => ({
      path,
      message: `is ${relyingPartyId}, which is neither ${host} nor a domain above it`,
      hint: 'Browsers refuse it there: use the host of the login page, or a parent domain of all such hosts.'
    }))
  )
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || isIP(host) !== 0
}

/** Hosts must be hosts of the gateway, with the tenants they have elsewhere; tenants are offered once. */
export function checkLoginHosts(config: Config): Problem[] {
  const { login, identityPlatform } = config
  const hosts = listHosts(config)
  const notUsed = (path: string): Problem => ({
    path,
    message: 'is not a host that visitors use',
    hint: `Hosts of this gateway: ${hosts.join(', ')}. For others use \`identityPlatform.tenants\`.`
  })
  const ofPages = Object.keys(login.hosts).map(
    (host) => !hosts.includes(host) && notUsed(`login.hosts.${host}`)
  )
  const ofTenants = Object.entries(login.tenants.byHost).map(([host, tenant]) => {
    const path = `login.tenants.byHost.${host}`
    if (!hosts.includes(host)) return notUsed(path)
    const owner = Object.hasOwn(identityPlatform.tenants, host) ? identityPlatform.tenants[host] : tenant
    return when(owner !== tenant, {
      path,
      message: 'is not the tenant that the host has in `identityPlatform.tenants`',
      hint: 'No one could sign in there: remove it here, or use the same tenant.'
    })
  })
  const { choose } = login.tenants
  const ofChoices = choose.map((one, index) => checkRepeated(one, index, choose, 'login.tenants.choose'))
  return listProblems(...ofPages, ...ofTenants, ...ofChoices)
}

/** Destinations must be valid request paths. */
export function checkDestinations({ login }: Pick<Config, 'login'>): Problem[] {
  const everywhere = { path: 'login.destinations', destinations: login.destinations }
  const ofHosts = Object.entries(login.hosts).map(([host, { destinations = {} }]) => ({
    path: `login.hosts.${host}.destinations`,
    destinations
  }))
  return [everywhere, ...ofHosts].flatMap(({ path, destinations }) =>
    listProblems(...Object.keys(destinations).map((place) => checkDestination(place, `${path}.${place}`)))
  )
}

function checkDestination(place: string, path: string): Problem | null {
  if (place !== '/' && place.endsWith('/'))
    return {
      path,
      message: 'ends with a slash',
      hint: `Write \`${place.replace(/\/+$/, '') || '/'}\`: it includes everything below.`
    }
  if (!hasBadSegment(place)) return null
  return {
    path,
    message: 'has an empty or a dot segment',
    hint: 'Use a path such as `/reports`: no request has this one.'
  }
}

function listHosts({ publicUrl, identityPlatform, applications }: Config): string[] {
  const publicHost = parseUrl(publicUrl)?.hostname ?? []
  return [
    publicHost,
    ...Object.keys(identityPlatform.tenants).filter((place) => !place.startsWith('/')),
    ...listApplicationHosts({ applications })
  ].flat()
}

/** Protections that are off or without effect. */
export function listProtectionWarnings(config: Config): string[] {
  const { login, bearer, logout } = config
  return listTexts(
    login.mfa.totp === 'off' &&
      asksForSecondFactor(config) &&
      'access.rules: with `require.secondFactor` and `login.mfa.totp: off`, only visitors with a second factor set up elsewhere are admitted; set `optional` or `required`',
    bearer.some(isOpenToAll) &&
      `bearer: ${bearer.find(isOpenToAll)?.issuer} gives anyone a token for any audience; restrict them with \`claims\`, such as \`email\` or \`repository\``,
    logout.clearSiteData.length > 0 &&
      !isHttps(config) &&
      'logout.clearSiteData: not sent, because browsers only apply it on https; use an https publicUrl',
    hasPlainName(config) &&
      !hasOneCookie(config) &&
      'cookie.name: without `__Host-` or `__Secure-`, plain http and sibling hosts can plant the cookie; `cookie.allowPlainName` allows it',
    login.providers.length > 0 &&
      login.federated.mode === 'redirect' &&
      login.federated.helper === 'firebaseapp' &&
      'login.federated: `mode: redirect` with `helper: firebaseapp` fails silently in browsers with partitioned storage; use `helper: proxy`, or `mode: auto`',
    login.providers.length > 0 &&
      login.federated.helper === 'proxy' &&
      isPlainBeyondLoopback(config) &&
      'login.federated.helper: `proxy` needs an https publicUrl, as providers do not redirect to http; use https',
    login.security.trustedTypes === 'off' &&
      'login.security.trustedTypes: `off` removes a protection against injected scripts; use `auto`'
  )
}

function isOpenToAll({ issuer, claims }: BearerIssuer): boolean {
  return isPublicIssuer(issuer) && Object.keys(claims).length === 0
}
