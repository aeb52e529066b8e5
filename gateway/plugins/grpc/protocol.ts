import type { ServiceDefinition } from '@grpc/grpc-js'
import protobuf, { type AnyNestedObject } from 'protobufjs/light.js'

/** A header. With `encode_raw_headers`, `raw_value` holds the original bytes. */
export interface HeaderValue {
  key: string
  value: string
  raw_value: Buffer
}

/** The fields used of a check request. Absent strings are empty, absent messages null. */
export interface CheckRequest {
  attributes: {
    source: { address: { socket_address: { address: string } | null } | null } | null
    request: {
      http: {
        id: string
        method: string
        headers: readonly Pick<HeaderValue, 'key' | 'value'>[]
        path: string
        host: string
        scheme: string
        header_map: { headers: readonly HeaderValue[] } | null
      } | null
    } | null
  } | null
}

/** Members of Envoy's `HeaderAppendAction`. */
export const APPEND_IF_EXISTS_OR_ADD = 0
export const OVERWRITE_IF_EXISTS_OR_ADD = 2

/** A response header. `append_action`: how to combine it with an existing one. */
export interface HeaderValueOption {
  header: { key: string; value: string }
  append_action: number
}

/** Envoy admits a request if `status.code` is 0, also the default of an unset status, which this type rules out. */
export type CheckResponse =
  | {
      status: { code: 0 }
      ok_response: {
        /** Sent to the application. */
        headers: HeaderValueOption[]
        headers_to_remove: string[]
        /** Added to the application's response. */
        response_headers_to_add: HeaderValueOption[]
      }
    }
  | {
      status: { code: 7 | 16 }
      denied_response: { status: { code: number }; headers: HeaderValueOption[]; body: string }
    }

const text = (id: number) => ({ type: 'string', id })
const list = (type: string, id: number) => ({ rule: 'repeated', type, id })

/**
 * The subset of Envoy's protocol in use, for protobufjs. Protobuf skips unknown fields. Source:
 * https://www.envoyproxy.io/docs/envoy/latest/api-v3/service/auth/v3/external_auth.proto
 */
const MESSAGES: Record<string, AnyNestedObject> = {
  CheckRequest: { fields: { attributes: { type: 'AttributeContext', id: 1 } } },
  AttributeContext: {
    fields: { source: { type: 'Peer', id: 1 }, request: { type: 'Request', id: 4 } },
    nested: {
      Peer: { fields: { address: { type: 'Address', id: 1 } } },
      Address: { fields: { socket_address: { type: 'SocketAddress', id: 1 } } },
      SocketAddress: { fields: { address: text(2) } },
      Request: { fields: { http: { type: 'HttpRequest', id: 2 } } },
      HttpRequest: {
        fields: {
          id: text(1),
          method: text(2),
          // The wire format of a map: one message per entry.
          headers: list('HeadersEntry', 3),
          path: text(4),
          host: text(5),
          scheme: text(6),
          header_map: { type: 'HeaderMap', id: 13 }
        }
      }
    }
  },
  HeadersEntry: { fields: { key: text(1), value: text(2) } },
  HeaderMap: { fields: { headers: list('HeaderValue', 1) } },
  HeaderValue: { fields: { key: text(1), value: text(2), raw_value: { type: 'bytes', id: 3 } } },
  HeaderValueOption: {
    fields: { header: { type: 'HeaderValue', id: 1 }, append_action: { type: 'int32', id: 3 } }
  },
  Status: { fields: { code: { type: 'int32', id: 1 } } },
  HttpStatus: { fields: { code: { type: 'int32', id: 1 } } },
  CheckResponse: {
    oneofs: { http_response: { oneof: ['denied_response', 'ok_response'] } },
    fields: {
      status: { type: 'Status', id: 1 },
      denied_response: { type: 'DeniedHttpResponse', id: 2 },
      ok_response: { type: 'OkHttpResponse', id: 3 }
    }
  },
  OkHttpResponse: {
    fields: {
      headers: list('HeaderValueOption', 2),
      headers_to_remove: list('string', 5),
      response_headers_to_add: list('HeaderValueOption', 6)
    }
  },
  DeniedHttpResponse: {
    fields: { status: { type: 'HttpStatus', id: 1 }, headers: list('HeaderValueOption', 2), body: text(3) }
  }
}

const PACKAGE = 'envoy.service.auth.v3'

/**
 * The service, for server and client. Requests are decoded to messages and responses encoded from plain objects, without the
 * conversions of `@grpc/proto-loader`, which allocate as much again.
 */
export function loadAuthorizationService() {
  const root = protobuf.Root.fromJSON({ nested: MESSAGES })
  const request = root.lookupType('CheckRequest')
  const response = root.lookupType('CheckResponse')
  return {
    Check: {
      path: `/${PACKAGE}.Authorization/Check`,
      requestStream: false,
      responseStream: false,
      requestSerialize: (value: object) => Buffer.from(request.encode(request.fromObject(value)).finish()),
      requestDeserialize: (bytes: Buffer) => request.decode(bytes),
      responseSerialize: (value: CheckResponse) => response.encode(value).finish() as Buffer,
      responseDeserialize: (bytes: Buffer) => response.toObject(response.decode(bytes), { defaults: true })
    }
  } satisfies ServiceDefinition
}
