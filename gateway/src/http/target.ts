import { Fault } from '../errors.ts'
import { decode, MOST_DECODINGS } from './decoding.ts'

const PLAIN_PATH = /^[A-Za-z0-9._~!$&'()*+,=:@/-]+$/

/** The path and query of a request line, read once; the application gets exactly these bytes. */
export interface RequestTarget {
  kind: 'target'
  /** Path and query as they came. */
  raw: string
  /** Path as it came. */
  path: string
  /** Is there no second reading of this path? Only then may a rule make it public or ask less of it. */
  canonical: boolean
  /** What lenient applications might take the path for: decoded, lower case, no doubled or final slash. */
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
  if (PLAIN_PATH.test(path) && !path.includes('//') && !path.includes('/.')) {
    return { kind: 'target', raw, path, canonical: true, readings: [foldPlain(path)] }
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
  const readings = [...new Set(decodings.flatMap((text) => [fold(text), fold(resolveDots(text))]))]
  return { kind: 'target', raw, path, canonical: isCanonical(path, once), readings }
}

function refused(reason: string): RefusedTarget {
  return { kind: 'refused', fault: new Fault('INVALID_REQUEST', { detail: `request target: ${reason}` }) }
}

/** The path, decoded once, twice … until nothing changes; null for broken or bottomless encodings. */
function decodeFully(path: string): string[] | null {
  const decodings = [path]
  let current = path
  for (let round = 0; round < MOST_DECODINGS; round++) {
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

/** Path parameters count as part of a dot segment for some servers: `/..;x/`. */
function isDotSegment(segment: string): boolean {
  return /^\.{1,2}$/.test(segment.split(';', 1)[0] ?? '')
}

function resolveDots(path: string): string {
  const resolved: string[] = []
  for (const segment of segments(path)) {
    const bare = segment.split(';', 1)[0]
    if (bare === '..') resolved.pop()
    else if (bare !== '.') resolved.push(segment)
  }
  return resolved.join('/')
}

/** The same as `fold`, for a plain path: every request has one. */
function foldPlain(path: string): string {
  const folded = path.toLowerCase()
  return folded.length > 1 && folded.endsWith('/') ? folded.slice(0, -1) : folded
}

function fold(path: string): string {
  const bare = segments(path.normalize('NFKC')).map((segment) => segment.split(';', 1)[0] ?? '')
  return `/${bare.filter((segment) => segment !== '').join('/')}`.toLowerCase()
}
