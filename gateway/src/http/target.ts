import type { FastifyRequest } from 'fastify'
import { Fault } from '../errors.ts'

const PLAIN_PATH = /^[A-Za-z0-9._~!$&'()*+,=:@/-]+$/

/** The path and query of a request line, read once; the application gets exactly these bytes. */
export interface RequestTarget {
  kind: 'target'
  /** Path and query as they came. */
  raw: string
  /** Path as it came. */
  path: string
  /** Is this path spelled in the one way in which nothing but tails can be read otherwise? Else no rule may ask less of it. */
  canonical: boolean
  /** Path as it came, without what Windows leaves out at the end of segments; nearly always the same. */
  withoutTails: string
  /**
   * What lenient applications might take the path for: decoded, lower case, no doubled or final slash, no dots, blanks or names of
   * streams at the end of segments (Windows), no encoded query or fragment.
   */
  readings: readonly string[]
}

/** A target that no application may see. `fault`: `INVALID_REQUEST`, with one word for the log. */
export interface RefusedTarget {
  kind: 'refused'
  fault: Fault
}

/**
 * The target without the origin of the host that it is sent to: a server must take the absolute form (RFC 9112, 3.2.2). One for another host
 * stays what it is, and is refused. Scheme and host may be in any case (RFC 9110, 4.2.3); `origin` is in lower case.
 */
export function stripOwnOrigin(raw: string, origin: string): string {
  if (raw.startsWith('/') || raw[origin.length] !== '/') return raw
  return raw.slice(0, origin.length).toLowerCase() === origin ? raw.slice(origin.length) : raw
}

/**
 * Reads the target of a request line.
 * Refused: not an absolute path, a leading `//`, dot segments (also encoded, behind `;` or between backslashes), a
 * backslash, a fragment, control bytes, broken percent-encoding. An encoded slash in a path is the application's
 * business.
 */
export function parseRequestTarget(raw: string): RequestTarget | RefusedTarget {
  if (!raw.startsWith('/')) return refused('form')
  if (raw.startsWith('//')) return refused('authority')
  if (raw.includes('#')) return refused('fragment')
  const queryAt = raw.indexOf('?')
  const path = queryAt === -1 ? raw : raw.slice(0, queryAt)
  if (PLAIN_PATH.test(path) && !path.includes('//') && !path.includes('/.') && !hasTail(path)) {
    return { kind: 'target', raw, path, canonical: true, withoutTails: path, readings: [foldPlain(path)] }
  }
  return parseOddPath(raw, path)
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

/** The path, decoded once, twice … until nothing changes; null for broken or bottomless encodings. */
function decodeFully(path: string): string[] | null {
  const decodings = [path]
  let current = path
  for (let round = 0; round < MAX_DECODINGS; round++) {
    const strictly = decode(current)
    if (strictly === null && round === 0) return null
    // A sign that was decoded into being (`%25zz`) is no encoding any more; what stands beside it may be one.
    const decoded = strictly ?? decodeLeniently(current)
    if (decoded === current) return decodings
    decodings.push(decoded)
    current = decoded
  }
  return null
}

/** Decodes what can be decoded and leaves the rest, as many servers do. */
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

/** Path parameters count as part of a dot segment for some servers, `/..;x/`, and what follows a blank for others, `/..%20/`. */
function isDotSegment(segment: string): boolean {
  return /^\.{1,2}(?: [. ]*)?$/.test(withoutParameters(segment))
}

function withoutParameters(segment: string): string {
  return segment.split(';', 1)[0] ?? ''
}

/** Is there something at the end of a segment that Windows leaves out? Takes a plain path. */
function hasTail(path: string): boolean {
  return path.includes('./') || path.endsWith('.') || path.includes(':$') || path.includes('::')
}

/**
 * A segment as Windows file systems find it: without dots and blanks at its end, and without the name of a stream, as in
 * `/admin::$INDEX_ALLOCATION`. Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
function withoutTail(segment: string): string {
  return withoutParameters(segment)
    .replace(/:[:$].*$/s, '')
    .replace(/(?<![. ])[. ]+$/, '')
}

/** `text`: the path, decoded or not. */
function readingsOf(text: string): string[] {
  // First: a compatible form of other characters may be a dot or a slash.
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

/** The same as `fold`, for a plain path: every request has one. */
function foldPlain(path: string): string {
  const folded = path.toLowerCase()
  return folded.length > 1 && folded.endsWith('/') ? folded.slice(0, -1) : folded
}

function fold(path: string, bareOf: (segment: string) => string): string {
  const bare = segments(path).map(bareOf)
  return `/${bare.filter((segment) => segment !== '').join('/')}`.toLowerCase()
}

/** So often a text may be percent-encoded; what is still encoded after that is refused. */
export const MAX_DECODINGS = 5

/** The text with its percent-encoding taken away once; null: it is broken. */
export function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** One value of the query; null: there is none, or there are several. */
export function parameterOf(request: FastifyRequest, name: string): string | null {
  const value: unknown = Reflect.get(Object(request.query), name)
  return typeof value === 'string' ? value : null
}
