import { Agent, request } from 'undici'

/** Longest life of one attempt, in milliseconds. A visitor waits for it. */
const ATTEMPT_TIMEOUT_MS = 2000
/** Largest answer that is read, in bytes. */
const LARGEST_ANSWER_BYTES = 1024 * 1024

/** One call to the provider. */
export interface ProviderCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  /** Sent as it is; its type stands in `headers`. */
  body?: string
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
 * The provider's HTTP client: no redirects, 2 s for an attempt, one more attempt when there was no answer or a 5xx
 * (so at most about 4 s), answers up to 1 MiB. Never throws for what the other side does.
 */
export function createProviderHttp(): ProviderHttp {
  const agent = new Agent({ connections: 64, pipelining: 1, connect: { timeout: ATTEMPT_TIMEOUT_MS } })

  async function attempt(call: ProviderCall): Promise<ProviderAnswer> {
    try {
      const response = await request(call.url, {
        dispatcher: agent,
        method: call.method,
        headers: call.headers ?? {},
        body: call.body ?? null,
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)
      })
      const text = await readLimited(response.body)
      return { kind: 'answer', status: response.statusCode, headers: singleValues(response.headers), text }
    } catch (cause) {
      return { kind: 'unreachable', cause }
    }
  }

  return {
    async send(call) {
      const first = await attempt(call)
      const worthAnother =
        first.kind === 'unreachable' || (first.status >= 500 && first.headers['retry-after'] === undefined)
      return worthAnother ? await attempt(call) : first
    },
    close: () => agent.destroy()
  }
}

async function readLimited(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > LARGEST_ANSWER_BYTES)
      throw new Error(`the answer is larger than ${LARGEST_ANSWER_BYTES} bytes`)
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

/** The JSON object in a text; null for anything else (HTML, empty, `null`, a list, broken JSON). */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? value : null
  } catch {
    return null
  }
}

/** Is it what JSON calls an object? */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
