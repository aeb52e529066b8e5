import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Absolute path -> what was found there: a digest of the content, the code of the error, or a word. */
export type NotedReads = ReadonlyMap<string, string>

const noted = new AsyncLocalStorage<Map<string, string>>()

/** What stands for a file whose content does not matter. */
const UNREAD = 'unread'

/** The content of a file. Throws what the file system says. */
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

/** What is found in the same files now. Nothing is parsed. */
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

function codeOf(err: unknown): string {
  return err instanceof Error && 'code' in err ? String(err.code) : 'unreadable'
}

/** Notes a file that a configuration depends on, whatever its content. */
export function noteFile(file: string): void {
  note(file, UNREAD)
}

function note(file: string, found: string): void {
  noted.getStore()?.set(resolve(file), found)
}

/** The result of `read`, and every file that it looked at before it returned. Not to be nested. */
export function noteReads<T>(read: () => T): { result: T; files: NotedReads } {
  const files = new Map<string, string>()
  try {
    return { result: noted.run(files, read), files }
  } finally {
    // Otherwise every promise of the process would carry the context.
    noted.disable()
  }
}
