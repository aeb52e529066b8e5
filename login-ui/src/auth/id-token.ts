/** Decodes base64 or base64url, with or without padding. Throws for any other text. */
export function bytesOf(text: unknown): Uint8Array<ArrayBuffer> {
  const signs = atob(String(text).replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0))
}

/**
 * The claims of an id token, unverified: it came from the provider over TLS, and its recipients verify it.
 * Throws for other text.
 */
export function claimsOf(idToken: string): Record<string, unknown> {
  return Object.assign({}, JSON.parse(new TextDecoder().decode(bytesOf(idToken.split('.')[1]))))
}
