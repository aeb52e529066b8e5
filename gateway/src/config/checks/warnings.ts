import { UNIX_PEER } from '../addresses/networks.ts'
import { isHttps, isLoopback } from '../addresses/urls.ts'
import { isPublicIssuer } from '../bearer-issuers.ts'
import { valueAt } from '../json-members.ts'
import { strictTransportSecurityOf } from '../response-headers.ts'
import type { BearerIssuer, Config, LogLevel } from '../schema/schema.ts'
import { isRegisteredProvider, KNOWN_PROVIDERS, OWN_PROVIDERS } from '../sign-in-providers.ts'
import { asksForSecondFactor } from './access-checks.ts'
import { listApplicationWarnings } from './application-checks.ts'
import { listDeadRuleWarnings } from './dead-rules.ts'
import { hasPlainName } from './session-checks.ts'
import { listStoreWarnings } from './store-checks.ts'

/** A valid setting that is insecure or partly ineffective. */
interface Weakness {
  isIn(config: Config): boolean
  /** Key path, consequence and alternative. */
  warning: string | ((config: Config) => string)
}

/** Levels that omit access decisions. */
const QUIET_LEVELS: ReadonlySet<LogLevel> = new Set<LogLevel>(['warn', 'error', 'fatal', 'silent'])

const WEAKNESSES: readonly Weakness[] = [
  {
    isIn: isPlainBeyondLoopback,
    warning: 'publicUrl: http sends session cookies in clear; use https'
  },
  {
    isIn: ({ log }) => QUIET_LEVELS.has(log.level),
    warning: ({ log }) =>
      `log.level: \`${log.level}\` omits access decisions and the reasons of refused or failed requests; only security events are always written`
  },
  {
    isIn: ({ trustedProxies }) => trustedProxies.some((network) => network.endsWith('/0')),
    warning:
      'trustedProxies: a network that includes everyone lets clients choose their own address in logs and limits'
  },
  {
    isIn: ({ forwardAuth }) => (forwardAuth.trustedProxies ?? []).some((network) => network.endsWith('/0')),
    warning:
      'forwardAuth.trustedProxies: a network that includes everyone lets anyone who reaches the listener send auth requests with any address, host and path; use the networks of your proxies'
  },
  {
    isIn: isBehindUnknownProxy,
    warning:
      'trustedProxies: the list is empty, but publicUrl is https and `listen` is plain HTTP for other machines: visitors use a proxy that is not trusted, and share its address in logs, limits and network conditions; add the network of the proxy, such as `10.0.0.0/8`'
  },
  {
    isIn: ({ listen, trustedProxies }) => listen.unix !== null && !trustedProxies.includes(UNIX_PEER),
    warning:
      'listen.unix: clients of a Unix socket have no address, so all visitors share one sign-in limit and the application gets no address; add `unix:` to `trustedProxies` to trust the `X-Forwarded-For` of the proxy that connects there'
  },
  {
    isIn: ({ cookie }) => cookie.format === 'previous',
    warning:
      'cookie.format: `previous` does not bind sessions to an origin, and those of one sign-in end together; set `current` once no gateway of the previous release is running'
  },
  {
    isIn: ({ identityPlatform }) => identityPlatform.emulatorHost !== null,
    warning: 'identityPlatform.emulatorHost: UNSIGNED tokens are accepted; anyone can sign in as anyone'
  },
  {
    isIn: ({ identityPlatform }) => identityPlatform.allowAnonymous,
    warning:
      'identityPlatform.allowAnonymous: anyone can create an anonymous account with the public API key, and counts as `signed-in`; require more in the rules, such as `allow: { emailVerified: true }`'
  },
  {
    isIn: ({ session, login }) => session.idleSeconds === 0 && login.mfa.totp === 'required',
    warning:
      'session.idleSeconds: 0 keeps an idle session for `session.absoluteSeconds`, although `login.mfa.totp` is required; set a limit, such as 1800'
  },
  {
    isIn: ({ session, login }) => session.idleSeconds === 0 && login.remember === 'never',
    warning:
      'login.remember: `never` leaves the end of a session to the browser, and browsers that reopen their tabs keep the cookie for `session.absoluteSeconds`; set `session.idleSeconds`, such as 1800'
  },
  {
    isIn: ({ session, login }) => session.requireVerifiedEmail && login.methods.phone,
    warning:
      'login.methods.phone: with `session.requireVerifiedEmail`, accounts without an email address get no session, such as those created by phone sign-ins; set one of the two to false'
  },
  {
    isIn: ({ login: { methods, mfa, passkeys } }) =>
      methods.passkey !== 'off' && mfa.totp === 'required' && !passkeys.countsAsSecondFactor,
    warning:
      'login.methods.passkey: with `login.mfa.totp: required`, passkey sign-ins get no session, as the provider requires no second factor for them; set `login.passkeys.countsAsSecondFactor`, or `passkey: off`'
  },
  {
    isIn: ({ session }) => session.revocationCheckSeconds === 0,
    warning:
      'session.revocationCheckSeconds: 0 detects disabled, deleted or revoked accounts only at a refresh, up to an hour late; the default is 300'
  },
  {
    isIn: ({ session }) => session.expiredGraceSeconds > 0,
    warning: ({ session }) =>
      `session.expiredGraceSeconds: while the provider is down, sessions are accepted for ${session.expiredGraceSeconds} s after their id token has expired, including those of accounts disabled meanwhile; indicated by \`x-gatehouse-expired\`, 0 accepts none`
  },
  {
    isIn: ({ session }) => session.visibleClaims === 'all',
    warning:
      'session.visibleClaims: `all` exposes every claim of the id token to the scripts of the site, including claims added later; list those that scripts need'
  },
  {
    isIn: ({ session }) => session.signInsPerMinute === 0,
    warning:
      'session.signInsPerMinute: 0 allows any number of sign-in attempts per address, each of which costs calls to the provider; the default is 300'
  },
  {
    isIn: ({ cookie }) => cookie.sameSite === 'none',
    warning:
      'cookie.sameSite: `none` sends the session with requests of other sites too: the application must reject forged ones itself; the default is `lax`'
  },
  {
    isIn: (config) => config.login.mfa.totp === 'off' && asksForSecondFactor(config),
    warning:
      'access.rules: with `require.secondFactor` and `login.mfa.totp: off`, only visitors with a second factor set up elsewhere are admitted; set `optional` or `required`'
  },
  {
    isIn: ({ bearer }) => bearer.some(isOpenToAll),
    warning: ({ bearer }) =>
      `bearer: ${bearer.find(isOpenToAll)?.issuer} gives anyone a token for any audience; restrict them with \`claims\`, such as \`email\` or \`repository\``
  },
  {
    isIn: (config) => config.logout.clearSiteData.length > 0 && !isHttps(config),
    warning: 'logout.clearSiteData: not sent, because browsers only apply it on https; use an https publicUrl'
  },
  {
    isIn: hasPlainName,
    warning:
      'cookie.name: without `__Host-` or `__Secure-`, plain http and sibling hosts can plant the cookie; `cookie.allowPlainName` allows it'
  },
  {
    isIn: ({ login }) =>
      login.providers.length > 0 &&
      login.federated.mode === 'redirect' &&
      login.federated.helper === 'firebaseapp',
    warning:
      'login.federated: `mode: redirect` with `helper: firebaseapp` fails silently in browsers with partitioned storage; use `helper: proxy`, or `mode: auto`'
  },
  {
    isIn: (config) =>
      config.login.providers.length > 0 &&
      config.login.federated.helper === 'proxy' &&
      isPlainBeyondLoopback(config),
    warning:
      'login.federated.helper: `proxy` needs an https publicUrl, as providers do not redirect to http; use https'
  },
  {
    isIn: ({ login }) => login.security.trustedTypes === 'off',
    warning: 'login.security.trustedTypes: `off` removes a protection against injected scripts; use `auto`'
  }
]

