import type { Pool } from 'undici'
import { untilDeadline } from '../../async/deadline.ts'
import { createOutboundPool, type OutboundTls } from '../../http/outbound-pool.ts'
import { describeSilence } from '../../identity-platform/client/failure-words.ts'

/** More than an answer's beginning is not looked at. */
const MOST_BODY_BYTES = 65_536
const TIMEOUT_MS = 5000

/** One request to the application, or to what stands in front of the gateway. */
export interface Question {
  /** Scheme, host and port. */
  origin: string
  /** Unix socket to ask in place of host and port; null: none. */
  socketPath?: string | null
  /** The name that TLS asks for and verifies; left out: that of the origin. */
  serverName?: string
  /** Null or left out: Node's defaults. */
  tls?: OutboundTls | null
  path: string
  method: 'GET' | 'HEAD'
  headers?: Record<string, string>
  /** When there has to be an answer. */
  signal: AbortSignal
}

/** `reason`: why there is none, without an address. */
export type Answer =
  | { kind: 'answer'; status: number; headers: Record<string, string>; text: string; ms: number }
  | { kind: 'silent'; reason: string }

/**
 * The answer to one request: no redirect is followed, nothing is tried again. Settles as soon as the signal aborts, which is
 * a timeout too. Never throws.
 */
export async function ask(asked: Question): Promise<Answer> {
  const timeouts = { connectTimeoutMs: TIMEOUT_MS, headersTimeoutMs: TIMEOUT_MS, bodyTimeoutMs: TIMEOUT_MS }
  const pool = createOutboundPool(asked.origin, { connections: 1, ...asked, ...timeouts })
  try {
    return await untilDeadline(send(pool, asked), asked.signal, () => ({ kind: 'silent', reason: 'timeout' }))
  } finally {
    void pool.destroy()
  }
}

async function send(pool: Pool, { path, method, headers = {} }: Question): Promise<Answer> {
  const begunMs = performance.now()
  try {
    const response = await pool.request({ path, method, headers })
    const ms = Math.round(performance.now() - begunMs)
    const text = await readBeginning(response.body)
    return { kind: 'answer', status: response.statusCode, headers: firstValues(response.headers), text, ms }
  } catch (cause) {
    return { kind: 'silent', reason: describeSilence(cause) }
  }
}

async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MOST_BODY_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

function firstValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value
      return first === undefined ? [] : [[name, first]]
    })
  )
}
