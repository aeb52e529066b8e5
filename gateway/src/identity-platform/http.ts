import { Agent, request } from 'undici'

/**
 * Who waits for an answer: a visitor, for whom an attempt may take 2 s and an answer 1 MiB; or an operator at the command
 * line, who reads pages of a thousand accounts.
 */
export type Patience = 'visitor' | 'operator'

const PATIENCE: Readonly<Record<Patience, { attemptMs: number; answerBytes: number }>> = {
  visitor: { attemptMs: 2000, answerBytes: 1024 * 1024 },
  operator: { attemptMs: 30_000, answerBytes: 64 * 1024 * 1024 }
}

/**
 * Which family of calls an error belongs to: the same message may mean other things elsewhere. `oauth`: all ways to an
 * access token; `sign`: signBlob.
 */
export type CallFamily = 'refresh' | 'exchange' | 'account' | 'oauth' | 'sign'

/** One call to the provider. */
export interface ProviderCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  /** Sent as it is; its type stands in `headers`. */
  body?: string
  /** False: done twice it would do something else than done once, so there is only one attempt. */
  isRepeatable?: boolean
  /** Asked before another attempt: is one still worth it? */
  mayRepeat?: () => boolean
  /** Ends the call, all attempts together. */
  signal?: AbortSignal
}

/** What came back, before anybody judged it. */
export type ProviderAnswer =
  | { kind: 'answer'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'unreachable'; cause: unknown }

/** Sends calls to the provider; see `createProviderHttp`. */
export interface ProviderHttp {
  send(call: ProviderCall): Promise<ProviderAnswer>
  close(): Promise<void>
}

/**
 * The provider's HTTP client: no redirects, one more attempt when there was no answer or a 5xx (so a visitor waits about
 * 4 s at most). Never throws for what the other side does.
 */
export function createProviderHttp(patience: Patience = 'visitor'): ProviderHttp {
  const { attemptMs, answerBytes } = PATIENCE[patience]
  const agent = new Agent({ connections: 64, pipelining: 1, connect: { timeout: attemptMs } })

  async function attempt(call: ProviderCall): Promise<ProviderAnswer> {
    try {
      const response = await request(call.url, {
        dispatcher: agent,
        method: call.method,
        headers: call.headers ?? {},
        body: call.body ?? null,
        signal: anySignal(AbortSignal.timeout(attemptMs), call.signal)
      })
      const text = await readLimited(response.body, answerBytes)
      return { kind: 'answer', status: response.statusCode, headers: singleValues(response.headers), text }
    } catch (cause) {
      return { kind: 'unreachable', cause }
    }
  }

  return {
    async send(call) {
      const first = await attempt(call)
      if (call.isRepeatable === false || call.signal?.aborted === true) return first
      const worthAnother =
        first.kind === 'unreachable' || (first.status >= 500 && first.headers['retry-after'] === undefined)
      return worthAnother && call.mayRepeat?.() !== false ? await attempt(call) : first
    },
    close: () => agent.destroy()
  }
}

function anySignal(timeout: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? timeout : AbortSignal.any([timeout, other])
}

async function readLimited(body: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error(`the answer is larger than ${mostBytes} bytes`)
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
