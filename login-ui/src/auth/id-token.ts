/** The bytes of a text in base64 or base64url, with padding or without. Throws for any other text. */
export function bytesOf(text: unknown): Uint8Array<ArrayBuffer> {
  const signs = atob(String(text).replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0))
}

/**
 * What an id token says. Its signature is not checked: it came from the provider by TLS, and whoever is given it checks it.
 * Throws for what is no id token.
 */
export function claimsOf(idToken: string): Record<string, unknown> {
  return Object.assign({}, JSON.parse(new TextDecoder().decode(bytesOf(idToken.split('.')[1]))))
}
