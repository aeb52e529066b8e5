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
/** https://nodejs.org/docs/latest-v20.x/api/dns.html#error-codes */
const DNS = new Set([LOOK_UP_TIMEOUT, 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])

/** Whether a name did not resolve. */
export const isLookUpFailure = (code: string): boolean => DNS.has(code)

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
    const giveUp = () => {
      const error = new Error(`DNS: ${hostname} did not resolve within ${limitMs} ms`)
      finish(Object.assign(error, { code: LOOK_UP_TIMEOUT, syscall: 'getaddrinfo' }), [])
    }
    const stopTimer = limitMs === 0 ? () => {} : schedule(limitMs / 1000, giveUp)
    const flight = flights.run(hostname, () => start(hostname))
    flight.then(
      (addresses) => finish(null, addresses),
      (err) => finish(err, [])
    )
  }
}

const lookUpAll: LookUpAll = (hostname, callback) => lookUpAddresses(hostname, { all: true }, callback)
