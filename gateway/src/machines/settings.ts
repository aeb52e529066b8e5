import { Type } from 'typebox'
import {
  APPLICATION_NAME,
  flag,
  HEADER_NAME,
  optionalText,
  strictObject,
  text
} from '../config/schema/fields.ts'

const issuer = strictObject({
  issuer: text(
    'Issuer, exactly as in `iss`: `https://securetoken.google.com/<project>` for id tokens of the project itself, `https://accounts.google.com` for Google service accounts, or any OpenID provider with a discovery document. https; http on this machine only.',
    { pattern: '^https?://[^@?#\\s]+$', maxLength: 500 }
  ),
  audiences: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
    minItems: 1,
    description:
      'Accepted values of `aud`, such as the gateway’s URL; the project id for id tokens of the project. One of a token’s audiences must be listed.'
  }),
  claims: Type.Record(Type.String({ minLength: 1 }), Type.Array(Type.String(), { minItems: 1 }), {
    default: {},
    description:
      'Required claims: claim -> accepted values, such as `{ email: [ci@acme.iam.gserviceaccount.com] }` or `{ repository: [acme/wiki] }`. Needed for issuers that give anyone a token for any audience, as Google and GitHub do. `email` requires `email_verified` to be true.'
  }),
  jwksUri: optionalText(
    'URL of the issuer’s keys (a JWK set), if it has no discovery document. null: as in `<issuer>/.well-known/openid-configuration`.',
    { pattern: '^https?://[^@#\\s]+$' }
  ),
  headers: Type.Array(Type.String({ pattern: HEADER_NAME }), {
    default: [],
    description:
      'Headers besides `Authorization` that carry a token of this issuer, without a scheme, such as `x-goog-iap-jwt-assertion` or `cf-access-jwt-assertion`. Not forwarded to the application.'
  }),
  applications: Type.Array(Type.String({ pattern: APPLICATION_NAME }), {
    default: [],
    description: 'Names of the applications that accept the tokens. Empty: all.'
  })
})

export const bearer = Type.Array(issuer, {
  default: [],
  description:
    'Issuers of bearer tokens for scripts and services. If empty, `Authorization` is forwarded unchanged. See `gateway/REFERENCE.md`, Machines.'
})

export const passUnknownBearer = flag(
  'Forwards bearer tokens in `Authorization` that are from no issuer in `bearer`, or are not JWTs, to the application, unverified and only with a valid session. Otherwise they are refused with 401. Invalid tokens of issuers in `bearer` always get 401.'
)
