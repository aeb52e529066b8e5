import { describeFileShortage } from '../../errors.ts'
import { isLookUpFailure } from '../../http/connections/name-look-ups.ts'

/** Max depth of causes behind errors such as `fetch failed`. */
const MAX_CAUSES = 5
const RESET = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const TIMEOUT = /TIMEOUT$|TIMEDOUT$/
/** Codes of Node, and of OpenSSL for certificates. */
const TLS = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/

/** Errors without a code, of `AbortSignal.timeout` and undici. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['TimeoutError', 'timeout'],
  ['HTTPParserError', 'not HTTP']
])

const LOOKED_AT_CHARS = 4000
const MAX_WORDS = 8
const MAX_WORD = 20

/** Why there was no response, such as `timeout` or `DNS (ENOTFOUND)`. Contains no address and nothing of the call. */
export function describeSilence(cause: unknown): string {
  const code = findCode(cause)
  if (code === null) return listCauses(cause).flatMap(({ name }) => NAMED.get(name) ?? [])[0] ?? 'no answer'
  if (isLookUpFailure(code)) return `DNS (${code})`
  if (TIMEOUT.test(code)) return 'timeout'
  if (code === 'ECONNREFUSED') return `connection refused (${code})`
  if (RESET.has(code)) return `connection reset (${code})`
  if (TLS.test(code)) return `TLS (${code})`
  if (code.startsWith('HPE_')) return `not HTTP (${code})`
  return describeFileShortage(code) ?? `no answer (${code})`
}

/** True if the connection was refused or reset: an immediate retry may succeed. False after a timeout. */
export function isLostConnection(cause: unknown): boolean {
  const code = findCode(cause)
  return code !== null && (code === 'ECONNREFUSED' || RESET.has(code))
}

/** Describes a body that is not JSON: `HTML: Sign in to the network`. Omits addresses and secrets. */
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

/** Truncates with `…` to `most` characters, at the end of a word if the first one fits. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, most)
  const end = start.lastIndexOf(' ')
  return `${start.slice(0, end > 0 ? end : most - 1).trimEnd()}…`
}

/** The innermost code is the most specific. */
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
