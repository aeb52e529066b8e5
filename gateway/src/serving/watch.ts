import { readFileSync, realpathSync, watch } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Schedule } from '../async/schedule.ts'

/** Files that are mounts of their own, like `subPath` mounts, which never follow their source. Empty without `mountsFile`. */
export function listOwnMounts(files: Iterable<string>, mountsFile = '/proc/self/mountinfo'): string[] {
  const mounts = readMounts(mountsFile)
  return [...files].filter((file) => mounts.has(realPath(file)))
}

/** Mount points: the fifth field of each line, with octal escapes for whitespace and backslashes (proc(5)). */
function readMounts(mountsFile: string): ReadonlySet<string> {
  try {
    const lines = readFileSync(mountsFile, 'utf8').split('\n')
    const points = lines.map((line) => line.split(' ')[4] ?? '')
    const characterOf = (_: string, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))
    return new Set(points.map((point) => point.replace(/\\([0-7]{3})/g, characterOf)))
  } catch {
    return new Set()
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/** Delay after the first sign of a change: editors and mounts make several changes in a row. */
const DEBOUNCE_SECONDS = 0.5

/** The file system as seen by a watch, injectable for tests. */
interface WatchedSystem {
  /** Calls `onEvent` on any event in a directory until cancelled. Null: it cannot be watched. */
  watchDirectory(directory: string, onEvent: () => void): (() => void) | null
  /** A text that changes when the file is replaced or written. Never rejects. */
  describe(file: string): Promise<string>
  /** The directories with an event when the file changes. Never rejects. */
  directoriesOf(file: string): Promise<readonly string[]>
}

/** Watches directories, since a file renamed over or behind a link reports nothing, and polls for file systems without events. */
export function createWatch(options: {
  schedule: Schedule
  /** Some file has probably changed. Never throws. */
  onChange: () => void
  system?: WatchedSystem
}) {
  const { schedule, onChange, system = REAL_SYSTEM } = options
  let followed: readonly string[] = []
  /** Null at first, so a change since the files were read is noticed. */
  let seen: string | null = null
  let isClosed = false
  const watched: (() => void)[] = []
  let cancelLook: (() => void) | null = null
  let cancelPoll = () => {}

  async function look(): Promise<void> {
    cancelLook = null
    const now = (await Promise.all(followed.map(system.describe))).join('\n')
    if (isClosed || now === seen) return
    seen = now
    onChange()
  }

  function lookSoon(): void {
    if (!isClosed) cancelLook ??= schedule(DEBOUNCE_SECONDS, () => void look())
  }

  function pollEvery(seconds: number): void {
    cancelPoll()
    cancelPoll = schedule(seconds, () => {
      void look().finally(() => {
        if (!isClosed) pollEvery(seconds)
      })
    })
  }

  return {
    /** Replaces the watched files. `pollSeconds`: polling interval. */
    async follow(files: readonly string[], pollSeconds: number): Promise<void> {
      const list = [...files].sort()
      if (list.join('\n') !== followed.join('\n')) seen = null
      followed = list
      const directories = await Promise.all(list.map(system.directoriesOf))
      if (isClosed) return
      // All of them again: the watch of a replaced directory never fires.
      for (const cancel of watched.splice(0)) cancel()
      for (const directory of new Set(directories.flat()))
        watched.push(system.watchDirectory(directory, lookSoon) ?? (() => {}))
      cancelPoll()
      if (list.length > 0) pollEvery(pollSeconds)
    },
    close(): void {
      isClosed = true
      cancelLook?.()
      cancelPoll()
      for (const cancel of watched.splice(0)) cancel()
    }
  }
}

const REAL_SYSTEM: WatchedSystem = {
  watchDirectory(directory, onEvent) {
    try {
      const watcher = watch(directory, { persistent: false }, onEvent)
      // The directory is gone, for example; polling continues.
      watcher.on('error', () => watcher.close())
      return () => watcher.close()
    } catch {
      return null
    }
  },
  async describe(file) {
    try {
      const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
      return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
    } catch (err) {
      return err instanceof Error && 'code' in err ? String(err.code) : 'unreadable'
    }
  },
  async directoriesOf(file) {
    const real = await realpath(file).catch(() => file)
    return [dirname(file), dirname(real)]
  }
}
