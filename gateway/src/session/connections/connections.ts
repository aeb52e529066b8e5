import { LRUCache } from 'lru-cache'
import { DenseList } from '../../http/connections/open-responses.ts'
import type { Runtime } from '../../operations/runtime.ts'
import type { AccountId, Session } from '../session.ts'
import { atMost } from '../session-cache.ts'
import {
  type Connection,
  createStreamRegistry,
  type SessionEnding,
  type SessionSubscription
} from './stream-registry.ts'
import type { SessionWatch } from './watch.ts'

/** Scan interval in seconds. A response gets a subscription to its session after one or two scans. */
const LOOK_SECONDS = 0.25
/** Sessions checked at the provider concurrently; the rest wait for the next scan. */
const MAX_ASKING = 50
const MAX_CACHED = 50_000

/** Open responses, subscribed to the sessions of their requests. */
export type Connections = ReturnType<typeof createConnections>

/**
 * The connections of all configurations of this process. Ends of sessions and accounts are pushed to it and
 * apply in the same turn; expiry is found by a scan four times a second. No timer runs while there are no connections.
 */
export function createConnections({ schedule, now }: Pick<Runtime, 'schedule' | 'now'>) {
  const streams = createStreamRegistry()
  /** Begun since the last scan, and between the two before it: what outlasts both is subscribed. */
  let young = new DenseList<Connection>()
  let older = new DenseList<Connection>()
  /** Long-lived, without a session; those with one are listed in its subscription. */
  const anonymous = new DenseList<Connection>()
  const lastOpen = new LRUCache<string, number>(atMost(MAX_CACHED))
  let watch: SessionWatch | null = null
  let asking = 0
  let cancel: (() => void) | null = null

  function look(): void {
    cancel = null
    for (const connection of older.takeAll()) hold(connection)
    ;[young, older] = [older, young]
    endOverdue(anonymous)
    for (const subscription of streams.all()) endOverdue(subscription.connections)
    for (const subscription of streams.all()) if (now() >= subscription.dueAtSeconds) evaluate(subscription)
    if (anonymous.size + streams.count() + older.size > 0) cancel ??= schedule(LOOK_SECONDS, look)
  }

  function endOverdue(connections: DenseList<Connection>): void {
    for (const connection of connections) {
      if (now() < connection.endsAtSeconds) continue
      release(connection)
      connection.end('too-long', 'SESSION_EXPIRED')
    }
  }

  function isHeld(connection: Connection): boolean {
    return (connection.subscription ?? null) !== null || anonymous.has(connection)
  }

  /** Subscribes a long-lived response at once. */
  function hold(connection: Connection): void {
    if (isHeld(connection)) return
    if (!young.remove(connection)) older.remove(connection)
    const { session } = connection
    cancel ??= schedule(LOOK_SECONDS, look)
    if (session === null) {
      anonymous.add(connection)
      return
    }
    const subscription = subscribe(session, connection)
    connection.subscription = subscription
    subscription.connections.add(connection)
    // The session may have ended since the request was admitted.
    evaluate(subscription)
  }

  function subscribe(session: Session, connection: Connection): SessionSubscription {
    const { origin } = connection
    const known = streams.find(session.id, origin)
    if (known !== undefined) {
      recordActivity(known, session)
      return known
    }
    const cookieHeader = watch?.ownCookie(session, connection) ?? null
    const subscription: SessionSubscription = {
      session,
      cookieHeader,
      origin,
      connections: new DenseList(),
      listIndex: -1,
      dueAtSeconds: 0,
      askNotBeforeSeconds: 0
    }
    streams.add(subscription)
    return subscription
  }

  function recordActivity(subscription: SessionSubscription, { activeAtSeconds }: Session): void {
    if (activeAtSeconds === null || activeAtSeconds <= (subscription.session.activeAtSeconds ?? 0)) return
    subscription.session = { ...subscription.session, activeAtSeconds }
    subscription.dueAtSeconds = 0
  }

  function release(connection: Connection): void {
    const { subscription = null } = connection
    if (subscription === null) {
      if (!young.remove(connection) && !older.remove(connection)) anonymous.remove(connection)
      return
    }
    connection.subscription = null
    subscription.connections.remove(connection)
    if (subscription.connections.size > 0) return
    lastOpen.set(subscription.session.id, now())
    streams.remove(subscription)
  }

  function end(subscription: SessionSubscription, { reason, code, by }: SessionEnding): void {
    const connections = [...subscription.connections]
    if (by !== null) connections[0]?.reportEnd(code, by)
    for (const connection of connections) {
      release(connection)
      connection.end(reason, code)
    }
  }

  function evaluate(subscription: SessionSubscription): void {
    if (watch === null) return
    const ending = watch.evaluate(subscription)
    if (ending !== null) {
      end(subscription, ending)
      return
    }
    const askAtSeconds = Math.max(watch.askAtSeconds(subscription), subscription.askNotBeforeSeconds)
    subscription.dueAtSeconds = Math.min(watch.endsAtSeconds(subscription), askAtSeconds)
    if (now() >= askAtSeconds && asking < MAX_ASKING) void ask(subscription, watch)
  }

  async function ask(subscription: SessionSubscription, watch: SessionWatch): Promise<void> {
    subscription.askNotBeforeSeconds = Number.POSITIVE_INFINITY
    asking += 1
    // A failure of the provider or of our own ends nothing.
    const ending = await watch.ask(subscription).catch(() => null)
    asking -= 1
    subscription.askNotBeforeSeconds = now() + watch.askAgainSeconds
    subscription.dueAtSeconds = 0
    if (ending !== null) end(subscription, ending)
  }

  return {
    /** A response begins. It is subscribed after 0.25 to 0.5 s; most have ended by then. */
    begin(connection: Connection): void {
      young.add(connection)
      cancel ??= schedule(LOOK_SECONDS, look)
    },
    hold,
    release,
    /** The session has a newer cookie at an origin. `value`: encrypted. */
    follow(session: Session, cookie: { origin: string; value: string }): void {
      const subscription = streams.find(session.id, cookie.origin)
      if (subscription === undefined || isOlder(session, subscription)) return
      subscription.session = { ...session, activeAtSeconds: subscription.session.activeAtSeconds }
      subscription.cookieHeader = watch?.cookieHeaderOf(cookie) ?? subscription.cookieHeader
      subscription.dueAtSeconds = 0
    },
    recordActivity(session: Session): void {
      for (const subscription of streams.ofSession(session.id)) recordActivity(subscription, session)
    },
    endSession(id: string, ending: SessionEnding): void {
      for (const subscription of streams.ofSession(id)) end(subscription, ending)
    },
    /** Ends the connections of all sessions of this account that are no longer valid. */
    checkAccount(owner: AccountId): void {
      for (const subscription of streams.ofAccount(owner)) evaluate(subscription)
    },
    /** The session was rejected for good with a request's tokens. Ignored if the connection has newer ones. */
    refuse(session: Session, ending: SessionEnding): void {
      for (const subscription of streams.ofSession(session.id))
        if (!isOlder(session, subscription)) end(subscription, ending)
    },
    /** The `Cookie` header with the latest cookie of the connection's session; undefined: it used none. */
    latestCookieOf: (connection: Connection) =>
      connection.subscription?.cookieHeader ?? connection.cookieHeader,
    /** When this session last had a connection, in epoch seconds; -Infinity if unknown. */
    lastOpenAtSeconds: (id: string) =>
      streams.hasSession(id) ? now() : (lastOpen.get(id) ?? Number.NEGATIVE_INFINITY),
    /** From now on, this watch (of the configuration in effect) checks sessions. */
    watchBy(next: SessionWatch): void {
      watch = next
      for (const subscription of streams.all()) subscription.dueAtSeconds = 0
    },
    close(): void {
      cancel?.()
      cancel = null
    }
  }
}

/** From a copy of the cookie that the browser has since replaced. */
function isOlder(session: Session, subscription: SessionSubscription): boolean {
  return session.idTokenExpiresAtSeconds < subscription.session.idTokenExpiresAtSeconds
}