/** Warnings for a valid config, one line each. */
export function listWarnings(config: Config): string[] {
  const weaknesses = WEAKNESSES.filter(({ isIn }) => isIn(config)).map(({ warning }) =>
    typeof warning === 'string' ? warning : warning(config)
  )
  return [
    ...weaknesses,
    ...listSignInProviderWarnings(config),
    ...listStoreWarnings(config),
    ...listApplicationWarnings(config),
    ...listDeadRuleWarnings(config)
  ]
}

/** Unknown names in `signInProviders`, which have no effect. */
function listSignInProviderWarnings({ session }: Config): string[] {
  const known = [...OWN_PROVIDERS, ...KNOWN_PROVIDERS]
  const unknown = (session.signInProviders ?? []).filter(
    (id) => !known.includes(id) && !isRegisteredProvider(id)
  )
  return unknown.map(
    (id) =>
      `session.signInProviders: \`${id}\` is not a known value of firebase.sign_in_provider (${[...known, 'saml.…', 'oidc.…'].join(', ')}); email links are \`password\``
  )
}

function isOpenToAll({ issuer, claims }: BearerIssuer): boolean {
  return isPublicIssuer(issuer) && Object.keys(claims).length === 0
}

/** TLS ends at a proxy that is not trusted. Unix sockets have their own warning. */
function isBehindUnknownProxy(config: Config): boolean {
  const { listen, trustedProxies } = config
  const isReachable = listen.unix === null && listen.fd === null && !isLoopback(listen.host)
  return isHttps(config) && isReachable && listen.tls === null && trustedProxies.length === 0
}

