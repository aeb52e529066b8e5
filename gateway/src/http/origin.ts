import type { IncomingHttpHeaders } from 'node:http'

/** The parts of a browser's headers that tell where a request comes from. */
type OriginHeaders = Pick<IncomingHttpHeaders, 'origin'> & {
  'sec-fetch-site'?: string | string[] | undefined
}

/**
 * May a call that changes something be taken for the site's own? `Origin` must equal the public origin; where a page
 * hides it (`null`) or it is missing, `Sec-Fetch-Site` must say `same-origin`. A call with neither header comes from
 * no browser, so no visitor was tricked into it. Source: https://cheatsheetseries.owasp.org (CSRF, verifying origin with standard headers).
 */
export function isFromOwnSite(headers: OriginHeaders, publicOrigin: string): boolean {
  const { origin } = headers
  if (origin !== undefined && origin !== 'null') return origin === publicOrigin
  const site = headers['sec-fetch-site']
  return site === 'same-origin' || (site === undefined && origin === undefined)
}
