import type { Applications } from '../access/applications.ts'
import type { Application } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import { isBearer } from '../http/bearer.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import type { Identities } from '../identity/identity.ts'
import type { HeaderMap } from '../identity/identity-headers.ts'
import type { OwnCookies } from '../session/cookie/own-cookies.ts'
import type { Session } from '../session/session.ts'

/** What the application gets beside what the visitor sends; see `createPassHeaders`. */
export interface PassHeaders {
  /** Lower-case names of all headers that `of` gives for one application or another. */
  readonly names: readonly string[]
  /** Header name and value in turn. A promise where the assertion has to be signed first. */
  of(judged: JudgedRequest, pass: Pass): readonly string[] | Promise<readonly string[]>
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
 * would leave the visitor's own copy in place; and `cookie`, the visitor's without those of the gateway. Where `bearer`
 * names issuers, also the headers that hold tokens, `authorization` as the visitor sent it unless it was such a token.
 */
export function createPassHeaders({
  applications,
  identities,
  ownCookies,
  bearer = []
}: PassHeadersOptions): PassHeaders {
  const tokenHeaders = bearer.flatMap(({ headers }) => headers)
  // The token of a machine goes no further; what else stands there is the application's own.
  const ofTokens = bearer.length === 0 ? [] : ['authorization', ...tokenHeaders]
  const perApplication = new Map(
    applications.all.map((one) => {
      const identity = identities.as(one.identityHeaders)
      const saysAuthorization = identity.headerNames.includes('authorization')
      return [
        one,
        { identity, saysAuthorization, names: [...new Set([...identity.headerNames, ...ofTokens])] }
      ]
    })
  )
  const names = [...new Set([...perApplication.values()].flatMap((one) => one.names))]

  function build({ origin, headers }: JudgedRequest, { session, application }: Pass): readonly string[] {
    const own = application === null ? undefined : perApplication.get(application)
    const told: HeaderMap =
      session === null || own === undefined ? {} : own.identity.headersOf(session, origin)
    const isTokenOfMachine = session?.bearer !== undefined && isBearer(headers)
    if (own?.saysAuthorization !== true && !isTokenOfMachine) told.authorization = headers.authorization
    const built: string[] = []
    for (const name of own?.names ?? names) built.push(name, String(told[name] ?? ''))
    built.push('cookie', headers.cookie === undefined ? '' : (ownCookies.strip(headers.cookie) ?? ''))
    return built
  }

  return {
    names: [...names, 'cookie'],
    of(judged, pass) {
      const { session, application } = pass
      const own = application === null ? undefined : perApplication.get(application)
      const waiting =
        session === null || own === undefined ? null : own.identity.prepare(session, judged.origin)
      return waiting === null ? build(judged, pass) : waiting.then(() => build(judged, pass))
    }
  }
}
