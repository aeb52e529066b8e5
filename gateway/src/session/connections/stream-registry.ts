import type { ErrorCode } from '../../errors.ts'
import { DenseList, type EndReason, type Listed } from '../../http/connections/open-responses.ts'
import { type AccountId, keyOf, type Session } from '../session.ts'

/** A response that may stay open: a WebSocket, an event stream, a download, a long poll. */
export interface Connection extends Listed {
  /** Session of the request; null: none was required. */
  readonly session: Session | null
  /** The `Cookie` header with the session's current cookie; undefined: none was sent. */
  readonly cookieHeader: string | undefined
  /** Origin of the request, where that cookie is valid. */
  readonly origin: string
  /** When the response reaches its time limit, in epoch seconds; Infinity: no limit, or not begun. */
  readonly endsAtSeconds: number
  /** Set only by `Connections`: the subscription of its session, if any. */
  subscription?: SessionSubscription | null
  /** Ends it as its protocol requires. `code`: why the session ended. Never throws. */
  end(reason: EndReason, code: ErrorCode): void
  /** Reports a session end that no request would report. */
  reportEnd(code: ErrorCode, by: 'limit' | 'provider'): void
}

/** Why connections end. `by`: who reports the end of the session; null: already reported. */
export interface SessionEnding {
  reason: EndReason
  code: ErrorCode
  by: 'limit' | 'provider' | null
}

/** The ending for a session rejected for good with this code. */
export function endingBy(code: ErrorCode): SessionEnding {
  if (code === 'SESSION_ENDED') return { reason: 'signed-out', code, by: null }
  if (code === 'SESSION_EXPIRED') return { reason: 'session-over', code, by: 'limit' }
  return { reason: 'revoked', code, by: 'provider' }
}

/** A session with open connections at one origin. Times in epoch seconds. */
export interface SessionSubscription extends Listed {
  /** As of the latest request. */
  session: Session
  /** The `Cookie` header with its latest cookie; null: a bearer session, which ends with its token at the latest. */
  cookieHeader: string | null
  readonly origin: string
  readonly connections: DenseList<Connection>
  dueAtSeconds: number
  /** The provider is not called before this time; Infinity: a call is running. */
  askNotBeforeSeconds: number
}

/** Whether it ends with its account: true for cookies and id tokens of the project. Others only expire. */
export function endsWithAccount(
  subscription: Pick<SessionSubscription, 'session' | 'cookieHeader'>
): boolean {
  return subscription.cookieHeader !== null || subscription.session.bearer?.isOfProject === true
}

/** By session id and account, so the end of one does not scan the others. Sessions that only expire are not indexed. */
export function createStreamRegistry() {
  const streams = new DenseList<SessionSubscription>()
  const byId: Index = Object.create(null)
  const byAccount: Index = Object.create(null)
  return {
    find: (id: string, origin: string) => byId[id]?.find((subscription) => subscription.origin === origin),
    hasSession: (id: string) => byId[id] !== undefined,
    // A copy: callers end them while iterating.
    ofSession: (id: string) => [...(byId[id] ?? [])],
    ofAccount: (owner: AccountId) => [...(byAccount[keyOf(owner)] ?? [])],
    all: (): Iterable<SessionSubscription> => streams,
    count: () => streams.size,
    add(subscription: SessionSubscription): void {
      streams.add(subscription)
      if (!endsWithAccount(subscription)) return
      addTo(byId, subscription.session.id, subscription)
      addTo(byAccount, subscription.session.accountKey, subscription)
    },
    remove(subscription: SessionSubscription): void {
      streams.remove(subscription)
      removeFrom(byId, subscription.session.id, subscription)
      removeFrom(byAccount, subscription.session.accountKey, subscription)
    }
  }
}

/** An object without prototype. */
type Index = Record<string, SessionSubscription[]>

function addTo(index: Index, key: string, subscription: SessionSubscription): void {
  const siblings = index[key]
  if (siblings === undefined) index[key] = [subscription]
  else siblings.push(subscription)
}

function removeFrom(index: Index, key: string, subscription: SessionSubscription): void {
  const siblings = index[key]
  const place = siblings?.indexOf(subscription) ?? -1
  if (siblings === undefined || place === -1) return
  siblings.splice(place, 1)
  if (siblings.length === 0) delete index[key]
}
