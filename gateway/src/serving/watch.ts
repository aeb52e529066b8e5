import { watch } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Schedule } from '../async/schedule.ts'

/** From the first sign of a change to the look at the files: editors and mounts change several things in a row. */
const DEBOUNCE_SECONDS = 0.5

/** What a watch knows of the file system; passed in so that tests need neither clock nor inotify. */
export interface WatchedSystem {
  /** Calls `onEvent` for everything that happens in a directory, until it is cancelled. Null: it cannot be watched. */
  watchDirectory(directory: string, onEvent: () => void): (() => void) | null
  /** A text that is another one when the file is another one, or has been written. Never rejects. */
  describe(file: string): Promise<string>
  /** The directories in which something happens when the file changes. Never rejects. */
  directoriesOf(file: string): Promise<readonly string[]>
}

export interface WatchOptions {
  schedule: Schedule
  /** Some of the files have changed, probably. Never throws. */
  onChange: () => void
  system?: WatchedSystem
}

/** Watches files; see `createWatch`. */
export interface Watch {
  /** From now on these files, and no others. `pollSeconds`: how often they are looked at without any sign. */
  follow(files: readonly string[], pollSeconds: number): Promise<void>
  close(): void
}

/**
 * Watches the directories of files, because a file that is renamed over or reached by a symbolic link tells nothing of its
 * end, and looks at the files every `pollSeconds` besides, for file systems that tell nothing at all.
 */
export function createWatch({ schedule, onChange, system = REAL_SYSTEM }: WatchOptions): Watch {
  let followed: readonly string[] = []
  /** Null: nothing yet, so that what has changed since the files were read is noticed with the first look. */
  let seen: string | null = null
  let isClosed = false
  const watched: (() => void)[] = []
  let cancelLook: (() => void) | null = null
  let cancelPoll = () => {}

  const describeAll = async () => (await Promise.all(followed.map(system.describe))).join('\n')

  async function look(): Promise<void> {
    cancelLook = null
    const now = await describeAll()
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

  /** All of them anew: a directory that was replaced by another one of its name is silent for ever. */
  function watchDirectories(directories: ReadonlySet<string>): void {
    for (const cancel of watched.splice(0)) cancel()
    for (const directory of directories) {
      const cancel = system.watchDirectory(directory, lookSoon)
      if (cancel !== null) watched.push(cancel)
    }
  }

  return {
    async follow(files, pollSeconds) {
      const list = [...files].sort()
      if (list.join('\n') !== followed.join('\n')) seen = null
      followed = list
      const directories = await Promise.all(list.map(system.directoriesOf))
      if (isClosed) return
      watchDirectories(new Set(directories.flat()))
      cancelPoll()
      if (list.length > 0) pollEvery(pollSeconds)
    },
    close() {
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
      // The directory is gone, say: polling goes on.
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
