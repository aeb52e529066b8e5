import { LRUCache } from 'lru-cache'
import type { Schedule } from '../../async/schedule.ts'
import { DenseList } from '../../dense-list.ts'
import type { Owner, Session } from '../session.ts'
import { atMost } from '../session-cache.ts'
import type { SessionEnding } from './ending.ts'
import { type Connection, createStreamRegistry, type SessionTie } from './stream-registry.ts'

/** Interval of the look at all connections, in seconds. A response is tied after one to two of them. */
const LOOK_SECONDS = 0.25
/** Sessions about which the provider is asked at the same time; the others wait for the next look. */
const MAX_ASKING = 50
const MAX_CACHED = 50_000

/** Answers under way, tied to the sessions of their requests; see `createConnections`. */
export interface Connections {
  /** A response begins. It is tied once it has lasted for a quarter to half a second; most are over by then. */
  begin(connection: Connection): void
  /** An answer that will last: it is tied at once. */
  hold(connection: Connection): void
  /** It is over. */
  release(connection: Connection): void
  /** The session has a newer cookie at an origin. `value`: as it is sealed. */
  follow(session: Session, cookie: { origin: string; value: string }): void
  /** A request of this session was noted in its cookie. */
  noteActivity(session: Session): void
  /** Ends the connections of this session, at all origins. */
  endSession(id: string, ending: SessionEnding): void
  /** Ends those of all sessions of this account that no longer stand. */
  checkAccount(owner: Owner): void
  /** The session was refused for good with the tokens of a request; older copies than that of the connections say nothing. */
  refuse(session: Session, ending: SessionEnding): void
  /** The `Cookie` header of the latest cookie of this connection's session; undefined: it came by none. */
  latestCookieOf(connection: Connection): string | undefined
  /** When this session last had a connection, in epoch seconds; infinite in the past: it is not known to have had one. */
  lastOpenAtSeconds(id: string): number
  /** From now on sessions are judged by this one, that of the configuration in force. */
  watchBy(watch: SessionWatch): void
  /** Leaves no timer behind. */
  close(): void
}

/** Judges sessions that have connections, by one configuration; see `createSessionWatch`. Times in epoch seconds. */
export interface SessionWatch {
  /** Why its connections have to end now; null: they may stay. Asks nobody. */
  evaluate(tie: SessionTie): SessionEnding | null
  /** When it ends by its time, unless something happens before. */
  endsAtSeconds(tie: SessionTie): number
  /** When the provider has to be asked about it; infinite: never. */
  askAtSeconds(tie: SessionTie): number
  /** Asks. What is found out about the account is noted for all its sessions; null: this one has not ended by it. */
  ask(tie: SessionTie): Promise<SessionEnding | null>
  /** Shortest pause between two questions about one session, in seconds. */
  readonly askAgainSeconds: number
  /** The cookies of this connection's session alone; null: it did not come by a cookie. */
  ownCookie(session: Session, connection: Pick<Connection, 'origin' | 'cookieHeader'>): string | null
  /** The `Cookie` header of a sealed value. */
  cookieHeaderOf(cookie: { origin: string; value: string }): string
}

export interface ConnectionsOptions {
  /** When connections are looked at: one timer for all, and none while there are no connections. */
  schedule: Schedule
  /** Epoch seconds. */
  now: () => number
}

/**
 * The connections of all configurations of this process. Ends of sessions and accounts are told by whoever brings them
 * about or finds them out, and take effect in the same turn; what comes with time is looked for four times a second.
 */
