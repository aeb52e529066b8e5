import { type Static, Type } from 'typebox'
import { access, clearCookies, cors, framework, publicActions } from '../../access/settings.ts'
import { audience, identityHeaders } from '../../identity/settings.ts'
import { hostOverrides } from '../../login-page/appearance/settings.ts'
import { passUnknownBearer } from '../../machines/settings.ts'
import { upstream } from '../../upstream/settings.ts'
import {
  APPLICATION_NAME,
  flag,
  HOST_OR_WILDCARD,
  optionalText,
  override,
  SCOPE,
  section,
  strictObject,
  text
} from './fields.ts'

/** Its keys that an entry of `applications` can override. */
const assertionOfApplication = Type.Optional(strictObject({ audience: override(audience) }))

const login = strictObject({
  ...hostOverrides.properties,
  providers: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      uniqueItems: true,
      description:
        'Ids of `login.providers` to offer for this application. Default: all. Only affects the page: sessions of other sign-in methods are accepted unless a rule requires `provider`.'
    })
  ),
  tenant: override(
    optionalText(
      "Tenant of the application: visitors sign in to it, and no other session is accepted. null: the project's own accounts, even if `login.tenants` offers a choice elsewhere. Default: as for the rest of its host.",
      { pattern: '^[A-Za-z0-9-]+$' }
    )
  )
})

const resourceSection = section(
  'The application as an OAuth resource, such as an MCP server: it accepts access tokens of `authorizationServer` for its own address. `true`: without scopes of its own.',
  {
    enabled: flag('Accept them.'),
    scopes: Type.Array(Type.String({ pattern: SCOPE }), {
      default: [],
      uniqueItems: true,
      description: 'Scopes that clients can request for it. What each permits is up to the access rules.'
    })
  }
)

const resource = Type.Unsafe<Static<typeof resourceSection> | boolean>({
  ...resourceSection,
  type: ['boolean', 'object'],
  default: false
})

const one = strictObject({
  name: text('Lowercase name, used in logs, metrics and "to continue to …".', { pattern: APPLICATION_NAME }),
  host: Type.Optional(
    text(
      'Public host, without a port; `*.example.com` covers all hosts one label below. Default: that of `publicUrl`.',
      { pattern: HOST_OR_WILDCARD }
    )
  ),
  path: text('`/folder/*`: the folder and everything below it. The longest match wins.', {
    default: '/*',
    pattern: '^/([^*?#\\s]+/)?\\*$'
  }),
  stripPath: flag(
    'Removes the folder of `path` from request targets, also from those in the WebDAV headers `Destination` and `If`, and sends it as `X-Forwarded-Prefix`. Redirects, links and cookies of the application are not rewritten.'
  ),
  upstream: override(
    upstream,
    'The application, with the keys of the top-level `upstream`. Omitted or null: another proxy delivers it and uses `forwardAuth`.'
  ),
  access: override(access, 'Access rules of the application. Default: the top-level `access`.'),
  framework: override(framework, 'Framework of the application. Default: the top-level `framework`.'),
  publicActions: override(
    publicActions,
    'Whether the application’s actions check their callers. Default: the top-level `publicActions`.'
  ),
  identityHeaders: override(
    identityHeaders,
    'Identity headers of the application. Default: the top-level `identityHeaders`.'
  ),
  assertion: assertionOfApplication,
  resource: Type.Optional(resource),
  cors: override(cors, 'CORS of the application. Default: the top-level `cors`.'),
  clearCookies: override(
    clearCookies,
    'Session cookies of the application, by name or `prefix*`. Default: the top-level `clearCookies`.'
  ),
  passUnknownBearer: override(
    passUnknownBearer,
    'Forwarding of unknown bearer tokens. Default: the top-level `passUnknownBearer`.'
  ),
  login: override(
    login,
    'Overrides for the login page and the gateway’s other pages for this application: `brand`, `theme`, `links`, `destinations`, `providers`, `tenant`.'
  )
})

export const applications = Type.Array(one, {
  default: [],
  description:
    'Several applications by host and path, instead of `upstream`: the first one with a matching host and the longest path gets the request. Unknown hosts get 404. The login page is only on the origin of `publicUrl`.'
})
