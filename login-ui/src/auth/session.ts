/** The session endpoint's answer to the tokens. `serverMs`: time of the answer by its `Date` header. */
export type SessionAnswer = { kind: 'opened'; serverMs: number | null } | SessionRefusal

/** `reference`: the gateway's request id. */
export interface SessionRefusal {
  kind: 'refused'
  code: string
  reference: string | null
  serverMs: number | null
}

/** Who is signed in. Times are epoch milliseconds. */
export type SessionCheck =
  | { kind: 'signed-in'; uid: string; signedInAtMs: number; tenantId: string | null; serverMs: number | null }
  | { kind: 'signed-out'; serverMs: number | null }
  /** No answer, or none from the gateway. */
  | { kind: 'unknown'; serverMs: number | null }

/** The gateway's session endpoint. Never rejects. */
export interface SessionClient {
  /**
   * Posts the tokens; the answer sets the session cookies. `refreshToken`: null = not handed over. `remember`: shall the browser
   * keep them when it is closed; null = not asked. Without both the call has no body.
   * Codes besides the gateway's own: `page/timeout`, `page/unreachable`, `page/unreadable-answer`.
   */
  open(tokens: OpeningTokens): Promise<SessionAnswer>
  check(): Promise<SessionCheck>
}

interface SessionClientOptions {
  fetch: typeof fetch
  url: string
  /** Milliseconds until an answer must have been read; 10,000 by default. */
  timeoutMs?: number
}

interface OpeningTokens {
  idToken: string
  refreshToken: string | null
  remember: boolean | null
  /** The account that the present session is of: with another one's tokens it stays as it is. Left out: of whomever. */
  expect?: string
}

export function createSessionClient(options: SessionClientOptions): SessionClient {
  return {
    open: (tokens) => postSession(options, tokens),

    async check() {
      try {
        const response = await call(options, { headers: { accept: 'application/json' } })
        return readCheck(response, await response.text())
      } catch {
        return { kind: 'unknown', serverMs: null }
      }
    }
  }
}

/** What `SessionClient.open` does. */
export async function postSession(
  options: SessionClientOptions,
  { idToken, refreshToken, remember, expect }: OpeningTokens
): Promise<SessionAnswer> {
  const headers = new Headers({ accept: 'application/json', authorization: `Bearer ${idToken}` })
  const fields = {
    ...(refreshToken !== null && { refreshToken }),
    ...(remember !== null && { remember }),
    ...(expect !== undefined && { expect })
  }
  const body = Object.keys(fields).length === 0 ? null : JSON.stringify(fields)
  if (body !== null) headers.set('content-type', 'application/json')
  try {
    const response = await call(options, { method: 'POST', headers, body })
    return readOpening(response, await response.text())
  } catch (err) {
    const timedOut = err instanceof DOMException && err.name === 'TimeoutError'
    const code = timedOut ? 'page/timeout' : 'page/unreachable'
    return { kind: 'refused', code, reference: null, serverMs: null }
  }
}

function call(
  { fetch, url, timeoutMs = 10_000 }: SessionClientOptions,
  init: RequestInit
): Promise<Response> {
  return fetch(url, {
    ...init,
    cache: 'no-store',
    // A redirect would carry the tokens to an address nobody configured.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs)
  })
}

function readOpening(response: Response, body: string): SessionAnswer {
  const { uid, code, requestId } = fieldsOf(body)
  const serverMs = dateOf(response)
  // A captive portal answers 200 with its own page: only an answer that names the account counts.
  if (response.ok && typeof uid === 'string') return { kind: 'opened', serverMs }
  return {
    kind: 'refused',
    code: typeof code === 'string' ? code : 'page/unreadable-answer',
    reference: typeof requestId === 'string' ? requestId : response.headers.get('x-request-id'),
    serverMs
  }
}

function readCheck(response: Response, body: string): SessionCheck {
  const { uid, tenant, code, signedInAt } = fieldsOf(body)
  const serverMs = dateOf(response)
  if (response.ok && typeof uid === 'string' && typeof signedInAt === 'number') {
    const tenantId = typeof tenant === 'string' ? tenant : null
    return { kind: 'signed-in', uid, signedInAtMs: signedInAt * 1000, tenantId, serverMs }
  }
  return { kind: response.status === 401 && typeof code === 'string' ? 'signed-out' : 'unknown', serverMs }
}

/** Time of an answer by its `Date` header; null when it does not say. */
export function dateOf({ headers }: Pick<Response, 'headers'>): number | null {
  const time = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(time) ? null : time
}

function fieldsOf(body: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(body))
  } catch {
    return {}
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
