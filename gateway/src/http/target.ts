import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import {
  decode,
  foldCase,
  isAmbiguous,
  isCanonical,
  normalizeText,
  withoutAccents
} from '../config/addresses/paths.ts'
import { type ErrorCode, Fault } from '../errors.ts'

const PLAIN_PATH = /^[A-Za-z0-9._~!$&'()*+,=:@/-]+$/
/** Double slashes, segments that begin with a dot, endings that Windows ignores (`withoutTail`), and groups of ASP.NET. */
const ODD_SEGMENT = /\/[/.]|\.(?:\/|$)|:[$:]|\([A-Za-z]\(|\/\([a-z0-9]{24}\)/

/** Parsed request target. The application receives exactly `raw`. */
export interface RequestTarget {
  kind: 'target'
  /** Path and query as received. */
  raw: string
  /** Path as received, with its escapes in capitals (RFC 3986, 6.2.2.1). */
  path: string
  /** True if the path has a single reading, apart from trailing dots and the like. */
  canonical: boolean
  /** Paths that lenient servers might read: decoded, folded, without repeated or trailing slashes, tails of segments (Windows), and an encoded query or fragment. */
  readings: readonly string[]
  /** Readings without accents, or without groups such as `(S(…))`. They only add demands of rules; in another application or tenant, the request is ambiguous. */
  further: readonly string[]
  /** A reading with dot segments, of which servers disagree where they lead; null: none. Not among the others. */
  dotted: string | null
}

const NONE: readonly string[] = []

/** Of a path, as received. Longer ones take too long to read. */
const MAX_PATH_CHARS = 8192
/** Of a path in any reading, counted with empty ones. */
const MAX_SEGMENTS = 256
/** No language has such runs, which take long to normalize (UAX 15, 13.2). */
const MANY_MARKS = /(?=[^\u0000-\u007f])\p{M}{31}/u

const CONTROLS = /[\u0000-\u001f\u007f]/g
/** In any reading, also before a query, a fragment or what follows a zero byte. */
const DOT_SEGMENT = /[/\\]\.{1,2}(?: [. ]*)?(?:[/\\;?#\0]|$)/

/** A target that is never forwarded. `fault`: `INVALID_REQUEST` or `URI_TOO_LONG`, with the reason for the log. */
type RefusedTarget = { kind: 'refused'; fault: Fault }

/** Converts an absolute-form target of this host to origin form (RFC 9112, 3.2.2); other hosts are refused later. `origin`: in lower case, unlike the target. */
export function stripOwnOrigin(raw: string, origin: string): string {
  if (raw.startsWith('/') || raw[origin.length] !== '/') return raw
  return raw.slice(0, origin.length).toLowerCase() === origin ? raw.slice(origin.length) : raw
}

/**
 * Parses a request target. Refuses anything but an absolute path, a leading `//`, dot segments (even encoded,
 * before `;` or between backslashes), backslashes, fragments, control bytes, broken percent-encoding, and more than 8192
 * characters or 256 segments of path. Encoded slashes are left to the application. Takes less than a millisecond.
 */
export function parseRequestTarget(raw: string): RequestTarget | RefusedTarget {
  if (!raw.startsWith('/')) return refused('form')
  if (raw.startsWith('//')) return refused('authority')
  if (raw.includes('#')) return refused('fragment')
  const queryAt = raw.indexOf('?')
  const path = queryAt === -1 ? raw : raw.slice(0, queryAt)
  if (path.length > MAX_PATH_CHARS) return refused('length', 'URI_TOO_LONG')
  // Each segment has two characters, unless it is empty and therefore odd.
  if (path.length > 2 * MAX_SEGMENTS && hasManySegments(path)) return refused('segments')
  if (!PLAIN_PATH.test(path) || ODD_SEGMENT.test(path)) return parseOddPath(raw, path)
  const folded = path.toLowerCase()
  const reading = folded.length > 1 && folded.endsWith('/') ? folded.slice(0, -1) : folded
  return { kind: 'target', raw, path, canonical: true, readings: [reading], further: NONE, dotted: null }
}

/** The second path of COPY and MOVE (RFC 4918, 10.3); null: none. Refused at another origin than `origin`. */
export function readDestination(value: unknown, origin: string): RequestTarget | RefusedTarget | null {
  if (value === undefined) return null
  return parseRequestTarget(/\s/.test(String(value)) ? '' : stripOwnOrigin(String(value), origin))
}

function parseOddPath(raw: string, received: string): RequestTarget | RefusedTarget {
  if (received.includes('\\')) return refused('backslash')
  const path = received.replace(/%(?:[a-f].|.[a-f])/g, (byte) => byte.toUpperCase())
  const decodings = decodeFully(path)
  if (decodings === null) return refused('encoding')
  const once = decodings[1] ?? decodings[0] ?? path
  if (once.search(CONTROLS) !== -1) return refused('control')
  if (decodings.some((text) => MANY_MARKS.test(text))) return refused('combining characters')
  const normal = (isAmbiguous(once) ? [path, ...decodings] : decodings).map(normalizeText)
  if (normal.some((text) => text.length > MAX_PATH_CHARS)) return refused('length', 'URI_TOO_LONG')
  if (normal.some(hasManySegments)) return refused('segments')
  if (segments(once).some(isDotSegment)) return refused('dot-segment')
  const texts = normal.map(foldCase)
  const readings = readingsOf(texts)
  const visible = texts.map((text) => text.replace(CONTROLS, ''))
  const bare = [...visible, ...visible.map(withoutAccents)]
  const lenient = [...bare, ...bare.map(withoutSessions)]
  const further = readingsOf(lenient.filter((text) => !texts.includes(text)))
  const dotted = [...texts, ...lenient].find((text) => DOT_SEGMENT.test(text)) ?? null
  return { kind: 'target', raw, path, canonical: isCanonical(path), readings, further, dotted }
}

function refused(reason: string, code: ErrorCode = 'INVALID_REQUEST'): RefusedTarget {
  return { kind: 'refused', fault: new Fault(code, { detail: `request target: ${reason}` }) }
}

/** The path after each round of decoding until stable; null for broken or excessive encoding. Non-ASCII characters only exist escaped, so theirs is no round. */
function decodeFully(path: string): string[] | null {
  if (decode(path) === null) return null
  let current = path.replace(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent)
  const decodings = [current]
  for (let round = 0; round < MAX_DECODINGS; round++) {
    // A percent sign produced by decoding (`%25zz`) is literal, but its neighbours may still be encoded.
    const decoded = decode(current) ?? decodeLeniently(current)
    if (decoded === current) return decodings
    decodings.push(decoded)
    current = decoded
  }
  return null
}

/** Decodes valid sequences and leaves the rest, as many servers do. `decode` would throw for each run, which is slow. */
export function decodeLeniently(path: string): string {
  return path.replace(/%[0-7][0-9A-F]|(?:%[89A-F][0-9A-F]){2,}/gi, (run) =>
    run.length === 3 || isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')) ? decodeURIComponent(run) : run
  )
}

function hasManySegments(path: string): boolean {
  return path.split(/[/\\]/, MAX_SEGMENTS + 2).length > MAX_SEGMENTS + 1
}

const segments = (path: string): string[] => path.split(/[/\\]/)

/** Some servers ignore path parameters (`/..;x/`) or anything after a space (`/..%20/`) in dot segments. */
const isDotSegment = (segment: string): boolean => /^\.{1,2}(?: [. ]*)?$/.test(withoutParameters(segment))

const withoutParameters = (segment: string): string => segment.split(';', 1)[0] ?? ''

/** A segment as Windows resolves it (https://learn.microsoft.com/windows/win32/fileio/naming-a-file), without stream name. */
function withoutTail(segment: string): string {
  const name = withoutParameters(segment).split(/:[:$]/, 1)[0] ?? ''
  let end = name.length
  while (name[end - 1] === '.' || name[end - 1] === ' ') end--
  return name.slice(0, end)
}

/** As ASP.NET without cookies (`sessionState cookieless`): it removes a session, a ticket or the like, as in `/(S(x))/admin`. */
function withoutSessions(text: string): string {
  return text.replace(/\((?:[a-z]\([^()/]*\))+\)|(?<=\/)\([a-z0-9]{24}\)(?=\/|$)/g, '')
}

/** `texts`: the path, decoded or not, and folded. */
function readingsOf(texts: readonly string[]): string[] {
  const readings = new Set<string>()
  for (const text of new Set(texts.flatMap((one) => [one, one.split(/[?#\0]/, 1)[0] ?? '']))) {
    const whole = segments(text)
    const resolved = resolveDots(whole)
    readings.add(joinAll(whole.map(withoutParameters)))
    readings.add(joinAll(resolved.map(withoutParameters)))
    readings.add(joinAll(resolved.map(withoutTail)))
  }
  return [...readings]
}

function resolveDots(path: readonly string[]): string[] {
  const resolved: string[] = []
  for (const segment of path) {
    if (!isDotSegment(segment)) resolved.push(segment)
    else if (segment.startsWith('..')) resolved.pop()
  }
  return resolved
}

const joinAll = (path: readonly string[]): string => `/${path.filter((segment) => segment !== '').join('/')}`

/** Max rounds of percent-decoding; beyond that a text is refused. */
export const MAX_DECODINGS = 5

/** A query parameter; null if missing or repeated. */
export function parameterOf(request: FastifyRequest, name: string): string | null {
  const value: unknown = Reflect.get(Object(request.query), name)
  return typeof value === 'string' ? value : null
}
