import { Type } from 'typebox'
import { choice, flag, integer, list, optionalText, section } from './fields.ts'

/** The session, the cookie that carries it, and what its end brings. */
export const sessions = {
  cookie: section('The session cookie.', {
    name: optionalText(
      'Name; null: `__Host-gatehouse` on https, `__Secure-gatehouse` with a domain, `gatehouse` on http. Hosts with a cookie of their own have it as `__Host-…` on https.',
      { pattern: '^[A-Za-z0-9_-]{1,64}$' }
    ),
    allowPlainName: flag(
      'On https, take a `name` that begins with neither `__Host-` nor `__Secure-`: plain http and sibling hosts can then plant the cookie.'
    ),
    domain: optionalText(
      '`Domain` attribute, of your own and no public suffix such as `com`; null keeps the cookie on the host of `publicUrl` alone. Hosts of `applications` that are not below it have cookies of their own, and sessions are handed over to them.',
      {
        pattern: '^[a-z0-9.-]+$'
      }
    ),
    sameSite: choice(
      ['lax', 'strict', 'none'],
      'lax',
      '`SameSite` attribute. Not `strict` where hosts have cookies of their own.'
    ),
    format: choice(
      ['current', 'previous'],
      'current',
      '`previous` writes the session cookie in the format of the release before, 0.1: gateways of both releases then accept the sessions of each other, and a rollback keeps them. For the time of an upgrade: such a cookie is not bound to an origin, and the sessions that one sign-in began end together.'
    ),
    signatureKeys: list(
      'Random secrets of at least 32 bytes each, as `gatehouse keys generate` makes them; others in hexadecimal digits or base64 (`openssl rand -base64 32`). What can be guessed, such as words and repetitions, is refused. The first signs, all verify. To replace a key, add the new one last, move it first when every replica has it, and drop the old one later: `gatehouse keys` has a command for each step.'
    ),
    signatureKeysFile: optionalText('File with one key a line, instead of `signatureKeys`.')
  }),
  session: section('How long a session lives and how it is made.', {
    absoluteSeconds: integer('Longest life of a session, in seconds.', 1209600, 60, 31536000),
    idleSeconds: integer(
      'Longest pause between two requests, in seconds; noted in the cookie at most once a minute, so it may bite up to a minute early. 0: no limit; else at least 120.',
      0,
      0,
      31536000
    ),
    streamsCountAsActivity: flag(
      'Open WebSockets, event streams and long answers count as requests for `idleSeconds`: a session does not end by silence while one is open, nor for `idleSeconds` after. This process alone knows that, not the cookie: after a restart, or at another replica, the last request counts. Otherwise they end when the session has had no request for so long.'
    ),
    revocationCheckSeconds: integer(
      'How often an account is looked up while it is in use, in seconds: after that long at the latest a disabled, deleted or revoked account is out, and its open WebSockets, event streams and long answers end. 0: only at a refresh.',
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
    acquire: choice(
      ['auto', 'exchange', 'handover'],
      'auto',
      '`exchange`: tokens of its own, by a custom token of the service account; `handover`: the login page hands over its refresh token; `auto`: exchange when there are credentials that can sign.'
    ),
    maxSignInAgeSeconds: integer(
      'Longest time between a sign-in at the provider and the session that it begins, in seconds; verifying an address and setting up a second factor happen in between. Counted from `auth_time` of the id token, with five minutes more because clocks may differ. Sessions count from the same time, so one of `absoluteSeconds` or `idleSeconds` that is shorter is the limit.',
      900,
      60,
      86400
    ),
    requireVerifiedEmail: flag(
      'Sign-ins need a verified email address; the login page offers to verify it. Accounts without an address cannot sign in. Sessions without one do not pass.'
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
        'Ways to sign in that may have a session, as id tokens name them in `firebase.sign_in_provider`: `password` (email links too), `google.com`, `saml.…`, `oidc.…`, `phone`, `anonymous`, `custom` (custom tokens). null: what the login page offers, `anonymous` with `identityPlatform.allowAnonymous`, and `custom` with the emulator. A list replaces that: it must hold what the page offers, and may hold ways of other pages and programs. Sessions of sign-ins in other ways do not pass.'
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
  })
}
