/** Paths of the configuration and of requests, in one form in which they can be compared. */

/** Characters that are invisible; some file systems and databases ignore them. */
const INVISIBLE = /(?=[^\u0000-\u007f])\p{Default_Ignorable_Code_Point}/gu

/** Plain characters, or escapes of others than ASCII. */
const PLAIN = /^(?:[A-Za-z0-9._~!$&'()*+,=:@/-]|%[89A-F][0-9A-F])+$/i
/** The non-ASCII letters that are an `i` in another case, for some servers only. NFKC replaces all others of this kind. */
const OTHER_I = /[ıİ]/

/** Percent-decodes once; null if malformed. */
export function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** True if a path, as received, has a single reading apart from case, accents and dot segments. */
export function isCanonical(path: string): boolean {
  if (!isPlain(path)) return false
  const decoded = decode(path)
  return decoded !== null && decoded.normalize('NFKC') === decoded && !OTHER_I.test(decoded)
}

/** True if servers may take decoded text for other characters, apart from case and accents. */
export function isAmbiguous(text: string): boolean {
  return normalizeText(text) !== text || OTHER_I.test(text)
}

/** True if a path has no escapes of ASCII characters, nothing that needs one, and no empty segments. */
export function isPlain(path: string): boolean {
  return PLAIN.test(path) && !path.includes('//')
}

/** Without invisible characters, and with compatibility characters such as `ａ` replaced, which may become dots or slashes. */
export function normalizeText(text: string): string {
  return isAscii(text) ? text : text.replace(INVISIBLE, '').normalize('NFKC')
}

/** The same text for all that a server may take for equal if it ignores case, in any language: `ı` and `İ` are `i`, `ß` is `ss`. */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const folded = text.toLowerCase().toUpperCase().toLowerCase()
  // The dot of `İ`; a sigma at the end of a word.
  return folded.normalize('NFKC').replaceAll('\u0307', '').replaceAll('ς', 'σ').normalize('NFKC')
}

interface ConfiguredPath {
  /** As browsers send it: escapes in capitals, of non-ASCII characters only. With a trailing slash if it was written with one. */
  escaped: string
  /** As in the readings of a request: decoded, folded, without a trailing slash; `/` for the root. */
  folded: string
}

/** Reads a path of the configuration, in which non-ASCII characters may be percent-encoded. `/*` at its end is ignored. */
export function readPath(written: string): ConfiguredPath {
  const bare = written.replace(/(?<=\/)\*$/, '')
  const decoded = normalizeText(decode(bare) ?? bare)
  const segments = foldCase(decoded).split('/')
  return {
    escaped: encodeURI(decoded.toWellFormed()),
    folded: `/${segments.filter((segment) => segment !== '').join('/')}`
  }
}

/** A path with a trailing slash. */
export function asFolder(folded: string): string {
  return folded.endsWith('/') ? folded : `${folded}/`
}

/** True for a path in a folder, and for the folder itself without its trailing slash. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) || (path.length === folder.length - 1 && folder.startsWith(path))
}

/** Escapes the ASCII characters that URIs do not allow (RFC 3986, 3.3), except percent signs and backslashes. */
export function escapeSpecials(text: string): string {
  return text.replace(/[ "<>[\]^`{|}]/g, encodeURIComponent)
}

/** As many databases and content management systems compare. */
export function withoutAccents(text: string): string {
  return isAscii(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(/(?=[^\u0000-\u007f])\p{M}/gu, '')
        .normalize('NFC')
}

const isAscii = (text: string): boolean => !/[^\u0000-\u007f]/.test(text)

/** True if a path has an empty or dot segment (RFC 3986, 5.2.4). */
export function hasBadSegment(path: string): boolean {
  return /\/\//.test(path) || hasDotSegment(path)
}

/** True if a path has a segment `.` or `..`. */
export function hasDotSegment(path: string): boolean {
  return /\/\.{1,2}(\/|$)/.test(path)
}

export const NEVER_MATCHES = 'is not a canonical path, so it would never match'
export const PATH_HINT =
  'Write it without `;`, `//`, dot segments and special characters; others than ASCII may be percent-encoded.'
