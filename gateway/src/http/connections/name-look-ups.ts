import { type LookupAddress, lookup as lookUpAddresses } from 'node:dns'
import { createSingleFlight, type Schedule, scheduleOnTimer } from '../../async.ts'

/** Resolves a name to all its addresses. */
export type LookUpAll = (
  hostname: string,
  callback: (err: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void
) => void

/** `limitMs`: how long the caller waits; 0: as long as it takes. */
export type LookUpName = (hostname: string, limitMs: number, callback: Parameters<LookUpAll>[1]) => void

/** Code of a name that the resolver did not resolve in time, as c-ares has it. */
export const LOOK_UP_TIMEOUT = 'ETIMEOUT'
/** Codes of names that do not resolve. https://nodejs.org/docs/latest-v20.x/api/dns.html#error-codes */
const DNS = new Set([LOOK_UP_TIMEOUT, 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])

/** Whether a name did not resolve. */
export function isLookUpFailure(code: string): boolean {
  return DNS.has(code)
}

/**
 * One look-up at a time for each name, joined by all who need it: `getaddrinfo` cannot be cancelled and occupies one of the
 * few threads of the process (`UV_THREADPOOL_SIZE`) until the resolver gives up, so a dead DNS zone would otherwise take them all.
 */
export function createNameLookUps(
  lookUp: LookUpAll = lookUpAll,
  schedule: Schedule = scheduleOnTimer
): LookUpName {
  const flights = createSingleFlight<readonly LookupAddress[]>()

  const start = (hostname: string) =>
    new Promise<readonly LookupAddress[]>((resolve, reject) => {
      lookUp(hostname, (err, addresses) => (err === null ? resolve(addresses) : reject(err)))
    })

  return (hostname, limitMs, callback) => {
    let isOver = false
    const finish: typeof callback = (...result) => {
      if (isOver) return
      isOver = true
      stopTimer()
      callback(...result)
    }
    const stopTimer =
      limitMs === 0 ? () => {} : schedule(limitMs / 1000, () => finish(lookUpTimeout(hostname, limitMs), []))
    flights
      .run(hostname, () => start(hostname))
      .then(
        (addresses) => finish(null, addresses),
        (err) => finish(err, [])
      )
  }
}

function lookUpTimeout(hostname: string, limitMs: number): NodeJS.ErrnoException {
  const error = new Error(`DNS: ${hostname} did not resolve within ${limitMs} ms`)
  return Object.assign(error, { code: LOOK_UP_TIMEOUT, syscall: 'getaddrinfo' })
}

const lookUpAll: LookUpAll = (hostname, callback) => lookUpAddresses(hostname, { all: true }, callback)
