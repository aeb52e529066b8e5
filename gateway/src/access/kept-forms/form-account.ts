import { createHash } from 'node:crypto'
import type { Owner } from '../../session/session.ts'

const MARK_CHARS = 22

/** Tells accounts apart without naming them: the page that keeps a form leaves it in the tab. */
export function accountMark({ tenantId, subject }: Owner): string {
  const text = JSON.stringify([tenantId, subject])
  return createHash('sha256').update(text).digest('base64url').slice(0, MARK_CHARS)
}
