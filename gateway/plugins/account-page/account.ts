import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteAccountChange, noteSessionEnd } from '../../src/access/security-events.ts'
import { nameOfApplication } from '../../src/config/applications.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import {
  ACCOUNT_PATH,
  createOwnerView,
  LOOKS_AND_CHANGES,
  permissionsOf
} from '../../src/endpoints/own-account.ts'
import type { CallLimit, EndpointOptions, ReturnRequest } from '../../src/endpoints/own-session.ts'
import { Fault } from '../../src/errors.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import { memberOf } from '../../src/http/message.ts'
import { markOwnResponse } from '../../src/http/own-response.ts'
import { refuseOtherMethods } from '../../src/http/routes.ts'
import { parameterOf, parseRequestTarget } from '../../src/http/target.ts'
import type { AccountChange } from '../../src/identity-platform/accounts/accounts.ts'
import type { AccountChangeKind } from '../../src/operations/events.ts'
import { hashSessionId } from '../../src/operations/requests/request-line.ts'
import type { OwnSession, OwnSessions } from '../../src/page-contract.ts'
import { providerFault } from '../../src/session/check-result.ts'
import { keyOfDevice } from '../../src/session/device.ts'
import type { Session } from '../../src/session/session.ts'
import {
  describeDevice,
  type ListedSession,
  maskAddress,
  type SessionListing
} from '../../src/session/session-list.ts'

const VERIFICATION_PATH = `${ACCOUNT_PATH}/verification`
const EXPORT_PATH = `${ACCOUNT_PATH}/export`
const SESSIONS_PATH = `${ACCOUNT_PATH}/sessions`

const MAILS: CallLimit = { name: 'account-mail', most: 3, windowMs: 600_000 }
/** BCP 47 tag. The provider accepts codes such as `de` or `zh-CN` and ignores unknown ones. */
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/
const VERIFIED = { kind: 'verified' } as const

/**
 * Registers the account endpoints: view, rename, verification email, export. All other changes require a
 * recent sign-in and go from the page to the provider directly. Every call uses the visitor's own id token,
 * so the endpoints grant nothing the visitor could not do at the provider, and no response contains a token.
 */
export function registerAccount(app: FastifyInstance, options: EndpointOptions): void {
  const { config, sessions, platform } = options
  const may = permissionsOf(config)
  const owner = createOwnerView(app, options)
  registerSessions(app, options, owner)
  const downloads = createOwnerView(app, options, createWayToPage(options))

  app.get(ACCOUNT_PATH, async (request, reply) => {
    const seen = await owner.see(request, reply)
    return seen === null ? reply : markOwnResponse(request, reply).send(seen.account)
  })

  app.get(EXPORT_PATH, async (request, reply) => {
    const seen = await downloads.see(request, reply)
    if (seen === null) return reply
    if (!may.export) throw new Fault('NOT_FOUND')
    const { session } = seen
    const { may: _may, ...account } = seen.account
    noteAccountChange(request, session, 'export')
    return markOwnResponse(request, reply)
      .header('content-disposition', 'attachment; filename="account.json"')
      .type('application/json; charset=utf-8')
      .send(`${JSON.stringify({ ...account, claims: session.claims }, null, 2)}\n`)
  })

  const jsonRoute = { config: { sameOrigin: 'stated' }, onRequest: requireJson } as const
  app.patch(ACCOUNT_PATH, jsonRoute, async (request, reply) => {
    const name = nameIn(request.body)
    const result = await owner.ask(request, reply, LOOKS_AND_CHANGES, ({ tenantId, idToken, subject }) => {
      if (!may.name) throw new Fault('FORBIDDEN', { detail: 'account.name is off' })
      const change = name === null ? { deleteAttribute: ['DISPLAY_NAME'] } : { displayName: name }
      return platform.accountsOf(tenantId).changeOwn('update', { uid: subject, idToken, ...change })
    })
    if (result === null) return reply
    settle(request, result.session, 'name', result.response)
    // Id tokens carry the new name only after a refresh. If that fails now, a later one picks it up.
    const { checker } = sessions.at(authRequestOf(request).origin)
    const renewed = await checker.checkAndRefresh(request.headers.cookie, authRequestOf(request))
    if (renewed.kind === 'signed-in') reply.header('set-cookie', renewed.setCookies)
    return markOwnResponse(request, reply).send({ name })
  })

  app.post(VERIFICATION_PATH, jsonRoute, async (request, reply) => {
    const language = languageIn(request.body)
    const result = await owner.ask(request, reply, MAILS, async ({ tenantId, idToken, subject }) => {
      const accounts = platform.accountsOf(tenantId)
      const found = await accounts.lookUpByIdToken(idToken, subject)
      if (found.kind === 'failed') return found
      if (found.record.email === null)
        throw new Fault('INVALID_REQUEST', { detail: 'the account has no email address' })
      // The provider would send the email anyway.
      if (found.record.emailVerified) return VERIFIED
      const headers: Record<string, string> = language === null ? {} : { 'x-firebase-locale': language }
      const mail = { uid: subject, idToken, requestType: 'VERIFY_EMAIL' }
      return accounts.changeOwn('sendOobCode', mail, { headers, isRepeatable: false })
    })
    if (result === null) return reply
    const { session, response } = result
    if (response.kind !== 'verified') settle(request, session, 'verification', response)
    return markOwnResponse(request, reply).code(204).send()
  })
  for (const url of [ACCOUNT_PATH, VERIFICATION_PATH, EXPORT_PATH, SESSIONS_PATH])
    refuseOtherMethods(app, url, { sameOrigin: true })
}

