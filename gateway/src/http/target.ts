import type { FastifyRequest } from 'fastify'
import { Fault } from '../errors.ts'

const PLAIN_PATH = /^[A-Za-z0-9._~!$&'()*+,=:@/-]+$/
/** Double slashes, segments that begin with a dot, and segment endings that Windows ignores; see `withoutTail`. */
const ODD_SEGMENT = /\/[/.]|\.(?:\/|$)|:[$:]/

/** Parsed request target. The application receives exactly `raw`. */
export interface RequestTarget {
  kind: 'target'
  /** Path and query as received. */
  raw: string
  /** Path as received. */
  path: string
  /**
   * True if the path has a single reading, apart from trailing dots and the like. Otherwise no rule may relax
   * access for it.
   */
  canonical: boolean
  /** The path without the segment endings that Windows ignores; nearly always the same. */
  withoutTails: string
  /**
   * Paths that lenient servers might read: decoded, lowercase, without duplicate or trailing slashes, without
   * trailing dots, spaces and stream names of segments (Windows), without an encoded query or fragment.
   */
  readings: readonly string[]
}

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
  return { kind: 'target', raw, path, canonical: true, withoutTails: path, readings: [reading] }
}

function parseOddPath(raw: string, path: string): RequestTarget | RefusedTarget {
  if (path.includes('\\')) return refused('backslash')
  const decodings = decodeFully(path)
  if (decodings === null) return refused('encoding')
  const once = decodings[1] ?? path
  if (/[\u0000-\u001f\u007f]/.test(once)) return refused('control')
  if (segments(once).some(isDotSegment)) return refused('dot-segment')
  const readings = [...new Set(decodings.flatMap(readingsOf))]
  const withoutTails = segments(path).map(withoutTail).join('/')
  return { kind: 'target', raw, path, canonical: isCanonical(path, once), withoutTails, readings }
}

function refused(reason: string): RefusedTarget {
  return { kind: 'refused', fault: new Fault('INVALID_REQUEST', { detail: `request target: ${reason}` }) }
}

/** The path after each round of decoding until stable; null for broken or excessive encoding. */
function decodeFully(path: string): string[] | null {
  const decodings = [path]
  let current = path
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

function isCanonical(path: string, decoded: string): boolean {
  const plainOrNonAscii = /^(?:[A-Za-z0-9._~!$&'()*+,=:@/-]|%[89A-Fa-f][0-9A-Fa-f])+$/.test(path)
  return plainOrNonAscii && !path.includes('//') && decoded.normalize('NFKC') === decoded
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

/** `text`: the path, decoded or not. */
function readingsOf(text: string): string[] {
  // Normalize first: compatibility characters may become dots or slashes.
  const path = text.normalize('NFKC')
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
  return `/${bare.filter((segment) => segment !== '').join('/')}`.toLowerCase()
}

/** Max rounds of percent-decoding; beyond that a text is refused. */
export const MAX_DECODINGS = 5

/** Percent-decodes once; null if malformed. */
export function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** A query parameter; null if missing or repeated. */
export function parameterOf(request: FastifyRequest, name: string): string | null {
  const value: unknown = Reflect.get(Object(request.query), name)
  return typeof value === 'string' ? value : null
}
