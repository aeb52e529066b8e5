import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Absolute path -> digest of the content, error code, or `UNREAD`. */
export type NotedReads = ReadonlyMap<string, string>

const noted = new AsyncLocalStorage<Map<string, string>>()

const UNREAD = 'unread'

/** Reads and records a file. Throws file system errors. */
export function readBytes(file: string): Buffer {
  try {
    const content = readFileSync(file)
    note(file, digestOf(content))
    return content
  } catch (err) {
    note(file, codeOf(err))
    throw err
  }
}

/** The current state of the same files. */
export function readAgain(files: NotedReads): NotedReads {
  return new Map([...files].map(([file, found]) => [file, found === UNREAD ? UNREAD : findIn(file)]))
}

function findIn(file: string): string {
  try {
    return digestOf(readFileSync(file))
  } catch (err) {
    return codeOf(err)
  }
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url')
}

/** Code of an error of the system, such as `ENOENT`. */
export function codeOf(err: unknown): string {
  return err instanceof Error && 'code' in err ? String(err.code) : 'unknown reason'
}

/** Records a dependency on a file regardless of its content. */
export function noteFile(file: string): void {
  note(file, UNREAD)
}

function note(file: string, found: string): void {
  noted.getStore()?.set(resolve(file), found)
}

/** Runs `read` and returns the files it used before it returned: later reads are not recorded. Not to be nested. */
export function noteReads<T>(read: () => T): { result: T; files: NotedReads } {
  const files = new Map<string, string>()
  try {
    return { result: noted.run(files, read), files }
  } finally {
    // Otherwise every promise of the process would carry the context.
    noted.disable()
  }
}
