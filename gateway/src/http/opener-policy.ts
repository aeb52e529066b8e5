/** First Chromium with `noopener-allow-popups` (browser-compat data). */
const FIRST_CHROMIUM = 131
/** A `Sec-CH-UA` brand and its separator. Groups: brand, parameters (RFC 8941, 3.1 and 3.3.3). */
const BRAND =
  /[\t ]*"((?:[^"\\]|\\["\\])*)"((?:;[ ]*[a-z*][a-z0-9_.*-]*(?:=(?:"(?:[^"\\]|\\["\\])*"|[^\s",;]+))?)*)[\t ]*(,|$)/y
const VERSION = /;[ ]*v="(\d{1,6})"/

/**
 * `Cross-Origin-Opener-Policy` of the login page. It must be out of reach for a same-origin application that
 * opens it in a popup; `same-origin-allow-popups` fails at that if the application sends the same value.
 * Browsers without `noopener-allow-popups` would apply no policy at all, so it requires a browser that claims
 * support. Provider popups work with both. `secChUa`: the unverified `Sec-CH-UA`; nothing else may depend on
 * it.
 */
export function openerPolicyFor(secChUa: string | string[] | undefined): string {
  const version = typeof secChUa === 'string' ? chromiumVersion(secChUa) : null
  return version !== null && version >= FIRST_CHROMIUM ? 'noopener-allow-popups' : 'same-origin-allow-popups'
}

/** Null if not Chromium, or malformed. */
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
