import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_CATALOGUE, type ErrorCode } from '../../src/errors.ts'
import { errorBody } from '../../src/http/own-response.ts'
import { type Accounts, KEY_KINDS, readKey } from '../../src/identity-platform/accounts/accounts.ts'
import type { ProviderFailure } from '../../src/identity-platform/client/error-sorting.ts'
import { accountLogFields } from '../../src/operations/requests/request-line.ts'
import type { AskServing, PluginEndpoints } from '../../src/own-routes.ts'
import { providerFault } from '../../src/session/check-result.ts'
import type { AccountId, DatedOwner } from '../../src/session/session.ts'
import type { ListedSession } from '../../src/session/session-list.ts'

const MAX_BODY_BYTES = 4096
const MAX_TEXT_CHARS = 256
/** Seconds until every replica connected to the store has received the message. */
const SHARED_WITHIN_SECONDS = 1
/** Id token lifetime in seconds; a session is refreshed by then. */
const ID_TOKEN_SECONDS = 3600

/** An operator's request about the sessions of an account. */
export interface SessionsRequest extends OfOperator {
  act: 'list' | 'revoke'
  /** A uid, an email address or a phone number; `by` disambiguates. */
  account: string
  by?: string
  /** Null: the project itself; default: the configured one. */
  tenant?: string | null
  /** The session with this id in the log; omitted: all of the account. */
  sessionId?: string
}

/** The operator's request, and their address, for its event. */
interface OfOperator {
  requestId: string
  client: string
}

/** `status`: default: the catalogue's for this code. `detail`: for the operator; holds no secret. */
interface Refused {
  kind: 'refused'
  code: ErrorCode
  status?: number
  detail: string
  retryAfterSeconds?: number | undefined
}

export type SessionsReply = Awaited<ReturnType<ReturnType<typeof createOperatorResponses>>>

/** A session as operators see it. */
export type SessionRow = ReturnType<typeof describeListed>

/** The members of a request, or what is wrong with it. */
type Read = Omit<SessionsRequest, 'act' | keyof OfOperator> | string

const NAMES: readonly string[] = ['account', 'by', 'tenant', 'sessionId']

/**
 * `GET /sessions` and `POST /sessions/revoke`: list and end the sessions of an account. Rejects unknown members and parameters: a
 * misspelt `sessionId` must not end all sessions. `askServing`: reaches `createOperatorResponses` in a serving process.
 */
