import { Agent, request } from 'undici'
import type { ProviderCallName } from '../../operations/events.ts'
import { isLostConnection } from './failure-messages.ts'

/** Whose limits a call has: those of a visitor who waits, or of an operator who reads pages of a thousand accounts. */
export type CallBudget = 'visitor' | 'operator'

/** Longest that one call may take, all its attempts together. */
export const BUDGET_MS: Readonly<Record<CallBudget, number>> = { visitor: 5000, operator: 30_000 }
const ANSWER_BYTES: Readonly<Record<CallBudget, number>> = {
  visitor: 1024 * 1024,
  operator: 64 * 1024 * 1024
}

/**
 * Which family of calls an error belongs to: the same message may mean other things elsewhere. `oauth`: all ways to an
 * access token; `sign`: signBlob.
 */
export type CallFamily = Exclude<ProviderCallName, 'certificates'>

export const CALL_FAMILIES: readonly CallFamily[] = ['refresh', 'exchange', 'account', 'oauth', 'sign']

/** One call to the provider. */
export interface ProviderCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  /** Sent as it is; its type stands in `headers`. */
  body?: string
  /** False: done twice it would do something else than done once, so there is only one attempt. */
  isRepeatable?: boolean
  /** True: it changes nothing, so it may be made again later, for nobody, to see whether the provider is back. */
  mayProbe?: boolean
  /** Asked before another attempt: is one still worth it? */
  mayRepeat?: () => boolean
  /** Ends the call, all attempts together. */
  signal?: AbortSignal
}

/** What came back, before anybody judged it. */
export type ProviderResponse =
  | { kind: 'response'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'unreachable'; cause: unknown }

/** Sends calls to the provider; see `createProviderHttp`. */
export interface ProviderHttp {
  send(call: ProviderCall): Promise<ProviderResponse>
  close(): Promise<void>
}

/**
 * The provider's HTTP client: no redirects, and one budget of time for a call, which the first attempt may use up. There is
 * another attempt, with what is left, only after a connection that was refused or reset, or a 5xx that does not say when
 * to come back. Never throws for what the other side does. `onResponse`: told of every answer as soon as it is read.
 */
export function createProviderHttp(
  budget: CallBudget = 'visitor',
  budgetMs: number = BUDGET_MS[budget],
  onResponse: (answer: ProviderResponse) => void = () => {}
): ProviderHttp {
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
    async send(call) {
      const signal = anySignal(AbortSignal.timeout(budgetMs), call.signal)
      const first = await attempt(call, signal)
      if (call.isRepeatable === false || signal.aborted) return first
      return isWorthAnother(first) && call.mayRepeat?.() !== false ? await attempt(call, signal) : first
    },
    close: () => agent.destroy()
  }
}

function isWorthAnother(answer: ProviderResponse): boolean {
  if (answer.kind === 'unreachable') return isLostConnection(answer.cause)
  return answer.status >= 500 && answer.headers['retry-after'] === undefined
}

function anySignal(timeout: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? timeout : AbortSignal.any([timeout, other])
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
