import { isHttps, isInDomain, isPublicSuffix, isThisMachine, parseUrl } from '../config/addresses/urls.ts'
import { RESERVED_CLAIMS, STATED_CLAIMS } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import { listProblems, listTexts, type Problem, when } from '../problem.ts'
import {
  COOKIE_PREFIX,
  type HandOverConfig,
  HOSTING_COOKIE,
  handsOver,
  hasOneCookie
} from './cookie/names.ts'
import { checkSignatureKey } from './cookie/signature-keys.ts'
import {
  isRegisteredProvider,
  KNOWN_PROVIDERS,
  listOfferedProviders,
  OWN_PROVIDERS
} from './sign-in/rules.ts'

const MIN_IDLE_SECONDS = 120

/** True if the cookie of an https site lacks the prefix that protects it from plain http and sibling hosts. */
export function hasPlainName(config: Config): boolean {
  const { name } = config.cookie
  return isHttps(config) && name !== null && !COOKIE_PREFIX.test(name)
}

/** The session cookie must be accepted by browsers, reach only its owner, and be signed. */
export function checkCookie(config: Config): Problem[] {
  const { cookie } = config
  return listProblems(
    ...cookie.signatureKeys.map((key, index) => checkSignatureKey(key, `cookie.signatureKeys[${index}]`)),
    when(cookie.signatureKeys.length === 0, {
      path: 'cookie.signatureKeys',
      message: 'has no key: sessions cannot be signed',
      hint: 'Make one with `gatehouse keys generate`.'
    }),
    when(!isHttps(config) && COOKIE_PREFIX.test(cookie.name ?? ''), {
      path: 'cookie.name',
      message: 'has a prefix that browsers only accept on https',
      hint: 'Remove it, or use an https publicUrl.'
    }),
    when(hasPlainName(config) && !cookie.allowPlainName, {
      path: 'cookie.name',
      message:
        'begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts could plant the cookie',
      hint: hasOneCookie(config)
        ? 'Behind Firebase Hosting it cannot have one: set `cookie.allowPlainName: true`. Elsewhere, remove the name.'
        : 'Remove it for the default, or add a prefix. `cookie.allowPlainName: true` overrides this.'
    }),
    when(!isHttps(config) && cookie.sameSite === 'none', {
      path: 'cookie.sameSite',
      message: '`none` needs https',
      hint: 'Use `lax`, or an https publicUrl.'
    }),
    ...checkHandOver(config),
    ...checkCookieDomain(config)
  )
}

/** Browsers withhold a new `Strict` cookie after a cross-site form post, so arrivals would loop. */
function checkHandOver(config: HandOverConfig): Problem[] {
  if (!handsOver(config)) return []
  const publicHost = parseUrl(config.publicUrl)?.hostname ?? ''
  return listProblems(
    when(hasOneCookie(config), {
      path: 'cookie.name',
      message: `\`${HOSTING_COOKIE}\` is the only cookie behind Firebase Hosting, and hosts of \`applications\` outside \`cookie.domain\` need another for the hand-over`,
      hint: 'Set a `cookie.domain` that all hosts share, or run one gateway per host.'
    }),
    when(config.cookie.sameSite === 'strict', {
      path: 'cookie.sameSite',
      message: '`strict` does not work with hosts of `applications` outside `cookie.domain`',
      hint: 'Use `lax`, or a common domain of all hosts.'
    }),
    when(!isHttps(config) && !isThisMachine(publicHost), {
      path: 'publicUrl',
      message: 'is http, but applications are on other hosts: browsers would not accept sessions there',
      hint: 'Use https, or hosts below `localhost` for tests on one machine.'
    })
  )
}

