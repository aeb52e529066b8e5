import { isPublicSuffix } from '../addresses/hosts.ts'
import { isHttps, parseUrl } from '../addresses/url.ts'
import type { Config } from '../schema/schema.ts'
import type { Check, Report } from './check.ts'

/** Browsers take a cookie of such a name from https alone; `__Host-` also from one host alone (RFC 6265bis, 4.1.3). */
const PREFIX = /^__(Host|Secure)-/

/** What the name and the attributes of the session cookie must fulfil; the small cookies are named after it. */
export const COOKIE_CHECKS: readonly Check[] = [
  { reads: ['cookie.name', 'cookie.allowPlainName', 'publicUrl'], check: checkName },
  { reads: ['cookie.sameSite', 'publicUrl'], check: checkSameSite },
  { reads: ['cookie.name', 'cookie.domain', 'publicUrl'], check: checkDomain }
]

/** Has the session cookie of an https site a name that plain http and other hosts can set too? */
export function hasPlainName(config: Pick<Config, 'cookie' | 'publicUrl'>): boolean {
  const { cookie } = config
  return isHttps(config) && cookie.name !== null && !PREFIX.test(cookie.name)
}

function checkName(config: Config, report: Report): void {
  const { cookie } = config
  if (!isHttps(config) && PREFIX.test(cookie.name ?? ''))
    report(
      'cookie.name',
      'has a prefix that browsers accept on https only',
      'Leave it out, or use an https publicUrl.'
    )
  if (hasPlainName(config) && !cookie.allowPlainName)
    report(
      'cookie.name',
      'begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts could plant the cookie',
      'Leave it out for the default, or add a prefix. `cookie.allowPlainName: true` insists.'
    )
}

function checkSameSite(config: Config, report: Report): void {
  if (!isHttps(config) && config.cookie.sameSite === 'none')
    report('cookie.sameSite', '`none` needs https', 'Use `lax`, or an https publicUrl.')
}

function checkDomain(config: Config, report: Report): void {
  const { cookie, publicUrl } = config
  if (cookie.domain === null) return
  if (!isHttps(config)) {
    report('cookie.domain', 'needs https', 'Leave it out, or use an https publicUrl.')
    return
  }
  if (cookie.name?.startsWith('__Host-'))
    report('cookie.domain', 'cannot go with a `__Host-` name', 'Leave the domain or the name out.')
  const host = parseUrl(publicUrl)?.hostname ?? ''
  const domain = cookie.domain.replace(/^\./, '')
  if (host !== domain && !host.endsWith(`.${domain}`))
    report(
      'cookie.domain',
      'is not a parent of the host of publicUrl',
      'Browsers would drop the cookie: sign-in would loop.'
    )
  else if (isPublicSuffix(domain))
    report(
      'cookie.domain',
      'is a public suffix: the hosts below it are of different owners',
      'Browsers drop such a cookie, or those of other owners would get it. Name a domain of your own, or leave it out.'
    )
}
