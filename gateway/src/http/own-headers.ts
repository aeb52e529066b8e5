/** Header name, in lower case -> value. */
export type OwnHeaders = Readonly<Record<string, string>>

/**
 * What every answer of the gateway itself carries beside its request id: pages, JSON, redirects, files, and refusals of what
 * is no request. An endpoint that needs more says so after these, as the pages do with their `Content-Security-Policy`.
 * The answers of the application are its own matter and get none of them.
 *
 * `X-Frame-Options` repeats `frame-ancestors` for browsers and embedded web views without CSP level 2.
 */
export const OWN_HEADERS: OwnHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

/** The same on the public listener, where browsers are told to stay with https. Null: they are not. */
export function buildOwnHeaders(strictTransportSecurity: string | null): OwnHeaders {
  return strictTransportSecurity === null
    ? OWN_HEADERS
    : { ...OWN_HEADERS, 'strict-transport-security': strictTransportSecurity }
}
