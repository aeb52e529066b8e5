import { untilDeadline } from '../../src/async.ts'
import { readBeginning } from '../../src/commands/io.ts'
import { parseJsonObject } from '../../src/config/json-members.ts'
import { createOutboundPool, type OutboundPoolOptions } from '../../src/http/connections/outbound-pool.ts'
import { describeSilence } from '../../src/identity-platform/client/http.ts'

const MAX_BODY_BYTES = 65_536
const TIMEOUT_MS = 5000

/** A request to the application, or to what is in front of the gateway. */
export interface ProbeRequest {
  path: string
  method: 'GET' | 'HEAD'
  headers?: Record<string, string>
  /** Aborts on timeout. */
  signal: AbortSignal
}

type Sent = Awaited<ReturnType<typeof send>>
/** `headers`: the first value of each. `reason`: why there is no response, without an address. */
export type Reply = Sent | { kind: 'silent'; reason: string }

/**
 * Sends one request without redirects or retries, for at most five seconds or until the signal aborts. Never throws.
 * `connection`: its timeouts are capped at five seconds; 0 counts as none.
 */
export async function ask(
  origin: string,
  request: ProbeRequest,
  connection: Partial<OutboundPoolOptions> = {}
): Promise<Reply> {
  const { connectTimeoutMs, headersTimeoutMs } = connection
  const pool = createOutboundPool(origin, {
    connections: 1,
    ...connection,
    connectTimeoutMs: Math.min(connectTimeoutMs || TIMEOUT_MS, TIMEOUT_MS),
    headersTimeoutMs: Math.min(headersTimeoutMs || TIMEOUT_MS, TIMEOUT_MS),
    bodyTimeoutMs: TIMEOUT_MS
  })
  const silent = (reason: string): Reply => ({ kind: 'silent', reason })
  const sent = send(pool, request).catch((cause: unknown) => silent(describeSilence(cause)))
  try {
    return await untilDeadline(sent, request.signal, () => silent('timeout'))
  } finally {
    void pool.destroy()
  }
}

async function send(
  pool: ReturnType<typeof createOutboundPool>,
  { path, method, headers: sent = {} }: ProbeRequest
) {
  const begunMs = performance.now()
  const response = await pool.request({ path, method, headers: sent })
  const ms = Math.round(performance.now() - begunMs)
  const text = (await readBeginning(response.body, MAX_BODY_BYTES)).toString('utf8')
  const entries = Object.entries(response.headers).map(([name, value]) => [name, [value].flat()[0]] as const)
  const headers: Record<string, string | undefined> = Object.fromEntries(entries)
  return { kind: 'response' as const, status: response.statusCode, headers, text, ms }
}

/** Whether a response comes from a Gatehouse, by what its session endpoint returns without a session. */
export function isOfGatehouse({ text, headers }: Sent): boolean {
  return parseJsonObject(text)?.code === 'MISSING_CREDENTIALS' && headers['x-request-id'] !== undefined
}
