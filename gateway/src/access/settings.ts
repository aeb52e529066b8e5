import { type Static, Type } from 'typebox'
import {
  choice,
  flag,
  HOST_OR_WILDCARD,
  integer,
  list,
  optionalChoice,
  section,
  strictObject,
  text
} from '../config/schema/fields.ts'

const oneOrMore = (description: string) =>
  Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    minLength: 1,
    minItems: 1,
    items: { type: 'string', minLength: 1 },
    description
  })

/** True or false, without a default. */
const boolean = (description: string) => Type.Boolean({ description })

const facts = {
  claim: text(
    'Name of a claim of the id token, or a path such as `firebase.identities`; a claim whose name contains dots takes precedence.',
    { minLength: 1 }
  ),
  oneOf: Type.Array(Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }), {
    minItems: 1,
    description: 'With `claim`: accepted values; of a list, one member must match.'
  }),
  present: boolean(
    'With `claim`: true if it must be present and not null, false if it must be missing or null.'
  ),
  uid: oneOrMore('Uids.'),
  email: oneOrMore('Email addresses, case-insensitive. The address must be verified.'),
  emailDomain: oneOrMore(
    'Domains of the email address, such as `example.com`, not including subdomains. The address must be verified.'
  ),
  allowUnverified: boolean(
    'With `email`, `emailDomain` or the claim `email`: accept unverified addresses. If sign-up is open, anyone can claim any unused address.'
  ),
  emailVerified: boolean('Whether the email address is verified.'),
  tenant: oneOrMore('Tenant ids. Accounts of the project itself have none.'),
  provider: oneOrMore('Sign-in methods, such as `password`, `google.com` or `saml.acme`.'),
  scopes: oneOrMore(
    'Scopes that an access token must have, all of them. Visitors with a session of their own are not limited by scopes.'
  ),
  secondFactor: boolean('Whether the visitor signed in with a second factor.'),
  appCheck: boolean(
    'True: the request must carry a valid App Check token of one of `identityPlatform.appCheck.appIds` in `X-Firebase-AppCheck`. Other requests get 403 `APP_CHECK_REQUIRED`. False: it must carry none.'
  ),
  network: oneOrMore('CIDRs or addresses that include the client’s address.')
}

/** A condition as written; `checkCondition` ensures a single kind. */
export interface WrittenCondition extends Partial<Static<Type.TObject<typeof facts>>> {
  all?: WrittenCondition[]
  any?: WrittenCondition[]
  not?: WrittenCondition
}

const SELF = { $ref: '#/definitions/condition' }

const conditions = (description: string) => ({ type: 'array', items: SELF, description })

/** The JSON Schema of a condition, a named definition because conditions nest. */
export const condition = {
  type: 'object',
  description: 'A condition: one of all, any, not, claim, uid, email, emailDomain and so on.',
  additionalProperties: false,
  properties: {
    all: conditions('All of these conditions must hold; an empty list holds.'),
    any: conditions('One of these conditions must hold; an empty list never holds.'),
    not: { ...SELF, description: 'A condition that must not hold.' },
    ...facts
  }
}

/** A condition as a key of other sections. */
export const conditionReference = Type.Unsafe<WrittenCondition>(SELF)

/** From least to most restrictive. */
const LEVELS = ['public', 'optional', 'signed-in', 'deny'] as const

const requirement = strictObject(
  {
    secondFactor: Type.Optional(
      boolean(
        'True: the visitor must have signed in with a second factor of any kind. Sign-ins by custom token and anonymous ones have none.'
      )
    ),
    signedInWithin: Type.Optional(
      Type.Integer({
        minimum: 60,
        description:
          'Max age of the sign-in at the provider (`auth_time`), in seconds. Refreshing the session does not reset it.'
      })
    ),
    deviceBound: Type.Optional(
      boolean(
        'True: the session must be bound to the device, see `session.deviceBinding`. Others get 403 `DEVICE_BINDING_REQUIRED`.'
      )
    )
  },
  {
    description:
      'Requirements on the sign-in itself, in addition to `allow`. Visitors who do not meet them are asked to sign in again; other requests get 401 `STEP_UP_REQUIRED`. Only with `signed-in` and conditions.'
  }
)

const rule = strictObject({
  path: text(
    '`/exact`, or `/folder/*` for everything below it. `$cookieless`: what browsers, stores, crawlers and certificate authorities fetch without cookies, see the guide.',
    { pattern: '^/[^*?#\\s]*(/\\*)?$|^/\\*$|^\\$cookieless$' }
  ),
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
        'Paths at which other sites post forms to signed-in visitors, such as `/saml/acs`: SAML responses, LTI launches, returns from payments. The browser sends such a form without the session cookie (`SameSite`); a page of the gateway posts it again from its own origin. The application itself must refuse forged forms there.'
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

export const clearCookies = Type.Array(
  Type.String({ pattern: "^[!#$%&'+.^_`|~0-9A-Za-z-]+\\*?$", maxLength: 100 }),
  {
    default: [],
    maxItems: 32,
    uniqueItems: true,
    description:
      'Session cookies of the application, by name or prefix, such as `app_*`. Those of one account never reach it together with the session of another, and the browser deletes them at sign-out, once the session has ended, and when a session of another account begins on their host.'
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
