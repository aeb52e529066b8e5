import { importFromPlugins } from '../plugin-exports.ts'
import { MANAGEMENT_OPERATIONS } from './management-operations.ts'
import { bare, html, json, type Operation, type Operations, refused, SESSION_REFUSALS } from './operation.ts'
import * as shapes from './shapes.ts'
import { DISCOVERY, EXPIRY, KEY_SET, PROJECT, SESSION, SIGN_IN } from './shapes.ts'

const VERIFY: Operations[string] = {
  tag: 'forward auth',
  summary: 'Asks whether a request may pass; gateway/REFERENCE.md says which headers tell it.',
  security: 'session',
  responses: {
    200: bare('The request may pass. Identity headers and `cookie` are those for the application.'),
    400: refused('The request to check is invalid.'),
    401: refused('Not signed in, and the request is not a page load.'),
    403: refused('The visitor lacks a claim, the peer may not ask, or the origin is unknown.'),
    503: refused('The provider is not available.')
  }
}

/** Those of visitors and of proxies that send auth requests. */
const OWN_OPERATIONS: Operations = {
  'GET /login': {
    tag: 'login page',
    summary: 'The login page.',
    query: {
      redirect: 'Where to go afterwards; another name by `redirectParameter`.',
      prompt: '`login`: the page is shown to those who are signed in, too.',
      lang: 'Language of the page.',
      tenant: 'Tenant to begin with.'
    },
    responses: {
      200: html('The page.'),
      302: bare('Already signed in: to the redirect target.'),
      508: html('The application sent the visitor back too often.')
    }
  },
  'POST /_auth/session': {
    tag: 'session',
    summary: 'Opens a session with the id token of a sign-in.',
    body: SIGN_IN,
    security: 'idToken',
    responses: {
      200: json('The session is in `Set-Cookie`.', EXPIRY),
      400: refused('No id token, or a malformed request.'),
      401: refused('The id token is not accepted.'),
      403: refused('This sign-in may have no session, or the request came from another site.'),
      409: refused('`expect`: the token is of another account. The session stays.'),
      415: refused('The body is JSON in another charset than UTF-8.'),
      429: refused('Too many sign-ins from one address.'),
      431: refused('The tokens do not fit into cookies.'),
      503: refused('The provider is not available.')
    }
  },
  'GET /_auth/session': {
    tag: 'session',
    summary: 'Says who is signed in.',
    security: 'session',
    responses: { 200: json('The session.', SESSION), ...SESSION_REFUSALS }
  },
  'POST /_auth/refresh': {
    tag: 'session',
    summary: 'Refreshes a session whose id token has expired.',
    query: { force: '`1`: in any case, to pick up changed claims.' },
    security: 'session',
    responses: {
      200: json('The session is good until then.', EXPIRY),
      ...SESSION_REFUSALS,
      429: refused('Too many forced refreshes.')
    }
  },
  'POST /logout': {
    tag: 'sign-out',
    summary: 'Ends the session.',
    query: { everywhere: '`1`: revokes all other sign-ins of the user too.' },
    security: 'session',
    responses: {
      204: bare('Signed out.'),
      303: bare('Signed out, for a page load: to the login page.'),
      400: refused('`NO_SERVICE_ACCOUNT`: `everywhere`, and the gateway has no credentials of Google.'),
      403: refused('The request came from another site.'),
      503: refused('The provider is not available; the session stays.')
    }
  },
  'GET /logout': {
    tag: 'sign-out',
    summary: 'Signs out where a link of the site itself is followed, else asks first.',
    query: {
      everywhere: '`1`: asks whether to revoke all sign-ins of the user.',
      ask: '`1`: asks first in any case.'
    },
    responses: {
      200: html('The question.'),
      303: bare('Signed out: to the login page.'),
      400: refused('`NO_SERVICE_ACCOUNT`: `everywhere`, and the gateway has no credentials of Google.')
    }
  },
  'GET /_auth/begin': {
    tag: 'session',
    summary:
      'On hosts that have a session cookie of their own: begins to get the session of the sign-in origin, whatever session is there.',
    query: { to: 'Path and query to open afterwards.' },
    responses: {
      302: bare('To `/_auth/continue`, with a state cookie.'),
      403: refused('No page load.'),
      404: refused('Another host.')
    }
  },
  'GET /_auth/continue': {
    tag: 'session',
    summary:
      'With hosts that have a session cookie of their own: sends the session to one of them. On the host of `publicUrl`.',
    query: {
      to: 'Origin that it goes to.',
      redirect: 'Path and query to open there.',
      state: 'SHA-256 of the secret in the state cookie there, in base64url.'
    },
    security: 'session',
    responses: {
      200: html('A page that posts the sealed session to `/_auth/arrive` of that origin.'),
      302: bare('To the login page.'),
      400: refused('No such origin, or no digest.'),
      404: refused('Another host.'),
      503: refused('The provider is not available; cookies are kept.')
    }
  },
  'POST /_auth/arrive': {
    tag: 'session',
    summary: 'Takes a sealed session, on hosts that have a session cookie of their own.',
    responses: {
      303: bare('To the page that was asked for, with the session cookie.'),
      400: refused('Late, used, altered, for another origin, or without the state cookie.'),
      404: refused('Another host.'),
      413: refused('The body is too long.'),
      503: refused('The provider is not available.'),
      508: refused('The browser keeps no session here.')
    }
  },
  'GET /_auth/form': {
    tag: 'login page',
    summary: 'With `keepForms.enabled`: offers to send a form that this tab has kept.',
    query: { to: 'Path that the form was posted to.' },
    responses: { 200: html('The page.') }
  },
  'GET /_auth/language': {
    tag: 'login page',
    summary: 'Remembers the language of the gateway’s pages on this host for a year.',
    query: { lang: 'One of `login.locales.enabled`.', to: 'Path to go back to; home when omitted.' },
    responses: { 303: bare('Back.') }
  },
  'GET /_auth/jwks.json': {
    tag: 'keys',
    summary: 'Public keys of the identity assertion.',
    responses: { 200: json('A JWK set.', KEY_SET) }
  },
  'GET /_auth/.well-known/openid-configuration': {
    tag: 'keys',
    summary: 'How the identity assertion is issued (OpenID Connect Discovery), without endpoints.',
    responses: { 200: json('The issuer, its keys and algorithms.', DISCOVERY) }
  },
  'GET /__/firebase/init.json': {
    tag: 'login page',
    summary: 'Names the project for the provider’s sign-in helper.',
    responses: { 200: json('The project.', PROJECT) }
  },
  'GET /.well-known/change-password': {
    tag: 'login page',
    summary: 'Leads password managers to the page for a new password.',
    responses: { 302: bare('To the page.') }
  },
  'GET /_auth/verify': VERIFY,
  'GET /_auth/verify/status': VERIFY,
  'GET /_auth/verify/answer': VERIFY,
  'GET /_auth/verify/original-url': VERIFY
}

const ofPlugins = await importFromPlugins<{ OPERATIONS: Operations }>('operations')

/** What responses contain, by its constant here or in a plugin. */
export const SHAPES: Readonly<Record<string, object>> = Object.assign(
  {},
  shapes,
  ...ofPlugins.map(({ OPERATIONS: _, ...ofPlugin }) => ofPlugin)
)

/** Every operation that programs and proxies use, in the order of the document. */
export const OPERATIONS: readonly Operation[] = [
  OWN_OPERATIONS,
  ...ofPlugins.map((ofPlugin) => ofPlugin.OPERATIONS),
  MANAGEMENT_OPERATIONS
].flatMap((operations) =>
  Object.entries(operations).map(([address, operation]) => {
    const [method = '', url = ''] = address.split(' ')
    return { method, url, ...operation }
  })
)

/** Addresses without an operation: pages and files for browsers, and what passes on or is refused. */
export const HIDDEN: readonly RegExp[] = [
  /^\/\*?$/,
  /^\/(login|account)\/.+/,
  /^\/_auth\/(assets|dev|oauth)\b/,
  /^\/__\/(\*|auth\/.+)$/,
  /^\/_auth\/verify\/(\*|envoy\/\*)$/
]
