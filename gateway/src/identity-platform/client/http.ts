import { Agent, request } from 'undici'
import { describeFileShortage } from '../../errors.ts'
import { isLookUpFailure } from '../../http/connections/outbound-pool.ts'
import { readLimited } from '../../http/message.ts'
import { type CallEvent, PROVIDER_CALLS } from '../../operations/provider-events.ts'

/** The scope of all of Google Cloud, within the account's roles. */
export const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** Sufficient for accounts and settings, but not for listing accounts. */
export const IDENTITY_SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'

/** Selects limits: for a waiting visitor, or for an operator who reads pages of a thousand accounts. */
export type CallBudget = 'visitor' | 'operator'

/** Timeout of a call including retries. */
const BUDGET_MS: Readonly<Record<CallBudget, number>> = { visitor: 5000, operator: 30_000 }
const MEBIBYTE = 1024 * 1024
const ANSWER_BYTES: Readonly<Record<CallBudget, number>> = { visitor: MEBIBYTE, operator: 64 * MEBIBYTE }

/** Groups of calls whose errors mean the same. */
export const CALL_FAMILIES = PROVIDER_CALLS.filter((call) => call !== 'certificates' && call !== 'id_token')

export type CallFamily = (typeof CALL_FAMILIES)[number]

export interface ProviderCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  /** Sent as it is; its type is in `headers`. */
  body?: string
  /** False if the call is not idempotent, which rules out a retry. */
  isRepeatable?: boolean
  /** True if the call is read-only, so that it may be repeated as a probe. */
  mayProbe?: boolean
  /** Checked before a retry. */
  mayRepeat?: () => boolean
  /** Cancels the call including retries. */
  signal?: AbortSignal
}

/** A call that posts JSON. */
export function postJson(url: string, body: object, headers: Record<string, string> = {}): ProviderCall {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body)
  }
}

/** The raw response. */
export type ProviderResponse =
  | { kind: 'response'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'unreachable'; cause: unknown }

export type ProviderHttp = ReturnType<typeof createProviderHttp>

/**
 * HTTP client of the provider: no redirects, one time budget per call. One retry, within the budget, after a
 * refused or reset connection or a 5xx without `Retry-After`. Never throws on network or HTTP errors.
 * `onResponse`: called for every response.
 */
export function createProviderHttp(
  budget: CallBudget = 'visitor',
  budgetMs: number = BUDGET_MS[budget],
  onResponse: (answer: ProviderResponse) => void = () => {}
) {
  const agent = new Agent({ connections: 64, pipelining: 1, connect: { timeout: budgetMs } })

  async function attempt(call: ProviderCall, signal: AbortSignal): Promise<ProviderResponse> {
    try {
      const response = await request(call.url, {
        dispatcher: agent,
        method: call.method,
        headers: call.headers ?? {},
        body: call.body ?? null,
        signal
      })
      const text = await readLimited(response.body, ANSWER_BYTES[budget])
      const headers = singleValues(response.headers)
      const answer: ProviderResponse = { kind: 'response', status: response.statusCode, headers, text }
      onResponse(answer)
      return answer
    } catch (cause) {
      return { kind: 'unreachable', cause }
    }
  }

  return {
    async send(call: ProviderCall): Promise<ProviderResponse> {
      const timeout = AbortSignal.timeout(budgetMs)
      const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal])
      const first = await attempt(call, signal)
      if (call.isRepeatable === false || signal.aborted) return first
      return isWorthAnother(first) && call.mayRepeat?.() !== false ? await attempt(call, signal) : first
    },
    close: (): Promise<void> => agent.destroy()
  }
}

function isWorthAnother(answer: ProviderResponse): boolean {
  if (answer.kind === 'unreachable') return isLostConnection(answer.cause)
  return answer.status >= 500 && answer.headers['retry-after'] === undefined
}

function singleValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')])
  return Object.fromEntries(named)
}

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

/** Start of `detail` as produced by `readResponse`. */
const QUOTA = /^\d+ (QUOTA_EXCEEDED|RESOURCE_EXHAUSTED|TOO_MANY_ATTEMPTS_TRY_LATER)\b/

/** The metric label of a call; null: it succeeded. */
export function resultOfCall(
  failure: { status?: number; detail: string; cause?: unknown } | null
): Exclude<CallEvent['result'], 'not_asked'> {
  if (failure === null) return 'ok'
  const { status, detail, cause } = failure
  if (status === undefined) {
    const words = describeSilence(cause)
    if (words === 'timeout') return 'timeout'
    return words.startsWith('not HTTP') ? 'protocol' : 'network'
  }
  if (status === 429 || QUOTA.test(detail)) return 'quota'
  if (status >= 500) return 'server'
  // Below 400: an unexpected body.
  return status < 400 ? 'protocol' : 'refused'
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
