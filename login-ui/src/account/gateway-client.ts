import type { ConnectedApplications, OwnAccount, OwnSessions } from './contract.ts'

/** `signed-out`: there is no session any more. `reference`: the gateway's request id. */
export type CallAnswer =
  | { kind: 'done' }
  | { kind: 'signed-out' }
  | { kind: 'refused'; code: string; reference: string | null }

/** The current account, or why it could not be read. */
export type ReadAnswer = { kind: 'read'; account: OwnAccount } | NotDone

type NotDone = Exclude<CallAnswer, { kind: 'done' }>

/** Lists behind the account endpoint, by the end of their addresses. */
export interface Lists {
  sessions: OwnSessions
  applications: ConnectedApplications
}

export type ListName = keyof Lists

export type ListAnswer<Name extends ListName> = ({ kind: 'listed' } & Lists[Name]) | NotDone

/** The gateway's endpoints for the visitor's own account. Never rejects. */
export type GatewayClient = ReturnType<typeof createGatewayClient>

interface GatewayClientOptions {
  fetch: typeof fetch
  /** Path of the account endpoint. */
  endpoint: string
  logoutPath: string
}

const timeoutMs = 10_000

/**
 * Calls the gateway with the session cookie. Error codes besides the gateway's: `page/timeout`,
 * `page/unreachable`, `page/unreadable-answer`.
 */
export function createGatewayClient({ fetch, endpoint, logoutPath }: GatewayClientOptions) {
  async function call(url: string, init: RequestInit): Promise<Response | NotDone> {
    try {
      const headers = new Headers(init.headers)
      headers.set('accept', 'application/json')
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(url, { ...init, headers, cache: 'no-store', redirect: 'error', signal })
      return response.ok ? response : await readRefusal(response)
    } catch (err) {
      const isLate = Object(err).name === 'TimeoutError'
      return { kind: 'refused', code: isLate ? 'page/timeout' : 'page/unreachable', reference: null }
    }
  }

  async function change(url: string, init: RequestInit): Promise<CallAnswer> {
    const answer = await call(url, init)
    return 'kind' in answer ? answer : { kind: 'done' }
  }

  const send = (method: string, url: string, body: object) =>
    change(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  return {
    async read(): Promise<ReadAnswer> {
      const answer = await call(endpoint, {})
      if ('kind' in answer) return answer
      const account = await answer.json().catch(() => null)
      return typeof account?.uid === 'string' ? { kind: 'read', account } : unreadable
    },
    /** Null removes the name. */
    rename: (name: string | null) => send('PATCH', endpoint, { name }),
    /** Sends an address verification mail. `language`: the provider's code. */
    sendVerification: (language: string) => send('POST', `${endpoint}/verification`, { language }),
    /** `everywhere`: also ends all other sign-ins of the account. */
    signOut: (everywhere: boolean) =>
      change(`${logoutPath}${everywhere ? '?everywhere=1' : ''}`, { method: 'POST' }),
    /** `language`: of its texts. */
    async list<Name extends ListName>(name: Name, language: string): Promise<ListAnswer<Name>> {
      const answer = await call(`${endpoint}/${name}?lang=${language}`, {})
      if ('kind' in answer) return answer
      const found = await answer.json().catch(() => null)
      return Array.isArray(found?.[name]) ? { kind: 'listed', ...found } : unreadable
    },
    /** Ends what a query such as `id=…` names. */
    end: (name: ListName, query: string) => change(`${endpoint}/${name}?${query}`, { method: 'DELETE' })
  }
}

const unreadable = { kind: 'refused', code: 'page/unreadable-answer', reference: null } as const

async function readRefusal(response: Response): Promise<NotDone> {
  const body = await response.json().catch(() => null)
  const { code, requestId } = Object(body)
  // Not the gateway, for example a captive portal.
  if (typeof code !== 'string') return unreadable
  if (response.status === 401 && code !== 'STEP_UP_REQUIRED') return { kind: 'signed-out' }
  return { kind: 'refused', code, reference: typeof requestId === 'string' ? requestId : null }
}
