import { once } from 'node:events'
import { dirname } from 'node:path'
import type { LogLevel } from '../config/schema/schema.ts'
import { adviseOnFileShortage } from '../errors.ts'
import { createLog, type Log } from '../operations/logging.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import { UnusableConfig } from '../serving/serving.ts'
import { CommandError, describeProblems, EXIT, type ExitCode } from './command-error.ts'

/** Set by Cloud Run and other Knative platforms, which throttle the processor between requests. */
const SERVERLESS_VARIABLE = 'K_SERVICE'

/** A log on standard output that no missing or slow reader can end or block. */
export function openLog(level: LogLevel, fields: object = {}): Log {
  // Accessing the streams also makes pipes and sockets non-blocking, which the log depends on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // Sent at the file size limit (`ulimit -f`); ignored, so that the write just fails.
  process.on('SIGXFSZ', () => {})
  const warn = (text: string) => void process.stderr.write(`gatehouse: ${text}\n`)
  const onFailure = (code: string) => warn(`the log cannot be written (${code}); requests are still served`)
  const isPrompt = process.env[SERVERLESS_VARIABLE] !== undefined
  const log = createLog(level, undefined, onFailure, { fields, isPrompt })
  process.once('exit', () => {
    const lines = log.writeRest()
    if (lines > 0) warn(`${lines} log lines were not written`)
  })
  return log
}

/** Runs a startup step; logs a failure, if there is a `log`, and throws it as a `CommandError`. `portKeys`: ports by configuration key. */
export async function startOrExplain<T>(
  run: () => Promise<T>,
  log?: Log,
  portKeys: Readonly<Record<string, number>> = {}
): Promise<T> {
  try {
    return await run()
  } catch (err) {
    const problems = err instanceof UnusableConfig ? err.problems : null
    const advice = adviseOn(err, portKeys)
    const reason = adviseOnFileShortage(err) ?? (err instanceof Error ? err.message : String(err))
    // With advice, the stack says nothing more.
    const cause = advice === '' ? { err } : { reason, fix: advice.trim() }
    log?.logger.fatal(problems === null ? cause : { problems }, 'cannot start')
    await log?.flush()
    if (problems !== null) throw new CommandError(EXIT.usage, describeProblems(problems))
    throw new CommandError(EXIT.failed, `cannot start: ${reason}${advice}`)
  }
}

/** Advice for a port or socket that cannot be bound, on its own line; empty for other errors. */
function adviseOn(err: unknown, portKeys: Readonly<Record<string, number>>): string {
  if (!(err instanceof Error) || !('code' in err && 'syscall' in err) || err.syscall !== 'listen') return ''
  // The code is the same for a missing folder and one without write permission.
  if ('address' in err && typeof err.address === 'string' && err.address.includes('/'))
    return err.code === 'EACCES'
      ? `\nThe folder ${dirname(err.address)} must exist, and be writable for this user (listen.unix).`
      : ''
  const port = 'port' in err ? err.port : null
  const key = Object.keys(portKeys).find((name) => portKeys[name] === port)
  const instead = key === undefined ? 'choose another port' : `choose another port (${key})`
  if (err.code === 'EADDRINUSE') return `\nThe port is in use: stop the other program, or ${instead}.`
  if (err.code === 'EADDRNOTAVAIL')
    return `\nThis machine has no such address: use one of its own, or omit ${key?.replace(/port$/, 'host') ?? 'the host'}.`
  if (err.code === 'EACCES')
    return `\nThis user may not listen there: ${instead} from 1024 on, or grant CAP_NET_BIND_SERVICE.`
  return ''
}

/** Keeps SIGHUP from ending the process. Returns a function that sets the reload it triggers from then on. */
export function onHangUp(): (reload: () => Promise<void>) => void {
  let run = async () => {}
  process.on('SIGHUP', () => void run())
  return (reload) => {
    run = reload
  }
}

/** Resolves to the exit code after a signal; a second one ends the process at once. Ends and rejects when `failed` gives a reason. */
export function waitForShutdown(shutdown: Shutdown, log: Log, failed?: Promise<string>): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    void failed?.then(async (reason) => {
      log.logger.fatal({ reason }, 'cannot continue')
      await finish(shutdown, log)
      reject(new CommandError(EXIT.failed, `cannot continue: ${reason}`))
    })
    const end = (signal: NodeJS.Signals) => {
      if (shutdown.notReadyBecause() !== null) process.exit(EXIT.failed)
      log.logger.info({ signal }, 'shutting down')
      void finish(shutdown, log).then(resolve)
    }
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
  })
}

async function finish(shutdown: Shutdown, log: Log): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  try {
    const inTime = await shutdown.begin()
    log.logger.info({ inTime }, 'stopped')
  } catch (err) {
    log.logger.error({ err }, 'shutdown failed')
    code = EXIT.failed
  }
  await log.flush()
  return code
}

/**
 * The last resort: logs an uncaught exception or rejection and keeps serving. Node advises to exit because state may be inconsistent; here every
 * request has its own, and shared state is replaced as a whole. Does not cover out of memory and errors in Node itself.
 */
export function surviveUncaught({ logger }: Log): void {
  process.on('uncaughtException', (err, origin) =>
    logger.fatal({ code: 'INTERNAL_ERROR', origin, err }, 'uncaught')
  )
}

/** Resolves at SIGINT or SIGTERM. */
export async function untilStopped(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}
