import type { AccountId } from '../session/session.ts'

/**
 * `sub` of an account: its uid, after the tenant where there is one. A uid may contain a slash, which is escaped: no two
 * accounts have the same subject.
 */
export function subjectOf({ subject, tenantId }: AccountId): string {
  const uid = subject.replaceAll('%', '%25').replaceAll('/', '%2F')
  return tenantId === null ? uid : `${tenantId}/${uid}`
}

/** The account of a subject that `subjectOf` made. */
export function ownerOfSubject(sub: string): AccountId {
  const slash = sub.indexOf('/')
  const uid = sub
    .slice(slash + 1)
    .replaceAll('%2F', '/')
    .replaceAll('%25', '%')
  return { subject: uid, tenantId: slash === -1 ? null : sub.slice(0, slash) }
}
