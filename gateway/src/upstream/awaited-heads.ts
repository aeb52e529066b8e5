import type { FastifyRequest } from 'fastify'
import { type Schedule, scheduleOnTimer } from '../async.ts'
import { DenseList, type Listed } from '../dense-list.ts'
import { Fault } from '../errors.ts'

/** A wait that is worth a warning, and the pauses between looks for one: without, and after a warning. */
const LONG_WAIT_SECONDS = 10
const LOOK_SECONDS = 5
const WARN_AGAIN_SECONDS = 60

/** From then on a client that leaves has waited too long, rather than changed its mind. */
const ABANDONED_AFTER_MS = 5000

/** A request that waits for its response head. */
export interface Awaited extends Listed {
  readonly proxied: { request: FastifyRequest }
}

/** Requests to one application without a response head. Warns at most once a minute. `limit`: what limits the wait, for the log. */
export function createAwaitedHeads(limit: string, schedule: Schedule = scheduleOnTimer) {
  const awaited = new DenseList<Awaited>()
  let cancel: (() => void) | null = null

  function look(): void {
    const late = [...awaited].filter(({ proxied }) => waitedMs(proxied.request) >= LONG_WAIT_SECONDS * 1000)
    cancel = awaited.size === 0 ? null : schedule(late.length === 0 ? LOOK_SECONDS : WARN_AGAIN_SECONDS, look)
    if (late[0] === undefined) return
    const { log, record } = late[0].proxied.request
    const detail = `${late.length} of its requests without response headers for ${LONG_WAIT_SECONDS} s: see why it is slow; ${limit} limits the wait`
    const application = record.application ?? undefined
    log.warn({ application, doctor: 'UPSTREAM', detail }, 'the application does not respond')
  }

  return {
    add(request: Awaited): void {
      awaited.add(request)
      cancel ??= schedule(LOOK_SECONDS, look)
    },
    remove: (request: Awaited) => awaited.remove(request),
    close: () => cancel?.()
  }
}

/** For how long the application has had the request, in milliseconds. An unfinished upload is not its delay. */
function waitedMs({ raw, record }: FastifyRequest): number {
  return raw.complete ? performance.now() - (record.dispatchedAtMs ?? Number.POSITIVE_INFINITY) : 0
}

/** A long wait that ended without a response: no time limit was reached, so that nothing else would show it. */
export function noteAbandoned(request: FastifyRequest): void {
  const ms = waitedMs(request)
  if (ms < ABANDONED_AFTER_MS) return
  const { record, server } = request
  const detail = `the client gave up after ${Math.round(ms)} ms without response headers`
  record.fault = new Fault('UPSTREAM_TIMEOUT', { detail })
  server.reportEvent({
    kind: 'upstream.failed',
    failure: 'abandoned',
    waitedMs: ms,
    application: record.application
  })
}
