import { type IncomingHttpHeaders, METHODS } from 'node:http'
import { resolve } from 'node:path'
import { CommandError, EXIT } from '../../src/commands/command-error.ts'
import { type Io, readLines, writeStderr } from '../../src/commands/io.ts'
import { parseJsonObject } from '../../src/config/json-members.ts'
import type { MessageHead } from '../../src/http/message.ts'
import { showValue } from './rule-reasons.ts'
import type { Visitor } from './visitor.ts'

/** A hypothetical request, as on the wire. */
export interface AskedRequest extends MessageHead {
  method: string
  /** Path and query. */
  target: string
  host: string
  client: string
}

const LOOPBACK = '127.0.0.1'

/** Headers of which Node keeps the first: `message.headers` in the documentation of `node:http`. */
const FIRST_COUNTS: ReadonlySet<string> = new Set(
  `age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since
  last-modified location max-forwards proxy-authorization referer retry-after server user-agent`.split(/\s+/)
)

/** Visible ASCII, the only characters Node accepts in a request line. */
const TARGET = /^[\x21-\x7e]+$/

type HeaderLines = readonly (readonly [name: string, value: string])[]

/** Builds a request. `lines`: headers in order, after `host`. */
export function buildRequest(
  asked: Pick<AskedRequest, 'method' | 'target' | 'host'> & { client?: string | undefined },
  lines: HeaderLines = []
): AskedRequest {
  const { client = LOOPBACK } = asked
  const all: HeaderLines = [['host', asked.host], ...lines]
  return { ...asked, client, httpVersion: '1.1', rawHeaders: all.flat(), headers: mergeHeaders(all) }
}

/** Whether Node would parse the request line. Ignores headers. */
export function isReadable({ method, target }: AskedRequest): boolean {
  return METHODS.includes(method) && method !== 'CONNECT' && TARGET.test(target)
}

function mergeHeaders(lines: HeaderLines): IncomingHttpHeaders {
  const headers: Record<string, string> = Object.create(null)
  for (const [written, value] of lines) {
    const name = written.toLowerCase()
    const before = headers[name]
    if (before === undefined) headers[name] = value
    else if (!FIRST_COUNTS.has(name)) headers[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`
  }
  return headers
}

/** Headers for all requests of a list, and the default host. */
export interface ListDefaults {
  host: string
  /** Client address; default: loopback. */
  client?: string | undefined
  headers: HeaderLines
}

const LINE = /^(\S+)\s+(\S+)\s+(\S.*)$/

/** Reads lines `METHOD PATH WHO EXPECTED`. `file`: `-` is standard input. Throws a `CommandError` for another line. */
export async function readRequests(io: Io, file: string, defaults: ListDefaults) {
  const requests = []
  for await (const { number, text } of readLines(file === '-' ? io.stdin : resolve(io.cwd, file))) {
    const line = text?.trim()
    if (line === '' || line?.startsWith('#')) continue
    const listed = line === undefined ? 'is not UTF-8' : readRequestLine(line, defaults)
    if (typeof listed === 'string') throw new CommandError(EXIT.usage, `${file}:${number}: ${listed}`)
    requests.push({ number, ...listed })
  }
  if (requests.length === 0) await writeStderr(io, `${file} contains no requests`)
  return requests
}

/**
 * A text says what is wrong. `text`: method, path without query, and caller; hides claims that may contain an address. `expected`: an
 * outcome, a code or a status; null: nothing is expected.
 */
function readRequestLine(line: string, defaults: ListDefaults) {
  const [, method, place, rest] = LINE.exec(line) ?? []
  if (method === undefined || place === undefined || rest === undefined)
    return 'is not METHOD PATH WHO EXPECTED'
  const { who, expected } = splitRest(rest)
  const visitor = readWho(who)
  if (visitor === null) return 'WHO is neither anonymous nor signed-in nor a JSON object'
  const { host, client, headers } = defaults
  const request = buildRequest({ method, client, ...splitPlace(place, host) }, headers)
  const shown = visitor.kind === 'claims' && who !== 'signed-in' ? showValue(visitor.claims) : who
  return { text: `${method} ${place.split('?', 1)[0]} ${shown}`, request, visitor, expected }
}

/** `/path` or `host/path`: without a leading slash, it starts with the host. */
export function splitPlace(place: string, host: string): Pick<AskedRequest, 'host' | 'target'> {
  const [, named, target] = /^([\w.:[\]-]+)(\/.*)$/s.exec(place) ?? []
  // Not `https://…`, which is a target of its own.
  return named === undefined || target === undefined || named.endsWith(':')
    ? { host, target: place }
    : { host: named, target }
}

/** JSON may contain spaces, and the expectation is optional. */
function splitRest(rest: string): { who: string; expected: string | null } {
  if (readWho(rest) !== null) return { who: rest, expected: null }
  const [, who, expected] = /^(.*\S)\s+(\S+)$/s.exec(rest) ?? []
  return who === undefined || expected === undefined ? { who: rest, expected: null } : { who, expected }
}

function readWho(text: string): Visitor | null {
  if (text === 'anonymous') return { kind: 'anonymous' }
  if (text === 'signed-in') return { kind: 'claims', claims: {} }
  const claims = parseJsonObject(text)
  return claims === null ? null : { kind: 'claims', claims }
}
