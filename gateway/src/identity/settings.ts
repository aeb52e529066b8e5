import { Type } from 'typebox'
import { choice, HEADER_NAME, list, optionalText, section } from '../config/schema/fields.ts'
export const audience = optionalText(
  '`aud` of the assertion, for applications that expect a fixed one; null: the origin of the request, which is that of `publicUrl` unless there are several hosts.',
  { minLength: 1, maxLength: 255 }
)

/** `x-gatehouse-assertion`. */
export const assertion = section('The signed assertion of the identity, a JWT.', {
  algorithm: choice(
    ['ES256', 'RS256'],
    'ES256',
    'Signature algorithm. `RS256` is for libraries without elliptic curves, and requires `privateKeys`.'
  ),
  privateKeys: list(
    'Private keys in PEM that sign the assertion, instead of keys derived from `cookie.signatureKeys`: P-256 for `ES256`, RSA of at least 2048 bits for `RS256`. The first one signs, all are published. To rotate, append the new key, move it first once applications have fetched the key set again (five minutes), and remove the old one five minutes later.'
  ),
  privateKeysFile: optionalText('File with one or several keys in PEM, instead of `privateKeys`.'),
  audience
})

export const identityHeaders = Type.Record(
  Type.String({ pattern: HEADER_NAME }),
  Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  {
    default: {},
    additionalProperties: false,
    description:
      'Header name in lower case -> claim, in addition to the defaults (`x-forwarded-user`, `x-forwarded-email`, `x-forwarded-preferred-username`, `x-gatehouse-assertion`). `$idToken` sends `Bearer <id token>`, `$assertion` the signed assertion, `$signInProvider` and `$secondFactor` the sign-in method. The claim `email` is sent only if it is verified; `$emailUnverified` always sends it. null disables a header. `preset` adds the headers of another gateway (`authelia`, `oauth2-proxy`, `iap` or `cloudflare`), or those of an application, with its session cookies for `clearCookies`: see `gateway/docs/application-recipes.md`.'
  }
)
