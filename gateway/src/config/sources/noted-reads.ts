import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Absolute path -> what was found there: a digest of the content, the code of the error, or a word. */
export type NotedReads = ReadonlyMap<string, string>

let noted: Map<string, string> | null = null

/** The content of a file. Throws what the file system says. */
export function readBytes(file: string): Buffer {
  try {
    const content = readFileSync(file)
    noteFile(file, createHash('sha256').update(content).digest('base64url'))
    return content
  } catch (err) {
    noteFile(file, err instanceof Error && 'code' in err ? String(err.code) : 'unreadable')
    throw err
  }
}

/** Notes a file that a configuration depends on. `found`: for one whose content is not read. */
export function noteFile(file: string, found: string): void {
  noted?.set(resolve(file), found)
}

/** What `read` gives, and every file that it looked at. `read` must not wait for anything: reads of others would be noted. */
export function noteReads<T>(read: () => T): { result: T; files: NotedReads } {
  const files = new Map<string, string>()
  const outer = noted
  noted = files
  try {
    return { result: read(), files }
  } finally {
    noted = outer
  }
}
