import { type Static, Type } from 'typebox'
import {
  flag,
  HOST_OR_WILDCARD,
  integer,
  list,
  optionalText,
  SCOPE,
  section,
  strictObject,
  text
} from '../../src/config/schema/fields.ts'
import type { Config } from '../../src/config/schema/schema.ts'

const client = strictObject({
  id: text('`client_id`.', { minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' }),
  name: optionalText('Name on the consent page; null: the id.', { minLength: 1, maxLength: 64 }),
  secret: optionalText(
    'Secret of the client, of at least 32 characters. Null, and neither `secretFile` nor `jwks` nor `jwksUri`: a public client, such as a program on the device of the visitor, which has only PKCE.',
    { minLength: 32 }
  ),
  secretFile: optionalText('File with the secret, instead of `secret`.'),
  jwks: Type.Unsafe<{ keys: Readonly<Record<string, unknown>>[] } | null>({
    type: ['object', 'null'],
    default: null,
    description:
      'Public keys of a client that authenticates by signed assertions (`private_key_jwt`), instead of a secret: `{ keys: [{ kty: EC, … }] }`.',
    properties: { keys: { type: 'array', minItems: 1, maxItems: 16, items: { type: 'object' } } },
    required: ['keys'],
    additionalProperties: false
  }),
  jwksUri: optionalText(
    'Where these keys are fetched, instead of `jwks`: https, at a public address or in one of `clientMetadata.privateNetworks`.',
    { minLength: 1, maxLength: 512 }
  ),
  redirectUris: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
    minItems: 1,
    maxItems: 32,
    description:
      'Addresses that the visitor may be sent back to, compared exactly: https, http on a loopback address (any port for a public client), or for a public client the scheme of a program, such as `cursor://host/callback` or `com.example.app:/callback`.'
  }),
  postLogoutRedirectUris: list('Addresses that the visitor may be sent to after signing out there.'),
  backchannelLogoutUri: optionalText(
    'Where the client is informed that a session has ended through which a visitor signed in there (OpenID Connect Back-Channel Logout): https, or http on a loopback address. Null: it is not.',
    { minLength: 1, maxLength: 512 }
  ),
  backchannelLogoutSessionRequired: flag(
    'Name the session (`sid`) in id tokens and logout tokens. If not, the client has to end all sessions of the account.',
    true
  )
})

/** The gateway as an authorization server. */
export const authorizationServer = section(
  'OAuth 2.0 and OpenID Connect for other programs: MCP clients, applications that sign visitors in by OpenID Connect, command lines. Visitors sign in on the login page. Requires the package `oidc-provider`, and Google credentials, with which accounts are looked up when a token is refreshed.',
  {
    enabled: flag('Serve the endpoints below `/_auth/oauth`.'),
    clients: Type.Array(client, { default: [], description: 'The known clients.' }),
    clientMetadata: section(
      'Clients that are identified by the https URL of their own metadata document (Client ID Metadata Document) and not configured here, such as MCP clients.',
      {
        allow: list(
          'Hosts whose documents are accepted: `claude.ai`, `*.example.com`, or `*` for every host, so that anyone can name a client; visitors then decide on the consent page.',
          {
            items: {
              type: 'string',
              pattern: `^\\*$|${HOST_OR_WILDCARD}`,
              description: 'A host in lower case without scheme or port, `*.` and a host, or `*`.'
            }
          }
        ),
        privateNetworks: list(
          'CIDRs of private networks from which such documents are fetched too. Empty: only from public addresses.'
        )
      }
    ),
    registration: section(
      'Clients that register themselves (RFC 7591): up to 100, for a year each. Without a token there is no such endpoint.',
      {
        initialAccessToken: optionalText('The token that a registration needs, of at least 32 characters.', {
          minLength: 32,
          pattern: '^[A-Za-z0-9._~+/-]+=*$'
        }),
        initialAccessTokenFile: optionalText('File with this token, instead of `initialAccessToken`.')
      }
    ),
    scopes: Type.Record(Type.String({ pattern: SCOPE }), Type.String({ minLength: 1, maxLength: 200 }), {
      default: {},
      additionalProperties: false,
      description:
        'What a scope of an application permits, in the words of the consent page. A scope without words is shown by its name.'
    }),
    defaultResource: optionalText(
      'Name of the application that a token is for if a client names neither a `resource` nor scopes of one application alone. Null: such a request gets `invalid_target`.'
    ),
    accessTokenSeconds: integer('Lifetime of access tokens, in seconds.', {
      default: 600,
      minimum: 60,
      maximum: 900
    }),
    refreshTokenSeconds: integer(
      'Lifetime of a refresh token that is not used, in seconds. The grant itself lasts `session.absoluteSeconds` from the sign-in.',
      { default: 1209600, minimum: 300, maximum: 31536000 }
    )
  }
)

/** The configuration with the section of this plugin. */
export type OauthConfig = Config & { authorizationServer: Static<typeof authorizationServer> }
