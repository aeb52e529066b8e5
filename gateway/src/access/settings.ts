import { type Static, Type } from 'typebox'
import {
  choice,
  flag,
  HEADER_NAME,
  HOST_OR_WILDCARD,
  integer,
  list,
  optionalChoice,
  optionalInteger,
  optionalSection,
  optionalText,
  section,
  strictObject,
  text
} from '../config/schema/fields.ts'
import { address, certificateFiles } from '../http/settings.ts'

const oneOrMore = (description: string) =>
  Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    minLength: 1,
    minItems: 1,
    items: { type: 'string', minLength: 1 },
    description
  })

const facts = {
  claim: text(
    'Name of a claim of the id token, or a path such as `firebase.identities`; a claim whose name contains dots takes precedence.',
    { minLength: 1 }
  ),
  oneOf: Type.Array(Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }), {
    minItems: 1,
    description: 'With `claim`: accepted values; of a list, one member must match.'
  }),
  present: Type.Boolean({
    description: 'With `claim`: true if it must be present and not null, false if it must be missing or null.'
  }),
  uid: oneOrMore('Uids.'),
  email: oneOrMore('Email addresses, case-insensitive. The address must be verified.'),
  emailDomain: oneOrMore(
    'Domains of the email address, such as `example.com`, not including subdomains. The address must be verified.'
  ),
  allowUnverified: Type.Boolean({
    description:
      'With `email`, `emailDomain` or the claim `email`: accept unverified addresses. If sign-up is open, anyone can claim any unused address.'
  }),
  emailVerified: Type.Boolean({ description: 'Whether the email address is verified.' }),
  tenant: oneOrMore('Tenant ids. Accounts of the project itself have none.'),
  provider: oneOrMore('Sign-in methods, such as `password`, `google.com` or `saml.acme`.'),
  scopes: oneOrMore(
    'Scopes that an access token must have, all of them. Visitors with a session of their own are not limited by scopes.'
  ),
  secondFactor: Type.Boolean({ description: 'Whether the visitor signed in with a second factor.' }),
  appCheck: Type.Boolean({
    description:
      'True: the request must carry a valid App Check token of one of `identityPlatform.appCheck.appIds` in `X-Firebase-AppCheck`. Other requests get 403 `APP_CHECK_REQUIRED`. False: it must carry none.'
  }),
  network: oneOrMore('CIDRs or addresses that include the client’s address.')
}

/** A condition as written; `checkCondition` ensures a single kind. */
export interface WrittenCondition extends Partial<Static<Type.TObject<typeof facts>>> {
  all?: WrittenCondition[]
  any?: WrittenCondition[]
  not?: WrittenCondition
}

const SELF = { $ref: '#/definitions/condition' }

/** The JSON Schema of a condition, a named definition because conditions nest. */
export const condition = {
  type: 'object',
  description: 'A condition: one of all, any, not, claim, uid, email, emailDomain and so on.',
  additionalProperties: false,
  properties: {
    all: {
      type: 'array',
      items: SELF,
      description: 'All of these conditions must hold; an empty list holds.'
    },
    any: {
      type: 'array',
      items: SELF,
      description: 'One of these conditions must hold; an empty list never holds.'
    },
    not: { ...SELF, description: 'A condition that must not hold.' },
    ...facts
  }
}

const conditionReference = Type.Unsafe<WrittenCondition>(SELF)

/** From least to most restrictive. */
const LEVELS = ['public', 'optional', 'signed-in', 'deny'] as const

const requirement = strictObject(
  {
    secondFactor: Type.Optional(
      Type.Boolean({
        description:
          'True: the visitor must have signed in with a second factor of any kind. Sign-ins by custom token and anonymous ones have none.'
      })
    ),
    signedInWithin: Type.Optional(
      Type.Integer({
        minimum: 60,
        description:
          'Max age of the sign-in at the provider (`auth_time`), in seconds. Refreshing the session does not reset it.'
      })
    )
  },
  {
    description:
      'Requirements on the sign-in itself, in addition to `allow`. Visitors who do not meet them are asked to sign in again; other requests get 401 `STEP_UP_REQUIRED`. Only with `signed-in` and conditions.'
  }
)

