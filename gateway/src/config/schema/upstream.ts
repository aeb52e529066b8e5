import { Type } from 'typebox'
import { choice, flag, HEADER_NAME, integer, ORIGIN_OR_SOCKET, sectionOrNull, text } from './fields.ts'

/** The application behind the gateway and the headers it gets. */
export const application = {
  upstream: sectionOrNull(
    'The application behind the gateway. null: there is none, requests come as questions of other proxies (`forwardAuth`).',
    {
      url: text(
        'Origin of the application, without a path, such as `http://127.0.0.1:3000`; or the Unix socket on which it speaks HTTP, such as `unix:/run/app/app.sock`.',
        { pattern: ORIGIN_OR_SOCKET }
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
      uploadIdleTimeoutMs: integer(
        'Longest silence inside a request body, in milliseconds; 0 allows any.',
        60000,
        0,
        3600000
      )
    }
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
