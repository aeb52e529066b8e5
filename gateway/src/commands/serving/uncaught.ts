import type { Log } from '../../operations/logging.ts'

/**
 * The last line of defence while a gateway serves: an exception or rejection that nobody caught becomes one line of the
 * log, and the process lives on. Node advises to end it, because state may be half changed; here every request has its
 * own, and what requests share (remembered sessions, certificates) is replaced as a whole. Not caught: out of memory, and
 * faults of Node itself.
 */
export function surviveUncaught({ logger }: Log): void {
  process.on('uncaughtException', (err, origin) =>
    logger.fatal({ code: 'INTERNAL_ERROR', origin, err }, 'uncaught')
  )
}
