import { Type } from 'typebox'
import { APPLICATION_NAME, access, cors, passUnknownBearer } from './access.ts'
import { resource } from './authorization-server.ts'
import { flag, HOST_OR_WILDCARD, optionalText, override, strictObject, text } from './fields.ts'
import { hostOverrides } from './login-appearance.ts'
import { application, assertionOfApplication } from './upstream.ts'

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
    'Removes the folder of `path` from request targets. Redirects, links and cookies of the application are not rewritten.'
  ),
  upstream: override(
    application.upstream,
    'The application, with the keys of the top-level `upstream`. Omitted or null: another proxy delivers it and uses `forwardAuth`.'
  ),
  access: override(access, 'Access rules of the application. Default: the top-level `access`.'),
  identityHeaders: override(
    application.identityHeaders,
    'Identity headers of the application. Default: the top-level `identityHeaders`.'
  ),
  assertion: assertionOfApplication,
  resource: Type.Optional(resource),
  cors: override(cors, 'CORS of the application. Default: the top-level `cors`.'),
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
