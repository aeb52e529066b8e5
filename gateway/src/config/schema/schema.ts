import { type Static, type TSchema, Type } from 'typebox'
import { PROVIDER_ENDPOINTS } from '../defaults.ts'

const HEADER_NAME = '^[a-z0-9][a-z0-9-]*$'
const PATH = '^/[A-Za-z0-9._~/-]*$'
/** A host name without a port, or a path such as `/acme/*`. */
const TENANT_PLACE = '^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|/[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*(/\\*)?)$'
/** Scheme, host and port; user information would be a secret in a place that is logged. */
const ORIGIN = '^https?://[^/@?#\\s]+/?$'

const text = (description: string, options: object = {}) => Type.String({ description, ...options })
const optionalText = (description: string, options: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], default: null, description, ...options })
const integer = (description: string, value: number, minimum: number, maximum: number) =>
  Type.Integer({ description, default: value, minimum, maximum })
const flag = (description: string) => Type.Boolean({ description, default: false })
const list = (description: string, options: object = {}) =>
  Type.Array(Type.String({ minLength: 1 }), { description, default: [], ...options })
const path = (description: string, value: string) =>
  Type.String({ description, default: value, pattern: PATH })
const section = <P extends Record<string, TSchema>>(description: string, properties: P) =>
  Type.Object(properties, { description, default: {}, additionalProperties: false })
/** A section that null switches off. */
const sectionOrNull = <P extends Record<string, TSchema>>(description: string, properties: P) =>
  Type.Unsafe<Static<Type.TObject<P>> | null>({
    ...section(description, properties),
    type: ['object', 'null']
  })

const HOST = '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$'
/** A language of `login-ui/locales`; a test holds the two together. */
const LOCALE = '^(en|de|fr|es|pt-BR|ja|zh-Hans|ar)$'
/** No user information: it would be a secret on a page. */
const LINK = '^(https://[^\\s@/?#:"<>]+(:\\d{1,5})?([/?#]\\S*)?|mailto:[^\\s@]+@[^\\s@]+)$'
/** Something to read, without control characters and without what turns the direction of the text around it. */
const NAME = '^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]+$'
const COLOUR = '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$'

const locale = (description: string, options: object = {}) =>
  text(description, { pattern: LOCALE, ...options })
const colour = (description: string) => optionalText(`${description} As \`#1f5eff\`.`, { pattern: COLOUR })
const link = (description: string) =>
  optionalText(`${description} An https or mailto URL.`, { pattern: LINK })
const imageFile = (what: string, otherwise = '') =>
  optionalText(`${what}: an SVG, PNG, JPEG, WebP or ICO file of at most 256 kB${otherwise}.`, {
    pattern: '\\.([sS][vV][gG]|[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[iI][cC][oO])$'
  })
/** For the keys of a host: what is left out there is as everywhere, so it must not be filled in. */
const withoutDefault = ({ default: _default, ...rest }: TSchema & { default?: unknown }) =>
  Type.Optional(Type.Unsafe<string | null>(rest))
const tenantName = Type.String({ minLength: 1, pattern: '^[A-Za-z0-9-]+$' })

const provider = Type.Object(
  {
    id: text(
      '`google.com`, `github.com`, `microsoft.com`, `apple.com`, `facebook.com`, `twitter.com`, `yahoo.com`, or `saml.…` or `oidc.…` as the project calls it.',
      {
        pattern: '^[a-z0-9][A-Za-z0-9._-]{0,127}$'
      }
    ),
    name: Type.Optional(
      text('What visitors know it by; needed for `saml.…` and `oidc.…`.', { pattern: NAME, maxLength: 60 })
    ),
    icon: Type.Optional(imageFile('Icon of the button')),
    scopes: Type.Optional(list('OAuth scopes beside the default ones.')),
    params: Type.Optional(
      Type.Record(Type.String({ minLength: 1 }), Type.String(), {
        description: 'Parameters for the provider, such as `{ hd: example.com }`.'
      })
    )
  },
  { additionalProperties: false }
)

