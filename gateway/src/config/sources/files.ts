import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { orNull } from '../../errors.ts'
import type { Problem } from '../../problem.ts'
import { isPlainObject, parseJsonObject } from '../json-members.ts'

/** Absolute path -> digest of the content, error code, or `UNREAD`. */
export type FileDigests = ReadonlyMap<string, string>

const tracked = new AsyncLocalStorage<Map<string, string>>()

const UNREAD = 'unread'

/** Limit for the configuration: several times that of hundreds of applications. */
const MAX_CONFIG_BYTES = 8 * 1024 * 1024
/** Limit for files that it names. */
const MAX_FILE_BYTES = 1024 * 1024
/** Limit for keys, passwords and credentials. */
export const MAX_SECRET_BYTES = 64 * 1024

/** Reads and records a file. `path`: key path, variable or file name for problems. `mostBytes`: at most 8 MiB. */
export function readBytes(file: string, path: string, mostBytes: number = MAX_FILE_BYTES) {
  try {
    const content = readRegularFile(file)
    trackFile(file, digestOf(content))
    if (content.length <= mostBytes) return { kind: 'read' as const, content }
  } catch (err) {
    const code = codeOf(err)
    trackFile(file, code)
    if (code === NOT_REGULAR) return invalid(path, 'is not a file', `File: ${file}.`)
    if (code !== TOO_LARGE)
      return invalid(path, `names a file that cannot be read (${code})`, `Looked for ${file}.`)
  }
  return invalid(path, `names a file of more than ${mostBytes / 1024} kB`, `Make ${file} smaller.`)
}

const PIECE_BYTES = 64 * 1024
const NOT_REGULAR = 'ENOTREG'
const TOO_LARGE = 'EFBIG'

/** Never waits, and reads no more than the limit: a pipe may never be written to, and a device or growing file never end. */
function readRegularFile(file: string): Buffer {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    if (!fstatSync(fd).isFile()) throw failureOf(NOT_REGULAR)
    const pieces: Buffer[] = []
    let length = 0
    let piece: Buffer
    do {
      const space = Buffer.allocUnsafe(PIECE_BYTES)
      piece = space.subarray(0, readSync(fd, space))
      pieces.push(piece)
      length += piece.length
    } while (piece.length > 0 && length <= MAX_CONFIG_BYTES)
    if (length > MAX_CONFIG_BYTES) throw failureOf(TOO_LARGE)
    return Buffer.concat(pieces)
  } finally {
    closeSync(fd)
  }
}

const failureOf = (code: string): Error => Object.assign(new Error(code), { code })

/** The current state of the same files. */
export function readAgain(files: FileDigests): FileDigests {
  return new Map([...files].map(([file, found]) => [file, found === UNREAD ? UNREAD : findIn(file)]))
}

function findIn(file: string): string {
  try {
    return digestOf(readRegularFile(file))
  } catch (err) {
    return codeOf(err)
  }
}

const digestOf = (content: Buffer): string => hash('sha256', content, 'base64url')

/** Code of an error of the system, such as `ENOENT`. */
export function codeOf(err: unknown): string {
  return err instanceof Error && 'code' in err ? String(err.code) : 'unknown reason'
}

/** Records a dependency on a file, without `found` regardless of its content. */
export function trackFile(file: string, found: string = UNREAD): void {
  tracked.getStore()?.set(resolve(file), found)
}

/** Runs `read` and returns the files it used before it returned: later reads are not recorded. Not to be nested. */
export function trackFileReads<T>(read: () => T): { result: T; files: FileDigests } {
  const files = new Map<string, string>()
  try {
    return { result: tracked.run(files, read), files }
  } finally {
    // Otherwise every promise of the process would carry the context.
    tracked.disable()
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
export function problemsOf(...results: readonly ({ kind: string; problems?: Problem[] } | null)[]) {
  return results.flatMap((result) => result?.problems ?? [])
}

/** Reads a text file, with the arguments of `readBytes`. */
export function readText(...file: Parameters<typeof readBytes>): { kind: 'text'; text: string } | Invalid {
  const read = readBytes(...file)
  return read.kind === 'invalid' ? read : { kind: 'text', text: read.content.toString('utf8') }
}

/** Parses a YAML or JSON config file; an empty one has no keys. Does not validate. */
export function readConfigFile(file: string): { kind: 'keys'; keys: Record<string, unknown> } | Invalid {
  const read = readText(file, file, MAX_CONFIG_BYTES)
  if (read.kind === 'invalid')
    return existsSync(file)
      ? read
      : invalid(file, 'cannot be read (ENOENT): there is no such file', HOW_TO_BEGIN)
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
  const problems = document.errors.map(({ code, pos }) => {
    const open = code === 'BAD_INDENT' || code === 'MISSING_CHAR' ? findOpenBracket(read.text, pos[0]) : null
    const hint =
      open === null
        ? REFERENCE
        : `The ${read.text[open]} in line ${createLineOf(read.text)(open)} is not closed.`
    return { path: file, message: `is not YAML: ${code} in line ${lineOf(pos[0])}`, hint }
  })
  if (problems.length > 0) return { kind: 'invalid', problems }
  // Some content cannot be built, such as exponentially expanding aliases.
  const keys = orNull(() => document.toJS() ?? {})
  return isPlainObject(keys)
    ? { kind: 'keys', keys: { ...keys } }
    : invalid(file, 'is not a mapping of keys to values', REFERENCE)
}

const REFERENCE = 'See config/README.md.'
/** For an operator without a configuration. */
export const HOW_TO_BEGIN = 'To write one, begin with config/gatehouse.example.yaml.'

/** What may contain brackets that are text, and the others. */
const BRACKETS = /"(?:[^"\\]|\\.)*"|'[^']*'|(?<=^|\s)#.*|[{}[\]]/gm

/** Position of the innermost bracket before `end` that is not closed there; null: none. */
function findOpenBracket(text: string, end: number): number | null {
  const open: number[] = []
  for (const { 0: found, index } of text.slice(0, end).matchAll(BRACKETS)) {
    if (/^[{[]$/.test(found)) open.push(index)
    else if (/^[}\]]$/.test(found)) open.pop()
  }
  return open.at(-1) ?? null
}

/** Line number of a position, from 1. The parser's `LineCounter` misses line breaks within unparsable text, and is slow for many errors. */
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

/** Null for anything but an object, and for duplicate names, which the YAML parser then reports. */
function parseJson(text: string): Record<string, unknown> | null {
  const parsed = parseJsonObject(text)
  // Of equal names, the parser keeps one. What is nested too deeply cannot be copied.
  const again = orNull(() => JSON.stringify(structuredClone(parsed)))
  return parsed !== null && again !== null && countNames(text) === countNames(again) ? parsed : null
}

function countNames(json: string): number {
  let names = 0
  for (const [, colon] of json.matchAll(JSON_STRING)) if (colon !== undefined) names += 1
  return names
}
