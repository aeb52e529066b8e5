import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_CATALOGUE, type ErrorCode } from '../errors.ts'
import { errorBody } from '../http/own-response.ts'

const MAX_BODY_BYTES = 4096
const MAX_TEXT_CHARS = 256

/** An operator's request about the sessions of an account. */
export interface SessionsRequest {
  act: 'list' | 'revoke'
  /** A uid, an email address or a phone number; `by` disambiguates. */
  account: string
  by?: string
  /** Null: the project itself; default: the configured one. */
  tenant?: string | null
  /** The session with this id in the log; omitted: all of the account. */
  sessionId?: string
  /** Of the operator's request, for its event. */
  requestId: string
  /** Address of the operator. */
  client: string
}

/** A session as operators see it. */
export interface SessionRow {
  /** The session's id in the log; grants nothing. */
  sessionId: string
  uid: string
  /** Null: the project itself. */
  tenant: string | null
  /** Start time (RFC 3339). */
  begun: string
  /** Origin where it began. */
  origin: string
}

export type SessionsReply =
  | { kind: 'listed'; sessions: readonly SessionRow[] }
  | {
      kind: 'ended'
      uid: string
      tenant: string | null
      /** Null: all of the account. */
      sessionId: string | null
      /** When the last replica rejects it. This gateway already does. */
      everywhereWithinSeconds: number
    }
  /** `status`: default: the catalogue's for this code. `detail`: for the operator; holds no secret. */
  | {
      kind: 'refused'
      code: ErrorCode
      status?: number
      detail: string
      retryAfterSeconds?: number | undefined
    }

export type ReplySessions = (request: SessionsRequest) => Promise<SessionsReply>

/** A parsed request, or what is wrong with it. */
type Read =
  | { kind: 'request'; request: Omit<SessionsRequest, 'requestId' | 'client'> }
  | { kind: 'misunderstood'; detail: string }

/**
 * `GET /sessions` and `POST /sessions/revoke`: list and end the sessions of an account. The paths do not exist while `isOpen`
 * returns false. Rejects unknown members and parameters: a misspelt `sessionId` must not end all sessions.
 */
export function offerSessions(app: FastifyInstance, response: ReplySessions, isOpen: () => boolean): void {
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) =>
    isOpen() ? undefined : refuseSessions(reply, { code: 'NOT_FOUND' }, randomUUID())

  async function ask(request: FastifyRequest, reply: FastifyReply, read: Read): Promise<FastifyReply> {
    const requestId = randomUUID()
    if (read.kind === 'misunderstood')
      return refuseSessions(reply, { code: 'INVALID_REQUEST', detail: read.detail }, requestId)
    const given = await response({ ...read.request, requestId, client: request.ip })
    if (given.kind === 'refused') return refuseSessions(reply, given, requestId)
    const { kind: _kind, ...body } = given
    return reply.send(body)
  }

  app.get('/sessions', { onRequest }, (request, reply) =>
    ask(request, reply, readRequest('list', request.query, ['account', 'by', 'tenant', 'sessionId']))
  )
  app.post('/sessions/revoke', { onRequest, bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
    ask(request, reply, readRevocation(request.body))
  )
}

function refuseSessions(
  reply: FastifyReply,
  refusal: Omit<Extract<SessionsReply, { kind: 'refused' }>, 'kind' | 'detail'> & { detail?: string },
  requestId: string
): FastifyReply {
  const { code, status = ERROR_CATALOGUE[code].status, detail, retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ ...errorBody(code, requestId, { status }), detail })
}

/** Ending all sessions must be explicit: a script with an empty variable must not do it. */
function readRevocation(body: unknown): Read {
  const { all, ...others } = Object(body)
  const read = readRequest('revoke', others, ['account', 'by', 'tenant', 'sessionId'])
  if (read.kind === 'misunderstood') return read
  if (all !== undefined && all !== true) return misunderstood('`all` must be `true` or omitted')
  return (all === true) === (read.request.sessionId === undefined)
    ? read
    : misunderstood('either `sessionId` or `"all": true` is required')
}

function readRequest(act: SessionsRequest['act'], fields: unknown, names: readonly string[]): Read {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return misunderstood('a JSON object is required')
  const unknown = Object.keys(fields).find((name) => !names.includes(name))
  if (unknown !== undefined) return misunderstood(`only ${names.join(', ')} are allowed`)
  const given = new Map<string, unknown>(Object.entries(fields))
  const wrong = [...given].find(
    ([name, value]) => !isText(value) && !(name === 'tenant' && isNoTenant(value))
  )
  if (wrong !== undefined)
    return misunderstood(`\`${wrong[0]}\` must be a string of at most ${MAX_TEXT_CHARS} characters`)
  const [account, by, sessionId, tenant] = ['account', 'by', 'sessionId', 'tenant'].map((name) =>
    given.get(name)
  )
  if (!isText(account)) return misunderstood('`account` is missing')
  return {
    kind: 'request',
    request: {
      act,
      account,
      ...(isText(by) ? { by } : {}),
      ...(isText(sessionId) ? { sessionId } : {}),
      ...(tenant === undefined ? {} : { tenant: isText(tenant) ? tenant : null })
    }
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_CHARS
}

/** A query parameter cannot be null. */
function isNoTenant(value: unknown): boolean {
  return value === null || value === ''
}

function misunderstood(detail: string): Read {
  return { kind: 'misunderstood', detail }
}
