import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Document } from 'yaml'
import type { Problem } from '../../problem.ts'
import { isPlainObject } from '../json-members.ts'

/** Absolute path -> digest of the content, error code, or `UNREAD`. */
export type NotedReads = ReadonlyMap<string, string>

const noted = new AsyncLocalStorage<Map<string, string>>()

const UNREAD = 'unread'

/** Reads and records a file. Throws file system errors. */
export function readBytes(file: string): Buffer {
  try {
    const content = readFileSync(file)
    noteFile(file, digestOf(content))
    return content
  } catch (err) {
    noteFile(file, codeOf(err))
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

/** Records a dependency on a file, without `found` regardless of its content. */
export function noteFile(file: string, found: string = UNREAD): void {
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

/** The result of a reader that found problems. */
export interface Invalid {
  kind: 'invalid'
  problems: Problem[]
}

export function invalid(path: string, message: string, hint: string): Invalid {
  return { kind: 'invalid', problems: [{ path, message, hint }] }
}

/** All problems of these results. */
export function problemsOf(
  ...results: readonly ({ kind: string; problems?: Problem[] } | null)[]
): Problem[] {
  return results.flatMap((result) => result?.problems ?? [])
}

/** Reads a text file. `path`: key path, variable or file name for problems. */
export function readText(file: string, path: string): { kind: 'text'; text: string } | Invalid {
  try {
    return { kind: 'text', text: readBytes(file).toString('utf8') }
  } catch (err) {
    return invalid(path, `names a file that cannot be read (${codeOf(err)})`, `File: ${file}.`)
  }
}

/** Parses a YAML or JSON config file; an empty one has no keys. Does not validate. */
export function readConfigFile(file: string): { kind: 'keys'; keys: Record<string, unknown> } | Invalid {
  const read = readText(file, file)
  if (read.kind === 'invalid') return read
  const json = file.endsWith('.json') ? parseJson(read.text) : null
  if (json !== null) return { kind: 'keys', keys: json }
  // Lazy: not needed if configured by variables alone.
  const { parseDocument }: typeof import('yaml') = createRequire(import.meta.url)('yaml')
  // Pretty messages quote the line, which may contain a secret.
  const document = parseDocument(read.text, { prettyErrors: false })
  // Parser stack overflow: errors beyond it depend on the stack size.
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION'))
    return invalid(file, 'is not YAML: its values are nested too deeply', REFERENCE)
  const lineOf = createLineOf(read.text)
  const problems = document.errors.map(({ code, pos }) => ({
    path: file,
    message: `is not YAML: ${code} in line ${lineOf(pos[0])}`,
    hint: REFERENCE
  }))
  if (problems.length > 0) return { kind: 'invalid', problems }
  const keys = readContent(document)
  return isPlainObject(keys)
    ? { kind: 'keys', keys: { ...keys } }
    : invalid(file, 'is not a mapping of keys to values', REFERENCE)
}

const REFERENCE = 'See config/README.md.'

/**
 * Line number of a position, from 1. Incremental, since large files may have thousands of errors. The parser's `LineCounter`
 * misses line breaks within unparsable text.
 */
function createLineOf(text: string): (position: number) => number {
  let line = 1
  let counted = 0
  return (position) => {
    if (position < counted) [line, counted] = [1, 0]
    let next = text.indexOf('\n', counted)
    while (next !== -1 && next < position) {
      line += 1
      counted = next + 1
      next = text.indexOf('\n', counted)
    }
    return line
  }
}

/** A JSON string, with a colon if it is a name. */
const JSON_STRING = /"(?:[^"\\]|\\.)*"[ \t\n\r]*(:)?/g

/**
 * Null for anything but an object, and for duplicate names, which `JSON.parse` ignores; the YAML parser then reports the error.
 */
function parseJson(text: string): Record<string, unknown> | null {
  let names = 0
  try {
    const parsed: unknown = JSON.parse(text)
    if (!isPlainObject(parsed)) return null
    for (const [, colon] of text.matchAll(JSON_STRING)) if (colon !== undefined) names += 1
    return names === countNames(parsed) ? parsed : null
  } catch {
    return null
  }
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  return members.reduce<number>(
    (sum, member) => sum + countNames(member),
    Array.isArray(value) ? 0 : members.length
  )
}

/** Null for content that cannot be built, such as exponentially expanding aliases. */
function readContent(document: Document): unknown {
  try {
    return document.toJS() ?? {}
  } catch {
    return null
  }
}
