import { type Static, type TSchema, Type } from 'typebox'
import { access, cors, passUnknownBearer } from './access.ts'
import { flag, HOST_OR_WILDCARD, optionalText, text } from './fields.ts'
import { hostOverrides } from './login-appearance.ts'
import { application } from './upstream.ts'

/** An application's own value; default: the top-level one. */
const ownInstead = <S extends TSchema>(schema: S, description: string) => {
  const { default: _default, ...rest } = schema as TSchema & { default?: unknown }
  return Type.Optional(Type.Unsafe<Static<S>>({ ...rest, description }))
}

const login = Type.Object(
  {
    ...hostOverrides.properties,
    providers: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        uniqueItems: true,
        description:
          'Ids of `login.providers` to offer for this application. Default: all. Only affects the page: sessions of other sign-in methods are accepted unless a rule requires `provider`.'
      })
    ),
    tenant: ownInstead(
      optionalText('', { pattern: '^[A-Za-z0-9-]+$' }),
      "Tenant of the application: visitors sign in to it, and no other session is accepted. null: the project's own accounts, even if `login.tenants` offers a choice elsewhere. Default: as for the rest of its host."
    )
  },
  { additionalProperties: false }
)

const one = Type.Object(
  {
    name: text('Lowercase name, used in logs, metrics and "to continue to …".', {
      pattern: '^[a-z0-9-]{1,32}$'
    }),
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
    upstream: ownInstead(
      application.upstream,
      'The application, with the keys of the top-level `upstream`. Omitted or null: another proxy delivers it and uses `forwardAuth`.'
    ),
    access: ownInstead(access, 'Access rules of the application. Default: the top-level `access`.'),
    identityHeaders: ownInstead(
      application.identityHeaders,
      'Identity headers of the application. Default: the top-level `identityHeaders`.'
    ),
    cors: ownInstead(cors, 'CORS of the application. Default: the top-level `cors`.'),
    passUnknownBearer: ownInstead(
      passUnknownBearer,
      'Forwarding of unknown bearer tokens. Default: the top-level `passUnknownBearer`.'
    ),
    login: Type.Optional(
      Type.Unsafe<Static<typeof login>>({
        ...login,
        description:
          'Overrides for the login page and the gateway’s other pages for this application: `brand`, `theme`, `links`, `destinations`, `providers`, `tenant`.'
      })
    )
  },
  { additionalProperties: false }
)

export const applications = Type.Array(one, {
  default: [],
  description:
    'Several applications by host and path, instead of `upstream`: the first one with a matching host and the longest path gets the request. Unknown hosts get 404. The login page is only on the origin of `publicUrl`.'
})
