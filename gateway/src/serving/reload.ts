import { readFileSync, realpathSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Schedule } from '../async.ts'
import { fingerprintOf } from '../config/changes.ts'
import type { InvalidConfig, LoadedConfig, Reading } from '../config/load.ts'
import type { Config } from '../config/schema/schema.ts'
import { type FileDigests, invalid, readAgain } from '../config/sources/files.ts'
import { orNull } from '../errors.ts'
import type { ConfigEvent } from '../operations/events.ts'

/** Delay between two reads that have to agree. */
const SETTLE_SECONDS = 0.1
/** Reads before constantly changing files are given up. */
const MAX_READINGS = 50

export type Applied = Omit<Extract<ConfigEvent, { kind: 'config.applied' }>, 'files'>
export type Refused = Extract<ConfigEvent, { kind: 'config.refused' }>

/** Applies a configuration, or says why it cannot be. Never rejects. */
export type ApplyConfig = (loaded: LoadedConfig) => Promise<Applied | Refused>

/** Reads, parses and checks all files. Invalid: unreadable. The signal aborts when the result is no longer needed. */
export type ReadConfiguration = (signal: AbortSignal) => Promise<Reading | InvalidConfig>

/** Reloads on an operator's request, and when a file changes, one after the other. Files are parsed once two looks agree: one may be half written. */
export function createReload(options: {
  first: Reading
  read: ReadConfiguration
  /** Current content of the same files, unparsed. Never throws. */
  look?: (files: FileDigests) => FileDigests
  apply: ApplyConfig
  report: (event: ConfigEvent) => void
  /** Called after each settled reading, before it is compared and applied. */
  onRead: () => void
  /** `reload` of the configuration in effect. */
  settings: () => Config['reload']
  schedule: Schedule
  logger: FastifyBaseLogger
}) {
  const { first, read, look = readAgain, apply, report, onRead, settings, schedule, logger } = options
  let active = first
  let latest = first
  const closing = new AbortController()
  let queue: Promise<void> = Promise.resolve()
  const watch = createWatch({ schedule, onChange: () => void run('change') })

  /** Parses once, unless the files have changed meanwhile. */
  async function readSettled(): Promise<Reading | InvalidConfig> {
    let before = look(latest.files)
    for (let count = 1; count < MAX_READINGS && !closing.signal.aborted; count++) {
      await new Promise<void>((resolve) => void schedule(SETTLE_SECONDS, resolve))
      const after = look(before)
      if (fingerprintOf([...after]) === fingerprintOf([...before])) {
        const reading = await read(closing.signal)
        if ('kind' in reading) return reading
        if ([...reading.files].every(([file, found]) => after.get(file) === found)) return reading
        before = reading.files
      } else before = after
    }
    return UNSETTLED
  }

  /** The result; null: nothing changed. */
  async function reload(by: 'operator' | 'change'): Promise<ConfigEvent | null> {
    const reading = await readSettled()
    if (closing.signal.aborted) return null
    if ('kind' in reading) return { kind: 'config.refused', problems: reading.problems }
    onRead()
    const isNew = reading.fingerprint !== latest.fingerprint
    latest = reading
    if (by === 'change' && !isNew) return null
    if (reading.fingerprint === active.fingerprint) return { kind: 'config.unchanged' }
    const { loaded } = reading
    if (loaded.kind === 'invalid') return { kind: 'config.refused', problems: loaded.problems }
    const result = await apply(loaded)
    if (result.kind === 'config.refused') return result
    const files = listChangedFiles(active, reading)
    active = reading
    return { ...result, files }
  }

  /** An operator always gets a result; a noticed change may have been none. */
  function run(by: 'operator' | 'change'): Promise<void> {
    queue = queue.then(async () => {
      const event = closing.signal.aborted ? null : await reload(by).catch(refusalOf)
      if (event !== null) report(event)
      watchFiles()
    })
    return queue
  }

  /** Those of the latest reading, even a rejected one: their next change may fix it. */
  function watchFiles(): void {
    const { watch: isOn, pollSeconds } = settings()
    watch.follow(isOn ? [...latest.files.keys()] : [], pollSeconds)
  }

  return {
    start(): void {
      for (const file of settings().watch ? listOwnMounts(first.files.keys()) : [])
        logger.warn(
          { file },
          'this configuration file is a mount of its own, like a `subPath` mount: changes never show here; mount its folder, or restart after changes'
        )
      watchFiles()
    },
    /** Resolves when done; never rejects. */
    run,
    /** Stops reloading; resolves when a running reload has finished. */
    close(): Promise<void> {
      watch.close()
      closing.abort()
      return queue
    }
  }
}

const UNSETTLED = invalid(
  'configuration files',
  `changed on each of ${MAX_READINGS} reads`,
  'Write each file under another name, then rename it.'
)

/** For unexpected errors. Reports the code, since a message may quote a value. */
export function refusalOf(err: unknown): Refused {
  const code = err instanceof Error ? ('code' in err ? String(err.code) : err.name) : 'unknown reason'
  const message = `cannot be applied (${code})`
  const hint = 'The previous configuration stays in force. `gatehouse check-config` may say more.'
  return { kind: 'config.refused', problems: [{ path: 'configuration', message, hint }] }
}

function listChangedFiles({ files: before }: Reading, { files: after }: Reading): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort()
}

/** Files that are mounts of their own, like `subPath` mounts, which never follow their source. Empty without `mountsFile`. */
export function listOwnMounts(files: Iterable<string>, mountsFile = '/proc/self/mountinfo'): string[] {
  const mounts = readMounts(mountsFile)
  return [...files].filter((file) => mounts.has(orNull(() => realpathSync(file)) ?? file))
}

/** Mount points: the fifth field of each line, with octal escapes for whitespace and backslashes (proc(5)). */
function readMounts(mountsFile: string): ReadonlySet<string> {
  const lines = orNull(() => readFileSync(mountsFile, 'utf8').split('\n')) ?? []
  const points = lines.map((line) => line.split(' ')[4] ?? '')
  const characterOf = (_: string, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))
  return new Set(points.map((point) => point.replace(/\\([0-7]{3})/g, characterOf)))
}

/** Polls files, which works on every file system. Reload itself waits until a change is complete. */
export function createWatch(options: {
  schedule: Schedule
  /** Some file has probably changed. Never throws. */
  onChange: () => void
  /** A text that changes when the file is replaced or written. Never rejects. */
  describe?: (file: string) => Promise<string>
}) {
  const { schedule, onChange, describe = describeFile } = options
  let followed = ''
  /** Null at first, so a change since the files were read is noticed. */
  let seen: string | null = null
  let cancel = () => {}
  let isClosed = false

  function lookLater(files: readonly string[], pollSeconds: number): void {
    let isCurrent = true
    const cancelLook = schedule(pollSeconds, async () => {
      const now = (await Promise.all(files.map(describe))).join('\n')
      if (!isCurrent) return
      lookLater(files, pollSeconds)
      if (now === seen) return
      seen = now
      onChange()
    })
    cancel = () => {
      isCurrent = false
      cancelLook()
    }
  }

  return {
    /** Replaces the watched files. `pollSeconds`: polling interval. */
    follow(files: readonly string[], pollSeconds: number): void {
      const list = [...files].sort()
      if (list.join('\n') !== followed) seen = null
      followed = list.join('\n')
      cancel()
      if (list.length > 0 && !isClosed) lookLater(list, pollSeconds)
    },
    close(): void {
      isClosed = true
      cancel()
    }
  }
}

async function describeFile(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
  } catch (err) {
    return err instanceof Error && 'code' in err ? String(err.code) : 'unreadable'
  }
}
