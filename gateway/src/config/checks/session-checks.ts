import { listProblems, type Problem } from '../../problem.ts'
import { isHttps, isPublicSuffix, isThisMachine, parseUrl } from '../addresses/urls.ts'
import { type HandOverConfig, handsOver } from '../hand-over.ts'
import type { Config } from '../schema/schema.ts'
import { listOfferedProviders } from '../sign-in-providers.ts'
import { checkSignatureKey } from '../signature-keys.ts'

const MIN_IDLE_SECONDS = 120

/** Browsers accept such names over https only, `__Host-` only without a domain (RFC 6265bis, 4.1.3). */
const PREFIX = /^__(Host|Secure)-/

/**
 * True if the session cookie of an https site lacks the prefix that protects it from plain http and sibling
 * hosts.
 */
export function hasPlainName(config: Pick<Config, 'cookie' | 'publicUrl'>): boolean {
  const { cookie } = config
  return isHttps(config) && cookie.name !== null && !PREFIX.test(cookie.name)
}

/** Signature keys must exist and be unguessable. */
export function checkSignatureKeys({ cookie: { signatureKeys } }: Pick<Config, 'cookie'>): Problem[] {
  if (signatureKeys.length > 0)
    return signatureKeys.flatMap(
      (key, index) => checkSignatureKey(key, `cookie.signatureKeys[${index}]`) ?? []
    )
  return [
    {
      path: 'cookie.signatureKeys',
      message: 'holds no key: sessions cannot be signed',
      hint: 'Make one with `gatehouse keys generate`.'
    }
  ]
}

/** The cookie's name must have a prefix that browsers enforce. */
export function checkCookieName(config: Pick<Config, 'cookie' | 'publicUrl'>): Problem[] {
  const { cookie } = config
  const path = 'cookie.name'
  return listProblems(
    !isHttps(config) &&
      PREFIX.test(cookie.name ?? '') && {
        path,
        message: 'has a prefix that browsers accept on https only',
        hint: 'Leave it out, or use an https publicUrl.'
      },
    hasPlainName(config) &&
      !cookie.allowPlainName && {
        path,
        message:
          'begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts could plant the cookie',
        hint: 'Leave it out for the default, or add a prefix. `cookie.allowPlainName: true` insists.'
      }
  )
}

/** The previous format cannot represent sessions that end with the browser. */
export function checkCookieFormat({ cookie, login }: Pick<Config, 'cookie' | 'login'>): Problem | null {
  if (cookie.format === 'current' || login.remember !== 'ask') return null
  return {
    path: 'cookie.format',
    message: '`previous` cannot keep the answers of `login.remember: ask`',
    hint: 'Set `login.remember: ask` when `cookie.format` is `current` again.'
  }
}

/** `SameSite=None` requires https. */
export function checkSameSite(config: Pick<Config, 'cookie' | 'publicUrl'>): Problem | null {
  if (isHttps(config) || config.cookie.sameSite !== 'none') return null
  return {
    path: 'cookie.sameSite',
    message: '`none` needs https',
    hint: 'Use `lax`, or an https publicUrl.'
  }
}

/**
 * Hand-over must be possible: browsers withhold a new `Strict` cookie after a cross-site form post, so
 * arrivals would loop.
 */
export function checkHandOver(config: HandOverConfig): Problem[] {
  if (!handsOver(config)) return []
  const publicHost = parseUrl(config.publicUrl)?.hostname ?? ''
  return listProblems(
    config.cookie.sameSite === 'strict' && {
      path: 'cookie.sameSite',
      message: '`strict` cannot go with hosts of `applications` that are not below `cookie.domain`',
      hint: 'Use `lax`, or a domain that all hosts have in common.'
    },
    !isHttps(config) &&
      !isThisMachine(publicHost) && {
        path: 'publicUrl',
        message: 'is http, and applications are on other hosts: browsers would not take sessions there',
        hint: 'Use https; for tests on one machine, hosts below `localhost`.'
      }
  )
}

/** The cookie's domain must be accepted by browsers and have a single owner. */
export function checkCookieDomain(config: Pick<Config, 'cookie' | 'publicUrl'>): Problem[] {
  const { cookie, publicUrl } = config
  const path = 'cookie.domain'
  if (cookie.domain === null) return []
  if (!isHttps(config))
    return [{ path, message: 'needs https', hint: 'Leave it out, or use an https publicUrl.' }]
  const host = parseUrl(publicUrl)?.hostname ?? ''
  const domain = cookie.domain.replace(/^\./, '')
  const isParent = host === domain || host.endsWith(`.${domain}`)
  return listProblems(
    cookie.name?.startsWith('__Host-') === true && {
      path,
      message: 'cannot go with a `__Host-` name',
      hint: 'Leave the domain or the name out.'
    },
    !isParent && {
      path,
      message: 'is not a parent of the host of publicUrl',
      hint: 'Browsers would drop the cookie: sign-in would loop.'
    },
    isParent &&
      isPublicSuffix(domain) && {
        path,
        message: 'is a public suffix: the hosts below it are of different owners',
        hint: 'Browsers drop such a cookie, or those of other owners would get it. Name a domain of your own, or leave it out.'
      }
  )
}

/** The idle limit must exceed the resolution of activity timestamps. */
export function checkIdleLimit({ session }: Pick<Config, 'session'>): Problem | null {
  if (session.idleSeconds === 0 || session.idleSeconds >= MIN_IDLE_SECONDS) return null
  return {
    path: 'session.idleSeconds',
    message: `is shorter than ${MIN_IDLE_SECONDS}`,
    hint: 'Requests are noted once a minute only; 0 means no limit.'
  }
}

/** `signInProviders` must include everything that the login page offers. */
export function checkSignInProviders(
  config: Pick<Config, 'session' | 'login' | 'identityPlatform'>
): Problem[] {
  const path = 'session.signInProviders'
  const { signInProviders: listed } = config.session
  if (listed === null) return []
  const lacking = listOfferedProviders(config).filter(({ id }) => !listed.includes(id))
  return listProblems(
    ...lacking.map(({ id, key }) => ({
      path,
      message: `lacks \`${id}\`, which \`${key}\` offers`,
      hint: 'Visitors would sign in that way and be refused: add it here, or switch it off there.'
    })),
    listed.includes('anonymous') &&
      !config.identityPlatform.allowAnonymous && {
        path,
        message: 'holds `anonymous`, which needs `identityPlatform.allowAnonymous`',
        hint: 'Their id tokens are refused before: set that too, or leave `anonymous` out.'
      }
  )
}
