import { parseJsonObject } from '../../config/json-members.ts'
import type { Line } from '../users/bulk/lines.ts'
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

/** `skip`: a comment or an empty line. */
export type LineReading =
  | { kind: 'request'; listed: ListedRequest }
  | { kind: 'skip' }
  | { kind: 'invalid'; message: string }

/** Headers for all requests of a list, and the default host. */
export interface RequestDefaults {
  host: string
  /** Client address; default: loopback. */
  client?: string | undefined
  headers: readonly (readonly [name: string, value: string])[]
}

const LINE = /^(\S+)\s+(\S+)\s+(\S.*)$/

/** Parses `METHOD PATH WHO [EXPECTED]`. */
export function readRequestLine({ number, text: written }: Line, defaults: RequestDefaults): LineReading {
  const line = written?.trim()
  if (line === undefined) return { kind: 'invalid', message: 'is not UTF-8' }
  if (line === '' || line.startsWith('#')) return { kind: 'skip' }
  const [, method, place, rest] = LINE.exec(line) ?? []
  if (method === undefined || place === undefined || rest === undefined)
    return { kind: 'invalid', message: 'is not METHOD PATH WHO EXPECTED' }
  const { who, expected } = splitRest(rest)
  const visitor = readWho(who)
  if (visitor === null)
    return { kind: 'invalid', message: 'WHO is neither anonymous nor signed-in nor a JSON object' }
  const request = buildRequest(
    { method, client: defaults.client, ...splitPlace(place, defaults.host) },
    defaults.headers
  )
  const shown = visitor.kind === 'claims' && who !== 'signed-in' ? showValue(visitor.claims) : who
  const text = `${method} ${place.split('?', 1)[0]} ${shown}`
  return { kind: 'request', listed: { number, text, request, visitor, expected } }
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
