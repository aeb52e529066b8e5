import { isHttps, isInDomain, isPublicSuffix, isThisMachine, parseUrl } from '../config/addresses/urls.ts'
import { RESERVED_CLAIMS, STATED_CLAIMS } from '../config/defaults.ts'
import type { Config, LoginPageConfig } from '../config/schema/schema.ts'
import { listProblems, type Problem, when } from '../problem.ts'
import {
  COOKIE_PREFIX,
  type HandOverConfig,
  HOSTING_COOKIE,
  handsOver,
  hasOneCookie
} from './cookie/names.ts'
import { checkSignatureKey } from './cookie/signature-keys.ts'
import { listOfferedProviders } from './sign-in/providers.ts'

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
    ...checkSignatureKeys(cookie),
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

function checkSignatureKeys({ signatureKeys }: Config['cookie']): Problem[] {
  const path = 'cookie.signatureKeys'
  return listProblems(
    ...signatureKeys.map((key, index) => checkSignatureKey(key, `${path}[${index}]`)),
    when(signatureKeys.length === 0, {
      path,
      message: 'has no key: sessions cannot be signed',
      hint: 'Make one with `gatehouse keys generate`.'
    })
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
function checkKeptClaims({ session }: Pick<LoginPageConfig, 'session'>): Problem[] {
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
export function checkSession(config: LoginPageConfig): Problem[] {
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