export function createConnections({ schedule, now }: ConnectionsOptions): Connections {
  const streams = createStreamRegistry()
  /** Begun since the last look, and between the two looks before it: what outlasts both is held. */
  let young = new DenseList<Connection>()
  let older = new DenseList<Connection>()
  /** Held, without a session; those with one are in the list of their tie. */
  const untied = new DenseList<Connection>()
  const lastOpen = new LRUCache<string, number>(atMost(MAX_CACHED))
  let watch: SessionWatch | null = null
  let asking = 0
  let cancel: (() => void) | null = null

  function lookSoon(): void {
    cancel ??= schedule(LOOK_SECONDS, look)
  }

  function look(): void {
    cancel = null
    for (const connection of older.takeAll()) hold(connection)
    ;[young, older] = [older, young]
    endOverdue(untied)
    for (const tie of streams.all()) endOverdue(tie.connections)
    for (const tie of streams.all()) if (now() >= tie.dueAtSeconds) evaluate(tie)
    if (untied.size + streams.count() + older.size > 0) lookSoon()
  }

  function endOverdue(connections: DenseList<Connection>): void {
    for (const connection of connections) {
      if (now() < connection.endsAtSeconds) continue
      release(connection)
      connection.end('too-long', 'SESSION_EXPIRED')
    }
  }

  function isHeld(connection: Connection): boolean {
    return (connection.tie ?? null) !== null || untied.has(connection)
  }

  function hold(connection: Connection): void {
    if (isHeld(connection)) return
    if (!young.remove(connection)) older.remove(connection)
    const { session } = connection
    lookSoon()
    if (session === null) {
      untied.add(connection)
      return
    }
    const tie = tieOf(session, connection)
    connection.tie = tie
    tie.connections.add(connection)
    // It may have ended since the request was let in.
    evaluate(tie)
  }

  function tieOf(session: Session, connection: Connection): SessionTie {
    const { origin } = connection
    const known = streams.find(session.id, origin)
    if (known !== undefined) {
      noteActivity(known, session)
      return known
    }
    const cookieHeader = watch?.ownCookie(session, connection) ?? null
    const tie: SessionTie = {
      session,
      cookieHeader,
      origin,
      connections: new DenseList(),
      listIndex: -1,
      dueAtSeconds: 0,
      askNotBeforeSeconds: 0
    }
    streams.add(tie)
    return tie
  }

  function noteActivity(tie: SessionTie, { activeAtSeconds }: Session): void {
    if (activeAtSeconds === null || activeAtSeconds <= (tie.session.activeAtSeconds ?? 0)) return
    tie.session = { ...tie.session, activeAtSeconds }
    tie.dueAtSeconds = 0
  }

  function release(connection: Connection): void {
    const { tie = null } = connection
    if (tie === null) {
      if (!young.remove(connection) && !older.remove(connection)) untied.remove(connection)
      return
    }
    connection.tie = null
    tie.connections.remove(connection)
    if (tie.connections.size > 0) return
    lastOpen.set(tie.session.id, now())
    streams.remove(tie)
  }

  function end(tie: SessionTie, { reason, code, by }: SessionEnding): void {
    const connections = [...tie.connections]
    if (by !== null) connections[0]?.reportEnd(code, by)
    for (const connection of connections) {
      release(connection)
      connection.end(reason, code)
    }
  }

  function evaluate(tie: SessionTie): void {
    if (watch === null) return
    const ending = watch.evaluate(tie)
    if (ending !== null) {
      end(tie, ending)
      return
    }
    const askAtSeconds = Math.max(watch.askAtSeconds(tie), tie.askNotBeforeSeconds)
    tie.dueAtSeconds = Math.min(watch.endsAtSeconds(tie), askAtSeconds)
    if (now() >= askAtSeconds && asking < MAX_ASKING) void ask(tie, watch)
  }

  async function ask(tie: SessionTie, watch: SessionWatch): Promise<void> {
    tie.askNotBeforeSeconds = Number.POSITIVE_INFINITY
    asking += 1
    // The provider's trouble, or our own, ends nothing.
    const ending = await watch.ask(tie).catch(() => null)
    asking -= 1
    tie.askNotBeforeSeconds = now() + watch.askAgainSeconds
    tie.dueAtSeconds = 0
    if (ending !== null) end(tie, ending)
  }

  return {
    begin(connection) {
      young.add(connection)
      lookSoon()
    },
    hold,
    release,
    follow(session, cookie) {
      const tie = streams.find(session.id, cookie.origin)
      if (tie === undefined || isOlder(session, tie)) return
      tie.session = { ...session, activeAtSeconds: tie.session.activeAtSeconds }
      tie.cookieHeader = watch?.cookieHeaderOf(cookie) ?? tie.cookieHeader
      tie.dueAtSeconds = 0
    },
    noteActivity(session) {
      for (const tie of streams.ofSession(session.id)) noteActivity(tie, session)
    },
    endSession(id, ending) {
      for (const tie of streams.ofSession(id)) end(tie, ending)
    },
    checkAccount(owner) {
      for (const tie of streams.ofAccount(owner)) evaluate(tie)
    },
    refuse(session, ending) {
      for (const tie of streams.ofSession(session.id)) if (!isOlder(session, tie)) end(tie, ending)
    },
    latestCookieOf: (connection) => connection.tie?.cookieHeader ?? connection.cookieHeader,
    lastOpenAtSeconds: (id) =>
      streams.hasSession(id) ? now() : (lastOpen.get(id) ?? Number.NEGATIVE_INFINITY),
    watchBy(next) {
      watch = next
      for (const tie of streams.all()) tie.dueAtSeconds = 0
    },
    close() {
      cancel?.()
      cancel = null
    }
  }
}

/** Of a copy of the cookie that the browser has replaced since. */
function isOlder(session: Session, tie: SessionTie): boolean {
  return session.idTokenExpiresAtSeconds < tie.session.idTokenExpiresAtSeconds
}