/** What a host may say differently; what is left out is as everywhere, what is null is not there. */
const hostOverrides = Type.Object(
  {
    brand: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(text('Name of the application.', { pattern: NAME, maxLength: 80 })),
          logo: withoutDefault(imageFile('Logo')),
          logoDark: withoutDefault(
            imageFile('Logo on dark backgrounds', '; null, or left out beside a `logo`: that one')
          ),
          favicon: withoutDefault(imageFile('Icon of the tab')),
          background: withoutDefault(imageFile('Picture behind the card'))
        },
        { additionalProperties: false }
      )
    ),
    theme: Type.Optional(
      Type.Object(
        {
          accent: withoutDefault(colour('Accent.')),
          accentDark: withoutDefault(
            colour(
              'Accent on dark backgrounds; null, or left out beside an `accent`: the nearest shade of that one.'
            )
          )
        },
        { additionalProperties: false }
      )
    ),
    links: Type.Optional(
      Type.Object(
        {
          privacy: withoutDefault(link('Privacy notice.')),
          terms: withoutDefault(link('Terms of use.')),
          help: withoutDefault(link('Help.')),
          contact: withoutDefault(link('Whom to ask.'))
        },
        { additionalProperties: false }
      )
    ),
    destinations: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^/[A-Za-z0-9._~/-]*$' }),
        Type.String({ minLength: 1, maxLength: 80 })
      )
    )
  },
  { additionalProperties: false }
)

const claimCondition = Type.Object(
  {
    claim: text('Name of a claim of the id token.', { minLength: 1 }),
    oneOf: Type.Array(Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }), {
      minItems: 1,
      description:
        'Values that let a visitor pass; a claim that is a list passes when one of its members is here.'
    }),
    allowUnverified: Type.Optional(
      Type.Boolean({
        description:
          'With the claim `email`: an address counts even if nobody has verified it. Where sign-up is open, anybody can claim any unused address.'
      })
    )
  },
  { additionalProperties: false }
)

const rule = Type.Object(
  {
    path: text('`/exact`, or `/folder/*` for everything below it.', {
      pattern: '^/[^*?#\\s]*(/\\*)?$|^/\\*$'
    }),
    methods: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Z]+$' }), {
        minItems: 1,
        description: 'HTTP methods the rule is for; all when left out. `GET` covers `HEAD` too.'
      })
    ),
    allow: Type.Unsafe<'public' | 'signed-in' | Static<typeof claimCondition>>({
      description: '`public`, `signed-in`, or a claim condition `{ claim, oneOf }`.',
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema keyword
      then: claimCondition,
      else: { enum: ['public', 'signed-in'] }
    })
  },
  { additionalProperties: false }
)

/**
 * The one source of configuration. The type of a configuration follows from it; `config/gatehouse.schema.json`, which the
 * gateway validates with and editors read, and the reference `config/README.md` are generated from it. While the gateway
 * runs, only the type of this module is used: the library that builds the schema takes longer to load than the rest of
 * the start.
 */
