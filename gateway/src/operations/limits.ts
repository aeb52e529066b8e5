/** How close this process is to the limits of its machine: connections, file descriptors, memory, disk. It refuses nothing itself. */

import { readFileSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { constrainedMemory, memoryUsage } from 'node:process'
import { getHeapStatistics } from 'node:v8'
import { orNull } from '../errors.ts'
import type { LimitCondition } from './condition.ts'
import { LIMITS, type LimitName } from './provider-events.ts'
import type { Runtime } from './runtime.ts'

/** A resource is reported when its use reaches each of these shares, highest first. */
const THRESHOLDS = [0.95, 0.8] as const
/** It must fall this far below a threshold before that can be reported again. */
const HYSTERESIS = 0.05
const INTERVAL_SECONDS = 5
/** Every visitor, application connection and event stream holds one. */
const FEWEST_OPEN_FILES = 4096
/** Descriptors for listeners, log, provider, store, management, and visitors who are refused. */
const RESERVED_FILES = 96
const MIN_CONNECTIONS = 16

/** Share of each limit in use, 0 to 1; a resource without a known limit is absent. */
export type LimitReadings = Partial<Record<LimitName, number>>

/** Reads the soft limit of open files; null: unknown (other than Linux), or unlimited. */
export function readOpenFileLimit(limitsFile = '/proc/self/limits'): number | null {
  const limits = orNull(() => readFileSync(limitsFile, 'utf8')) ?? ''
  const [, limit = null] = /^Max open files +(\d+) /m.exec(limits) ?? []
  return limit === null ? null : Number(limit)
}

/** A warning if the process may open too few files; null: enough, or unknown. */
export function warnAboutOpenFiles(limitsFile?: string): string | null {
  const limit = readOpenFileLimit(limitsFile)
  if (limit === null || limit >= FEWEST_OPEN_FILES) return null
  return `the limit of open files is ${limit}: with it, at most ${maxConnectionsFor(limit)} connections of visitors are served; raise it (\`ulimit -n\`, \`LimitNOFILE\`) to at least ${FEWEST_OPEN_FILES}, better 65536`
}

/** How many connections of visitors leave descriptors for their applications and everything else. Infinity if the limit is unknown. */
export function maxConnectionsFor(openFileLimit: number | null): number {
  return openFileLimit === null
    ? Number.POSITIVE_INFINITY
    : Math.max(MIN_CONNECTIONS, Math.floor((openFileLimit - RESERVED_FILES) / 2))
}

/** Reads the use of every limit of this process. Never rejects. `file`: one that is written to, whose disk may fill up; null: none. */
export function createLimitReader(
  connections: () => { open: number; max: number },
  file: () => string | null
): () => Promise<LimitReadings> {
  const openFileLimit = readOpenFileLimit()
  const memoryLimit = constrainedMemory()
  // Without a cgroup limit Node says 0, or a number beyond any memory.
  const isMemoryLimited = memoryLimit > 0 && memoryLimit < 2 ** 50
  return async () => {
    const { open, max } = connections()
    const heap = getHeapStatistics()
    const writtenTo = file()
    // Node opens a file for it, and throws when no descriptor is left.
    const resident = isMemoryLimited ? orNull(memoryUsage.rss) : null
    const descriptors = openFileLimit === null ? null : await countOpenFiles()
    const disk = writtenTo === null ? null : await readDiskUse(writtenTo)
    return {
      ...(Number.isFinite(max) && { connections: open / max }),
      ...(descriptors !== null && openFileLimit !== null && { descriptors: descriptors / openFileLimit }),
      heap: heap.used_heap_size / heap.heap_size_limit,
      ...(resident !== null && { memory: resident / memoryLimit }),
      ...(disk !== null && { disk })
    }
  }
}

/** Null: unknown, for example because there is no descriptor left to list them. */
function countOpenFiles(): Promise<number | null> {
  return readdir('/proc/self/fd').then(
    (names) => names.length,
    (err: NodeJS.ErrnoException) => (err.code === 'EMFILE' ? readOpenFileLimit() : null)
  )
}

function readDiskUse(file: string): Promise<number | null> {
  return statfs(file).then(
    ({ blocks, bavail }) => (blocks === 0 ? null : 1 - bavail / blocks),
    () => null
  )
}

/** Reads the limits every five seconds, and reports when one reaches 80 and 95 %, and when it is below again. */
export function watchLimits(
  read: () => Promise<LimitReadings>,
  { report, schedule, now }: Pick<Runtime, 'report' | 'schedule' | 'now'>
) {
  const states = new Map<LimitName, LimitCondition>()
  let isClosed = false
  let cancel = () => {}

  function note(name: LimitName, share: number): void {
    const before = states.get(name) ?? { name, share: 0, level: 0, changedAtSeconds: now() }
    const level = levelOf(share, before.level)
    const changedAtSeconds = level === before.level ? before.changedAtSeconds : now()
    states.set(name, { name, share, level, changedAtSeconds })
    if (level > before.level) report({ kind: 'limit.near', limit: name, share })
    else if (level === 0 && before.level > 0) report({ kind: 'limit.relaxed', limit: name, share })
  }

  async function look(): Promise<void> {
    const readings = await read()
    for (const name of LIMITS) {
      const share = readings[name]
      if (share !== undefined) note(name, share)
    }
    if (!isClosed) cancel = schedule(INTERVAL_SECONDS, () => void look())
  }

  void look()
  return {
    /** The latest readings, in the order of `LIMITS`. */
    condition: (): LimitCondition[] => LIMITS.flatMap((name) => states.get(name) ?? []),
    close(): void {
      isClosed = true
      cancel()
    }
  }
}

/** The highest threshold reached; one reached before counts until the use is well below it. */
function levelOf(share: number, before: number): number {
  return THRESHOLDS.find((least) => share >= least || (before >= least && share >= least - HYSTERESIS)) ?? 0
}
