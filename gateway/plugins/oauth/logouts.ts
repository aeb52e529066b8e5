import { LRUCache } from 'lru-cache'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { EndpointOptions } from '../../src/endpoints/own-session.ts'
import { subjectOf } from '../../src/identity/own-tokens.ts'
import type { EventSink, GatewayEvent, OptionalFacts } from '../../src/operations/events.ts'
import { hashSessionId } from '../../src/operations/requests/request-line.ts'
import type { Session } from '../../src/session/session.ts'
import { describeLogin } from './accounts.ts'
import { createTurns } from './client-fetch.ts'
import { readEntries } from './records.ts'
import type { OauthConfig } from './settings.ts'

/** Logout tokens to one client: a slow one holds up no other. */
const OF_CLIENT = { inProgress: 4, waiting: 250 }
/** An entry of a list is removed by an empty one in its place that expires soon. */
const FORGET_SECONDS = 60
/** Longer than two processes can be apart that notice the end of one session. */
const SEND_WINDOW_MS = 120_000
const MAX_NOTICED = 1000
/** A session that has reached its time limit is noticed by a later request. */
const NOTICED_WITHIN_SECONDS = 7 * 24 * 60 * 60
/** Ends of the account, whichever of its sessions they were noticed by. */
const OF_ACCOUNT = new Set(['USER_DISABLED', 'USER_NOT_FOUND'])

/** A visitor's session at a client. Times in epoch seconds. */
export interface Login {
  clientId: string
  sid: string
  /** The gateway's session, by its id in the log. */
  session: string
  /** Of the sign-in at the gateway. */
  authTime: number
  at: number
}

type IsEnded = (login: Login) => boolean

/**
 * Back-channel logout (OpenID Connect Back-Channel Logout 1.0): clients that ask for it learn that the session has ended through
 * which a visitor signed in there. The process that ends a session, or notices its end, sends; nothing waits for that.
 */
export function createLogouts(
  provider: Provider,
  { config, shared, sessions, now }: EndpointOptions & { config: OauthConfig },
  report: EventSink
) {
  const { clients } = config.authorizationServer
  const asking = clients.filter(({ backchannelLogoutUri }) => backchannelLogoutUri != null)
  const turns = new Map(asking.map(({ id }) => [id, createTurns(OF_CLIENT)]))
  const noticed = new LRUCache<string, true>({ max: MAX_NOTICED })
  const running = new Set<Promise<void>>()

  const listOf = (subject: string) => `oauth-logins ${subject}`
  const store = (subject: string, login: Login, text: string, expiresAtSeconds: number) =>
    shared.addToList(listOf(subject), { key: `${login.session} ${login.clientId}`, text, expiresAtSeconds })

  /** Whether it was sent: another process may have been first. */
  async function send(subject: string, login: Login): Promise<boolean> {
    await store(subject, login, '{}', now() + FORGET_SECONDS)
    const sent = `${subject} ${JSON.stringify(login)}`
    const { calls } = await shared.countCall('oauth logout', sent, SEND_WINDOW_MS)
    const client = calls > 1 ? undefined : await provider.Client.find(login.clientId)
    if (client === undefined) return false
    // The types of the package know nothing of it.
    await Object(client).backchannelLogout(subject, login.sid)
    return true
  }

  async function sendEach(subject: string, facts: OptionalFacts, isEnded: IsEnded): Promise<void> {
    const failed = (err: unknown, clientId?: string) =>
      report({ kind: 'oauth.logout', ...facts, clientId, result: 'failed', detail: describe(err) })
    const logins = await readEntries<Login>(shared, listOf(subject)).catch(failed)
    const sending = (logins ?? []).map(async (login) => {
      const { clientId } = login
      const turn = turns.get(clientId)
      if (turn === undefined || !isEnded(login)) return
      try {
        if (await turn.take(() => send(subject, login)))
          report({ kind: 'oauth.logout', ...facts, clientId, result: 'sent' })
      } catch (err) {
        failed(err, clientId)
      }
    })
    await Promise.all(sending)
  }

  /** Informs the clients of those logins of an account, in the background. `cause`: the request that ended them, if there is one. */
  function end(subject: string, cause: OptionalFacts, isEnded: IsEnded): void {
    if (turns.size === 0) return
    const { requestId, client, subject: uid, tenant, sessionId } = cause
    const facts = { requestId, client, subject: uid, tenant, sessionId }
    const sending = sendEach(subject, facts, isEnded).finally(() => running.delete(sending))
    running.add(sending)
  }

  return {
    end,
    /** Notes a visitor's login at the client of a request, before the client learns of it. */
    async note({ oidc }: KoaContextWithOIDC, session: Session): Promise<void> {
      const { clientId = '' } = oidc.client ?? {}
      if (!turns.has(clientId)) return
      const { ts: authTime } = describeLogin(session)
      const sid = oidc.session?.sidFor(clientId) ?? ''
      const login: Login = { clientId, sid, session: hashSessionId(session.id), authTime, at: now() }
      const expiresAtSeconds = sessions.limits.endsAtSeconds(session) + NOTICED_WITHIN_SECONDS
      await store(subjectOf(session), login, JSON.stringify(login), expiresAtSeconds)
    },
    /** Learns of ended sessions. */
    listen(event: GatewayEvent): void {
      if (event.kind !== 'session.ended') return
      const { subject, tenant: tenantId = null, sessionId, code, by } = event
      // A browser may go on with the cookie of a session that has ended.
      const key = `${sessionId} ${code}`
      if (subject === undefined || noticed.has(key)) return
      if (sessionId !== undefined) noticed.set(key, true)
      const isAll = sessionId === undefined || by === 'everywhere' || OF_ACCOUNT.has(code)
      end(subjectOf({ subject, tenantId }), event, ({ session }) => isAll || session === sessionId)
    },
    /** Waits for what is on its way. */
    async close(): Promise<void> {
      for (const { stop } of turns.values()) stop()
      await Promise.all(running)
    }
  }
}

/** Without addresses, which may contain secrets of the client. */
function describe(err: unknown): string {
  const { response, cause, code, name, message } = Object(err)
  if (response !== undefined) return `status ${response.status}`
  const known = [cause?.code, code, cause?.message].find((one) => typeof one === 'string')
  return known ?? (name === 'Error' ? message : String(name))
}
