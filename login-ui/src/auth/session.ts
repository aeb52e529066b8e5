import type { PageConfig } from '../page-config.ts'

/** `serverMs`: from the response's `Date` header. */
export type SessionAnswer = { kind: 'opened'; serverMs: number | null } | SessionRefusal

/** `reference`: the gateway's request id. */
export interface SessionRefusal {
  kind: 'refused'
  code: string
  reference: string | null
  serverMs: number | null
}

/** Times are epoch milliseconds. */
export type SessionCheck =
  | { kind: 'signed-in'; uid: string; signedInAtMs: number; tenantId: string | null; serverMs: number | null }
  | { kind: 'signed-out'; serverMs: number | null }
  /** No response, or not from the gateway. */
  | { kind: 'unknown'; serverMs: number | null }

/** The gateway's session endpoint. Never rejects. */
export type SessionClient = ReturnType<typeof createSessionClient>

interface SessionClientOptions {
  fetch: typeof fetch
  url: string
  /** Where the visitor goes afterwards, for the gateway's records; default: home. */
  redirect?: string | undefined
  /** Response timeout in milliseconds; default 10,000. */
  timeoutMs?: number
}

interface OpeningTokens {
  idToken: string
  refreshToken: string
  remember: boolean | null
  /** Required account of the existing session, otherwise it is not replaced; default: any. */
  expect?: string
}

/** The client of a login page, on the way to its redirect target. */
export function sessionClientOptions(
  { paths, query, redirectTarget }: Pick<PageConfig, 'paths' | 'query' | 'redirectTarget'>,
  fetchPage: typeof fetch
): SessionClientOptions {
  return { fetch: fetchPage, url: paths.session, redirect: query === '' ? undefined : redirectTarget }
}

export function createSessionClient(options: SessionClientOptions) {
  return {
    /**
     * Posts the tokens; the response sets the session cookies. The refresh token tells two browsers apart whose id tokens are of
     * one second, and so equal. `remember`: whether to keep them when the browser closes; null: not asked. Error codes besides the gateway's: `page/timeout`, `page/unreachable`, `page/unreadable-answer`.
     */
    open: (tokens: OpeningTokens): Promise<SessionAnswer> => postSession(options, tokens),

    async check(): Promise<SessionCheck> {
      try {
        const response = await call(options, { headers: { accept: 'application/json' } })
        return readCheck(response, await response.text())
      } catch {
        return { kind: 'unknown', serverMs: null }
      }
    }
  }
}

/** Implements `SessionClient.open`. */
export async function postSession(
  options: SessionClientOptions,
  { idToken, refreshToken, remember, expect }: OpeningTokens
): Promise<SessionAnswer> {
  const headers = new Headers({
    accept: 'application/json',
    authorization: `Bearer ${idToken}`,
    'content-type': 'application/json'
  })
  const body = JSON.stringify({
    refreshToken,
    ...(remember !== null && { remember }),
    ...(expect !== undefined && { expect }),
    ...(options.redirect !== undefined && { redirect: options.redirect })
  })
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
    // Following a redirect would send the tokens to an unknown address.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs)
  })
}

function readOpening(response: Response, body: string): SessionAnswer {
  const { uid, code, requestId } = fieldsOf(body)
  const serverMs = dateOf(response)
  // A captive portal responds 200 with its own page, so the response must name the account.
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

/** Time from a response's `Date` header; null: none. */
export function dateOf({ headers }: Pick<Response, 'headers'>): number | null {
  const time = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(time) ? null : time
}

/** Smaller differences may be network delay. */
const toleranceMs = 60_000

/** Whether the device's clock is so far off that codes and tokens are rejected. `serverMs`: null if the server's time is unknown. */
export function isTimeOff(serverMs: number | null, nowMs: number): boolean {
  return serverMs !== null && Math.abs(serverMs - nowMs) > toleranceMs
}

function fieldsOf(body: string): Record<string, unknown> {
  try {
    return Object.assign({}, JSON.parse(body))
  } catch {
    return {}
  }
}
