/** JSON Schemas of what the endpoints of the core answer; those of plugins are in their `operations.ts`. */

import { list, nullableText, object, seconds, text } from './shape.ts'

/** What every refusal that is no page says. */
export const ERROR = object(
  {
    statusCode: { type: 'integer' },
    code: text('One of the codes of gateway/REFERENCE.md.'),
    error: text('The words of the status.'),
    message: text('For people.'),
    requestId: text(),
    traceId: text('Of the trace that the request belongs to, if it does (W3C Trace Context).'),
    loginUrl: text('Where to sign in; with 401 and refusals of a sign-in alone.')
  },
  ['traceId', 'loginUrl']
)

/** What refusals of operators say beside. */
export const MANAGEMENT_ERROR = {
  ...ERROR,
  properties: { ...Object(ERROR.properties), detail: text('For the operator.') }
}

/** Until when a session is good without a refresh. */
export const EXPIRY = object({ uid: text(), expiresAt: seconds })

/** Who is signed in. */
export const SESSION = object({
  uid: text(),
  tenant: nullableText(),
  email: nullableText(),
  emailVerified: { type: 'boolean' },
  name: nullableText(),
  picture: nullableText(),
  claims: { type: 'object', additionalProperties: true, description: 'Those of `session.visibleClaims`.' },
  signedInAt: seconds,
  expiresAt: seconds
})

/** The public keys of the identity assertion (RFC 7517). */
export const KEY_SET = object({
  keys: list({
    oneOf: [
      object({
        kty: { const: 'EC' },
        crv: { const: 'P-256' },
        alg: { const: 'ES256' },
        use: { const: 'sig' },
        kid: text(),
        x: text(),
        y: text()
      }),
      object({
        kty: { const: 'RSA' },
        alg: { const: 'RS256' },
        use: { const: 'sig' },
        kid: text(),
        n: text(),
        e: text()
      })
    ]
  })
})

const texts = list(text())

/** How the identity assertion is issued (OpenID Connect Discovery 1.0, 3). */
export const DISCOVERY = object({
  issuer: text(),
  jwks_uri: text(),
  id_token_signing_alg_values_supported: list({ enum: ['ES256', 'RS256'] }),
  response_types_supported: texts,
  subject_types_supported: texts,
  claims_supported: texts
})

/** What the provider’s helper reads about the project. */
export const PROJECT = object({ apiKey: text(), authDomain: text(), projectId: text() })

/** Is the process alive? */
export const LIVE = object({ status: { const: 'live' } })

/** Should requests be sent here? */
export const READY = object(
  {
    status: text('`ready`, or why not in a word.'),
    checks: { type: 'object', additionalProperties: true, description: 'With `?verbose`.' }
  },
  ['checks']
)

/** The body of a sign-in. */
export const SIGN_IN = {
  type: ['object', 'null'],
  properties: {
    refreshToken: nullableText('In handover mode.'),
    expect: text(
      'Uid of the account that is signed in, after a change of it; the token of another one is refused.'
    ),
    redirect: text(
      'Where the visitor goes afterwards, as the login page has it: path, or URL of an application. It names the application in log and metrics.'
    ),
    remember: {
      type: 'boolean',
      default: false,
      description:
        'With `login.remember: ask`: `true`, and the browser keeps the session cookie when it is closed. Otherwise ignored.'
    }
  }
}

/** The sessions of an account. */
export const LISTED = object({
  sessions: list(
    object({
      sessionId: text('As in the log; it opens nothing.'),
      uid: text(),
      tenant: nullableText(),
      begun: text('When; as RFC 3339 writes times.'),
      origin: text('Where it began.'),
      deviceBound: { type: 'boolean', description: 'At one origin at least.' }
    })
  )
})

/** What an operator ends: either `sessionId`, or `all`. */
export const REVOCATION = object(
  {
    account: { type: 'string', description: 'A uid, an email address or a phone number.', maxLength: 256 },
    by: { type: 'string', enum: ['uid', 'email', 'phone'], description: 'Where the form does not tell.' },
    tenant: nullableText('null: the project itself. Omitted: `identityPlatform.tenantId`.'),
    sessionId: text('As in the log.'),
    all: { const: true, description: 'All sessions of the account.' }
  },
  ['by', 'tenant', 'sessionId', 'all']
)

/** What was ended. */
export const ENDED = object({
  uid: text(),
  tenant: nullableText(),
  sessionId: nullableText('null: all of the account.'),
  everywhereWithinSeconds: {
    type: 'integer',
    description: 'When the last replica refuses it: 1 with a store, else by the next look-up of the account.'
  }
})
