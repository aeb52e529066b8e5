import { createHash } from 'node:crypto'

const SESSION_ID_CHARS = 12

/** Whose account a line is about. */
interface Account {
  subject: string
  tenantId: string | null
}

/** An account, or a session of one. `bearer`: of the token that takes the place of a session. */
export type LoggedOwner = Account | (Account & { id: string; bearer?: { issuer: string } })

/** Whose account it is, in the words of the log. */
function describeAccount({ subject, tenantId }: Account): { subject: string; tenant?: string } {
  return tenantId === null ? { subject } : { subject, tenant: tenantId }
}

/**
 * The same, and `sessionId` where there is a session: it is the same for all events of the session and opens none. A bearer
 * token has its `issuer` instead.
 */
export function describeOwner(owner: LoggedOwner | null): {
  subject?: string
  tenant?: string
  sessionId?: string
  issuer?: string
} {
  if (owner === null) return {}
  return { ...describeAccount(owner), ...('id' in owner ? describeSession(owner) : {}) }
}

function describeSession(
  session: Extract<LoggedOwner, { id: string }>
): { sessionId: string } | { issuer: string } {
  return session.bearer === undefined ? { sessionId: logIdOf(session) } : { issuer: session.bearer.issuer }
}

const LOG_IDS = new WeakMap<object, string>()

/** Hashed once for each session that is remembered, not for each of its requests. */
function logIdOf(session: { id: string }): string {
  const known = LOG_IDS.get(session)
  if (known !== undefined) return known
  const made = hashId(session.id)
  LOG_IDS.set(session, made)
  return made
}

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, SESSION_ID_CHARS)
}
