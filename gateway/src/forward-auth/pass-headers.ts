import type { Applications } from '../access/applications.ts'
import type { Application } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { isBearer } from '../http/hop-by-hop.ts'
import type { Identities } from '../identity/identity.ts'
import type { HeaderMap } from '../identity/identity-headers.ts'
import type { OwnCookies } from '../session/cookie/own-cookies.ts'
import type { Session } from '../session/session.ts'

/** What the application gets beside what the visitor sends; see `createPassHeaders`. */
export interface PassHeaders {
  /** Header name and value in turn. A promise where the assertion has to be signed first. */
  of(authRequest: AuthRequest, pass: Pass): readonly string[] | Promise<readonly string[]>
}

/** Who may pass where. */
export interface Pass {
  /** Null: nobody is signed in, on public paths. */
  session: Session | null
  /** Null: it is one of the gateway's own pages. */
  application: Application | null
}

export interface PassHeadersOptions {
  applications: Pick<Applications, 'all'>
  identities: Pick<Identities, 'as'>
  ownCookies: Pick<OwnCookies, 'strip'>
  /** Nobody when left out. */
  bearer?: Config['bearer']
}

/**
 * The headers of a pass: every identity header, empty where there is nothing to say, because a header that is missing
 * would leave the visitor's own copy in place; `cookie`, the visitor's without those of the gateway; `authorization` where the
 * visitor sent one, empty if it was the bearer token of a machine; and the other headers that hold such tokens, empty.
 */
export function createPassHeaders({
  applications,
  identities,
  ownCookies,
  bearer = []
}: PassHeadersOptions): PassHeaders {
  const tokenHeaders = bearer.flatMap(({ headers }) => headers)
  const perApplication = new Map(
    applications.all.map((one) => {
      const identity = identities.as(one.identityHeaders)
      const saysAuthorization = identity.headerNames.includes('authorization')
      return [
        one,
        { identity, saysAuthorization, names: [...new Set([...identity.headerNames, ...tokenHeaders])] }
      ]
    })
  )
  /** Of the gateway's own pages, which are no application's. */
  const allNames = [...new Set([...perApplication.values()].flatMap((one) => one.names))]

  function build({ origin, headers }: AuthRequest, { session, application }: Pass): readonly string[] {
    const own = application === null ? undefined : perApplication.get(application)
    const told: HeaderMap =
      session === null || own === undefined ? {} : own.identity.headersOf(session, origin)
    const listed = own?.names ?? allNames
    const built: string[] = []
    for (const name of listed) if (name !== 'authorization') built.push(name, String(told[name] ?? ''))
    if (own?.saysAuthorization === true) built.push('authorization', String(told.authorization ?? ''))
    // The token of a machine goes no further; what else stands there is the application's own. Said whatever is configured, so
    // that the files of proxies do not depend on it.
    else if (headers.authorization !== undefined)
      built.push('authorization', isTokenOfMachine(session, headers) ? '' : headers.authorization)
    built.push('cookie', headers.cookie === undefined ? '' : (ownCookies.strip(headers.cookie) ?? ''))
    return built
  }

  return {
    of(authRequest, pass) {
      const { session, application } = pass
      const own = application === null ? undefined : perApplication.get(application)
      const waiting =
        session === null || own === undefined ? null : own.identity.prepare(session, authRequest.origin)
      return waiting === null ? build(authRequest, pass) : waiting.then(() => build(authRequest, pass))
    }
  }
}

function isTokenOfMachine(session: Session | null, headers: AuthRequest['headers']): boolean {
  return session?.bearer !== undefined && isBearer(headers)
}
