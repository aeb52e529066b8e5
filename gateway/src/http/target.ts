const PLAIN_PATH = /^[A-Za-z0-9._~!$&'()*+,=:@/-]+$/
const MOST_DECODINGS = 5

/** The path and query of a request, judged once; the application gets exactly these bytes. */
export interface Target {
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

/** A target that no application may see. */
export interface InvalidTarget {
  kind: 'invalid'
  /** One word for the log. */
  reason: string
}

/**
 * Judges the target of a request line.
 * Invalid: not an absolute path, a leading `//`, dot segments (also encoded, behind `;` or between backslashes), a
 * backslash, a fragment, control bytes, broken percent-encoding. An encoded slash in a path is the application's
 * business.
 */
export function judgeTarget(raw: string): Target | InvalidTarget {
  if (!raw.startsWith('/')) return invalid('form')
  if (raw.startsWith('//')) return invalid('authority')
  if (raw.includes('#')) return invalid('fragment')
  const queryAt = raw.indexOf('?')
  const path = queryAt === -1 ? raw : raw.slice(0, queryAt)
  if (PLAIN_PATH.test(path) && !path.includes('//') && !path.includes('/.')) {
    return { kind: 'target', raw, path, canonical: true, readings: [fold(path)] }
  }
  return judgeOddPath(raw, path)
}

function judgeOddPath(raw: string, path: string): Target | InvalidTarget {
  if (path.includes('\\')) return invalid('backslash')
  const decodings = decodeFully(path)
  if (decodings === null) return invalid('encoding')
  const once = decodings[1] ?? path
  if (/[\u0000-\u001f\u007f]/.test(once)) return invalid('control')
  if (segments(once).some(isDotSegment)) return invalid('dot-segment')
  const readings = [...new Set(decodings.flatMap((text) => [fold(text), fold(resolveDots(text))]))]
  return { kind: 'target', raw, path, canonical: isCanonical(path, once), readings }
}

function invalid(reason: string): InvalidTarget {
  return { kind: 'invalid', reason }
}

/** The path, decoded once, twice … until nothing changes; null for broken or bottomless encodings. */
function decodeFully(path: string): string[] | null {
  const decodings = [path]
  let current = path
  for (let round = 0; round < MOST_DECODINGS; round++) {
    let decoded: string
    try {
      decoded = decodeURIComponent(current)
    } catch {
      if (round === 0) return null
      // A sign that was decoded into being (`%25zz`) is no encoding any more; what stands beside it may be one.
      decoded = decodeLeniently(current)
    }
    if (decoded === current) return decodings
    decodings.push(decoded)
    current = decoded
  }
  return null
}

/** Decodes what can be decoded and leaves the rest, as many servers do. */
function decodeLeniently(path: string): string {
  return path.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run.replace(/%[0-7][0-9A-Fa-f]/g, decodeURIComponent)
    }
  })
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

function fold(path: string): string {
  const bare = segments(path.normalize('NFKC')).map((segment) => segment.split(';', 1)[0] ?? '')
  return `/${bare.filter((segment) => segment !== '').join('/')}`.toLowerCase()
}
