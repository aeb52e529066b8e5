import { readFileSync, realpathSync } from 'node:fs'

/**
 * Those of the files that are mounts of their own, as `subPath` makes them in Kubernetes: what is mounted there stays the
 * file of the start, whatever becomes of its source. None where there is no such list (other than Linux).
 */
export function listOwnMounts(files: Iterable<string>, mountsFile = '/proc/self/mountinfo'): string[] {
  const mounts = readMounts(mountsFile)
  return [...files].filter((file) => mounts.has(realPath(file)))
}

/** Where something is mounted. The fifth field of each line; blanks and backslashes in it are octal numbers (proc(5)). */
function readMounts(mountsFile: string): ReadonlySet<string> {
  try {
    const lines = readFileSync(mountsFile, 'utf8').split('\n')
    const points = lines.map((line) => line.split(' ')[4] ?? '')
    return new Set(
      points.map((point) => point.replace(/\\([0-7]{3})/g, (_escape, octal) => fromOctal(octal)))
    )
  } catch {
    return new Set()
  }
}

function fromOctal(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 8))
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
