import { bare, json, type Operations, refused, TOO_MANY } from '../../../config/openapi/operation.ts'
import { flag, list, object, text } from '../../../config/openapi/shape.ts'

/** Instructions of the browser, see https://w3c.github.io/webappsec-dbsc/. */
const DEVICE_BINDING = object({
  session_identifier: text(),
  refresh_url: text(),
  scope: object({ origin: text(), include_site: flag, scope_specification: list(object({})) }),
  credentials: list(object({ type: { enum: ['cookie'] }, name: text(), attributes: text() }))
})

const FOREIGN = { 403: refused('The request came from another site.') }
const BOUND = 'Both cookies are in `Set-Cookie`, this is for the browser.'

/** For browsers alone, with `session.deviceBinding`; without, 404. */
export const OPERATIONS: Operations = {
  'GET /_auth/device/offer': {
    tag: 'session',
    summary: 'Offers a registration to a session that has arrived from another site, and leads on.',
    query: { to: 'Path and query to open afterwards.' },
    responses: { 303: bare('To `to`, or the home page.') }
  },
  'POST /_auth/device/register': {
    tag: 'session',
    summary: 'Binds a session to the key that is proved in `Secure-Session-Response`.',
    security: 'session',
    responses: {
      200: json(BOUND, DEVICE_BINDING),
      400: refused('The proof is not accepted, or the session is bound already.'),
      401: refused('Not signed in, or the session is over.'),
      ...FOREIGN,
      ...TOO_MANY
    }
  },
  'POST /_auth/device/refresh': {
    tag: 'session',
    summary: 'Renews the short cookie of a bound session, for another proof.',
    security: 'session',
    responses: {
      200: json('The cookie; or, if the session is over, `continue: false`.', {
        anyOf: [DEVICE_BINDING, object({ continue: flag })]
      }),
      400: refused('The proof is not accepted, or the session is not bound.'),
      403: bare(
        'Without a proof: a challenge, in `Secure-Session-Challenge`. Or the request came from another site.'
      ),
      ...TOO_MANY
    }
  }
}
