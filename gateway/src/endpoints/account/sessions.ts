import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteAccountChange, noteSessionEnd } from '../../access/security-events.ts'
import { Fault } from '../../errors.ts'
import { authRequestOf } from '../../http/auth-request.ts'
import { markOwnResponse } from '../../http/own-response.ts'
import { parameterOf } from '../../http/target.ts'
import { hashSessionId } from '../../operations/request-logger.ts'
import { describeDevice, maskAddress } from '../../session/device.ts'
import type { Session } from '../../session/session.ts'
import type { ListedSession, SessionListing } from '../../session/session-list.ts'
import type { EndpointOptions } from '../own-session.ts'
import type { CallLimit } from '../rate-windows.ts'
import type { OwnSession, OwnSessions } from './contract.ts'
import { createOwnerView, permissionsOf } from './owner.ts'

export const SESSIONS_PATH = '/_auth/account/sessions'

const LOOKS_AND_ENDS: CallLimit = { name: 'account-sessions', most: 60, windowMs: 60_000 }
/** How recent the sign-in must be that ends other sessions, in seconds. */
const RECENT_SECONDS = 300

/**
 * Registers the endpoint of the account's own sessions: GET lists them. After a recent sign-in, DELETE ends another
 * one (`?id=`), or all others (`?others=1`), which need not be listed: those that began before this one end.
 */
export function registerAccountSessions(app: FastifyInstance, options: EndpointOptions): void {
  const { sessions, now } = options
  const may = permissionsOf(options.config)
  const owner = createOwnerView(app, options)

  /** Throws `NOT_FOUND` where sessions are not listed, and `STORE_UNAVAILABLE`. */
  async function listOf(session: Session): Promise<Extract<SessionListing, { kind: 'listed' }>> {
    const listing = may.sessions ? await sessions.listOf(session) : ({ kind: 'not-kept' } as const)
    if (listing.kind === 'listed') return listing
    throw listing.kind === 'not-kept'
      ? new Fault('NOT_FOUND')
      : new Fault('STORE_UNAVAILABLE', { detail: listing.detail })
  }

  async function end(request: FastifyRequest, session: ListedSession): Promise<void> {
    await sessions.revocation.endSession(session)
    const end = { code: 'SESSION_ENDED', by: 'visitor' } as const
    noteSessionEnd(authRequestOf(request), session, end, app.reportEvent)
  }

  app.get(SESSIONS_PATH, async (request, reply) => {
    const result = await owner.ask(request, reply, LOOKS_AND_ENDS, listOf)
    if (result === null) return reply
    const { session, response } = result
    const own = response.sessions.find(({ id }) => id === session.id) ?? describeUnlisted(request, session)
    const others = response.sessions.filter(({ id }) => id !== session.id)
    const body: OwnSessions = {
      known: response.isShared ? 'all' : 'gateway',
      sessions: [
        { ...describe(own), current: true },
        ...others
          .sort((one, other) => other.usedAtSeconds - one.usedAtSeconds)
          .map((other) => ({ ...describe(other), current: false }))
      ]
    }
    return markOwnResponse(request, reply).send(body)
  })

  app.delete(SESSIONS_PATH, { config: { sameOrigin: 'stated' } }, async (request, reply) => {
    const wanted = readWanted(request)
    const result = await owner.ask(request, reply, LOOKS_AND_ENDS, listOf)
    if (result === null) return reply
    const { session, response } = result
    if (now() - session.startedAtSeconds > RECENT_SECONDS) throw new Fault('STEP_UP_REQUIRED')
    const others = response.sessions.filter(({ id }) => id !== session.id)
    if (wanted === 'others') {
      await sessions.revocation.noteRevocation(session, session.claims.auth_time)
      for (const other of others) await end(request, other)
      noteAccountChange(
        authRequestOf(request),
        session,
        { what: 'sessions', outcome: 'done' },
        app.reportEvent
      )
    } else {
      const found = others.find(({ sessionId }) => sessionId === wanted.id)
      // One's own ends by signing out, which also removes its cookie.
      if (found === undefined) throw new Fault('NOT_FOUND', { detail: 'no other session has this id' })
      await end(request, found)
    }
    return markOwnResponse(request, reply).code(204).send()
  })
}

/** Ending all others must be explicit. */
function readWanted(request: FastifyRequest): { id: string } | 'others' {
  const id = parameterOf(request, 'id')
  const others = parameterOf(request, 'others')
  if (others === '1' && id === null) return 'others'
  if (others === null && id) return { id }
  throw new Fault('INVALID_REQUEST', { detail: 'either `id` or `others=1` is required' })
}

/** A session that is not in the list: begun by another gateway, before a restart, or long ago. */
function describeUnlisted(request: FastifyRequest, { id, startedAtSeconds }: Session): OwnListed {
  return {
    ...describeDevice(request.headers['user-agent']),
    sessionId: hashSessionId(id),
    startedAtSeconds,
    usedAtSeconds: startedAtSeconds,
    address: maskAddress(request.ip),
    application: null,
    isNewDevice: false
  }
}

type OwnListed = Omit<ListedSession, 'id' | 'subject' | 'tenantId' | 'origin' | 'signedInAtSeconds'>

function describe(session: OwnListed): Omit<OwnSession, 'current'> {
  const { browser, system, kind, address, application } = session
  return {
    id: session.sessionId,
    browser,
    system,
    kind,
    address,
    application,
    startedAt: session.startedAtSeconds,
    usedAt: session.usedAtSeconds,
    newDevice: session.isNewDevice
  }
}
