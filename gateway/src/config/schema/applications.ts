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
          'Ids of `login.providers` that the page offers on the way to this application; all when left out. Offers only: a session of another way passes unless a rule asks for `provider`.'
      })
    ),
    tenant: ownInstead(
      optionalText('', { pattern: '^[A-Za-z0-9-]+$' }),
      "Tenant whose accounts the application is for: visitors sign in to it, and no other session passes. null: the project's own accounts, also where `login.tenants` offers a choice elsewhere. Left out: as for everything else on its host."
    )
  },
  { additionalProperties: false }
)

const one = Type.Object(
  {
    name: text('Lower-case name, in logs, metrics and "to continue to …".', {
      pattern: '^[a-z0-9-]{1,32}$'
    }),
    host: Type.Optional(
      text(
        'Host that visitors use, without a port; `*.example.com` for all hosts one label below. Left out: that of `publicUrl`.',
        { pattern: HOST_OR_WILDCARD }
      )
    ),
    path: text(
      '`/folder/*`: the folder and everything below it. Of several that match, the longest counts.',
      {
        default: '/*',
        pattern: '^/([^*?#\\s]+/)?\\*$'
      }
    ),
    stripPath: flag(
      'The application sees targets without the folder of `path`. Its redirects, links and cookies are not rewritten.'
    ),
    upstream: ownInstead(
      application.upstream,
      'The application, with the keys of the top-level `upstream`. Left out or null: another proxy reaches it and asks by `forwardAuth`.'
    ),
    access: ownInstead(access, 'Who may see what here; left out: the top-level `access`.'),
    identityHeaders: ownInstead(
      application.identityHeaders,
      'Identity headers here; left out: the top-level `identityHeaders`.'
    ),
    cors: ownInstead(cors, 'Pages of other origins here; left out: the top-level `cors`.'),
    passUnknownBearer: ownInstead(
      passUnknownBearer,
      'Bearer tokens of the application itself; left out: the top-level `passUnknownBearer`.'
    ),
    login: Type.Optional(
      Type.Unsafe<Static<typeof login>>({
        ...login,
        description:
          'What is different on the login page for visitors of this application, and on pages of the gateway there: `brand`, `theme`, `links`, `destinations`, `providers`, `tenant`.'
      })
    )
  },
  { additionalProperties: false }
)

export const applications = Type.Array(one, {
  default: [],
  description:
    'Several applications, by host and path, in place of `upstream`: the first that matches the host and the longest path gets a request. A host that none names gets 404. The login page is on the origin of `publicUrl` alone.'
})
