/** Chromium, and what is built on it, knows `noopener-allow-popups` from here on (browser-compat data). */
const FIRST_CHROMIUM = 131
/** One brand of a `Sec-CH-UA` list and the comma after it. Groups: brand, parameters (RFC 8941, 3.1 and 3.3.3). */
const BRAND =
  /[\t ]*"((?:[^"\\]|\\["\\])*)"((?:;[ ]*[a-z*][a-z0-9_.*-]*(?:=(?:"(?:[^"\\]|\\["\\])*"|[^\s",;]+))?)*)[\t ]*(,|$)/y
const VERSION = /;[ ]*v="(\d{1,6})"/

/**
 * The `Cross-Origin-Opener-Policy` of the login page. An application on our origin that opens the page in a popup must not
 * reach its document; `same-origin-allow-popups` does not keep it away when it sends the same value itself. Browsers
 * that do not know `noopener-allow-popups` take it for no policy at all, so it is for those that say they do. Providers' popups
 * work with both. `secChUa`: the header `Sec-CH-UA`, which anybody can write: nothing but this may depend on it.
 */
export function openerPolicyFor(secChUa: string | string[] | undefined): string {
  const version = typeof secChUa === 'string' ? chromiumVersion(secChUa) : null
  return version !== null && version >= FIRST_CHROMIUM ? 'noopener-allow-popups' : 'same-origin-allow-popups'
}

/** Null: not Chromium, or not a list as the header is defined. */
function chromiumVersion(secChUa: string): number | null {
  let version: number | null = null
  BRAND.lastIndex = 0
  while (BRAND.lastIndex < secChUa.length) {
    const match = BRAND.exec(secChUa)
    if (match === null) return null
    const [, brand, parameters = ''] = match
    if (brand === 'Chromium') version = Number(VERSION.exec(parameters)?.[1] ?? 0)
  }
  return version
}
