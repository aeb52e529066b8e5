import type { Applications } from '../access/applications.ts'
import type { Application } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { isBearer } from '../http/message.ts'
import type { HeaderMap, Identities } from '../identity/identity.ts'
import type { OwnCookies } from '../session/cookie/cookie.ts'
import type { Session } from '../session/session.ts'

/** Builds the headers that the proxy adds to an admitted request. */
export type PassHeaders = ReturnType<typeof createPassHeaders>

export interface Pass {
  /** Null on public paths without a session. */
  session: Session | null
  /** Null for the gateway's own pages. */
  application: Application | null
}

export interface PassHeadersOptions {
  applications: Pick<Applications, 'all'>
  identities: Pick<Identities, 'as'>
  ownCookies: Pick<OwnCookies, 'strip'>
  bearer: Config['bearer']
}

/**
 * Sets every identity header, empty if there is no value, since an omitted one would leave the visitor's own
 * copy in place. `cookie` is stripped of the gateway's cookies. `authorization` repeats the visitor's, but
 * machine bearer tokens are blanked there and in other token headers.
 */
export function createPassHeaders({ applications, identities, ownCookies, bearer }: PassHeadersOptions) {
  const tokenHeaders = bearer.flatMap(({ headers }) => headers)
  const perApplication = new Map(
    applications.all.map((one) => {
      const identity = identities.as(one.identityHeaders)
      const saysAuthorization = identity.headerNames.includes('authorization')
      return [
        one,
        {
          identity,
          audience: one.audience,
          saysAuthorization,
          names: [...new Set([...identity.headerNames, ...tokenHeaders])]
        }
      ]
    })
  )
  /** For the gateway's own pages, which belong to no application. */
  const allNames = [...new Set([...perApplication.values()].flatMap((one) => one.names))]

  function build(
    { origin, headers }: AuthRequest,
    session: Session | null,
    own: ReturnType<typeof perApplication.get>
  ): readonly string[] {
    const values: HeaderMap =
      session === null || own === undefined ? {} : own.identity.headersOf(session, own.audience ?? origin)
    const listed = own?.names ?? allNames
    const built: string[] = []
    for (const name of listed) if (name !== 'authorization') built.push(name, String(values[name] ?? ''))
    if (own?.saysAuthorization === true) built.push('authorization', String(values.authorization ?? ''))
    // Blank a machine's token; anything else is the application's. Always set, so that proxy configs do not
    // depend on ours.
    else if (headers.authorization !== undefined) {
      const isOfMachine = session?.bearer !== undefined && isBearer(headers)
      built.push('authorization', isOfMachine ? '' : headers.authorization)
    }
    built.push('cookie', headers.cookie === undefined ? '' : (ownCookies.strip(headers.cookie) ?? ''))
    return built
  }

  /** Header names and values, alternating. A promise if the assertion must be signed first. */
  return (
    authRequest: AuthRequest,
    { session, application }: Pass
  ): readonly string[] | Promise<readonly string[]> => {
    const own = application === null ? undefined : perApplication.get(application)
    const waiting =
      session === null || own === undefined
        ? null
        : own.identity.prepare(session, own.audience ?? authRequest.origin)
    if (waiting === null) return build(authRequest, session, own)
    return waiting.then(() => build(authRequest, session, own))
  }
}