/** The cookie's domain must be accepted by browsers and have a single owner. */
function checkCookieDomain(config: Config): Problem[] {
  const { cookie, publicUrl } = config
  const path = 'cookie.domain'
  if (cookie.domain === null) return []
  if (!isHttps(config))
    return [{ path, message: 'needs https', hint: 'Remove it, or use an https publicUrl.' }]
  const host = parseUrl(publicUrl)?.hostname ?? ''
  const domain = cookie.domain.replace(/^\./, '')
  const isParent = isInDomain(host, domain)
  return listProblems(
    when(cookie.name?.startsWith('__Host-') === true, {
      path,
      message: 'cannot be combined with a `__Host-` name',
      hint: 'Remove the domain or the name.'
    }),
    when(!isParent, {
      path,
      message: 'is not a parent of the host of publicUrl',
      hint: 'Browsers would reject the cookie, and sign-in would loop.'
    }),
    when(isParent && isPublicSuffix(domain), {
      path,
      message: 'is a public suffix, whose subdomains have different owners',
      hint: 'Browsers reject such a cookie, or it would be sent to hosts of others. Use a domain of your own, or remove it.'
    })
  )
}

/** Claims that say who signed in and how: a kept copy would hide changes, or what the gateway keeps itself. */
const OWN_CLAIMS: readonly string[] = [...STATED_CLAIMS, 'provider_id', 'tenant']

/** Claims that an exchange carries over must not be those of the provider or of the gateway. */
function checkKeptClaims({ session }: Pick<Config, 'session'>): Problem[] {
  return session.keepClaims.flatMap((name, index) => {
    const path = `session.keepClaims[${index}]`
    if (RESERVED_CLAIMS.has(name))
      return [{ path, message: `\`${name}\` is reserved by the provider`, hint: 'Remove it.' }]
    if (!OWN_CLAIMS.includes(name)) return []
    const hint = 'Remove it: sessions have it anyway, as it is at each refresh.'
    return [{ path, message: `\`${name}\` belongs to the account or the sign-in`, hint }]
  })
}

/** The idle limit must exceed the resolution of activity, and `signInProviders` include all on offer. */
export function checkSession(config: Config): Problem[] {
  const { idleSeconds, signInProviders: listed } = config.session
  const path = 'session.signInProviders'
  const offered = listed === null ? [] : listOfferedProviders(config)
  return listProblems(
    ...checkKeptClaims(config),
    when(idleSeconds > 0 && idleSeconds < MIN_IDLE_SECONDS, {
      path: 'session.idleSeconds',
      message: `is shorter than ${MIN_IDLE_SECONDS}`,
      hint: 'Activity is recorded once a minute only; 0 means no limit.'
    }),
    ...offered.map(({ id, key }) =>
      when(listed?.includes(id) === false, {
        path,
        message: `lacks \`${id}\`, which \`${key}\` offers`,
        hint: 'Visitors who sign in that way would be refused: add it here, or turn it off there.'
      })
    ),
    when(listed?.includes('anonymous') === true && !config.identityPlatform.allowAnonymous, {
      path,
      message: 'has `anonymous`, which needs `identityPlatform.allowAnonymous`',
      hint: 'Their id tokens are refused anyway: set that too, or remove `anonymous`.'
    })
  )
}

/** Who gets a session, for how long, and who else sees it. */
export function listSessionWarnings(config: Config): string[] {
  const { cookie, identityPlatform, session, login } = config
  return listTexts(
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
export function listHostingWarnings(config: Config): string[] {
  if (!hasOneCookie(config)) return []
  const { session, login, access, applications } = config
  const rules = [...access.rules, ...applications.flatMap(({ access: own }) => own?.rules ?? [])]
  const isShared = [config, ...applications].some(({ upstream }) => upstream?.sharedCaching === true)
  return listTexts(
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

/** Unknown names in `signInProviders`, which have no effect. */
export function listSignInProviderWarnings({ session }: Config): string[] {
  const known = [...OWN_PROVIDERS, ...KNOWN_PROVIDERS]
  const unknown = (session.signInProviders ?? []).filter(
    (id) => !known.includes(id) && !isRegisteredProvider(id)
  )
  return unknown.map(
    (id) =>
      `session.signInProviders: \`${id}\` is not a known value of firebase.sign_in_provider (${[...known, 'saml.…', 'oidc.…'].join(', ')}); email links are \`password\``
  )
}