const rule = strictObject({
  path: text('`/exact`, or `/folder/*` for everything below it.', {
    pattern: '^/[^*?#\\s]*(/\\*)?$|^/\\*$'
  }),
  host: Type.Optional(
    Type.String({
      pattern: HOST_OR_WILDCARD,
      description:
        'Host that the rule applies to, without a port; `*.example.com` covers all hosts one label below. Default: all hosts.'
    })
  ),
  methods: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Z]+$' }), {
      minItems: 1,
      description:
        'HTTP methods that the rule applies to, as HTTP says them: a form with `_method=DELETE` is a POST, see `framework`. `GET` includes `HEAD`. Default: all.'
    })
  ),
  allow: Type.Unsafe<(typeof LEVELS)[number] | WrittenCondition>({
    description: '`public`, `optional`, `signed-in`, `deny`, or a condition such as `{ claim, oneOf }`.',
    if: { type: 'object' },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema keyword
    then: conditionReference,
    else: { enum: LEVELS }
  }),
  require: Type.Optional(requirement)
})

export const access = section('Access rules. The first rule that matches decides.', {
  default: choice(
    LEVELS,
    'signed-in',
    'For requests that no rule matches: `public` admits everyone; `optional` also admits everyone, but identifies signed-in visitors; `signed-in` admits only signed-in visitors; `deny` admits no one.'
  ),
  extensions: Type.Optional(
    choice(
      ['covered', 'separate'],
      'covered',
      'Whether a rule that demands something also covers what servers may deliver as another form of its path: `/admin.json`, `/admin.html` and `/admin/index.html` for `/admin`, `/admin` for `/admin.html`. `separate`: only the path itself.'
    )
  ),
  crossSitePosts: Type.Optional(
    Type.Array(Type.String({ pattern: '^/[^*?#\\s]*$' }), {
      uniqueItems: true,
      description:
        'Paths at which other sites post forms to signed-in visitors, such as `/saml/acs`: replies of SAML, launches of LTI, returns from payments. The browser sends such a form without the session cookie (`SameSite`); a page of the gateway posts it once more from the own origin. The application must itself refuse forged forms there. Default: none.'
    })
  ),
  rules: Type.Array(rule, { default: [], description: 'Rules, in order.' })
})

const FRAMEWORKS = [
  'nextjs',
  'react-router',
  'nuxt',
  'sveltekit',
  'gatsby',
  'astro',
  'rails',
  'spring',
  'express',
  'django',
  'php',
  'symfony',
  'laravel',
  'wordpress'
] as const

export const framework = optionalChoice(
  FRAMEWORKS,
  'Framework of the application, whose other addresses for a page must meet the rules of that page too, such as `/_next/data/<build>/admin.json` of Next.js or `/index.php/admin` of PHP. `react-router` includes Remix. See `gateway/docs/framework-paths.md`. null: paths are only what they say.'
)

export const publicActions = flag(
  'With `framework`: every server action, and every page that a posted form can name, checks its caller itself. Otherwise such requests must meet all rules of the application together, because the path does not say which page they are for; on paths that need no session they get 403.'
)

export const keepForms = section(
  'Forms posted after the session has ended. Only page loads by POST with `application/x-www-form-urlencoded`, from pages of the same origin, to a proxied application.',
  {
    enabled: flag(
      'Shows a page that keeps the fields in the browser tab and sends them after sign-in when the visitor presses “Send”. Otherwise the form is lost.'
    ),
    maxBytes: integer('Max size of a kept body, in bytes; larger ones are lost.', {
      default: 65536,
      minimum: 1024,
      maximum: 1048576
    })
  }
)

