import {
  bare,
  html,
  json,
  type Operations,
  refused,
  SESSION_REFUSALS,
  TOO_MANY
} from '../../../config/openapi/operation.ts'
import { list, nullableText, object, seconds, text } from '../../../config/openapi/shape.ts'

const ANY = { type: 'object' }
const OAUTH_ERROR = {
  type: 'object',
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  required: ['error']
}
const error = (description: string) => json(description, OAUTH_ERROR)
const TOKEN_REFUSALS = {
  400: error('Refused; `error` is that of the OAuth specification.'),
  401: error('The client did not authenticate.'),
  503: error('The provider or the store is not available; nothing was used up.')
}

/** The applications that may use an account. */
export const CONNECTED_APPLICATIONS = object({
  endWithinSeconds: {
    ...seconds,
    description: 'How long the access tokens of an ended one still pass, at most, in seconds.'
  },
  applications: list(
    object({
      id: text(),
      name: text(),
      publisher: nullableText('The host that its description comes from; null: it is of the configuration.'),
      scopes: list(text(), 'What it may do, in words.'),
      since: seconds
    })
  )
})

/** Of the endpoints of `oidc-provider`, whose bodies are forms. */
const ofServer = (summary: string, responses: Operations[string]['responses']) =>
  ({ tag: 'authorization server', summary, responses }) as const

/** With `authorizationServer.enabled`. */
export const OPERATIONS: Operations = {
  'GET /.well-known/oauth-authorization-server/_auth/oauth': ofServer(
    'With `authorizationServer.enabled`: metadata (RFC 8414).',
    { 200: json('The metadata.', ANY) }
  ),
  'GET /_auth/oauth/.well-known/openid-configuration': ofServer('Metadata (OpenID Connect Discovery).', {
    200: json('The metadata.', ANY)
  }),
  'GET /_auth/oauth/authorize': {
    ...ofServer('Authorization request for a code, with PKCE.', {
      303: bare('To the consent page, or back to the client with `code` or `error`, and `iss`.'),
      400: html('Unknown client or redirect URI.')
    }),
    query: {
      client_id: 'The client.',
      redirect_uri: 'One of the client’s.',
      response_type: '`code`.',
      scope: 'Scopes, separated by spaces.',
      resource: 'Address of the application that the token is for (RFC 8707).',
      state: 'Comes back unchanged.',
      code_challenge: 'Of the verifier (RFC 7636).',
      code_challenge_method: '`S256`.'
    }
  },
  'POST /_auth/oauth/token': ofServer('Exchanges a code, a refresh token or a device code.', {
    200: json('The tokens. Never cached.', ANY),
    ...TOKEN_REFUSALS
  }),
  'POST /_auth/oauth/device-authorization': ofServer('Codes for a device (RFC 8628).', {
    200: json('The codes, and the page where the visitor enters one.', ANY),
    ...TOKEN_REFUSALS
  }),
  'GET /_auth/oauth/device': {
    ...ofServer('The page where a visitor enters the user code of a device.', {
      200: html('The page.'),
      302: bare('To the login page.')
    }),
    query: { user_code: 'Fills the code in.' },
    security: 'session'
  },
  'POST /_auth/oauth/device': {
    ...ofServer('The form of that page: a user code, then its confirmation.', {
      200: html('Asks for confirmation, or the device is connected.'),
      303: bare('To the consent page.'),
      400: html('Wrong, used or expired code.'),
      429: json('Too many user codes.', ANY)
    }),
    security: 'session'
  },
  'POST /_auth/oauth/register': ofServer(
    'With `registration.initialAccessToken`: registers a client (RFC 7591).',
    {
      201: json('The client.', ANY),
      400: error('Metadata that is not accepted.'),
      401: error('Not the initial access token.'),
      403: error('Too many clients are registered.')
    }
  ),
  'GET /_auth/oauth/userinfo': ofServer('Claims of the account, for an access token without a resource.', {
    200: json('The claims.', ANY),
    401: error('Not a valid access token.')
  }),
  'POST /_auth/oauth/revoke': ofServer('Ends a token and its grant (RFC 7009).', {
    200: bare('Ended, or unknown.'),
    ...TOKEN_REFUSALS
  }),
  'GET /_auth/oauth/sign-out': {
    ...ofServer('Asks the visitor to confirm a client’s sign-out request.', {
      200: html('The page.'),
      400: html('The post-logout redirect URI is not registered.')
    }),
    query: {
      client_id: 'The client.',
      id_token_hint: 'An id token of the client.',
      post_logout_redirect_uri: 'One of the client’s.',
      state: 'Comes back unchanged.'
    }
  },
  'GET /_auth/oauth/jwks': ofServer('Public keys of the tokens.', { 200: json('A JWK set.', ANY) }),
  'GET /_auth/account/applications': {
    tag: 'account',
    summary:
      'With `account.enabled` and `authorizationServer.enabled`: the applications that may use the account.',
    query: { lang: 'Language of the scopes; default: by `Accept-Language`.' },
    security: 'session',
    responses: { 200: json('The applications.', CONNECTED_APPLICATIONS), ...SESSION_REFUSALS, ...TOO_MANY }
  },
  'DELETE /_auth/account/applications': {
    tag: 'account',
    summary: 'Ends what an application was allowed, with its refresh tokens.',
    query: { client: 'Id of the application.' },
    security: 'session',
    responses: {
      204: bare('Ended.'),
      400: refused('No `client`.'),
      404: refused('No such application is connected.'),
      ...SESSION_REFUSALS,
      ...TOO_MANY
    }
  }
}
