import { readFileSync, realpathSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Schedule } from '../async.ts'

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

/** Polls files, which works on every file system. Reload itself waits until a change is complete. */
export function createWatch({
  schedule,
  onChange,
  describe = describeFile
}: {
  schedule: Schedule
  /** Some file has probably changed. Never throws. */
  onChange: () => void
  /** A text that changes when the file is replaced or written. Never rejects. */
  describe?: (file: string) => Promise<string>
}) {
  let followed = ''
  /** Null at first, so a change since the files were read is noticed. */
  let seen: string | null = null
  let cancel = () => {}
  let isClosed = false

  return {
    /** Replaces the watched files. `pollSeconds`: polling interval. */
    follow(files: readonly string[], pollSeconds: number): void {
      const list = [...files].sort()
      if (list.join('\n') !== followed) seen = null
      followed = list.join('\n')
      cancel()
      let isCurrent = list.length > 0 && !isClosed

      async function look(): Promise<void> {
        const now = (await Promise.all(list.map(describe))).join('\n')
        if (!isCurrent) return
        cancelLook = schedule(pollSeconds, () => void look())
        if (now === seen) return
        seen = now
        onChange()
      }

      let cancelLook = isCurrent ? schedule(pollSeconds, () => void look()) : () => {}
      cancel = () => {
        isCurrent = false
        cancelLook()
      }
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
