import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_CATALOGUE, type ErrorCode } from '../../src/errors.ts'
import { errorBody } from '../../src/http/own-response.ts'
import type { AskServing } from '../../src/own-routes.ts'

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

/** The members of a request, or what is wrong with it. */
type Read = Omit<SessionsRequest, 'act' | 'requestId' | 'client'> | string

type Refusal = Extract<SessionsReply, { kind: 'refused' }>

const NO_WORKER: Refusal = {
  kind: 'refused',
  code: 'INTERNAL_ERROR',
  status: 503,
  detail: 'no worker responds'
}

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
    if (typeof read === 'string') return refuse(reply, { code: 'INVALID_REQUEST', detail: read })
    const requestId = randomUUID()
    const request: SessionsRequest = { ...read, act, requestId, client }
    const given = ((await askServing(request)) ?? NO_WORKER) as SessionsReply
    if (given.kind === 'refused') return refuse(reply, given, requestId)
    const { kind: _kind, ...body } = given
    return reply.send(body)
  }

  app.get('/sessions', (request, reply) => ask('list', readRequest(request.query), request, reply))
  app.post('/sessions/revoke', { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
    ask('revoke', readRevocation(request.body), request, reply)
  )
}

function refuse(
  reply: FastifyReply,
  refusal: Pick<Refusal, 'code'> & Partial<Refusal>,
  requestId: string = randomUUID()
): FastifyReply {
  const { code, status = ERROR_CATALOGUE[code].status, detail, retryAfterSeconds } = refusal
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ ...errorBody(code, requestId, { status }), detail })
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
