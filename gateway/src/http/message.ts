import type { IncomingMessage } from 'node:http'
import { Fault } from '../errors.ts'
import { isHost } from './origin.ts'

/** Fits four session cookies and a browser's other headers. */
export const MAX_HEADERS_BYTES = 32 * 1024

/** Each has a different length. */
const ONCE_ONLY = /^(?:host|origin|authorization)$/i
/** As Node detects the only defined expectation (RFC 9110, 10.1.1). */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

export type MessageHead = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'> &
  Partial<Pick<IncomingMessage, 'url'>>

/**
 * How much of a head to parse for a limit of `largestBytes`, so that clients beyond it get a localized page.
 * Even larger heads get a plain response.
 */
export function readableHeadersBytes(largestBytes: number): number {
  return 2 * largestBytes
}

/**
 * The error of a request that Node accepts but must not be forwarded; otherwise null. Transfer codings
 * besides `chunked` would be lost (RFC 9112, 6.1), and HTTP/1.1 requires a well-formed `Host` (RFC 9112,
 * 3.2). `largestBytes`: limit for target and headers together.
 */
export function checkMessage(raw: MessageHead, largestBytes = MAX_HEADERS_BYTES): Fault | null {
  const detail = findProblem(raw)
  if (detail !== null) return new Fault('INVALID_REQUEST', { detail })
  const bytes = countBytes(raw)
  return bytes > largestBytes
    ? new Fault('HEADERS_TOO_LARGE', {
        detail: `target and headers of ${bytes} bytes, ${largestBytes} is the limit`
      })
    : null
}

/** Node decodes each byte to one character. */
function countBytes({ url = '', rawHeaders }: MessageHead): number {
  // Colon, space and line end per header.
  let bytes = url.length + rawHeaders.length * 2
  for (const text of rawHeaders) bytes += text.length
  return bytes
}

function findProblem({ rawHeaders, headers, httpVersion }: MessageHead): string | null {
  // Without headers there is nothing to base a decision on (RFC 9112, appendix C.1).
  if (httpVersion === '0.9') return 'HTTP/0.9'
  if (headers.host === undefined) {
    if (httpVersion === '1.1') return 'no host header'
  } else if (!isHost(headers.host)) return 'host header'
  if (headers.expect !== undefined && !CONTINUE.test(headers.expect)) return 'expectation'
  const repeated = findRepeatedHeader(rawHeaders)
  if (repeated !== null) return `two ${repeated} headers`
  const coding = headers['transfer-encoding']
  return coding === undefined || coding.toLowerCase() === 'chunked' ? null : 'transfer coding'
}

/**
 * Finds a duplicate of a header that must be unique (RFC 9110, 5.3); otherwise null. Node uses the first
 * `Host` and `Authorization`; an upstream might use the last. Takes names and values alternating.
 */
export function findRepeatedHeader(rawHeaders: readonly string[]): string | null {
  let seen = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    // Compare lengths first: lowercasing every header name is slower.
    const place = name.length === 4 ? 1 : name.length === 6 ? 2 : name.length === 13 ? 4 : 0
    if (place === 0 || !ONCE_ONLY.test(name)) continue
    if ((seen & place) !== 0) return name.toLowerCase()
    seen |= place
  }
  return null
}
