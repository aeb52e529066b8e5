import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Schedule } from '../async/schedule.ts'
import type { ConfigSources, InvalidConfig } from './load.ts'
import { type Reading, readConfiguration } from './reading.ts'

/** Files from this size are parsed in a thread; smaller ones take a few hundredths of a second. */
const MIN_THREAD_BYTES = 32 * 1024
/** Timeout of the thread. 200 applications with 50 rules each take one to two seconds. */
const MAX_SECONDS = 60
const THREAD = new URL(import.meta.resolve('./reading-thread.js'))

export interface ReadAsideOptions {
  schedule: Schedule
  /** Aborts when the result is no longer needed. */
  signal: AbortSignal
  /** Script of the thread, for tests. */
  thread?: URL
}

/**
 * Like `readConfiguration`, but large files are parsed in a thread. Invalid if it fails or times out. Rejects if it cannot be
 * started.
 */
export async function readAside(
  sources: ConfigSources,
  options: ReadAsideOptions
): Promise<Reading | InvalidConfig> {
  return (await isLarge(sources.file)) ? await readInThread(sources, options) : readConfiguration(sources)
}

async function isLarge(file: string | null): Promise<boolean> {
  if (file === null) return false
  return await stat(file).then(
    ({ size }) => size >= MIN_THREAD_BYTES,
    () => false
  )
}

function readInThread(
  sources: ConfigSources,
  { schedule, signal, thread = THREAD }: ReadAsideOptions
): Promise<Reading | InvalidConfig> {
  return new Promise((resolve) => {
    // Without flags of this process, which may load modules only meant for it.
    const worker = new Worker(thread, { workerData: { ...sources, env: { ...sources.env } }, execArgv: [] })
    const stop = () => end(failure('was stopped'))
    const cancel = schedule(MAX_SECONDS, () => end(failure(`took longer than ${MAX_SECONDS} s`)))
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', end)
    worker.once('messageerror', () => end(failure('returned nothing readable')))
    worker.once('error', (err) => end(failure(`failed (${'code' in err ? err.code : err.name})`)))
    worker.once('exit', (code) => end(failure(`ended with exit code ${code}`)))

    function end(result: Reading | InvalidConfig): void {
      cancel()
      signal.removeEventListener('abort', stop)
      resolve(result)
      void worker.terminate()
    }
  })
}

function failure(what: string): InvalidConfig {
  const hint = 'Memory or CPU time may be short. `gatehouse check-config` checks the files.'
  return {
    kind: 'invalid',
    problems: [{ path: 'configuration files', message: `not read: the thread that reads them ${what}`, hint }]
  }
}