function isPlainBeyondLoopback({ publicUrl }: Config): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** Defaults that surprise many, until the configuration confirms or changes them. */
const NOTICES: readonly { isIn(config: Config, isWritten: IsWritten): boolean; notice: string }[] = [
  {
    isIn: ({ session, identityHeaders }) =>
      !session.requireVerifiedEmail && !Object.hasOwn(identityHeaders, 'x-forwarded-email'),
    notice:
      'identityHeaders: x-forwarded-email is only sent if the address is verified; `x-forwarded-email: $emailUnverified` always sends it, `x-forwarded-email: email` confirms the default'
  },
  {
    isIn: (_config, isWritten) => !isWritten('upstream.sharedCaching'),
    notice:
      'upstream.sharedCaching: responses to requests that need a session become `private` for caches; true keeps the application’s `Cache-Control`, false confirms the default'
  },
  {
    isIn: (config, isWritten) => !isWritten('hsts') && strictTransportSecurityOf(config) !== null,
    notice:
      'hsts: browsers that have seen a response use only https for this host, on every port, for a year; null disables it, `hsts: {}` confirms the default'
  },
  {
    isIn: (_config, isWritten) => !isWritten('session.visibleClaims'),
    notice:
      'session.visibleClaims: scripts get the standard claims and those that `identityHeaders` names from GET paths.session; `all` gives every claim, null confirms the default'
  }
]

type IsWritten = (keyPath: string) => boolean

/**
 * Notices for `check-config --verbose`: safe settings whose meaning changed in an earlier version or
 * surprises many. `written`: config without defaults.
 */
export function listNotices(config: Config, written: Readonly<Record<string, unknown>>): string[] {
  const isWritten: IsWritten = (keyPath) => valueAt(written, keyPath.split('.')) !== undefined
  const notices = NOTICES.filter(({ isIn }) => isIn(config, isWritten)).map(({ notice }) => notice)
  return [...listEmailRules(config), ...notices]
}

function listEmailRules({ access }: Config): string[] {
  return access.rules.flatMap(({ allow }, index) =>
    typeof allow === 'object' && allow.claim === 'email' && allow.allowUnverified === undefined
      ? [
          `access.rules[${index}]: an email address must be verified; \`allowUnverified\` in the condition accepts others too`
        ]
      : []
  )
}
