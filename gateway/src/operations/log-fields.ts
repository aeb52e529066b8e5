import { createHash } from 'node:crypto'
import { quote } from './line-writer.ts'

const SESSION_ID_CHARS = 12

/** The account a line is about. */
interface Account {
  subject: string
  tenantId: string | null
}

/** An account, or a session of one. `bearer`: of the token that replaces a session. */
export type LoggedOwner = Account | (Account & { id: string; bearer?: { issuer: string } })

type OwnerLine = Readonly<{ subject?: string; tenant?: string; sessionId?: string; issuer?: string }>

const NOBODY: OwnerLine = {}
const OF_SESSIONS = new WeakMap<object, OwnerLine>()
const MEMBERS = new WeakMap<OwnerLine, string>([[NOBODY, '']])

/**
 * Log fields of the account, with `sessionId` for a session: constant over its lifetime, and grants nothing.
 * A bearer token has its `issuer` instead.
 */
export function describeOwner(owner: LoggedOwner | null): OwnerLine {
  if (owner === null) return NOBODY
  return 'id' in owner ? describeSession(owner) : describeAccount(owner)
}

/** The same as JSON members, each preceded by a comma. */
export function formatOwner(owner: LoggedOwner | null): string {
  const described = describeOwner(owner)
  const known = MEMBERS.get(described)
  if (known !== undefined) return known
  const { subject, tenant, sessionId, issuer } = described
  const members = [
    ['subject', subject],
    ['tenant', tenant],
    ['sessionId', sessionId],
    ['issuer', issuer]
  ].map(([name, value]) => (value === undefined ? '' : `,"${name}":${quote(value)}`))
  const made = members.join('')
  MEMBERS.set(described, made)
  return made
}

function describeAccount({ subject, tenantId }: Account): OwnerLine {
  return tenantId === null ? { subject } : { subject, tenant: tenantId }
}

/** Computed once per cached session, not for each of its requests. */
function describeSession(session: Extract<LoggedOwner, { id: string }>): OwnerLine {
  const known = OF_SESSIONS.get(session)
  if (known !== undefined) return known
  const { id, bearer } = session
  const of = bearer === undefined ? { sessionId: hashSessionId(id) } : { issuer: bearer.issuer }
  const made = { ...describeAccount(session), ...of }
  OF_SESSIONS.set(session, made)
  return made
}

/**
 * The id of a session in the log: constant, and grants nothing. Alphanumeric, because a leading `-` would
 * make it a command's option.
 */
export function hashSessionId(id: string): string {
  return createHash('sha256').update(id).digest('base64url').replace(/[-_]/g, '').slice(0, SESSION_ID_CHARS)
}
