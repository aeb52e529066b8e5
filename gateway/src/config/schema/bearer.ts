import { Type } from 'typebox'
import { flag, HEADER_NAME, optionalText, text } from './fields.ts'

const APPLICATION_NAME = '^[a-z0-9-]{1,32}$'

const issuer = Type.Object(
  {
    issuer: text(
      'Who issues the tokens, exactly as their `iss` says: `https://securetoken.google.com/<project>` for id tokens of the project itself, `https://accounts.google.com` for Google service accounts, or any OpenID provider with a discovery document. https; http on this machine only.',
      { pattern: '^https?://[^@?#\\s]+$', maxLength: 500 }
    ),
    audiences: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      minItems: 1,
      description:
        'Values of `aud` that are meant for this gateway, such as its URL; the project id for id tokens of the project. A token passes when one of its audiences is here.'
    }),
    claims: Type.Record(Type.String({ minLength: 1 }), Type.Array(Type.String(), { minItems: 1 }), {
      default: {},
      description:
        'What tokens must say beside that, claim -> values of which one must be there: `{ email: [ci@acme.iam.gserviceaccount.com] }`, `{ repository: [acme/wiki] }`. Needed where an issuer gives anybody a token for any audience, as Google and GitHub do. `email` counts only when `email_verified` is true.'
    }),
    jwksUri: optionalText(
      'Address of the issuer’s keys (a JWK set), where it has no discovery document. null: what `<issuer>/.well-known/openid-configuration` says.',
      { pattern: '^https?://[^@#\\s]+$' }
    ),
    headers: Type.Array(Type.String({ pattern: HEADER_NAME }), {
      default: [],
      description:
        'Headers that hold a token of this issuer beside `Authorization`, without a scheme, such as `x-goog-iap-jwt-assertion` or `cf-access-jwt-assertion`. The application gets none of them.'
    }),
    applications: Type.Array(Type.String({ pattern: APPLICATION_NAME }), {
      default: [],
      description: 'Names of the applications at which the tokens count; none: all.'
    })
  },
  { additionalProperties: false }
)

/** Callers that are no browsers. */
export const bearer = Type.Array(issuer, {
  default: [],
  description:
    'Issuers of bearer tokens that let scripts and services in. While it is empty, `Authorization` is the application’s own and passes untouched. See `gateway/REFERENCE.md`, Machines.'
})

/** Tokens that are meant for an application alone. */
export const passUnknownBearer = flag(
  'A bearer token in `Authorization` whose issuer `bearer` does not name here, or that is no JWT, is the application’s own: it passes beside a valid session, unverified, and counts for nothing. Otherwise it is refused with 401. Wrong tokens of the issuers of `bearer` are 401 in any case.'
)
