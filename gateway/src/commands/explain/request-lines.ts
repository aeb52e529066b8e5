import { parseJsonObject } from '../../config/json-members.ts'
import type { Line } from '../users/bulk/lines.ts'
import { type AskedRequest, buildRequest } from './asked-request.ts'
import type { Entrance } from './entrances.ts'
import type { ExplainedOutcome, Explainer } from './explainer.ts'
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
  const proxy = visitor.kind === 'claims' && who !== 'signed-in' ? showValue(visitor.claims) : who
  const text = `${method} ${place.split('?', 1)[0]} ${proxy}`
  const listed = { number, text, request, visitor, expected }
  return { kind: 'request', listed }
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

/** A request of a list with an unexpected outcome. */
export interface Difference {
  /** Line number, from 1. */
  line: number
  /** Method, path without query, and caller. */
  request: string
  expected: string
  outcome: ExplainedOutcome
}

/** A request of a list on which two configurations differ. */
export interface Change {
  line: number
  request: string
  before: ExplainedOutcome
  after: ExplainedOutcome
  /** Application names; null: the only one, or none. */
  applications: { before: string | null; after: string | null }
  /** Names of identity headers that the application no longer gets, and gets in addition. */
  headersLost: readonly string[]
  headersGained: readonly string[]
}

export interface ComparisonOptions {
  requests: readonly ListedRequest[]
  /** Default: as usual for each request's host. */
  by?: Entrance | undefined
}

/** The requests whose outcome's kind, code or status differs from the expectation. */
export async function findDifferences(
  explainer: Pick<Explainer, 'explain'>,
  { requests, by }: ComparisonOptions
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const { number, text, request, visitor, expected } of requests) {
    const { outcome } = await explainer.explain(request, visitor, by)
    const { kind, code, status } = outcome
    if (expected === null || [kind, code, String(status)].includes(expected)) continue
    found.push({ line: number, request: text, expected, outcome })
  }
  return found
}

/** The requests with another outcome or other identity headers under the second configuration. */
export async function findChanges(
  before: Pick<Explainer, 'explain'>,
  after: Pick<Explainer, 'explain'>,
  { requests, by }: ComparisonOptions
): Promise<Change[]> {
  const found: Change[] = []
  for (const { number, text, request, visitor } of requests) {
    const [old, changed] = [
      await before.explain(request, visitor, by),
      await after.explain(request, visitor, by)
    ]
    const change: Change = {
      line: number,
      request: text,
      before: old.outcome,
      after: changed.outcome,
      applications: { before: old.application, after: changed.application },
      headersLost: old.identityHeaders.filter((name) => !changed.identityHeaders.includes(name)),
      headersGained: changed.identityHeaders.filter((name) => !old.identityHeaders.includes(name))
    }
    if (isChange(change)) found.push(change)
  }
  return found
}

/** Rule numbers do not count: rules may have moved. */
function isChange({ before, after, applications, headersLost, headersGained }: Change): boolean {
  return (
    before.kind !== after.kind ||
    before.code !== after.code ||
    before.status !== after.status ||
    isMove(applications) ||
    headersLost.length + headersGained.length > 0
  )
}

/** The short form is unnamed: one that gains or loses a name may be the same application. */
function isMove({ before, after }: Change['applications']): boolean {
  return before !== null && after !== null && before !== after
}
