import type { IncomingMessage } from 'node:http'

/** Does a request have a body, or may it turn out to have one? (RFC 9112, 6) */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Is there a body of which something may still be on its way? Such a connection cannot carry another request. */
export function isBodyPending(raw: IncomingMessage): boolean {
  return hasBody(raw) && !raw.complete
}

/** Does a proxied answer say `Connection: close`, because of its request or because the gateway ends? */
export function endsConnection(raw: IncomingMessage, { ending }: { ending: boolean }): boolean {
  return isBodyPending(raw) || ending
}

/** Does an answer of this status end with its head, whatever that says about a length (RFC 9110, 6.4.1)? */
export function isBodiless(statusCode: number): boolean {
  return statusCode === 204 || statusCode === 304
}
