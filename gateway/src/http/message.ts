import type { IncomingMessage } from 'node:http'
import { Fault } from '../errors.ts'
import { isHost } from './origin.ts'

/** Room for four session cookies and everything else a browser sends. */
export const MAX_HEADERS_BYTES = 32 * 1024

/** No two of them are of the same length. */
const ONCE_ONLY = /^(?:host|origin|authorization)$/i
/** The one expectation that there is (RFC 9110, 10.1.1), as Node finds it. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

/** The head of a request as Node reads it. */
export type MessageHead = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'> &
  Partial<Pick<IncomingMessage, 'url'>>

/**
 * How large a head a server reads that answers heads of up to `largestBytes`: who sends more is told so in a page and in their own
 * language. What is still larger is no request to Node, and gets a plain answer.
 */
export function readableHeadersBytes(largestBytes: number): number {
  return 2 * largestBytes
}

/**
 * The fault of a request that must not be passed on although Node could read it; null: nothing is wrong. A transfer coding beside `chunked` would be lost on the way (RFC 9112, 6.1); HTTP/1.1 needs a `Host`, and it must be well-formed (RFC 9112, 3.2).
 * `largestBytes`: of target and headers together.
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

/** As they came: Node gives a character for each byte. */
function countBytes({ url = '', rawHeaders }: MessageHead): number {
  // A name and its value have a colon, a space and a line end.
  let bytes = url.length + rawHeaders.length * 2
  for (const text of rawHeaders) bytes += text.length
  return bytes
}

/** What is wrong, for the log. */
function findProblem({ rawHeaders, headers, httpVersion }: MessageHead): string | null {
  // Without headers, and so without anything that a decision could go by (RFC 9112, appendix C.1).
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
 * A header that decides something and came more than once, which RFC 9110 (5.3) forbids. Node keeps the first `Host` and
 * the first `Authorization`; an upstream might take the last. Takes names and values in turn; null: there is none.
 */
export function findRepeatedHeader(rawHeaders: readonly string[]): string | null {
  let seen = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    // Lengths first: lower-casing every name of every request would cost more than the check.
    const place = name.length === 4 ? 1 : name.length === 6 ? 2 : name.length === 13 ? 4 : 0
    if (place === 0 || !ONCE_ONLY.test(name)) continue
    if ((seen & place) !== 0) return name.toLowerCase()
    seen |= place
  }
  return null
}
