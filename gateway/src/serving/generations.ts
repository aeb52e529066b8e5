import type { FastifyInstance } from 'fastify'
import type { Schedule } from '../async.ts'
import type { Listeners } from './listeners.ts'

/** Previous apps that are still draining requests. */
const MAX_WAITING = 2
/** Previous apps that only have streams. */
const MAX_STREAMING = 32

export type Generations = ReturnType<typeof createGenerations>

/**
 * The active app and its predecessors, which finish what they have begun. Requests are aborted after their grace time, or if more than two
 * apps are draining. Streams may stay while their visitors have access; beyond 32 previous apps, those of the oldest are ended.
 */
export function createGenerations(options: {
  listeners: Pick<Listeners, 'serve'>
  /** The first app, which is ready. */
  first: FastifyInstance
  /** Timer for the grace time of previous apps. */
  schedule: Schedule
  /** Receives the number of streams ended because their visitors are no longer admitted; never 0. */
  onStreamsEnded: (count: number) => void
}) {
  const { listeners, first, schedule, onStreamsEnded } = options
  let current = first
  let isEnding = false
  let areStreamsClosed = false
  /** Previous apps with open requests, oldest first. */
  const waiting = new Set<FastifyInstance>()
  /** Previous apps with streams only, oldest first. */
  const streaming = new Set<FastifyInstance>()
  const underWay = new Set<Promise<void>>()
  listeners.serve(first)

  const all = () => [current, ...waiting, ...streaming]

  /** Ends all streams at once, and every new one. */
  function closeStreams(): void {
    areStreamsClosed = true
    for (const { lifecycle } of all()) lifecycle.streams.close()
  }

  async function endNoLongerAllowed({ lifecycle }: FastifyInstance): Promise<void> {
    const count = await lifecycle.streams.endUnless((authRequest) => current.admits(authRequest))
    if (count > 0) onStreamsEnded(count)
  }

  async function drain(app: FastifyInstance, graceSeconds: number): Promise<void> {
    waiting.add(app)
    const [oldest] = waiting
    if (waiting.size > MAX_WAITING && oldest !== undefined) cutRequests(oldest)
    const cancel = schedule(graceSeconds, () => cutRequests(app))
    await Promise.all(serversOf(app).map(({ lifecycle }) => lifecycle.requests.waitUntilEmpty()))
    cancel()
    waiting.delete(app)
    streaming.add(app)
    const [longest] = streaming
    if (streaming.size > MAX_STREAMING) void longest?.lifecycle.streams.endAll(0, async () => {})
    // Requests admitted by the old rules may have become streams meanwhile.
    await endNoLongerAllowed(app)
    await app.lifecycle.streams.waitUntilIdle()
    streaming.delete(app)
    await app.close()
  }

  function track(work: Promise<void>, app: FastifyInstance): void {
    const kept = work
      .catch((err: unknown) =>
        app.log.error({ code: 'INTERNAL_ERROR', err }, 'previous configuration not closed')
      )
      .finally(() => underWay.delete(kept))
    underWay.add(kept)
  }

  return {
    current: (): FastifyInstance => current,
    /** Activates a ready app, and ends streams it would not admit soon after. `graceSeconds`: limit for its predecessor's requests. */
    replace(next: FastifyInstance, graceSeconds: number): void {
      const former = current
      current = next
      if (isEnding) announce(next)
      if (areStreamsClosed) next.lifecycle.streams.close()
      listeners.serve(next)
      track(drain(former, graceSeconds), former)
      for (const app of [...waiting, ...streaming]) track(endNoLongerAllowed(app), app)
    },
    /** Open requests and streams, also of former configurations. */
    countRequests: (): number =>
      all()
        .flatMap(serversOf)
        .reduce((sum, { lifecycle: { requests, streams } }) => sum + requests.size + streams.count(), 0),
    /** From now on every response carries `Connection: close`. */
    announceEnd(): void {
      isEnding = true
      for (const app of all()) announce(app)
    },
    /** Ends all streams, spread over that many milliseconds. */
    async endStreams(overMs: number, wait: (ms: number) => Promise<void>): Promise<void> {
      await Promise.all(all().map(({ lifecycle }) => lifecycle.streams.endAll(overMs, wait)))
    },
    closeStreams,
    /** Closes all apps when their requests and streams are over. Call once nothing listens any more. */
    async close(): Promise<void> {
      closeStreams()
      // Connections may close before their requests are reported, and a stream's client before its
      // application; their ends are counted and logged only then.
      await Promise.all(all().flatMap(serversOf).map(whenAllIsOver))
      await Promise.all(all().map((app) => app.close()))
      await Promise.all(underWay)
    },
    /** Cuts all requests and streams, including pending WebSocket handshakes. */
    abort(): void {
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
  await requests.waitUntilEmpty()
  await streams.waitUntilIdle()
}

/** The app and its separate server for auth requests, if any. */
function serversOf(app: FastifyInstance): FastifyInstance[] {
  return app.forwardAuthRequests.http === null ? [app] : [app, app.forwardAuthRequests.http]
}
