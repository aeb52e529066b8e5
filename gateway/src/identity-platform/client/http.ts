import { Agent, request } from 'undici'
import { PROVIDER_CALLS } from '../../operations/events.ts'
import { isLostConnection } from './failure-messages.ts'

/** The scope of all of Google Cloud, within the account's roles. */
export const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** Sufficient for accounts and settings, but not for listing accounts. */
export const IDENTITY_SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'

/** Selects limits: for a waiting visitor, or for an operator who reads pages of a thousand accounts. */
export type CallBudget = 'visitor' | 'operator'

/** Timeout of a call including retries. */
export const BUDGET_MS: Readonly<Record<CallBudget, number>> = { visitor: 5000, operator: 30_000 }
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

async function readLimited(body: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes)
      throw Object.assign(new Error(`larger than ${mostBytes} bytes`), { code: 'ANSWER_TOO_LARGE' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function singleValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const single: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) single[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return single
}
