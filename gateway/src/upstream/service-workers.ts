import type { FastifyRequest } from 'fastify'
import { authRequestOf } from '../http/auth-request.ts'
import { describeRequest } from '../http/request-log.ts'

/** Paths that are remembered; the log needs no more of them, and a stranger can ask for any number. */
const MAX_PATHS = 100

/**
 * A function that writes one warning for each path at which a browser fetches a script of the application as a service
 * worker (https://www.w3.org/TR/service-workers/#service-worker-script-request). Such a script can answer for every path
 * below its own, the gateway's pages too, without the gateway being asked.
 */
export function createServiceWorkerWatch(): (request: FastifyRequest) => void {
  const seen = new Set<string>()
  return (request) => {
    if (request.headers['service-worker'] !== 'script') return
    const { path } = request.target ?? {}
    if (path === undefined || seen.has(path) || seen.size >= MAX_PATHS) return
    seen.add(path)
    request.log.warn(
      describeRequest(authRequestOf(request)),
      'service worker of the application: it must leave the paths of the gateway to the network'
    )
  }
}
