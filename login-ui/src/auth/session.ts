/** The session stands, or the code why not; `reference` is the gateway's request id. */
export type SessionAnswer = { kind: 'opened' } | { kind: 'refused'; code: string; reference: string | null }

interface SessionCall {
  /** Sent as bearer. */
  idToken: string
  /** Null = not handed over, the call has no body. */
  refreshToken: string | null
  /** Milliseconds until the answer must have been read; 10,000 by default. */
  timeoutMs?: number
}

/**
 * Posts the tokens to the gateway's session endpoint at `url`, which sets the session cookies.
 * Codes besides the gateway's own: `page/timeout`, `page/unreachable`, `page/unreadable-answer`.
 */
export async function openSession(url: string, call: SessionCall): Promise<SessionAnswer> {
  const { idToken, refreshToken, timeoutMs = 10_000 } = call
  const headers = new Headers({ accept: 'application/json', authorization: `Bearer ${idToken}` })
  if (refreshToken !== null) headers.set('content-type', 'application/json')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: refreshToken === null ? null : JSON.stringify({ refreshToken }),
      cache: 'no-store',
      // A redirect would carry the tokens to an address nobody configured.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs)
    })
    return judge(response, await response.text())
  } catch (err) {
    const timedOut = err instanceof DOMException && err.name === 'TimeoutError'
    return { kind: 'refused', code: timedOut ? 'page/timeout' : 'page/unreachable', reference: null }
  }
}

function judge(response: Response, body: string): SessionAnswer {
  const { uid, code, requestId } = fieldsOf(body)
  // A captive portal answers 200 with its own page: only an answer that names the account counts.
  if (response.ok && typeof uid === 'string') return { kind: 'opened' }
  return {
    kind: 'refused',
    code: typeof code === 'string' ? code : 'page/unreadable-answer',
    reference: typeof requestId === 'string' ? requestId : response.headers.get('x-request-id')
  }
}

function fieldsOf(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
