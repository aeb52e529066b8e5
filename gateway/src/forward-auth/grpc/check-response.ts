import type { OwnHeaders } from '../../http/own-headers.ts'
import type { OwnResponse } from '../../http/own-response.ts'
import type { CheckResponse, HeaderValueOption } from './protocol.ts'

/** https://grpc.io/docs/guides/status-codes/ */
const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16

/** A pass. `headers`: name and value in turn; empty ones take the visitor's copy away. */
export function allowed(headers: readonly string[], setCookies: readonly string[]): CheckResponse {
  const kept: HeaderValueOption[] = []
  const removed: string[] = []
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const value = headers[index + 1] ?? ''
    if (value === '') removed.push(name)
    else kept.push(overwrite(name, value))
  }
  const forVisitor =
    setCookies.length === 0
      ? []
      : [
          ...setCookies.map((cookie) => append('set-cookie', cookie)),
          overwrite('cache-control', 'private, no-store')
        ]
  return {
    status: { code: 0 },
    ok_response: { headers: kept, headers_to_remove: removed, response_headers_to_add: forVisitor }
  }
}

/** A refusal, with the answer that the visitor gets. `ownHeaders`: those of every answer of the gateway. */
export function denied(
  { statusCode, headers, body }: OwnResponse,
  { ownHeaders, requestId }: { ownHeaders: OwnHeaders; requestId: string }
): CheckResponse {
  const all: OwnResponse['headers'] = { ...ownHeaders, 'x-request-id': requestId, ...headers }
  return {
    status: { code: statusCode < 400 || statusCode === 401 ? UNAUTHENTICATED : PERMISSION_DENIED },
    denied_response: {
      status: { code: statusCode },
      headers: Object.entries(all).flatMap(([name, value]) =>
        typeof value === 'string' ? [overwrite(name, value)] : value.map((one) => append(name, one))
      ),
      body: body ?? ''
    }
  }
}

function overwrite(key: string, value: string): HeaderValueOption {
  return { header: { key, value }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' }
}

function append(key: string, value: string): HeaderValueOption {
  return { header: { key, value }, append_action: 'APPEND_IF_EXISTS_OR_ADD' }
}
