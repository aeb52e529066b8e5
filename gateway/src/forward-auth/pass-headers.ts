import type { Applications } from '../access/applications.ts'
import type { Application } from '../config/applications.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import type { Identities } from '../identity/identity.ts'
import type { SessionCookie } from '../session/cookie/cookie.ts'
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
  cookie: Pick<SessionCookie, 'strip'>
}

/**
 * The headers of a pass: every identity header, empty where there is nothing to say, because a header that is missing
 * would leave the visitor's own copy in place; and `cookie`, the visitor's without those of the gateway.
 */
export function createPassHeaders({ applications, identities, cookie }: PassHeadersOptions): PassHeaders {
  const perApplication = new Map(
    applications.all.map((one) => {
      const identity = identities.as(one.identityHeaders)
      return [one, { identity, names: [...new Set(identity.headerNames)] }]
    })
  )
  const names = [...new Set([...perApplication.values()].flatMap((one) => one.names))]

  function build({ origin, headers }: JudgedRequest, { session, application }: Pass): readonly string[] {
    const own = application === null ? undefined : perApplication.get(application)
    const told = session === null || own === undefined ? {} : own.identity.headersOf(session, origin)
    const built: string[] = []
    for (const name of own?.names ?? names) built.push(name, String(told[name] ?? ''))
    built.push('cookie', headers.cookie === undefined ? '' : (cookie.strip(headers.cookie) ?? ''))
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
