import {
  json,
  type Operations,
  refused,
  SESSION_REFUSALS,
  TOO_MANY
} from '../../../config/openapi/operation.ts'
import { nullableText, object, seconds, text } from '../../../config/openapi/shape.ts'

/** A token for `signInWithCustomToken`. */
export const CUSTOM_TOKEN = object({
  token: text('For `signInWithCustomToken`, until `expiresAt`.'),
  expiresAt: seconds,
  uid: text(),
  tenant: nullableText('For `auth.tenantId`, before the sign-in.')
})

export const OPERATIONS: Operations = {
  'GET /_auth/firebase-token': {
    tag: 'session',
    summary:
      'With `clientSdk.enabled`: a custom token for the account of the session, for `fetch` by pages of the same origin.',
    security: 'session',
    responses: {
      200: json('The token. Never cached.', CUSTOM_TOKEN),
      ...SESSION_REFUSALS,
      401: refused('There is no session, it is over, or its sign-in does not meet `clientSdk.require`.'),
      403: refused(
        'The request is not `fetch` by a page of this origin, or has a bearer token; the session does not meet `clientSdk.allow`; or the account is disabled.'
      ),
      404: refused('Not a host of `clientSdk.hosts`.'),
      ...TOO_MANY
    }
  }
}