/** After sign-in, return to the account page rather than to the download. It is on the login page's host. */
function createWayToPage({ config, origins }: Pick<EndpointOptions, 'config' | 'origins'>): ReturnRequest {
  return (authRequest) => {
    const { raw = '', path = '' } = authRequest.target ?? {}
    const page = parseRequestTarget(`${config.paths.account}${raw.slice(path.length)}`)
    return { ...authRequest, origin: origins.publicOrigin, target: page.kind === 'target' ? page : null }
  }
}

function settle(request: FastifyRequest, session: Session, what: AccountChangeKind, change: AccountChange) {
  noteAccountChange(request, session, what, change.kind)
  if (change.kind === 'failed') throw providerFault(change.failure)
}

/** Cross-site forms cannot send JSON. */
async function requireJson({ headers }: FastifyRequest): Promise<void> {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json') throw new Fault('UNSUPPORTED_MEDIA_TYPE')
}

const MAX_CHARS = 128
/** Control characters, line breaks and bidi controls; lone surrogates are invalid. */
const UNFIT = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\p{Cs}]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Throws `INVALID_REQUEST` unless a parsed JSON body is an object with only these members. Values are not
 * checked. The error detail contains no names chosen by the client.
 */
function requireMembers(body: unknown, names: readonly string[]): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Fault('INVALID_REQUEST', { detail: 'body: no JSON object' })
  if (Object.keys(body).some((name) => !names.includes(name)))
    throw new Fault('INVALID_REQUEST', { detail: `body: another member than ${names.join(', ')}` })
}

/**
 * The requested name, trimmed; null to remove it. Throws `INVALID_REQUEST` if it cannot be displayed and sent in a
 * header: over 128 characters, nothing visible, or with line breaks.
 */
function nameIn(body: unknown): string | null {
  requireMembers(body, ['name'])
  const value = memberOf(body, 'name')
  if (value === null) return null
  const name = typeof value === 'string' ? value.trim() : ''
  const isFit = [...name].length <= MAX_CHARS && VISIBLE.test(name) && !UNFIT.test(name)
  if (!isFit) throw new Fault('INVALID_REQUEST', { detail: 'body: name' })
  return name
}

function languageIn(body: unknown): string | null {
  requireMembers(body, ['language'])
  const language = memberOf(body, 'language')
  if (language === undefined) return null
  if (typeof language === 'string' && LANGUAGE.test(language)) return language
  throw new Fault('INVALID_REQUEST', { detail: 'body: language' })
}

const LOOKS_AND_ENDS: CallLimit = { name: 'account-sessions', most: 60, windowMs: 60_000 }
/** How recent the sign-in must be that ends other sessions, in seconds. */
const RECENT_SECONDS = 300

/**
 * Registers the endpoint of the account's own sessions: GET lists them. After a recent sign-in, DELETE ends another
 * one (`?id=`), or all others (`?others=1`), which need not be listed: those that began before this one end.
 */
function registerSessions(
  app: FastifyInstance,
  { config, sessions, now }: EndpointOptions,
  owner: ReturnType<typeof createOwnerView>
): void {
  const may = permissionsOf(config)

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
    noteSessionEnd(request, session, { code: 'SESSION_ENDED', by: 'visitor' })
  }

  app.get(SESSIONS_PATH, async (request, reply) => {
    const result = await owner.ask(request, reply, LOOKS_AND_ENDS, listOf)
    if (result === null) return reply
    const { session, response } = result
    const own = response.sessions.find(({ id }) => id === session.id) ?? describeUnlisted(request, session)
    const others = response.sessions
      .filter(({ id }) => id !== session.id)
      .sort((one, other) => other.usedAtSeconds - one.usedAtSeconds)
    const body: OwnSessions = {
      known: response.isShared ? 'all' : 'gateway',
      sessions: [own, ...others].map((one) => ({ ...describe(one, config), current: one === own }))
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
      await sessions.revocation.revokeAccount(session, session.claims.auth_time)
      for (const other of others) await end(request, other)
      noteAccountChange(request, session, 'sessions')
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
function describeUnlisted(request: FastifyRequest, session: Session): OwnListed {
  const { id, startedAtSeconds } = session
  return {
    ...describeDevice(request.headers['user-agent']),
    sessionId: hashSessionId(id),
    startedAtSeconds,
    usedAtSeconds: startedAtSeconds,
    address: maskAddress(request.ip),
    application: null,
    isNewDevice: false,
    isBound: keyOfDevice(session) !== null
  }
}

type OwnListed = Omit<ListedSession, 'id' | 'subject' | 'tenantId' | 'origin' | 'signedInAtSeconds'>

function describe(session: OwnListed, config: Pick<Config, 'applications'>): Omit<OwnSession, 'current'> {
  const { sessionId: id, browser, system, kind, address } = session
  const {
    startedAtSeconds: startedAt,
    usedAtSeconds: usedAt,
    isNewDevice: newDevice,
    isBound: deviceBound
  } = session
  const known = config.applications.find(({ name }) => name === session.application)
  const application = known === undefined ? session.application : nameOfApplication(known)
  return { id, browser, system, kind, address, application, startedAt, usedAt, newDevice, deviceBound }
}
