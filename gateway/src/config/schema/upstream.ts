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
  text
} from './fields.ts'

const upstreamKeys = {
  url: text(
    'Origin of the application, without a path, such as `http://127.0.0.1:3000`; or the Unix socket on which it speaks HTTP, such as `unix:/run/app/app.sock`.',
    { pattern: ORIGIN_OR_SOCKET }
  ),
  unixSocket: optionalText(
    'Path of the Unix socket on which the application answers, in place of the host and port of `url`, which then gives scheme, `Host` and the name in its certificate.',
    { pattern: '^/[^\\u0000-\\u001f\\u007f]+$' }
  ),
  caFile: optionalText(
    'File with certificates in PEM that vouch for the application: those of a private CA, or its own. They alone count then, beside them neither the public CAs nor `NODE_EXTRA_CA_CERTS`. Read again when it changes, as `certFile` and `keyFile` are. This and the next five keys need an https `url`.',
    { minLength: 1 }
  ),
  certFile: optionalText(
    'File with the certificate in PEM that the gateway shows to the application (mutual TLS), followed by those of its issuers. Together with `keyFile`.',
    { minLength: 1 }
  ),
  keyFile: optionalText('File with the private key of `certFile` in PEM, not encrypted.', { minLength: 1 }),
  serverName: optionalText(
    'Name that the certificate of the application has to have, and that TLS asks for (SNI). null: the host of `url`.',
    { pattern: HOST }
  ),
  minTlsVersion: choice(['1.2', '1.3'], '1.2', 'Oldest version of TLS that is spoken with the application.'),
  insecure: flag(
    'Takes every certificate of the application, so that whoever stands between can read and change all requests and answers. Warned of at every start, and counted by `gatehouse_upstream_insecure`.'
  ),
  hostHeader: choice(
    ['public', 'upstream'],
    'public',
    '`Host` that the application sees: that of `publicUrl`, or that of `upstream.url` (`localhost` for a Unix socket).'
  ),
  passHeaders: Type.Array(Type.String({ pattern: HEADER_NAME }), {
    default: [],
    description:
      'Lower-case names of client headers that reach the application although the gateway drops them, such as `x-http-method-override`. Every client can then set them.'
  }),
  sharedCaching: flag(
    'Answers to requests that needed a session keep the `Cache-Control` of the application. Otherwise shared caches may not store them: `public` and `s-maxage` are taken out, `private` is added.'
  ),
  connectTimeoutMs: integer('Longest wait for a connection, in milliseconds.', 5000, 1, 600000),
  headersTimeoutMs: integer(
    'Longest wait for the head of an answer, in milliseconds; 0 waits for ever.',
    60000,
    0,
    3600000
  ),
  idleTimeoutMs: integer(
    'Longest silence inside an answer, in milliseconds; 0 allows any, as event streams need.',
    0,
    0,
    86400000
  ),
  keepAliveTimeoutMs: integer(
    'Idle timeout of a connection to the application, in milliseconds; 0 opens one for each request. Keep it below the keep-alive timeout of the application, which may otherwise close the connection as a request comes: gunicorn has 2 s, Node, uvicorn and Apache 5 s. A shorter `Keep-Alive: timeout` of a response wins.',
    1500,
    0,
    3600000
  ),
  maxStreamSeconds: integer(
    'Longest time that a WebSocket, an event stream or another answer may last, in seconds, from its head on: WebSockets end with 1001, event streams with the end of their body, other answers are cut. 0: any.',
    0,
    0,
    31536000
  ),
  websocketCloseCode: Type.Unsafe<4401 | 1008>({
    type: 'integer',
    enum: [4401, 1008],
    default: 4401,
    description:
      'Close code of a WebSocket whose session has ended; its reason says by what. 1008 is the general one of RFC 6455 for a policy.'
  }),
  uploadIdleTimeoutMs: integer(
    'Longest silence inside a request body, in milliseconds; 0 allows any.',
    60000,
    0,
    3600000
  ),
  maxBodyBytes: integer(
    'Largest request body, in bytes; 0 allows any. A larger one is refused with 413 before the application sees a byte too many, also when it comes in chunks.',
    0,
    0,
    2 ** 50
  ),
  maxHeaderBytes: integer(
    'Size limit of the headers of a response, in bytes. A response beyond it is a 502, whose line in the log names this key.',
    65536,
    8192,
    2 ** 20
  ),
  earlyHints: Type.Boolean({
    default: true,
    description:
      'Passes `103 Early Hints` of the application on, with their `Link` headers. Switch it off behind nginx before 1.29, which takes a 103 for the whole response.'
  }),
  maxConnections: integer(
    'Requests that are in progress at the application at a time; 0 allows any number. WebSockets and event streams count until they are open. Up to 1,024 more requests wait for `connectTimeoutMs`; those that wait longer, or come beyond, get 503 `UPSTREAM_BUSY`. Holds for each process, and for each configuration that still has open requests.',
    1024,
    0,
    1_000_000
  )
}

export const application = {
  upstream: optionalSection(
    'The application behind the gateway, on the host of `publicUrl`. null: there are several (`applications`), or requests come as questions of other proxies (`forwardAuth`).',
    upstreamKeys
  ),
  identityHeaders: Type.Record(
    Type.String({ pattern: HEADER_NAME }),
    Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    {
      default: {},
      additionalProperties: false,
      description:
        'Lower-case header name -> claim, beside the defaults (`x-forwarded-user`, `x-forwarded-email`, `x-forwarded-preferred-username`, `x-gatehouse-assertion`). `$idToken` sends `Bearer <id token>`, `$assertion` the signed assertion, `$signInProvider` and `$secondFactor` how the visitor signed in; the claim `email` is sent only when it is verified, `$emailUnverified` sends it in any case; null switches a header off.'
    }
  )
}
