import { Type } from 'typebox'
import { conditionReference, type WrittenCondition } from './conditions.ts'
import {
  choice,
  flag,
  HEADER_NAME,
  HOST_OR_WILDCARD,
  integer,
  list,
  optionalSection,
  optionalText,
  section,
  text
} from './fields.ts'
import { certificateFiles } from './server.ts'

/** From least to most restrictive. */
const LEVELS = ['public', 'optional', 'signed-in', 'deny'] as const

const requirement = Type.Object(
  {
    secondFactor: Type.Optional(
      Type.Boolean({
        description:
          'True: the visitor must have signed in with a second factor, of whatever kind. Sign-ins by custom token or as anonymous have none.'
      })
    ),
    signedInWithin: Type.Optional(
      Type.Integer({
        minimum: 60,
        description:
          'Longest time since the visitor signed in at the provider (`auth_time` of that sign-in), in seconds. Refreshing the session does not change it.'
      })
    )
  },
  {
    additionalProperties: false,
    description:
      'What the sign-in itself must be, beside `allow`. Visitors who lack it are asked to sign in again; calls get 401 `STEP_UP_REQUIRED`. Goes with `signed-in` and conditions.'
  }
)

const rule = Type.Object(
  {
    path: text('`/exact`, or `/folder/*` for everything below it.', {
      pattern: '^/[^*?#\\s]*(/\\*)?$|^/\\*$'
    }),
    host: Type.Optional(
      Type.String({
        pattern: HOST_OR_WILDCARD,
        description:
          'Host the rule is for, without a port; `*.example.com` for all hosts one label below. All hosts when left out.'
      })
    ),
    methods: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Z]+$' }), {
        minItems: 1,
        description: 'HTTP methods the rule is for; all when left out. `GET` covers `HEAD` too.'
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
  },
  { additionalProperties: false }
)

export const access = section('Who may see what. The first rule that matches decides.', {
  default: choice(
    LEVELS,
    'signed-in',
    'For requests that no rule matches: `public` lets everybody pass, `optional` everybody with the identity of those who are signed in, `signed-in` them alone, `deny` nobody.'
  ),
  rules: Type.Array(rule, { default: [], description: 'Rules, in order.' })
})

export const keepForms = section(
  'Forms that somebody posts whose session has ended. Only page loads by POST with `application/x-www-form-urlencoded`, from pages of the same origin, to the application behind this gateway.',
  {
    enabled: flag(
      'Such a visitor gets a page that keeps the fields in this tab of the browser, and sends them after sign-in when the visitor presses “Send”. Otherwise the form is lost.'
    ),
    maxBytes: integer('Largest body that is kept, in bytes; what is larger is lost.', 65536, 1024, 1048576)
  }
)

export const cors = section(
  'Pages of other origins that call the application by script (CORS). The gateway answers their preflights, and lets them read its own refusals; what they may read of the application, the application says itself.',
  {
    origins: list(
      'Origins of those pages: scheme, host and port, such as `https://app.example.com`. Each is written out: `https://*.example.com` and `null` are not possible. `*` alone stands for every origin, without `credentials`.'
    ),
    credentials: flag(
      'They may send the session. To pages of another site, browsers send it only with `cookie.sameSite: none`; sibling hosts (`app.example.com` and `api.example.com`) are one site.'
    )
  }
)

const ADDRESS = {
  host: text('Address to bind.', { default: '127.0.0.1' }),
  port: integer('TCP port; 0 picks a free one.', 8081, 0, 65535)
}

export const forwardAuth = section(
  'Verdicts for a proxy that stands in front of applications and asks about every request (`auth_request`, `forward_auth`, `forwardAuth`, `ext_authz`). See `deploy/forward-auth/`.',
  {
    enabled: flag('Answer questions at `paths.verify`.'),
    listen: optionalSection(
      'Listener for questions alone. They are then not answered where visitors come in, which is recommended: an answer holds the identity of whoever asks. null: at `listen`.',
      {
        ...ADDRESS,
        tls: certificateFiles(
          'TLS 1.2 and 1.3 for the proxies, with HTTP/2 for those that speak it: Traefik then asks over few connections instead of opening one for nearly every request. The files are read again when they change. null: plain HTTP/1.1.'
        )
      }
    ),
    grpc: optionalSection(
      'Listener for the gRPC protocol of Envoy (`envoy.service.auth.v3.Authorization`), without TLS: for Envoy, Istio and the like on the same machine or network. null: none.',
      ADDRESS
    ),
    trustedProxies: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1 },
      default: null,
      description:
        'CIDRs of the proxies that may ask; everybody else gets 403, whatever the request says. null: those of the top-level `trustedProxies`.'
    }),
    origins: list(
      'Origins of the applications behind those proxies, such as `https://wiki.example.com`; that of `publicUrl` belongs to them by itself. Questions about others are refused, and visitors are sent nowhere else after sign-in. Hosts other than that of `publicUrl` need `cookie.domain`.'
    )
  }
)

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

export const bearer = Type.Array(issuer, {
  default: [],
  description:
    'Issuers of bearer tokens that let scripts and services in. While it is empty, `Authorization` is the application’s own and passes untouched. See `gateway/REFERENCE.md`, Machines.'
})

export const passUnknownBearer = flag(
  'A bearer token in `Authorization` whose issuer `bearer` does not name here, or that is no JWT, is the application’s own: it passes beside a valid session, unverified, and counts for nothing. Otherwise it is refused with 401. Wrong tokens of the issuers of `bearer` are 401 in any case.'
)
