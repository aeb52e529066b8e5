import { createHash } from 'node:crypto'
import type { Fault } from '../errors.ts'

const LONGEST_CAUSE_CHARS = 500
const SESSION_ID_CHARS = 12

/** Whose account a line is about. */
interface Account {
  subject: string
  tenantId: string | null
}

/** Whose account it is, in the words of the log. */
export function describeAccount({ subject, tenantId }: Account): { subject: string; tenant?: string } {
  return tenantId === null ? { subject } : { subject, tenant: tenantId }
}

/** The same, and `sessionId` where there is a session: it is the same for all events of the session and opens none. */
export function describeOwner(owner: Account | (Account & { id: string }) | null): {
  subject?: string
  tenant?: string
  sessionId?: string
} {
  if (owner === null) return {}
  return { ...describeAccount(owner), ...('id' in owner ? { sessionId: hashId(owner.id) } : {}) }
}

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, SESSION_ID_CHARS)
}

/** The reason behind a fault, for the log alone. */
export function describeFault({ detail, cause }: Pick<Fault, 'detail' | 'cause'>): {
  detail?: string
  cause?: string
} {
  return {
    ...(detail === undefined ? {} : { detail }),
    ...(cause === undefined || cause === null ? {} : { cause: describeCause(cause) })
  }
}

/** An error in one line: its code, where it has one, and its message. */
export function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  // Aborts have numbers for codes, which say less than their names; assertions have messages of several lines.
  const code = 'code' in cause && typeof cause.code === 'string' ? `${cause.code}: ` : ''
  return `${code}${cause.message.replace(/\s+/g, ' ')}`.slice(0, LONGEST_CAUSE_CHARS)
}
