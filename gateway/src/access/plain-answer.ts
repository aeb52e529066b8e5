import { STATUS_CODES } from 'node:http'
import { ERROR_CATALOGUE, type ErrorCode } from '../errors.ts'

/** An answer as it goes out, for places where there is no reply to build one with. It ends the connection. */
export interface PlainAnswer {
  statusCode: number
  statusText: string
  headers: Readonly<Record<string, string>>
  /** JSON of the form that every error of the gateway has. */
  body: string
}

/** Headers of every answer that the gateway makes itself. */
export function ownHeaders(requestId: string): Readonly<Record<string, string>> {
  return { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-request-id': requestId }
}

/** The members that the JSON of every error has. `status`: of the answer; left out: the catalogue's for this code. */
export function errorBody(
  code: ErrorCode,
  requestId: string,
  status: number = ERROR_CATALOGUE[code].status
): object {
  const { message } = ERROR_CATALOGUE[code]
  return { statusCode: status, code, error: STATUS_CODES[status], message, requestId }
}

/** The answer to a fault, made of nothing but its code. */
export function plainAnswer(code: ErrorCode, requestId: string): PlainAnswer {
  const { status } = ERROR_CATALOGUE[code]
  const body = JSON.stringify(errorBody(code, requestId))
  return {
    statusCode: status,
    statusText: STATUS_CODES[status] ?? '',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      ...ownHeaders(requestId),
      connection: 'close'
    },
    body
  }
}
