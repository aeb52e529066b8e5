import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { findRepeatedHeader } from '../../http/message.ts'
import { isRequestId } from '../../http/request-id.ts'
import type { FactsReading } from '../adapters.ts'
import type { Facts } from '../forwarded-request.ts'
import type { CheckRequest, HeaderValue } from './protocol.ts'

/**
 * The id of the visitor's request: `X-Request-Id`, which Envoy writes and which its log and the application have. What Envoy
 * puts into `id` is the number of a stream. One of our own where there is neither.
 */
export function readRequestId({ attributes }: CheckRequest): string {
  const http = attributes?.request?.http ?? null
  const named = http === null ? undefined : linesOf(http).find(([name]) => name === 'x-request-id')?.[1]
  return [named, http?.id].find(isRequestId) ?? randomUUID()
}

/** What a question by gRPC is known by; `trace`: null where it belongs to none. */
type RequestMark = Pick<Facts, 'id' | 'trace'>

/** The facts of a question by gRPC. `id`: see `readRequestId`. */
export function readCheckRequest({ attributes }: CheckRequest, { id, trace }: RequestMark): FactsReading {
  const http = attributes?.request?.http ?? null
  if (http === null) return { kind: 'isInvalid', problem: 'no HTTP request' }
  const rawHeaders = linesOf(http)
    .filter(([name]) => !name.startsWith(':'))
    .flat()
  const repeated = findRepeatedHeader(rawHeaders)
  if (repeated !== null) return { kind: 'isInvalid', problem: `${repeated}: came twice` }
  // HTTP/1.1 and HTTP/2 bring none of these; what asks otherwise is no proxy that received the request.
  if (rawHeaders.some((text) => /[\0\r\n]/.test(text)))
    return { kind: 'isInvalid', problem: 'control characters in a header' }
  const headers = joinHeaders(rawHeaders)
  const source = attributes?.source?.address?.socket_address?.address ?? ''
  return {
    kind: 'facts',
    facts: {
      id,
      trace,
      method: http.method,
      proto: http.scheme,
      host: http.host,
      uri: http.path,
      forwardedFor: String(headers['x-forwarded-for'] ?? source),
      headers
    }
  }
}

type HttpRequest = NonNullable<NonNullable<NonNullable<CheckRequest['attributes']>['request']>['http']>

function linesOf({ header_map, headers }: HttpRequest): [name: string, value: string][] {
  return (header_map?.headers ?? headers).map(lineOf)
}

/** Bytes as Node reads them from a socket. */
function lineOf({ key, value, raw_value }: Partial<HeaderValue>): [name: string, value: string] {
  return [
    key ?? '',
    raw_value === undefined || raw_value.length === 0 ? (value ?? '') : raw_value.toString('latin1')
  ]
}

/** As Node joins lines of one name (https://nodejs.org/api/http.html#messageheaders). */
function joinHeaders(rawHeaders: readonly string[]): IncomingHttpHeaders {
  const joined = new Map<string, string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    const value = rawHeaders[index + 1] ?? ''
    const before = joined.get(name)
    const between = name === 'cookie' ? '; ' : ', '
    joined.set(name, before === undefined ? value : `${before}${between}${value}`)
  }
  return Object.fromEntries(joined)
}