export function offerSessions(app: FastifyInstance, askServing: AskServing): void {
  async function ask(
    act: SessionsRequest['act'],
    read: Read,
    { ip: client }: FastifyRequest,
    reply: FastifyReply
  ): Promise<FastifyReply> {
    const requestId = randomUUID()
    const given = typeof read === 'string' ? invalid(read) : await answer({ ...read, act, requestId, client })
    if (given.kind !== 'refused') {
      const { kind: _kind, ...body } = given
      return reply.send(body)
    }
    const { code, status = ERROR_CATALOGUE[code].status, detail, retryAfterSeconds } = given
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.code(status).send({ ...errorBody(code, requestId, { status }), detail })
  }

  const answer = async (request: SessionsRequest) =>
    ((await askServing(request)) ??
      refused('INTERNAL_ERROR', 'no worker responds', { status: 503 })) as SessionsReply

  app.get('/sessions', (request, reply) => ask('list', readRequest(request.query), request, reply))
  app.post('/sessions/revoke', { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
    ask('revoke', readRevocation(request.body), request, reply)
  )
}

/** Ending all sessions must be explicit: a script with an empty variable must not do it. */
function readRevocation(body: unknown): Read {
  const { all, ...others } = Object(body)
  const read = readRequest(others)
  if (typeof read === 'string') return read
  if (all !== undefined && all !== true) return '`all` must be `true` or omitted'
  return (all === true) === (read.sessionId === undefined)
    ? read
    : 'either `sessionId` or `"all": true` is required'
}

function readRequest(fields: unknown): Read {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return 'a JSON object is required'
  const given = new Map<string, unknown>(Object.entries(fields))
  for (const name of given.keys()) if (!NAMES.includes(name)) return `only ${NAMES.join(', ')} are allowed`
  for (const [name, value] of given)
    if (!isText(value) && !(name === 'tenant' && isNoTenant(value)))
      return `\`${name}\` must be a string of at most ${MAX_TEXT_CHARS} characters`
  const [account, by, tenant, sessionId] = NAMES.map((name) => given.get(name))
  if (!isText(account)) return '`account` is missing'
  return {
    account,
    ...(isText(by) && { by }),
    ...(isText(sessionId) && { sessionId }),
    ...(tenant !== undefined && { tenant: isText(tenant) ? tenant : null })
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_CHARS
}

/** A query parameter cannot be null. */
function isNoTenant(value: unknown): boolean {
  return value === null || value === ''
}

/** Answers the operators' requests at the management listener. */
export function createOperatorResponses({ config, runtime, sessions, platform, tenancy }: PluginEndpoints) {
  const { report, now } = runtime
  const { list, revocation, isShared } = sessions

  async function findOwner({ account, by, tenant = config.identityPlatform.tenantId }: SessionsRequest) {
    const kind = KEY_KINDS.find((one) => one === by)
    if (by !== undefined && kind === undefined) return invalid(`\`by\` is one of ${KEY_KINDS.join(', ')}`)
    if (!tenancy.tenantIds.includes(tenant)) return invalid('this gateway accepts no accounts of that tenant')
    const accounts = platform.accountsOf(tenant)
    const cannotLookUp = 'accounts cannot be looked up: set identityPlatform.credentialsFile'
    if (!accounts.hasCredentials) return refused('NO_SERVICE_ACCOUNT', cannotLookUp)
    const result = await accounts.lookUp(readKey(account, kind))
    if (result.kind === 'failed') return refuseFailure(result.failure)
    const { uid: subject, createdAtMs } = result.record
    return { kind: 'owner', accounts, owner: { subject, tenantId: tenant, createdAtMs } } as const
  }

  /** Active sessions of an account: all, or the one with this id in the log. */
  async function find(owner: DatedOwner, sessionId: string | undefined) {
    const listing = await list.read(owner)
    if (listing.kind === 'unavailable') return refused('STORE_UNAVAILABLE', `the store: ${listing.detail}`)
    // What one process alone has recorded would look complete to an operator.
    if (listing.kind !== 'listed' || !listing.isShared)
      return invalid('listing sessions needs a store: set `store.url`')
    const found = listing.sessions.filter((one) => [undefined, one.sessionId].includes(sessionId))
    return sessionId === undefined || found.length > 0
      ? { ...listing, sessions: found }
      : refused('NOT_FOUND', 'the account has no such active session')
  }

  /** `sessionId`: null: all of the account. `everywhereWithinSeconds`: until the last replica rejects it; this gateway already does. */
  function ended(
    { subject: uid, tenantId: tenant }: AccountId,
    sessionId: string | null,
    everywhereWithinSeconds: number
  ) {
    return { kind: 'ended', uid, tenant, sessionId, everywhereWithinSeconds } as const
  }

  function reportEnded(owner: AccountId, code: ErrorCode, facts: OfOperator): void {
    report({ ...facts, kind: 'session.ended', ...accountLogFields(owner), code, by: 'operator' })
  }

  /** Ends all sessions of an account, at the provider first; none if that fails. */
  async function endAll(owner: AccountId, accounts: Pick<Accounts, 'revoke'>, facts: OfOperator) {
    // Sign-in times are whole seconds; those of the current second must end too.
    const validSinceSeconds = Math.floor(now()) + 1
    const change = await accounts.revoke(owner.subject, validSinceSeconds)
    if (change.kind === 'failed') return refuseFailure(change.failure)
    const isPublished = await revocation.revokeAccount(owner, validSinceSeconds)
    reportEnded(owner, 'TOKEN_REVOKED', facts)
    const isEverywhere = isPublished && isShared()
    const lookedUpWithinSeconds = config.session.revocationCheckSeconds || ID_TOKEN_SECONDS
    return ended(owner, null, isEverywhere ? SHARED_WITHIN_SECONDS : lookedUpWithinSeconds)
  }

  async function endOne(session: ListedSession, facts: OfOperator) {
    const isPublished = await revocation.endSession(session)
    reportEnded(session, 'SESSION_ENDED', facts)
    return isPublished
      ? ended(session, session.sessionId, SHARED_WITHIN_SECONDS)
      : refused('STORE_UNAVAILABLE', 'ended at this gateway; others follow when the store is back')
  }

  return async (request: SessionsRequest) => {
    const found = await findOwner(request)
    if (found.kind === 'refused') return found
    const { owner, accounts } = found
    const { act, sessionId, requestId, client } = request
    if (act === 'revoke' && sessionId === undefined)
      return await endAll(owner, accounts, { requestId, client })
    const listed = await find(owner, sessionId)
    if (listed.kind === 'refused') return listed
    const [one] = listed.sessions
    return act === 'revoke' && one !== undefined
      ? await endOne(one, { requestId, client })
      : ({ kind: 'listed', sessions: listed.sessions.map(describeListed) } as const)
  }
}

/** Without the internal id that messages carry. `tenant`: null: the project itself; `origin`: where it began. */
function describeListed(session: ListedSession) {
  const {
    sessionId,
    subject: uid,
    tenantId: tenant,
    startedAtSeconds,
    origin,
    isBound: deviceBound
  } = session
  const begun = new Date(startedAtSeconds * 1000).toISOString()
  return { sessionId, uid, tenant, begun, origin, deviceBound }
}

function refused(code: ErrorCode, detail: string, more: Partial<Refused> = {}): Refused {
  return { kind: 'refused', code, detail, ...more }
}

function invalid(detail: string): Refused {
  return refused('INVALID_REQUEST', detail)
}

function refuseFailure(failure: ProviderFailure): Refused {
  const { kind, code, detail } = failure
  if (kind === 'caller') return invalid(detail)
  if (code === 'USER_NOT_FOUND') return refused(code, 'no such account', { status: 404 })
  const { retryAfterSeconds } = providerFault(failure)
  return refused('PROVIDER_UNAVAILABLE', `${kind}: ${detail}`, { retryAfterSeconds })
}
