import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Schedule } from '../async/schedule.ts'
import type { ConfigSources, InvalidConfig } from './load.ts'
import { type Reading, readConfiguration } from './reading.ts'

/** From this size on a file is read in a thread: parsing a smaller one as YAML takes a few hundredths of a second at most. */
const MIN_THREAD_BYTES = 32 * 1024
/** Longest that a thread may take. 200 applications with 50 rules each take one to two seconds. */
const MAX_SECONDS = 60
const THREAD = new URL(import.meta.resolve('./reading-thread.js'))

export interface ReadAsideOptions {
  schedule: Schedule
  /** The result is of no use any more. */
  signal: AbortSignal
  /** What the thread runs, in tests. */
  thread?: URL
}

/**
 * Reads a configuration as `readConfiguration` does, a large one in a thread of its own, so that requests do not wait for parser
 * and checks. Invalid: the thread ended without a reading, or took too long. Rejects where none can be started.
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
    // Without the flags of this process: what they load at its start belongs to this process.
    const worker = new Worker(thread, { workerData: { ...sources, env: { ...sources.env } }, execArgv: [] })
    const stop = () => end(failure('was stopped'))
    const cancel = schedule(MAX_SECONDS, () => end(failure(`took longer than ${MAX_SECONDS} s`)))
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', end)
    worker.once('messageerror', () => end(failure('gave nothing that can be read')))
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
  const hint =
    'Memory or processor time may be short. `gatehouse check-config` says whether the files are good.'
  return {
    kind: 'invalid',
    problems: [{ path: 'configuration files', message: `not read: the thread that reads them ${what}`, hint }]
  }
}
