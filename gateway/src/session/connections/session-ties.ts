import type { ErrorCode } from '../../errors.ts'
import type { EndReason } from '../../http/open-streams.ts'
import { keyOf, type Owner, type Session } from '../session.ts'

/** An answer under way that may last: a WebSocket, an event stream, a download, an answer that is waited for. */
export interface Connection {
  /** Of the request; null: it needed none. */
  readonly session: Session | null
  /** The `Cookie` header that holds the session now; undefined: none was sent. */
  readonly cookieHeader: string | undefined
  /** When the answer has lasted as long as it may, in epoch seconds; infinite: no limit, or it has not begun. */
  readonly endsAtSeconds: number
  /** Ends it as its protocol wants. `code`: what the session ended by. Never throws. */
  end(reason: EndReason, code: ErrorCode): void
  /** Tells that the session has ended, without a request that could tell so. */
  reportEnd(code: ErrorCode, by: 'limit' | 'provider'): void
}

/** A session that has connections. Times in epoch seconds. */
export interface SessionTie {
  /** As the latest request has shown it. */
  session: Session
  /** The `Cookie` header of its latest cookie; null: it did not come by a cookie, and ends with its token. */
  cookieHeader: string | null
  readonly connections: Set<Connection>
  /** When it has to be looked at. */
  dueAtSeconds: number
  /** Until then the provider is not asked about it again; infinite: it is being asked. */
  askNotBeforeSeconds: number
}

/** The sessions that have connections; see `createSessionTies`. */
export interface SessionTies {
  /** By the id of a session that came by a cookie. */
  find(id: string): SessionTie | undefined
  ofAccount(owner: Owner): Iterable<SessionTie>
  all(): Iterable<SessionTie>
  add(tie: SessionTie): void
  remove(tie: SessionTie): void
}

/**
 * An index by id and account of the sessions that came by cookies, so that the end of one finds its connections without a
 * walk over the others. Sessions of other origin end by their time alone, and are in no index.
 */
export function createSessionTies(): SessionTies {
  const ties = new Set<SessionTie>()
  const byId = new Map<string, SessionTie>()
  const byAccount = new Map<string, Set<SessionTie>>()
  return {
    find: (id) => byId.get(id),
    // A copy: whoever walks over them ends them.
    ofAccount: (owner) => [...(byAccount.get(keyOf(owner)) ?? [])],
    all: () => ties,
    add(tie) {
      ties.add(tie)
      if (tie.cookieHeader === null) return
      byId.set(tie.session.id, tie)
      const key = keyOf(tie.session)
      byAccount.set(key, (byAccount.get(key) ?? new Set()).add(tie))
    },
    remove(tie) {
      ties.delete(tie)
      if (byId.get(tie.session.id) !== tie) return
      byId.delete(tie.session.id)
      const key = keyOf(tie.session)
      const siblings = byAccount.get(key)
      siblings?.delete(tie)
      if (siblings?.size === 0) byAccount.delete(key)
    }
  }
}
