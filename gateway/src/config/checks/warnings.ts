/** Warnings about a valid config: each is a line with its key path, consequence and alternative. */

import { listAuthorizationServerWarnings } from '../../../plugins/oauth/settings-checks.ts'
import { listApplicationWarnings } from '../../access/application-checks.ts'
import { asksForSecondFactor, listDeadRuleWarnings } from '../../access/settings-checks.ts'
import { isPublicIssuer } from '../../machines/issuers.ts'
import { listClientSdkWarnings } from '../../machines/settings-checks.ts'
import { hasOneCookie } from '../../session/cookie/names.ts'
import { hasPlainName } from '../../session/settings-checks.ts'
import { isRegisteredProvider, KNOWN_PROVIDERS, OWN_PROVIDERS } from '../../session/sign-in/providers.ts'
import { listStoreWarnings } from '../../shared-state/settings-checks.ts'
import { UNIX_PEER } from '../addresses/networks.ts'
import { tcpPortOf } from '../addresses/own-address.ts'
import { isHttps, isLoopback, isThisMachine, parseUrl } from '../addresses/urls.ts'
import type { BearerIssuer, Config, LogLevel } from '../schema/schema.ts'

/** Levels that omit access decisions. */
const QUIET_LEVELS: ReadonlySet<LogLevel> = new Set<LogLevel>(['warn', 'error', 'fatal', 'silent'])

/** Warnings for a valid config, one line each. */
export function listWarnings(config: Config): string[] {
  return [
    ...listPlaceWarnings(config),
    ...listSessionWarnings(config),
    ...listHostingWarnings(config),
    ...listProtectionWarnings(config),
    ...listSignInProviderWarnings(config),
    ...listClientSdkWarnings(config),
    ...listStoreWarnings(config),
    ...listApplicationWarnings(config),
    ...listAuthorizationServerWarnings(config),
    ...listDeadRuleWarnings(config)
  ]
}

/** Where requests come in, and what is logged of them. */
function listPlaceWarnings(config: Config): string[] {
  const { log, trustedProxies, forwardAuth, listen } = config
  const closedPort = findClosedPort(config)
  return keepTexts(
    closedPort !== null &&
      `publicUrl: nothing listens on port ${closedPort} of this machine: set \`listen.port: ${closedPort}\`; if a proxy listens there, add it to \`trustedProxies\``,
    isPlainBeyondLoopback(config) && 'publicUrl: http sends session cookies in clear; use https',
    QUIET_LEVELS.has(log.level) &&
      `log.level: \`${log.level}\` omits access decisions and the reasons of refused or failed requests; only security events are always written`,
    trustedProxies.some((network) => network.endsWith('/0')) &&
      'trustedProxies: a network that includes everyone lets clients choose their own address in logs and limits',
    (forwardAuth.trustedProxies ?? []).some((network) => network.endsWith('/0')) &&
      'forwardAuth.trustedProxies: a network that includes everyone lets anyone who reaches the listener send auth requests with any address, host and path; use the networks of your proxies',
    isBehindUnknownProxy(config) &&
      'trustedProxies: the list is empty, but publicUrl is https and `listen` is plain HTTP for other machines: visitors use a proxy that is not trusted, and share its address in logs, limits and network conditions; add the network of the proxy, such as `10.0.0.0/8`',
    listen.unix !== null &&
      !trustedProxies.includes(UNIX_PEER) &&
      'listen.unix: clients of a Unix socket have no address, so all visitors share one sign-in limit and the application gets no address; add `unix:` to `trustedProxies` to trust the `X-Forwarded-For` of the proxy that connects there'
  )
}

/** The port of `publicUrl` if it is one of this machine that neither the gateway nor a known proxy listens on. */
function findClosedPort({ publicUrl, listen, trustedProxies }: Config): number | null {
  const url = parseUrl(publicUrl)
  const port = tcpPortOf(listen)
  // Elsewhere, a container or another machine may map ports.
  const isOwn = isThisMachine(url?.hostname ?? '') && isThisMachine(listen.host) && listen.host !== '0.0.0.0'
  const isSpoken = isHttps({ publicUrl }) === (listen.tls !== null)
  if (!url?.port || !isOwn || !isSpoken || port === 0 || trustedProxies.length > 0) return null
  return Number(url.port) === port ? null : Number(url.port)
}

