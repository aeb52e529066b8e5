import type { JudgedRequest } from '../http/judged-request.ts'
import type { Identity } from '../identity/identity.ts'
import type { SessionCookie } from '../session/cookie/cookie.ts'
import type { Session } from '../session/session.ts'

/** What the application gets beside what the visitor sends; see `createPassHeaders`. */
export interface PassHeaders {
  /** Lower-case names of all headers that `of` gives. */
  readonly names: readonly string[]
  /** Header name and value in turn. `session`: null on public paths. A promise where the assertion has to be signed first. */
  of(judged: JudgedRequest, session: Session | null): readonly string[] | Promise<readonly string[]>
}

/**
 * The headers of a pass: every identity header, empty where there is nothing to say, because a header that is missing
 * would leave the visitor's own copy in place; and `cookie`, the visitor's without those of the gateway.
 */
export function createPassHeaders(identity: Identity, cookie: Pick<SessionCookie, 'strip'>): PassHeaders {
  const names = [...new Set(identity.headerNames)]

  function build({ origin, headers }: JudgedRequest, session: Session | null): readonly string[] {
    const told = session === null ? {} : identity.headersOf(session, origin)
    const built: string[] = []
    for (const name of names) built.push(name, String(told[name] ?? ''))
    built.push('cookie', headers.cookie === undefined ? '' : (cookie.strip(headers.cookie) ?? ''))
    return built
  }

  return {
    names: [...names, 'cookie'],
    of(judged, session) {
      const waiting = session === null ? null : identity.prepare(session, judged.origin)
      return waiting === null ? build(judged, session) : waiting.then(() => build(judged, session))
    }
  }
}
