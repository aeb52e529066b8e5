import { UNIX_PEER } from '../addresses/networks.ts'
import { isHttps, isLoopback } from '../addresses/urls.ts'
import { isPublicIssuer } from '../bearer-issuers.ts'
import { strictTransportSecurityOf } from '../response-headers.ts'
import type { BearerIssuer, Config, LogLevel } from '../schema/schema.ts'
import { isRegisteredProvider, KNOWN_PROVIDERS, OWN_PROVIDERS } from '../sign-in-providers.ts'
import { asksForUnofferedFactor } from './access-checks.ts'
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
      `log.level: \`${log.level}\` leaves out who was let in and why requests were refused or failed; security events alone are written whatever the level`
  },
  {
    isIn: ({ trustedProxies }) => trustedProxies.some((network) => network.endsWith('/0')),
    warning:
      'trustedProxies: a network of everybody lets every client choose its own address in logs and limits'
  },
  {
    isIn: ({ forwardAuth }) => (forwardAuth.trustedProxies ?? []).some((network) => network.endsWith('/0')),
    warning:
      'forwardAuth.trustedProxies: a network of everybody lets whoever reaches the listener ask, and choose the address, host and path that are judged; name the networks of your proxies'
  },
  {
    isIn: isBehindUnknownProxy,
    warning:
      'trustedProxies: the list is empty, although publicUrl is https and `listen` is plain HTTP for other machines: visitors come by a proxy that is not believed, and share its address in logs, limits and conditions on networks; name the network of the proxy, such as `10.0.0.0/8`'
  },
  {
    isIn: ({ listen, trustedProxies }) => listen.unix !== null && !trustedProxies.includes(UNIX_PEER),
    warning:
      'listen.unix: clients of a Unix socket have no address, so all visitors share one limit of sign-ins and the application sees none; put `unix:` into `trustedProxies` to believe the `X-Forwarded-For` of the proxy that connects there'
  },
  {
    isIn: ({ cookie }) => cookie.format === 'previous',
    warning:
      'cookie.format: `previous` binds sessions to no origin, and those of one sign-in end together; set `current` when no gateway of the release before runs any more'
  },
  {
    isIn: ({ identityPlatform }) => identityPlatform.emulatorHost !== null,
    warning: 'identityPlatform.emulatorHost: UNSIGNED tokens are accepted; anybody can sign in as anybody'
  },
  {
    isIn: ({ identityPlatform }) => identityPlatform.allowAnonymous,
    warning:
      'identityPlatform.allowAnonymous: anybody can make an anonymous account with the public API key, and counts as `signed-in`; ask for more in the rules, such as `allow: { emailVerified: true }`'
  },
  {
    isIn: ({ session, login }) => session.idleSeconds === 0 && login.mfa.totp === 'required',
    warning:
      'session.idleSeconds: 0 keeps a session that nobody uses for `session.absoluteSeconds`, although `login.mfa.totp` is required; set a limit, such as 1800'
  },
  {
    isIn: ({ session, login }) => session.idleSeconds === 0 && login.remember === 'never',
    warning:
      'login.remember: `never` leaves the end of a session to the browser, and one that reopens its tabs keeps the cookie for `session.absoluteSeconds`; set `session.idleSeconds`, such as 1800'
  },
  {
    isIn: ({ session, login }) => session.requireVerifiedEmail && login.methods.phone,
    warning:
      'login.methods.phone: with `session.requireVerifiedEmail`, accounts without an email address get no session, such as those that a sign-in by phone makes; set it to false, or `phone`'
  },
  {
    isIn: ({ login: { methods, mfa, passkeys } }) =>
      methods.passkey !== 'off' && mfa.totp === 'required' && !passkeys.countsAsSecondFactor,
    warning:
      'login.methods.passkey: with `login.mfa.totp: required`, sign-ins by passkey get no session, as the provider asks them for no second factor; set `login.passkeys.countsAsSecondFactor`, or `passkey: off`'
  },
  {
    isIn: ({ session }) => session.revocationCheckSeconds === 0,
    warning:
      'session.revocationCheckSeconds: 0 finds accounts that are disabled, deleted or revoked only at a refresh, up to an hour late; the default is 300'
  },
  {
    isIn: ({ session }) => session.expiredGraceSeconds > 0,
    warning: ({ session }) =>
      `session.expiredGraceSeconds: while the provider is away, sessions pass for ${session.expiredGraceSeconds} s after their id token has expired, also those of accounts that were disabled meanwhile; the application sees it by \`x-gatehouse-expired\`, 0 lets none pass`
  },
  {
    isIn: ({ session }) => session.visibleClaims === 'all',
    warning:
      'session.visibleClaims: `all` gives every claim of the id token to each script of the site, also claims that are added later; list those that scripts need'
  },
  {
    isIn: ({ session }) => session.signInsPerMinute === 0,
    warning:
      'session.signInsPerMinute: 0 lets one address try any number of sign-ins, each of which costs calls to the provider; the default is 300'
  },
  {
    isIn: ({ cookie }) => cookie.sameSite === 'none',
    warning:
      'cookie.sameSite: `none` sends the session with the requests of other sites too: the application must refuse forged ones itself; the default is `lax`'
  },
  {
    isIn: asksForUnofferedFactor,
    warning:
      'access.rules: with `require.secondFactor` and `login.mfa.totp: off`, only visitors pass who have set up a second factor elsewhere; set `optional` or `required`'
  },
  {
    isIn: ({ bearer }) => bearer.some(isOpenToAll),
    warning: ({ bearer }) =>
      `bearer: ${bearer.find(isOpenToAll)?.issuer} gives anybody a token for any audience; say in \`claims\` whose tokens count, such as \`email\` or \`repository\``
  },
  {
    isIn: (config) => config.logout.clearSiteData.length > 0 && !isHttps(config),
    warning: 'logout.clearSiteData: nothing is sent, browsers heed it on https only; use an https publicUrl'
  },
  {
    isIn: hasPlainName,
    warning:
      'cookie.name: without `__Host-` or `__Secure-`, plain http and sibling hosts can plant the cookie; `cookie.allowPlainName` insists on it'
  },
  {
    isIn: ({ login }) =>
      login.providers.length > 0 &&
      login.federated.mode === 'redirect' &&
      login.federated.helper === 'firebaseapp',
    warning:
      'login.federated: `mode: redirect` with `helper: firebaseapp` fails silently in browsers that keep the storage of other sites apart; use `helper: proxy`, or `mode: auto`'
  },
  {
    isIn: (config) =>
      config.login.providers.length > 0 &&
      config.login.federated.helper === 'proxy' &&
      isPlainBeyondLoopback(config),
    warning:
      'login.federated.helper: `proxy` needs an https publicUrl, providers send nobody back to http; use https'
  },
  {
    isIn: ({ login }) => login.security.trustedTypes === 'off',
    warning: 'login.security.trustedTypes: `off` takes a protection against injected scripts away; use `auto`'
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

/**
 * A notice about behaviour that operators may not expect. `isWritten`: whether a key path is set explicitly.
 */
type Notice = (config: Config, isWritten: (keyPath: string) => boolean) => string[]

const NOTICES: readonly Notice[] = [
  noticeEmailRules,
  noticeEmailHeader,
  noticePrivateResponses,
  noticeHsts,
  noticeVisibleClaims
]

/**
 * Notices for `check-config --verbose`: safe settings whose meaning changed in an earlier version or
 * surprises many. `written`: config without defaults.
 */
export function listNotices(config: Config, written: Readonly<Record<string, unknown>>): string[] {
  return NOTICES.flatMap((notice) => notice(config, (keyPath) => isSet(written, keyPath.split('.'))))
}

function isSet(node: unknown, names: readonly string[]): boolean {
  const [name, ...rest] = names
  if (name === undefined) return node !== undefined
  return typeof node === 'object' && node !== null && Object.hasOwn(node, name)
    ? isSet(Reflect.get(node, name), rest)
    : false
}

function noticeEmailRules({ access }: Config): string[] {
  return access.rules.flatMap(({ allow }, index) =>
    typeof allow === 'object' && allow.claim === 'email' && allow.allowUnverified === undefined
      ? [
          `access.rules[${index}]: an email address counts only when it is verified; \`allowUnverified\` in the condition says whether others count too`
        ]
      : []
  )
}

function noticeEmailHeader({ session, identityHeaders }: Config): string[] {
  if (session.requireVerifiedEmail || Object.hasOwn(identityHeaders, 'x-forwarded-email')) return []
  return [
    'identityHeaders: x-forwarded-email is sent only when the address is verified; `x-forwarded-email: $emailUnverified` sends it in any case, `x-forwarded-email: email` confirms the default'
  ]
}

function noticePrivateResponses(_config: Config, isWritten: (keyPath: string) => boolean): string[] {
  if (isWritten('upstream.sharedCaching')) return []
  return [
    'upstream.sharedCaching: answers to requests that need a session become `private` for caches; true passes what the application says, false confirms the default'
  ]
}

function noticeHsts(config: Config, isWritten: (keyPath: string) => boolean): string[] {
  if (isWritten('hsts') || strictTransportSecurityOf(config) === null) return []
  return [
    'hsts: browsers that have seen an answer use https alone for this host, on every port, for a year; null sends nothing, `hsts: {}` confirms the default'
  ]
}

function noticeVisibleClaims(_config: Config, isWritten: (keyPath: string) => boolean): string[] {
  if (isWritten('session.visibleClaims')) return []
  return [
    'session.visibleClaims: scripts get the standard claims and those that `identityHeaders` names from GET paths.session; `all` gives every claim, null confirms the default'
  ]
}
