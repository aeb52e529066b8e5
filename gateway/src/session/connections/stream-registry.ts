import { DenseList, type Listed } from '../../dense-list.ts'
import type { ErrorCode } from '../../errors.ts'
import type { EndReason } from '../../http/connections/open-streams.ts'
import { keyOf, type Owner, type Session } from '../session.ts'

/** An answer under way that may last: a WebSocket, an event stream, a download, an answer that is waited for. */
export interface Connection extends Listed {
  /** Of the request; null: it needed none. */
  readonly session: Session | null
  /** The `Cookie` header that holds the session now; undefined: none was sent. */
  readonly cookieHeader: string | undefined
  /** Origin that the request came to, whose cookie that is. */
  readonly origin: string
  /** When the answer has lasted as long as it may, in epoch seconds; infinite: no limit, or it has not begun. */
  readonly endsAtSeconds: number
  /** Written by `Connections` alone: that of its session while it is held; null or absent: none. */
  tie?: SessionTie | null
  /** Ends it as its protocol wants. `code`: what the session ended by. Never throws. */
  end(reason: EndReason, code: ErrorCode): void
  /** Tells that the session has ended, without a request that could tell so. */
  reportEnd(code: ErrorCode, by: 'limit' | 'provider'): void
}

/** A session that has connections at one origin. Times in epoch seconds. */
export interface SessionTie extends Listed {
  /** As the latest request has shown it. */
  session: Session
  /** The `Cookie` header of its latest cookie; null: it did not come by a cookie, and ends with its token at the latest. */
  cookieHeader: string | null
  /** Where that cookie counts. */
  readonly origin: string
  readonly connections: DenseList<Connection>
  /** When it has to be looked at. */
  dueAtSeconds: number
  /** Until then the provider is not asked about it again; infinite: it is being asked. */
  askNotBeforeSeconds: number
}

/** Does it end with its account: did it come by a cookie, or by an id token of the project? Others end by their time alone. */
export function endsWithAccount({
  session,
  cookieHeader
}: Pick<SessionTie, 'session' | 'cookieHeader'>): boolean {
  return cookieHeader !== null || session.bearer?.isOfProject === true
}

/** The sessions that have connections; see `createStreamRegistry`. */
export interface StreamRegistry {
  /** By the id of a session, and the origin where it was used. */
  find(id: string, origin: string): SessionTie | undefined
  /** By that id, at whichever origin. */
  ofSession(id: string): Iterable<SessionTie>
  hasSession(id: string): boolean
  ofAccount(owner: Owner): Iterable<SessionTie>
  all(): Iterable<SessionTie>
  count(): number
  add(tie: SessionTie): void
  remove(tie: SessionTie): void
}

/**
 * An index by id and account of the sessions that end with an account, so that the end of one finds its connections without
 * a walk over the others. Others end by their time alone, and are in no index.
 */
export function createStreamRegistry(): StreamRegistry {
  const streams = new DenseList<SessionTie>()
  const byId: Index = Object.create(null)
  const byAccount: Index = Object.create(null)
  return {
    find: (id, origin) => byId[id]?.find((tie) => tie.origin === origin),
    hasSession: (id) => byId[id] !== undefined,
    // A copy: whoever walks over them ends them.
    ofSession: (id) => [...(byId[id] ?? [])],
    ofAccount: (owner) => [...(byAccount[keyOf(owner)] ?? [])],
    all: () => streams,
    count: () => streams.size,
    add(tie) {
      streams.add(tie)
      if (!endsWithAccount(tie)) return
      addTo(byId, tie.session.id, tie)
      addTo(byAccount, keyOf(tie.session), tie)
    },
    remove(tie) {
      streams.remove(tie)
      removeFrom(byId, tie.session.id, tie)
      removeFrom(byAccount, keyOf(tie.session), tie)
    }
  }
}

/** An object without a prototype: a `Map` would promote what turns over in it, see `DenseList`. */
type Index = Record<string, SessionTie[]>

function addTo(index: Index, key: string, tie: SessionTie): void {
  const siblings = index[key]
  if (siblings === undefined) index[key] = [tie]
  else siblings.push(tie)
}

function removeFrom(index: Index, key: string, tie: SessionTie): void {
  const siblings = index[key]
  const place = siblings?.indexOf(tie) ?? -1
  if (siblings === undefined || place === -1) return
  siblings.splice(place, 1)
  if (siblings.length === 0) delete index[key]
}
