import { Type } from 'typebox'
import {
  choice,
  flag,
  HEADER_NAME,
  HOST,
  integer,
  ORIGIN_OR_SOCKET,
  optionalSection,
  optionalText,
  strictObject,
  text
} from '../config/schema/fields.ts'

const keys = {
  url: text(
    'Origin of the application, without a path, such as `http://127.0.0.1:3000`; or a Unix socket for HTTP, such as `unix:/run/app/app.sock`.',
    { pattern: ORIGIN_OR_SOCKET }
  ),
  unixSocket: optionalText(
    'Path of the application’s Unix socket, instead of host and port of `url`, which then only determines the scheme, `Host` and the certificate name.',
    { pattern: '^/[^\\u0000-\\u001f\\u007f]+$' }
  ),
  caFile: optionalText(
    'File with CA certificates in PEM for the application: of a private CA, or its own certificate. Replaces the public CAs and `NODE_EXTRA_CA_CERTS`. Reloaded when changed, as `certFile` and `keyFile` are. This and the next five keys require an https `url`.',
    { minLength: 1 }
  ),
  certFile: optionalText(
    'File with the client certificate in PEM (mutual TLS), followed by intermediates. Requires `keyFile`.',
    { minLength: 1 }
  ),
  keyFile: optionalText('File with the private key of `certFile` in PEM, unencrypted.', { minLength: 1 }),
  serverName: optionalText(
    'Name required in the application’s certificate and sent by TLS (SNI). null: the host of `url`.',
    { pattern: HOST }
  ),
  minTlsVersion: choice(['1.2', '1.3'], '1.2', 'Minimum TLS version for the application.'),
  insecure: flag(
    'Accepts any certificate of the application, so that anyone on the network path can read and change all requests and responses. Logged as a warning at startup, and exported as `gatehouse_upstream_insecure`.'
  ),
  hostHeader: choice(
    ['public', 'upstream'],
    'public',
    '`Host` sent to the application: that of `publicUrl`, or that of `upstream.url` (`localhost` for a Unix socket).'
  ),
  googleIdToken: Type.Unsafe<boolean | string>({
    type: ['boolean', 'string'],
    pattern: '^(?!(true|false)$)[!-~]{1,500}$',
    default: false,
    description:
      'For a private Cloud Run service: sends an id token of the gateway’s own service account as `X-Serverless-Authorization`, which the service verifies and removes; `Authorization` is left as it is. true: for the origin of `url` as audience. A text: for that audience. Requires Google credentials.'
  }),
  passHeaders: Type.Array(Type.String({ pattern: HEADER_NAME }), {
    default: [],
    description:
      'Lowercase names of client headers to forward that the gateway drops by default, such as `x-http-method-override`. Any client can then set them.'
  }),
  headers: Type.Record(
    Type.String({ pattern: HEADER_NAME }),
    strictObject({
      value: optionalText('Its value.'),
      valueFile: optionalText('File with the value, instead of `value`: for secrets.')
    }),
    {
      default: {},
      additionalProperties: false,
      description:
        'Header name in lower case -> value or file, sent with every request to the application, such as an API key or a shared secret. Clients cannot send these headers: theirs are dropped.'
    }
  ),
  sharedCaching: flag(
    'Keeps the application’s `Cache-Control` on responses to requests that required a session. Otherwise shared caches must not store them: `public` and `s-maxage` are removed, `private` is added.'
  ),
  connectTimeoutMs: integer('Connection timeout, in milliseconds.', {
    default: 5000,
    minimum: 1,
    maximum: 600000
  }),
  headersTimeoutMs: integer('Timeout of the response headers, in milliseconds; 0 disables it.', {
    default: 60000,
    minimum: 0,
    maximum: 3600000
  }),
  idleTimeoutMs: integer(
    'Idle timeout of a response body, in milliseconds; 0 disables it, as event streams require.',
    { default: 0, minimum: 0, maximum: 86400000 }
  ),
  keepAliveTimeoutMs: integer(
    'Idle timeout of a connection to the application, in milliseconds; 0 disables reuse. Keep it below the application’s keep-alive timeout, or it may close the connection just as a request is sent: gunicorn has 2 s, Node, uvicorn and Apache 5 s. A shorter `Keep-Alive: timeout` of a response takes precedence.',
    { default: 1500, minimum: 0, maximum: 3600000 }
  ),
  maxConnectionSeconds: integer(
    'Age of a connection to the application, in seconds, after which it is closed once its request is over, so that requests follow a change of DNS. 0: any age. If the name has several addresses, new connections use them in turn; one that accepts no connection comes last for ten seconds.',
    { default: 300, minimum: 0, maximum: 86400 }
  ),
  maxStreamSeconds: integer(
    'Max duration of a WebSocket, event stream or other response, in seconds, from its headers: WebSockets close with 1001, event streams end, other responses are aborted. 0: no limit.',
    { default: 0, minimum: 0, maximum: 31536000 }
  ),
  websocketCloseCode: Type.Unsafe<4401 | 1008>({
    type: 'integer',
    enum: [4401, 1008],
    default: 4401,
    description:
      'Close code of a WebSocket whose session has ended; the close reason tells why. 1008 is the generic policy violation of RFC 6455.'
  }),
  uploadIdleTimeoutMs: integer('Idle timeout of a request body, in milliseconds; 0 disables it.', {
    default: 60000,
    minimum: 0,
    maximum: 3600000
  }),
  maxBodyBytes: integer(
    'Max size of a request body, in bytes; 0: no limit. Larger ones, chunked or not, are refused with 413, and the application never receives more.',
    { default: 0, minimum: 0, maximum: 2 ** 50 }
  ),
  maxHeaderBytes: integer(
    'Max size of response headers, in bytes. Beyond it the gateway responds 502, and the log names this key.',
    { default: 65536, minimum: 8192, maximum: 2 ** 20 }
  ),
  earlyHints: Type.Boolean({
    default: true,
    description:
      'Forwards `103 Early Hints` of the application with their `Link` headers. Turn it off behind nginx before 1.29, which mistakes a 103 for the final response.'
  }),
  maxConnections: integer(
    'Max concurrent requests to the application; 0: no limit. WebSockets and event streams count until they are open. Up to 1,024 more requests queue for `connectTimeoutMs`; beyond that they get 503 `UPSTREAM_BUSY`. Applies per process, and per configuration that still has open requests.',
    { default: 1024, minimum: 0, maximum: 1_000_000 }
  )
}

export const upstream = optionalSection(
  'The application behind the gateway, on the host of `publicUrl`. null: use `applications`, or `forwardAuth` only.',
  keys
)
