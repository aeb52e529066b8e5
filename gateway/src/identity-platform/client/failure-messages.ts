import { describeFileShortage } from '../../errors.ts'

/** Deepest that a cause stands behind other errors, such as `fetch failed`. */
const MAX_CAUSES = 5
const REFUSED = new Set(['ECONNREFUSED'])
const RESET = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])
const TIMEOUT = /TIMEOUT$|TIMEDOUT$/
/** Node's own names, and those of OpenSSL for certificates. */
const TLS = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/

/** Errors without a code: of `AbortSignal.timeout`, and of undici. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['TimeoutError', 'timeout'],
  ['HTTPParserError', 'not HTTP']
])

const LOOKED_AT_CHARS = 4000
const MAX_WORDS = 8
const MAX_WORD = 20

/**
 * Why there was no answer, in a word or two and with the code of the system or the library: `timeout`,
 * `connection refused (ECONNREFUSED)`, `DNS (ENOTFOUND)`. Holds no address and nothing of the call.
 */
export function describeSilence(cause: unknown): string {
  const code = findCode(cause)
  if (code === null) return listCauses(cause).flatMap(({ name }) => NAMED.get(name) ?? [])[0] ?? 'no answer'
  if (TIMEOUT.test(code)) return 'timeout'
  if (REFUSED.has(code)) return `connection refused (${code})`
  if (RESET.has(code)) return `connection reset (${code})`
  if (DNS.has(code)) return `DNS (${code})`
  if (TLS.test(code)) return `TLS (${code})`
  if (code.startsWith('HPE_')) return `not HTTP (${code})`
  return describeFileShortage(code) ?? `no answer (${code})`
}

/** Was the connection refused or broken, so that another one may do better at once? Not so after silence. */
export function isLostConnection(cause: unknown): boolean {
  const code = findCode(cause)
  return code !== null && (REFUSED.has(code) || RESET.has(code))
}

/**
 * What stands in place of a JSON answer: `HTML: Sign in to the network`. Long words and those that might be addresses or
 * secrets are left out.
 */
export function describeText(text: string): string {
  const start = text.trimStart()
  if (start === '') return 'without a body'
  if (/^[[{"]/.test(start)) return 'JSON of another shape'
  const isHtml = start.startsWith('<')
  const shown = start.slice(0, LOOKED_AT_CHARS)
  const visible = isHtml ? shown.replace(/<(script|style)[\s\S]*?(<\/\1>|$)|<[^>]*(>|$)/gi, ' ') : shown
  const words = visible
    .split(/\s+/)
    .filter((word) => word.length <= MAX_WORD && /^[\p{L}\p{N}'’.,!?()-]+$/u.test(word))
    .slice(0, MAX_WORDS)
    .join(' ')
  const kind = isHtml ? 'HTML' : 'text'
  return words === '' ? kind : `${kind}: ${words}`
}

/** The text, when it is longer than `most` characters cut at the end of a word, with `…`; within a word that is as long itself. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, most)
  const end = start.lastIndexOf(' ')
  return `${start.slice(0, end > 0 ? end : most - 1).trimEnd()}…`
}

/** The innermost code says most: outer ones are of whoever passed the error on. */
function findCode(cause: unknown): string | null {
  const codes = listCauses(cause).flatMap((error) => ('code' in error ? [error.code] : []))
  const named = codes.filter((code) => typeof code === 'string' && /^[A-Z0-9_]+$/.test(code))
  return named.length === 0 ? null : String(named.at(-1))
}

function listCauses(cause: unknown): Error[] {
  const causes: Error[] = []
  for (let next = cause; next instanceof Error && causes.length < MAX_CAUSES; next = next.cause)
    causes.push(next)
  return causes
}
