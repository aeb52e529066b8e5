import type { InvalidConfig, LoadedConfig } from '../config/load.ts'
import { fingerprintFiles, type Reading } from '../config/reading.ts'
import type { NotedReads } from '../config/sources/noted-reads.ts'
import type { ConfigEvent } from '../operations/events.ts'

/** Between two looks at the files that have to agree. */
const SETTLE_SECONDS = 0.1
/** Readings until files that keep changing are given up. */
const MAX_READINGS = 50

/** What became of a configuration. */
type Applied = Omit<Extract<ConfigEvent, { kind: 'config.applied' }>, 'files'>
export type Refused = Extract<ConfigEvent, { kind: 'config.refused' }>

/** Puts a configuration in force, or says why it cannot be. Never rejects. */
export type ApplyConfig = (loaded: LoadedConfig) => Promise<Applied | Refused>

/** Reads, parses and checks all files. Invalid: they could not be read. The signal aborts when the result is of no use any more. */
export type ReadConfiguration = (signal: AbortSignal) => Promise<Reading | InvalidConfig>

export interface ReloadOptions {
  /** The reading that is in force. */
  first: Reading
  read: ReadConfiguration
  /** What is found in the same files now; nothing is parsed. Never throws. */
  look: (files: NotedReads) => NotedReads
  apply: ApplyConfig
  /** Takes what became of each reload. */
  report: (event: ConfigEvent) => void
  /** Takes every settled reading, before it is compared and applied. */
  onRead: (reading: Reading) => void
  /** Waits for so many seconds. */
  pause: (seconds: number) => Promise<void>
}

/** Reads and applies the configuration anew; see `createReload`. */
export interface Reload {
  /**
   * `by`: an operator who asks gets an answer, also about what was refused before; a change that was noticed may have been
   * none. Settles when it is over.
   */
  run(by: 'operator' | 'change'): Promise<void>
  /** From now on nothing is applied; settles when a reload under way is over. */
  close(): Promise<void>
}

/**
 * Reloads, one after the other. A configuration counts once two looks at its files, a tenth of a second apart, found the same:
 * a file may be half written, and of several the first may be new and the others old. Only then is it parsed.
 */
export function createReload({ first, read, look, apply, report, onRead, pause }: ReloadOptions): Reload {
  let inForce = first
  let latest = first
  const closing = new AbortController()
  let queue: Promise<void> = Promise.resolve()

  /** Parses once, unless it then finds files that are not settled. */
  async function readSettled(): Promise<Reading | InvalidConfig> {
    let before = look(latest.files)
    for (let count = 1; count < MAX_READINGS && !closing.signal.aborted; count++) {
      await pause(SETTLE_SECONDS)
      const after = look(before)
      if (fingerprintFiles(after) === fingerprintFiles(before)) {
        const reading = await read(closing.signal)
        if ('kind' in reading || isWithin(reading.files, after)) return reading
        before = reading.files
      } else before = after
    }
    return UNSETTLED
  }

  /** What became of it; null: nothing is new. */
  async function reload(by: 'operator' | 'change'): Promise<ConfigEvent | null> {
    const reading = await readSettled()
    if (closing.signal.aborted) return null
    if ('kind' in reading) return { kind: 'config.refused', problems: reading.problems }
    onRead(reading)
    const isNew = reading.fingerprint !== latest.fingerprint
    latest = reading
    if (by === 'change' && !isNew) return null
    if (reading.fingerprint === inForce.fingerprint) return { kind: 'config.unchanged' }
    const { loaded } = reading
    if (loaded.kind === 'invalid') return { kind: 'config.refused', problems: loaded.problems }
    const result = await apply(loaded)
    if (result.kind === 'config.refused') return result
    const files = listChangedFiles(inForce, reading)
    inForce = reading
    return { ...result, files }
  }

  return {
    run(by) {
      queue = queue.then(async () => {
        const event = closing.signal.aborted ? null : await reload(by).catch(refusalOf)
        if (event !== null) report(event)
      })
      return queue
    },
    async close() {
      closing.abort()
      await queue
    }
  }
}

const UNSETTLED: InvalidConfig = {
  kind: 'invalid',
  problems: [
    {
      path: 'configuration files',
      message: `changed with each of ${MAX_READINGS} readings`,
      hint: 'Write each file once: beside the old one, and then rename it.'
    }
  ]
}

/** For what no check has found. The message of an error may quote what was written, so its code stands for it. */
export function refusalOf(err: unknown): Refused {
  const code = err instanceof Error ? ('code' in err ? String(err.code) : err.name) : 'unknown reason'
  const message = `cannot be put in force (${code})`
  const hint = 'The configuration before it stays in force. `gatehouse check-config` may say more.'
  return { kind: 'config.refused', problems: [{ path: 'configuration', message, hint }] }
}

/** Were all of these files seen, with the same content? */
function isWithin(files: NotedReads, seen: NotedReads): boolean {
  return [...files].every(([file, found]) => seen.get(file) === found)
}

function listChangedFiles({ files: before }: Reading, { files: after }: Reading): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort()
}
