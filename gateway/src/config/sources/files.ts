import { createRequire } from 'node:module'
import type { Document } from 'yaml'
import type { Problem } from '../../problem.ts'
import { isPlainObject } from '../json-members.ts'
import { readBytes } from './noted-reads.ts'

/** A file that could not be read, or not be understood. */
interface Invalid {
  kind: 'invalid'
  problems: Problem[]
}

/** The text of a file. `path`: key path, variable or file name for the problem when it cannot be read. */
export function readText(file: string, path: string): { kind: 'text'; text: string } | Invalid {
  try {
    return { kind: 'text', text: readBytes(file).toString('utf8') }
  } catch (err) {
    const reason = err instanceof Error && 'code' in err ? String(err.code) : 'unknown reason'
    return invalid(path, `names a file that cannot be read (${reason})`, `Looked for ${file}.`)
  }
}

/** The keys of a configuration file, which is YAML or JSON; an empty one has none. Nothing in them is checked. */
export function readConfigFile(file: string): { kind: 'keys'; keys: Record<string, unknown> } | Invalid {
  const read = readText(file, file)
  if (read.kind === 'invalid') return read
  const json = file.endsWith('.json') ? parseJson(read.text) : null
  if (json !== null) return { kind: 'keys', keys: json }
  // Loaded on demand: a gateway that is configured by variables alone needs no YAML.
  const { parseDocument }: typeof import('yaml') = createRequire(import.meta.url)('yaml')
  // The parser's pretty messages quote the line, which may hold a secret.
  const document = parseDocument(read.text, { prettyErrors: false })
  // The parser ran out of stack: where it did, and what it then misses, depends on the size of the stack.
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
 * The line of a position, from 1. Counts on from the position before: a large file may have thousands of errors. The parser's own
 * `LineCounter` misses line breaks within what it could not parse.
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

/** A string of JSON, and the colon behind it that makes a name of it. */
const JSON_STRING = /"(?:[^"\\]|\\.)*"[ \t\n\r]*(:)?/g

/**
 * An object of JSON. Null for anything else, and for names that come twice, of which `JSON.parse` says nothing: the YAML parser
 * then says what is wrong, and where.
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

/** Null for content that cannot be built, such as aliases that multiply without end. */
function readContent(document: Document): unknown {
  try {
    return document.toJS() ?? {}
  } catch {
    return null
  }
}

function invalid(path: string, message: string, hint: string): Invalid {
  return { kind: 'invalid', problems: [{ path, message, hint }] }
}