/** Who gets a session, for how long, and who else sees it. */
function listSessionWarnings(config: Config): string[] {
  const { cookie, identityPlatform, session, login } = config
  return keepTexts(
    identityPlatform.emulatorHost !== null &&
      'identityPlatform.emulatorHost: UNSIGNED tokens are accepted; anyone can sign in as anyone',
    identityPlatform.allowAnonymous &&
      'identityPlatform.allowAnonymous: anyone can create an anonymous account with the public API key, and counts as `signed-in`; require more in the rules, such as `allow: { emailVerified: true }`',
    session.keepClaims.length > 0 &&
      session.acquire === 'handover' &&
      'session.keepClaims: no effect with `session.acquire: handover`, which keeps all claims of the sign-in; remove it',
    session.idleSeconds === 0 &&
      login.mfa.totp === 'required' &&
      'session.idleSeconds: 0 keeps an idle session for `session.absoluteSeconds`, although `login.mfa.totp` is required; set a limit, such as 1800',
    session.idleSeconds === 0 &&
      login.remember === 'never' &&
      'login.remember: `never` leaves the end of a session to the browser, and browsers that reopen their tabs keep the cookie for `session.absoluteSeconds`; set `session.idleSeconds`, such as 1800',
    session.requireVerifiedEmail &&
      login.methods.phone &&
      'login.methods.phone: with `session.requireVerifiedEmail`, accounts without an email address get no session, such as those created by phone sign-ins; set one of the two to false',
    login.methods.passkey !== 'off' &&
      login.mfa.totp === 'required' &&
      !login.passkeys.countsAsSecondFactor &&
      'login.methods.passkey: with `login.mfa.totp: required`, passkey sign-ins get no session, as the provider requires no second factor for them; set `login.passkeys.countsAsSecondFactor`, or `passkey: off`',
    session.revocationCheckSeconds === 0 &&
      'session.revocationCheckSeconds: 0 detects disabled, deleted or revoked accounts only at a refresh, up to an hour late; the default is 300',
    session.expiredGraceSeconds > 0 &&
      `session.expiredGraceSeconds: while the provider is down, sessions are accepted for ${session.expiredGraceSeconds} s after their id token has expired, including those of accounts disabled meanwhile; indicated by \`x-gatehouse-expired\`, 0 accepts none`,
    session.visibleClaims === 'all' &&
      'session.visibleClaims: `all` exposes every claim of the id token to the scripts of the site, including claims added later; list those that scripts need',
    session.signInsPerMinute === 0 &&
      'session.signInsPerMinute: 0 allows any number of sign-in attempts per address, each of which costs calls to the provider; the default is 300',
    cookie.sameSite === 'none' &&
      'cookie.sameSite: `none` sends the session with requests of other sites too: the application must reject forged ones itself; the default is `lax`'
  )
}

/** What does not work where the session cookie is the only one. */
function listHostingWarnings(config: Config): string[] {
  if (!hasOneCookie(config)) return []
  const { session, login, access, applications } = config
  const rules = [...access.rules, ...applications.flatMap(({ access: own }) => own?.rules ?? [])]
  const isShared = [config, ...applications].some(({ upstream }) => upstream?.sharedCaching === true)
  return keepTexts(
    hasPlainName(config) &&
      'cookie.name: `__session` has no `__Host-` prefix, so that plain http on this host, and sibling hosts of a domain of your own, can plant the cookie, and so sign visitors in to an attacker’s account; serve every host of the domain on https only, with HSTS for subdomains',
    'cookie.name: `__session` is the only cookie, and a session must fit into it: accounts whose tokens need more than 3900 bytes are refused with `SESSION_TOO_LARGE`; the application gets no cookies of its own either',
    login.locales.enabled.length > 1 &&
      'cookie.name: with `__session`, a chosen language lasts for one page, and the gateway’s own pages offer no choice: they follow the browser',
    session.rememberDevices &&
      'session.rememberDevices: no effect with the cookie `__session`; there are no events `session.new-device`',
    rules.some(({ require }) => require?.signedInWithin !== undefined) &&
      'access.rules: with the cookie `__session`, visitors whose new sign-in does not satisfy `signedInWithin` (clocks that differ) are asked again instead of getting an explanation',
    isShared &&
      'upstream.sharedCaching: with Firebase Hosting in front, its cache keeps responding to a session that has ended or was revoked; set it to false, or send `private` for what needs a session'
  )
}

/** Protections that are off or without effect. */
function listProtectionWarnings(config: Config): string[] {
  const { login, bearer, logout } = config
  return keepTexts(
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

function keepTexts(...candidates: readonly (string | false)[]): string[] {
  return candidates.filter((candidate) => candidate !== false)
}
