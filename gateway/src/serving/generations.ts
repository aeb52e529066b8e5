import type { FastifyInstance } from 'fastify'
import type { Schedule } from '../async/schedule.ts'
import type { Listeners } from './listeners.ts'

/** Former apps whose last requests are waited for. */
const MAX_WAITING = 2
/** Former apps that have streams only. */
const MAX_STREAMING = 32

export interface GenerationsOptions {
  listeners: Pick<Listeners, 'serve'>
  /** The first app, which is ready. */
  first: FastifyInstance
  /** When the grace of a former app is over. */
  schedule: Schedule
  /** Takes the number of streams that were ended because their visitors are let in no longer; never 0. */
  onStreamsEnded: (count: number) => void
}

/** The app in force and its predecessors; see `createGenerations`. */
export interface Generations {
  /** The app in force. */
  current(): FastifyInstance
  /**
   * Puts an app that is ready in force. `graceSeconds`: how long requests that its predecessor has begun with may take.
   * Streams whose visitors it would not let in are ended soon after.
   */
  replace(next: FastifyInstance, graceSeconds: number): void
  /** Requests whose answers are not over, streams left out. */
  countRequests(): number
  /** From now on every answer asks its client to close the connection. */
  announceEnd(): void
  /** Ends all streams, spread over so many milliseconds. */
  endStreams(overMs: number, wait: (ms: number) => Promise<void>): Promise<void>
  /** Ends all streams at once, and from now on each one that begins. */
  closeStreams(): void
  /** Closes all apps when their last request and their last stream are over; to be called when nothing listens any more. */
  close(): Promise<void>
  /** Cuts all requests and streams; the WebSocket handshakes under way are requests that nobody else can cut. */
  abort(): void
}

/**
 * The app that answers, and those before it, which end what they have begun with. A former app is closed when its last
 * request and its last stream are over. Requests that take longer than their grace are cut, and so are those of the
 * oldest when more than two former apps wait for theirs. Streams may stay for as long as their visitors are let in; only
 * beyond 32 former apps those of the oldest are ended, as at a shutdown.
 */
export function createGenerations({
  listeners,
  first,
  schedule,
  onStreamsEnded
}: GenerationsOptions): Generations {
  let current = first
  let isEnding = false
  let areStreamsClosed = false
  /** Former apps with open requests, the oldest first. */
  const waiting = new Set<FastifyInstance>()
  /** Former apps with streams only, the oldest first. */
  const streaming = new Set<FastifyInstance>()
  const underWay = new Set<Promise<void>>()
  listeners.serve(first)

  const all = () => [current, ...waiting, ...streaming]

  function closeStreams(): void {
    areStreamsClosed = true
    for (const { lifecycle } of all()) lifecycle.streams.close()
  }

  async function endUnadmitted({ lifecycle }: FastifyInstance): Promise<void> {
    const count = await lifecycle.streams.endUnless((authRequest) => current.admits(authRequest))
    if (count > 0) onStreamsEnded(count)
  }

  async function retire(app: FastifyInstance, graceSeconds: number): Promise<void> {
    waiting.add(app)
    const [oldest] = waiting
    if (waiting.size > MAX_WAITING && oldest !== undefined) cutRequests(oldest)
    const cancel = schedule(graceSeconds, () => cutRequests(app))
    await Promise.all(serversOf(app).map(({ lifecycle }) => lifecycle.requests.whenNone()))
    cancel()
    waiting.delete(app)
    streaming.add(app)
    const [longest] = streaming
    if (streaming.size > MAX_STREAMING) void longest?.lifecycle.streams.endAll(0, async () => {})
    // Requests that the former rules let in may have become streams meanwhile.
    await endUnadmitted(app)
    await app.lifecycle.streams.whenNone()
    streaming.delete(app)
    await app.close()
  }

  function keep(work: Promise<void>, app: FastifyInstance): void {
    const kept = work
      .catch((err: unknown) =>
        app.log.error({ code: 'INTERNAL_ERROR', err }, 'former configuration not closed')
      )
      .finally(() => underWay.delete(kept))
    underWay.add(kept)
  }

  return {
    current: () => current,
    replace(next, graceSeconds) {
      const former = current
      current = next
      if (isEnding) announce(next)
      if (areStreamsClosed) next.lifecycle.streams.close()
      listeners.serve(next)
      keep(retire(former, graceSeconds), former)
      for (const app of [...waiting, ...streaming]) keep(endUnadmitted(app), app)
    },
    countRequests: () =>
      all()
        .flatMap(serversOf)
        .reduce((sum, { lifecycle }) => sum + lifecycle.requests.count(), 0),
    announceEnd() {
      isEnding = true
      for (const app of all()) announce(app)
    },
    async endStreams(overMs, wait) {
      await Promise.all(all().map(({ lifecycle }) => lifecycle.streams.endAll(overMs, wait)))
    },
    closeStreams,
    async close() {
      closeStreams()
      // Connections may be gone before their requests are told, and the client of a stream before its application's side is:
      // only then are their ends counted and logged.
      await Promise.all(all().flatMap(serversOf).map(whenAllIsOver))
      await Promise.all(all().map((app) => app.close()))
      await Promise.all(underWay)
    },
    abort() {
      for (const app of all()) {
        cutRequests(app)
        app.lifecycle.streams.destroyAll()
      }
    }
  }
}

function announce(app: FastifyInstance): void {
  for (const { lifecycle } of serversOf(app)) lifecycle.ending = true
}

function cutRequests(app: FastifyInstance): void {
  for (const { lifecycle } of serversOf(app)) lifecycle.requests.destroyAll()
}

async function whenAllIsOver({ lifecycle: { requests, streams } }: FastifyInstance): Promise<void> {
  await requests.whenNone()
  await streams.whenNone()
}

/** The app, and the server beside it that answers questions. */
function serversOf(app: FastifyInstance): FastifyInstance[] {
  return app.forwardAuthRequests.http === null ? [app] : [app, app.forwardAuthRequests.http]
}