export const clientSdk = section(
  'Firebase code of the application in the browser, which needs the client SDK signed in (Firestore, Storage): `GET /_auth/firebase-token` gives scripts of a host’s own pages a custom token for the account of the session. The browser then has a refresh token of its own, which those scripts can read, and which a sign-out ends only with `/logout?everywhere=1`. See `gateway/docs/firebase-sdk.md`.',
  {
    enabled: flag('Gives out custom tokens. Needs Google credentials that can sign.'),
    hosts: Type.Array(Type.String({ pattern: HOST_OR_WILDCARD }), {
      default: [],
      description:
        'Hosts whose pages get custom tokens, without a port; `*.example.com` covers all hosts one label below. Empty: every host of the gateway. Elsewhere the path is 404.'
    }),
    allow: Type.Unsafe<'signed-in' | WrittenCondition>({
      type: ['object', 'string'],
      pattern: '^signed-in$',
      default: 'signed-in',
      description: 'Who gets them: `signed-in`, or a condition as in `access.rules`.',
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema keyword
      then: conditionReference
    }),
    require: section(
      'Requirements on the sign-in itself, as in `access.rules`. A custom token begins a new sign-in at the provider, which counts as recent there: with it, scripts can change password and address of the account.',
      {
        secondFactor: flag('The visitor must have signed in with a second factor of any kind.'),
        signedInWithin: optionalInteger('Max age of the sign-in, in seconds; null: any.', {
          minimum: 60,
          maximum: 31536000
        })
      }
    ),
    claims: list(
      'Claims of the session that the custom token carries into the id tokens of the client SDK, where security rules see them, such as those of `beforeSignIn`. Custom claims of the account are in them anyway. Names, no paths.'
    ),
    maxAgeSeconds: integer(
      'How long a custom token can be used, in seconds. The sign-in that it begins lasts until it is revoked.',
      { default: 300, minimum: 60, maximum: 3600 }
    )
  }
)

export const clearCookies = Type.Array(
  Type.String({ pattern: "^[!#$%&'+.^_`|~0-9A-Za-z-]+\\*?$", maxLength: 100 }),
  {
    default: [],
    maxItems: 32,
    uniqueItems: true,
    description:
      'Cookies by which the application keeps sessions of its own, by name, or by the begin of their names, such as `app_*`. Those of one account never reach it together with the session of another, and the browser deletes them at sign-out, once the session is over, and when a session of another account begins at their host.'
  }
)

export const cors = section(
  'Other origins whose scripts may call the application (CORS). The gateway responds to their preflights and lets them read its own error responses; the application sets the headers of its own responses.',
  {
    origins: list(
      'Allowed origins: scheme, host and port, such as `https://app.example.com`. No patterns such as `https://*.example.com`, and no `null`. `*` alone allows every origin, without `credentials`.'
    ),
    credentials: flag(
      'Allows them to send the session. Browsers send it for pages of another site only with `cookie.sameSite: none`; sibling hosts (`app.example.com` and `api.example.com`) are one site.'
    )
  }
)

export const forwardAuth = section(
  'Forward auth, for a proxy that delivers applications and sends an auth request for each of their requests (`auth_request`, `forward_auth`, `forwardAuth`, `ext_authz`). See `deploy/forward-auth/`.',
  {
    enabled: flag('Accept auth requests at `paths.verify`.'),
    listen: optionalSection(
      'Separate listener for auth requests, which are then not accepted on the public listener. Recommended, because responses contain the visitor’s identity. null: use `listen`.',
      {
        ...address(8081),
        tls: certificateFiles(
          'TLS 1.2 and 1.3 for the proxies, without HTTP/2. Changed files are reloaded. null: plain HTTP/1.1.'
        )
      }
    ),
    grpc: optionalSection(
      'Listener for Envoy’s gRPC protocol (`envoy.service.auth.v3.Authorization`), without TLS: for Envoy, Istio and the like on the same machine or network. null: none.',
      address(8081)
    ),
    trustedProxies: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1 },
      default: null,
      description:
        'CIDRs of the proxies that may send auth requests; others get 403. null: those of the top-level `trustedProxies`.'
    }),
    origins: list(
      'Origins of the applications behind those proxies, such as `https://wiki.example.com`; that of `publicUrl` is always included. Auth requests for other origins are refused, and visitors are never redirected to them after sign-in. Hosts other than that of `publicUrl` need `cookie.domain`.'
    )
  }
)

export const APPLICATION_NAME = '^[a-z0-9-]{1,32}$'

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
