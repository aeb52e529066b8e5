import { createHash } from 'node:crypto'

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
