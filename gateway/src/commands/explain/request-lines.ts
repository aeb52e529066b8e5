import { resolve } from 'node:path'
import { parseJsonObject } from '../../config/json-members.ts'
import { CommandError, EXIT } from '../command-error.ts'
import { type Io, say } from '../io.ts'
import { readLines } from '../users/bulk/lines.ts'
import { type AskedRequest, buildRequest } from './asked-request.ts'
import { showValue } from './rule-reasons.ts'
import type { Visitor } from './visitor.ts'

/** One request of a list. */
export interface ListedRequest {
  /** Line number, from 1. */
  number: number
  /** Method, path without query, and caller; hides claims that may contain an address. */
  text: string
  request: AskedRequest
  visitor: Visitor
  /** An outcome, a code or a status; null: nothing is expected. */
  expected: string | null
}

/** Headers for all requests of a list, and the default host. */
export interface RequestDefaults {
  host: string
  /** Client address; default: loopback. */
  client?: string | undefined
  headers: readonly (readonly [name: string, value: string])[]
}

const LINE = /^(\S+)\s+(\S+)\s+(\S.*)$/

/** Reads lines `METHOD PATH WHO [EXPECTED]`. `file`: `-` is standard input. Throws a `CommandError` for another line. */
export async function readRequests(
  io: Io,
  file: string,
  defaults: RequestDefaults
): Promise<ListedRequest[]> {
  const requests: ListedRequest[] = []
  for await (const { number, text } of readLines(file === '-' ? io.stdin : resolve(io.cwd, file))) {
    const line = text?.trim()
    if (line === '' || line?.startsWith('#')) continue
    const listed = line === undefined ? 'is not UTF-8' : readRequestLine(line, defaults)
    if (typeof listed === 'string') throw new CommandError(EXIT.usage, `${file}:${number}: ${listed}`)
    requests.push({ number, ...listed })
  }
  if (requests.length === 0) await say(io, `${file} contains no requests`)
  return requests
}

/** A text says what is wrong. */
function readRequestLine(line: string, defaults: RequestDefaults): Omit<ListedRequest, 'number'> | string {
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