export const configSchema = Type.Object(
  {
    publicUrl: text('Origin that visitors use, without a path, such as `https://app.example.com`.', {
      pattern: ORIGIN
    }),
    listen: section('Where visitors (or the load balancer) reach the gateway.', {
      host: text('Address to bind.', { default: '127.0.0.1' }),
      port: integer('TCP port; 0 picks a free one.', 8080, 0, 65535)
    }),
    management: section('Listener for `/livez` and `/readyz`; keep it away from visitors.', {
      host: text('Address to bind.', { default: '127.0.0.1' }),
      port: integer('TCP port; 0 picks a free one.', 9464, 0, 65535)
    }),
    trustedProxies: list(
      'CIDRs of proxies in front of the gateway whose `X-Forwarded-For`, `X-Forwarded-Host` and `X-Request-Id` are believed. Empty: nobody.'
    ),
    upstream: section('The application behind the gateway.', {
      url: text('Origin of the application, without a path, such as `http://127.0.0.1:3000`.', {
        pattern: ORIGIN
      }),
      hostHeader: Type.Unsafe<'public' | 'upstream'>({
        enum: ['public', 'upstream'],
        default: 'public',
        description: '`Host` that the application sees: that of `publicUrl`, or that of `upstream.url`.'
      }),
      passHeaders: Type.Array(Type.String({ pattern: HEADER_NAME }), {
        default: [],
        description:
          'Lower-case names of client headers that reach the application although the gateway drops them, such as `x-http-method-override`. Every client can then set them.'
      }),
      sharedCaching: flag(
        'Answers to requests that needed a session keep the `Cache-Control` of the application. Otherwise shared caches may not store them: `public` and `s-maxage` are taken out, `private` is added.'
      ),
      connectTimeoutMs: integer('Longest wait for a connection, in milliseconds.', 5000, 1, 600000),
      headersTimeoutMs: integer(
        'Longest wait for the head of an answer, in milliseconds; 0 waits for ever.',
        60000,
        0,
        3600000
      ),
      idleTimeoutMs: integer(
        'Longest silence inside an answer, in milliseconds; 0 allows any, as event streams need.',
        0,
        0,
        86400000
      ),
      uploadIdleTimeoutMs: integer(
        'Longest silence inside a request body, in milliseconds; 0 allows any.',
        60000,
        0,
        3600000
      )
    }),
    identityPlatform: section('Google Identity Platform (Firebase Authentication).', {
      projectId: text('Project id (not the number).', { pattern: '^[a-z0-9][a-z0-9:.-]*$', maxLength: 64 }),
      apiKey: text('Web API key of the project.', { default: '' }),
      apiKeyFile: optionalText('File that holds the web API key, instead of `apiKey`.'),
      tenantId: optionalText(
        'Tenant that every account must belong to; null: the project itself, and tokens of tenants are refused.',
        {
          minLength: 1
        }
      ),
      tenants: Type.Record(
        Type.String({ pattern: TENANT_PLACE }),
        Type.String({ minLength: 1, pattern: '^[A-Za-z0-9-]+$' }),
        {
          default: {},
          additionalProperties: false,
          description:
            'Host (`acme.example.com`) or path (`/acme/*`) -> tenant whose accounts may pass there. What nothing matches belongs to `tenantId`, and to the tenants of `login.tenants`.'
        }
      ),
      credentials: text(
        'Google credentials: the JSON text of a service account key, or of any other file that `credentialsFile` takes.',
        { default: '' }
      ),
      credentialsFile: optionalText(
        'File with the same, instead of `credentials`; null: application default credentials, which are the file named by `GOOGLE_APPLICATION_CREDENTIALS`, else the one that gcloud keeps, else the metadata server on a machine of Google, else none.'
      ),
      serviceAccountEmail: optionalText(
        'Service account that signs custom tokens when the credentials hold no key; null: the one that they impersonate, or that of the machine.',
        { pattern: '^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$' }
      ),
      authDomain: optionalText('Domain that serves the federated sign-in helper.'),
      allowAnonymous: flag('Accept anonymous accounts. Anybody who holds the public API key can make one.'),
      emulatorHost: optionalText(
        '`host:port` of the official auth emulator. Its tokens are UNSIGNED: anybody can sign in as anybody.'
      ),
      emulatorAnywhere: flag(
        'Allow `emulatorHost` with a `publicUrl` or `listen.host` that is not loopback, or a project id that does not begin with `demo-`.'
      ),
      endpoints: section('Other base URLs of the provider, for tests and private gateways.', {
        identityToolkit: text('Account and sign-in calls.', { default: PROVIDER_ENDPOINTS.identityToolkit }),
        secureToken: text('Refresh calls.', { default: PROVIDER_ENDPOINTS.secureToken }),
        certificates: text('Public keys of id tokens: an x509 map or a JWK set.', {
          default: PROVIDER_ENDPOINTS.certificates
        }),
        oauthToken: text('Access tokens of the service account.', {
          default: PROVIDER_ENDPOINTS.oauthToken
        }),
        sts: text('Access tokens for identities of other clouds (workload identity).', {
          default: PROVIDER_ENDPOINTS.sts
        }),
        iamCredentials: text('Impersonation, and signatures without a key.', {
          default: PROVIDER_ENDPOINTS.iamCredentials
        })
      })
    }),
    cookie: section('The session cookie.', {
      name: optionalText(
        'Name; null: `__Host-gatehouse` on https, `__Secure-gatehouse` with a domain, `gatehouse` on http.',
        { pattern: '^[A-Za-z0-9_-]{1,64}$' }
      ),
      allowPlainName: flag(
        'On https, take a `name` that begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts can then plant the cookie.'
      ),
      domain: optionalText(
        '`Domain` attribute, of your own and no public suffix such as `com`; null keeps the cookie on the host of `publicUrl` alone.',
        {
          pattern: '^[a-z0-9.-]+$'
        }
      ),
      sameSite: Type.Unsafe<'lax' | 'strict' | 'none'>({
        enum: ['lax', 'strict', 'none'],
        default: 'lax',
        description: '`SameSite` attribute.'
      }),
      signatureKeys: list(
        'Random secrets of at least 32 bytes each, as `gatehouse keys generate` makes them; others in hexadecimal digits or base64 (`openssl rand -base64 32`). What can be guessed, such as words and repetitions, is refused. The first signs, all verify: put a new key first, drop the old one later.'
      ),
      signatureKeysFile: optionalText('File with one key a line, instead of `signatureKeys`.')
    }),
    hsts: sectionOrNull(
      '`Strict-Transport-Security` on every answer when `publicUrl` is https: browsers then use https alone for this host, on every port. An answer of the application that carries the header keeps its own. null: not sent; to take it back from browsers that know it, send `maxAgeSeconds: 0` for a while.',
      {
        maxAgeSeconds: integer(
          'How long browsers remember it after each answer, in seconds; 0: they forget it.',
          31536000,
          0,
          315360000
        ),
        includeSubDomains: flag('For every host below this one too: all of them must then be on https.'),
        preload: flag(
          'Consent to the list that browsers are delivered with (https://hstspreload.org), which takes long to leave. Needs `includeSubDomains` and a year.'
        )
      }
    ),
    session: section('How long a session lives and how it is made.', {
      absoluteSeconds: integer('Longest life of a session, in seconds.', 1209600, 60, 31536000),
      idleSeconds: integer(
        'Longest pause between two requests, in seconds; noted in the cookie at most once a minute, so it may bite up to a minute early. 0: no limit; else at least 120.',
        0,
        0,
        31536000
      ),
      revocationCheckSeconds: integer(
        'How often an account is looked up while it is in use, in seconds: after that long at the latest a disabled, deleted or revoked account is out. 0: only at a refresh.',
        300,
        0,
        86400
      ),
      expiredGraceSeconds: integer(
        'How long an expired session may still pass while the provider is away, in seconds; marked in `x-gatehouse-expired` and the log. 0: not at all.',
        0,
        0,
        86400
      ),
      acquire: Type.Unsafe<'auto' | 'exchange' | 'handover'>({
        enum: ['auto', 'exchange', 'handover'],
        default: 'auto',
        description:
          '`exchange`: tokens of its own, by a custom token of the service account; `handover`: the login page hands over its refresh token; `auto`: exchange when there are credentials that can sign.'
      }),
      maxSignInAgeSeconds: integer(
        'Longest time between a sign-in at the provider and the session that it begins, in seconds; verifying an address and setting up a second factor happen in between. Counted from `auth_time` of the id token, with five minutes more because clocks may differ. Sessions count from the same time, so one of `absoluteSeconds` or `idleSeconds` that is shorter is the limit.',
        900,
        60,
        86400
      ),
      requireVerifiedEmail: flag(
        'Sign-ins need a verified e-mail address; the login page offers to verify it. Accounts without an address cannot sign in. Sessions without one do not pass.'
      ),
      visibleClaims: Type.Unsafe<string[] | 'all' | null>({
        type: ['array', 'string', 'null'],
        items: { type: 'string', minLength: 1 },
        pattern: '^all$',
        default: null,
        description:
          'Claims that `GET paths.session` gives to the scripts of the site, by name or by path such as `firebase.identities`; `all`: every one. null: the standard claims of OpenID Connect, when and how the visitor signed in, the tenant, and what `identityHeaders` names.'
      }),
      signInProviders: Type.Unsafe<string[] | null>({
        type: ['array', 'null'],
        items: { type: 'string', minLength: 1, maxLength: 128 },
        minItems: 1,
        uniqueItems: true,
        default: null,
        description:
          'Ways to sign in that may have a session, as id tokens name them in `firebase.sign_in_provider`: `password` (e-mail links too), `google.com`, `saml.…`, `oidc.…`, `phone`, `anonymous`, `custom` (custom tokens). null: what the login page offers, `anonymous` with `identityPlatform.allowAnonymous`, and `custom` with the emulator. A list replaces that: it must hold what the page offers, and may hold ways of other pages and programs. Sessions of sign-ins in other ways do not pass.'
      }),
      signInsPerMinute: integer(
        'Sign-ins that one client address may try in a minute; each costs calls to the provider. 0: no limit. Behind a proxy, set `trustedProxies`, or all visitors share one address.',
        300,
        0,
        1000000
      ),
      cacheBytes: integer('Memory for verified sessions, in bytes.', 67108864, 1048576, 17179869184)
    }),
    logout: section('What the end of a session brings.', {
      clearSiteData: Type.Array(
        Type.Unsafe<'cache' | 'storage'>({
          enum: ['cache', 'storage'],
          description: '`cookies`, `executionContexts` and `*` are not for a gateway to send.'
        }),
        {
          default: [],
          uniqueItems: true,
          description:
            'What browsers delete of this origin at a sign-out, and where a session is refused for good (account disabled or deleted, sign-in revoked, session over): `storage` (local and session storage, databases, service workers: drafts too), `cache`. Sent as `Clear-Site-Data`, on https only. `cookies` would also delete those of other hosts of the domain, so it is not taken; the session cookie is cleared in any case.'
        }
      )
    }),
    paths: section('Paths of the gateway itself; everything else goes to the application.', {
      login: path('Login page; everything below it is the gateway’s too.', '/login'),
      logout: path('Sign-out.', '/logout'),
      refresh: path('Token refresh.', '/_auth/refresh'),
      session: path('Session endpoint: sign-in and who-am-I.', '/_auth/session'),
      verify: path('Kept for forward auth; this version answers 404 there.', '/_auth/verify'),
      home: path('Where a visitor goes who asked for no page in particular.', '/')
    }),
    redirectParameter: text('Name of the query parameter that carries the redirect target.', {
      default: 'redirect',
      pattern: '^[A-Za-z0-9_-]{1,64}$'
    }),
    identityHeaders: Type.Record(
      Type.String({ pattern: HEADER_NAME }),
      Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      {
        default: {},
        additionalProperties: false,
        description:
          'Lower-case header name -> claim, beside the defaults (`x-forwarded-user`, `x-forwarded-email`, `x-forwarded-preferred-username`, `x-gatehouse-assertion`). `$idToken` sends `Bearer <id token>`, `$assertion` the signed assertion, `$signInProvider` and `$secondFactor` how the visitor signed in; the claim `email` is sent only when it is verified, `$emailUnverified` sends it in any case; null switches a header off.'
      }
    ),
    access: section('Who may see what. The first rule that matches decides.', {
      default: Type.Unsafe<'public' | 'signed-in'>({
        enum: ['signed-in', 'public'],
        default: 'signed-in',
        description: 'For requests that no rule matches.'
      }),
      rules: Type.Array(rule, { default: [], description: 'Rules, in order.' })
    }),
    login: section('The login page.', {
      methods: section('Ways to sign in beside `providers`.', {
        password: Type.Boolean({ description: 'E-mail and password.', default: true }),
        emailLink: flag('A link sent by e-mail.'),
        signup: flag(
          'Visitors may create accounts with a password. The project must allow it too; off here, an account can still be made with the public API key unless it is off there.'
        ),
        askName: flag('Ask new accounts for a name; with `signup` or `emailLink`.')
      }),
      providers: Type.Array(provider, {
        default: [],
        description: 'Federated providers, in the order of their buttons.'
      }),
      federated: section('How the page goes to a federated provider.', {
        mode: Type.Unsafe<'auto' | 'redirect' | 'popup'>({
          enum: ['auto', 'redirect', 'popup'],
          default: 'auto',
          description:
            '`auto`: by redirect when the helper is on our own origin, else in a popup. The page offers the other one when the first cannot work.'
        }),
        helper: Type.Unsafe<'proxy' | 'firebaseapp'>({
          enum: ['proxy', 'firebaseapp'],
          default: 'proxy',
          description:
            '`proxy`: the gateway passes `/__/auth/*` on to the auth domain, so that sign-in works where browsers keep storage of other sites apart; every provider must then know `<publicUrl>/__/auth/handler`. `firebaseapp`: browsers go to the auth domain.'
        }),
        helperUrl: optionalText(
          'Origin that `/__/auth/*` is passed on to; null: `https://<identityPlatform.authDomain>`, else `https://<projectId>.firebaseapp.com`.',
          { pattern: ORIGIN }
        )
      }),
      mfa: section('Second factors.', {
        totp: Type.Unsafe<'off' | 'optional' | 'required'>({
          enum: ['off', 'optional', 'required'],
          default: 'optional',
          description:
            'Codes of an authenticator app. `optional`: asked of accounts that have them; `required`: who has no second factor sets one up, and no session begins, or passes, without one of any kind.'
        }),
        sms: flag(
          'Codes by text message for accounts that have a phone as second factor. Loads reCAPTCHA of Google, which loosens the Content-Security-Policy.'
        ),
        issuer: optionalText('Name in the authenticator app; null: `login.brand.name`.', {
          minLength: 1,
          pattern: '^[^:]+$'
        })
      }),
      tenants: section(
        "How the page finds out whose accounts a visitor has, where `identityPlatform.tenants` does not say. Accounts of every tenant named here and of `identityPlatform.tenantId` may pass there; the project's own may not as soon as one is named.",
        {
          byHost: Type.Record(Type.String({ pattern: HOST }), tenantName, {
            default: {},
            additionalProperties: false,
            description: 'Host that visitors use -> tenant that the page begins with there.'
          }),
          byEmailDomain: Type.Record(Type.String({ pattern: HOST }), tenantName, {
            default: {},
            additionalProperties: false,
            description: 'Domain of the e-mail address -> tenant.'
          }),
          choose: Type.Array(
            Type.Object(
              { id: tenantName, name: text('What visitors know it by.', { pattern: NAME }) },
              { additionalProperties: false }
            ),
            { default: [], description: 'Tenants to choose from, as buttons.' }
          )
        }
      ),
      brand: section('Whose page it is.', {
        name: text('Name of the application.', { default: 'Gatehouse', pattern: NAME, maxLength: 80 }),
        logo: imageFile('Logo above the form'),
        logoDark: imageFile('Logo on dark backgrounds', '; null: `logo`'),
        favicon: imageFile('Icon of the tab'),
        background: imageFile('Picture behind the card')
      }),
      theme: section('How it looks.', {
        accent: colour('Buttons and links on light backgrounds; refused when it cannot be read there.'),
        accentDark: colour(
          'The same on dark backgrounds; null: the nearest shade of `accent` that can be read there.'
        ),
        mode: Type.Unsafe<'auto' | 'light' | 'dark'>({
          enum: ['auto', 'light', 'dark'],
          default: 'auto',
          description: '`auto`: as the visitor prefers.'
        }),
        radius: integer('Radius of corners, in CSS pixels.', 10, 0, 24),
        font: text(
          '`system`, or a list of font families as in CSS; they must be installed where the visitor is.',
          {
            default: 'system',
            pattern: '^[A-Za-z0-9 ,\'"_-]{1,200}$'
          }
        ),
        cssFile: optionalText(
          'Stylesheet of your own, loaded after ours; at most 64 kB, without `@import` and addresses of other sites. Nobody checks its contrasts.'
        )
      }),
      links: section('Where it points to.', {
        privacy: link('Privacy notice.'),
        terms: link('Terms of use.'),
        help: link('Help with signing in.'),
        contact: link('Whom to ask: shown where something went wrong.')
      }),
      destinations: Type.Record(
        Type.String({ pattern: '^/[A-Za-z0-9._~/-]*$' }),
        Type.String({ minLength: 1, maxLength: 80 }),
        {
          default: {},
          additionalProperties: false,
          description:
            'Path -> name of what is below it, for "to continue to …"; the longest path that matches counts.'
        }
      ),
      hosts: Type.Record(Type.String({ pattern: HOST }), hostOverrides, {
        default: {},
        additionalProperties: false,
        description: 'Host -> what is different there: `brand`, `theme`, `links`, `destinations`.'
      }),
      locales: section('Languages: en, de, fr, es, pt-BR, ja, zh-Hans, ar.', {
        default: locale('For visitors none of whose languages is enabled.', { default: 'en' }),
        enabled: Type.Array(locale('A language.'), {
          default: ['en', 'de', 'fr', 'es', 'pt-BR', 'ja', 'zh-Hans', 'ar'],
          minItems: 1,
          uniqueItems: true,
          description: 'Languages to offer, in the order of the switch.'
        }),
        overrides: Type.Record(
          Type.String({ pattern: LOCALE }),
          Type.Record(Type.String({ minLength: 1 }), Type.String({ minLength: 1 })),
          {
            default: {},
            additionalProperties: false,
            description:
              'Language -> key -> text, instead of ours. Keys are those of `login-ui/locales/en.json`; a text must have the same `{slots}`.'
          }
        )
      }),
      security: section('Content-Security-Policy of the page.', {
        trustedTypes: Type.Unsafe<'auto' | 'off'>({
          enum: ['auto', 'off'],
          default: 'auto',
          description: '`auto`: wherever no script of Google is needed.'
        }),
        reportUri: optionalText('Where browsers report violations to: an https URL.', {
          pattern: '^https://[^\\s;,\'"]+$'
        }),
        recaptcha: flag('The project asks for reCAPTCHA Enterprise at sign-in: allow its scripts.')
      }),
      emulator: optionalText(
        '`host:port` at which browsers reach the auth emulator, when it is not `identityPlatform.emulatorHost`.',
        { pattern: '^(\\[[0-9a-f:]+\\]|[A-Za-z0-9.-]+):\\d{1,5}$' }
      )
    }),
    log: section('JSON lines on standard output.', {
      level: Type.Unsafe<LogLevel>({
        enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        default: 'info',
        description:
          'Least important level that is written. Security events and the warnings of the start are written whatever it says.'
      })
    }),
    shutdown: section('What happens at SIGTERM and SIGINT.', {
      drainSeconds: integer(
        'How long requests are still taken after `/readyz` says 503, in seconds.',
        0,
        0,
        600
      ),
      graceSeconds: integer('How long requests in flight may take to finish, in seconds.', 30, 1, 3600)
    })
  },
  { additionalProperties: false, title: 'Gatehouse configuration' }
)

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** A complete, checked configuration: defaults filled in, secrets read from their files. */
export type Config = Static<typeof configSchema>

export type AccessRule = Static<typeof rule>
