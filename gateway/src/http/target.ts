import type { FastifyRequest } from 'fastify'
import { decode, foldCase, isAmbiguous, isCanonical, normalizeText } from '../config/addresses/paths.ts'
import { Fault } from '../errors.ts'

const PLAIN_PATH = /^[A-Za-z0-9._~!$&'()*+,=:@/-]+$/
/** Double slashes, segments that begin with a dot, and segment endings that Windows ignores; see `withoutTail`. */
const ODD_SEGMENT = /\/[/.]|\.(?:\/|$)|:[$:]/

/** Parsed request target. The application receives exactly `raw`. */
export interface RequestTarget {
  kind: 'target'
  /** Path and query as received. */
  raw: string
  /** Path as received, with its escapes in capitals (RFC 3986, 6.2.2.1). */
  path: string
  /**
   * True if the path has a single reading, apart from trailing dots and the like. Otherwise no rule may relax
   * access for it.
   */
  canonical: boolean
  /** The path without the segment endings that Windows ignores; nearly always the same. */
  withoutTails: string
  /**
   * Paths that lenient servers might read: decoded, folded (`foldCase`), without duplicate or trailing slashes, without
   * trailing dots, spaces and stream names of segments (Windows), without an encoded query or fragment.
   */
  readings: readonly string[]
  /**
   * Readings by servers that ignore accents. They only add the demands of rules, and decide neither application nor tenant.
   */
  unaccented: readonly string[]
}

const NONE: readonly string[] = []

/** A target that is never forwarded. `fault`: `INVALID_REQUEST` with the reason for the log. */
interface RefusedTarget {
  kind: 'refused'
  fault: Fault
}

/**
 * Converts an absolute-form target of this host to origin form (RFC 9112, 3.2.2). Other hosts are left as
 * they are, and refused later. Scheme and host are case-insensitive (RFC 9110, 4.2.3); `origin` is lowercase.
 */
export function stripOwnOrigin(raw: string, origin: string): string {
  if (raw.startsWith('/') || raw[origin.length] !== '/') return raw
  return raw.slice(0, origin.length).toLowerCase() === origin ? raw.slice(origin.length) : raw
}

/**
 * Parses a request target. Refuses anything but an absolute path, a leading `//`, dot segments (even encoded,
 * before `;` or between backslashes), backslashes, fragments, control bytes and broken percent-encoding.
 * Encoded slashes are left to the application.
 */
export function parseRequestTarget(raw: string): RequestTarget | RefusedTarget {
  if (!raw.startsWith('/')) return refused('form')
  if (raw.startsWith('//')) return refused('authority')
  if (raw.includes('#')) return refused('fragment')
  const queryAt = raw.indexOf('?')
  const path = queryAt === -1 ? raw : raw.slice(0, queryAt)
  if (!PLAIN_PATH.test(path) || ODD_SEGMENT.test(path)) return parseOddPath(raw, path)
  const folded = path.toLowerCase()
  const reading = folded.length > 1 && folded.endsWith('/') ? folded.slice(0, -1) : folded
  return {
    kind: 'target',
    raw,
    path,
    canonical: true,
    withoutTails: path,
    readings: [reading],
    unaccented: NONE
  }
}

function parseOddPath(raw: string, received: string): RequestTarget | RefusedTarget {
  if (received.includes('\\')) return refused('backslash')
  const path = received.replace(/%[0-9a-f]{2}/gi, (byte) => byte.toUpperCase())
  const decodings = decodeFully(path)
  if (decodings === null) return refused('encoding')
  const once = decodings[1] ?? decodings[0] ?? path
  if (/[\u0000-\u001f\u007f]/.test(once)) return refused('control')
  if (segments(once).some(isDotSegment)) return refused('dot-segment')
  const texts = isAmbiguous(once) ? [path, ...decodings] : decodings
  const readings = [...new Set(texts.flatMap(readingsOf))]
  const accented = decodings.filter((text) => withoutAccents(text) !== text)
  const unaccented = [...new Set(accented.flatMap((text) => readingsOf(withoutAccents(text))))]
  const withoutTails = segments(path).map(withoutTail).join('/')
  const canonical = isCanonical(path)
  return { kind: 'target', raw, path, canonical, withoutTails, readings, unaccented }
}

function refused(reason: string): RefusedTarget {
  return { kind: 'refused', fault: new Fault('INVALID_REQUEST', { detail: `request target: ${reason}` }) }
}

/**
 * The path after each round of decoding until stable; null for broken or excessive encoding. Escapes of non-ASCII characters are
 * not another reading, as such characters have no other form in a request.
 */
function decodeFully(path: string): string[] | null {
  let current = path.replace(/(?:%[89A-F][0-9A-F])+/g, (run) => decode(run) ?? run)
  const decodings = [current]
  for (let round = 0; round < MAX_DECODINGS; round++) {
    const strictly = decode(current)
    if (strictly === null && round === 0) return null
    // A percent sign produced by decoding (`%25zz`) is literal, but its neighbours may still be encoded.
    const decoded = strictly ?? decodeLeniently(current)
    if (decoded === current) return decodings
    decodings.push(decoded)
    current = decoded
  }
  return null
}

/** Decodes valid sequences and leaves the rest, as many servers do. */
function decodeLeniently(path: string): string {
  return path.replace(
    /(?:%[0-9A-Fa-f]{2})+/g,
    (run) => decode(run) ?? run.replace(/%[0-7][0-9A-Fa-f]/g, decodeURIComponent)
  )
}

function segments(path: string): string[] {
  return path.split(/[/\\]/)
}

/** Some servers ignore path parameters (`/..;x/`) or anything after a space (`/..%20/`) in dot segments. */
function isDotSegment(segment: string): boolean {
  return /^\.{1,2}(?: [. ]*)?$/.test(withoutParameters(segment))
}

function withoutParameters(segment: string): string {
  return segment.split(';', 1)[0] ?? ''
}

/**
 * A segment as Windows resolves it: without trailing dots and spaces, and without a stream name as in
 * `/admin::$INDEX_ALLOCATION`. Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
function withoutTail(segment: string): string {
  return withoutParameters(segment)
    .replace(/:[:$].*$/s, '')
    .replace(/(?<![. ])[. ]+$/, '')
}

/** As many databases and content management systems compare. */
function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')
}

/** `text`: the path, decoded or not. */
function readingsOf(text: string): string[] {
  const path = normalizeText(text)
  return [path, path.split(/[?#]/, 1)[0] ?? ''].flatMap((one) => {
    const resolved = resolveDots(one)
    return [fold(one, withoutParameters), fold(resolved, withoutParameters), fold(resolved, withoutTail)]
  })
}

function resolveDots(path: string): string {
  const resolved: string[] = []
  for (const segment of segments(path)) {
    if (!isDotSegment(segment)) resolved.push(segment)
    else if (segment.startsWith('..')) resolved.pop()
  }
  return resolved.join('/')
}

function fold(path: string, bareOf: (segment: string) => string): string {
  const bare = segments(path).map(bareOf)
  return foldCase(`/${bare.filter((segment) => segment !== '').join('/')}`)
}

/** Max rounds of percent-decoding; beyond that a text is refused. */
export const MAX_DECODINGS = 5

/** A query parameter; null if missing or repeated. */
export function parameterOf(request: FastifyRequest, name: string): string | null {
  const value: unknown = Reflect.get(Object(request.query), name)
  return typeof value === 'string' ? value : null
}
