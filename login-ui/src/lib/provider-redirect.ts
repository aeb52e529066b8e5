import type { TabStorage } from './tab-storage.ts'

const KEY = 'gatehouse:redirecting'
/** Who comes back later has not come back from there. */
const lifeMs = 600_000

/** That this tab has gone to a provider, and for which accounts. No token, no name. */
export interface Redirecting {
  provider: string
  tenantId: string | null
}

/** Notes that the page leaves for a provider. */
export function noteRedirect(storage: TabStorage, { provider, tenantId }: Redirecting, nowMs: number): void {
  storage.write(KEY, { provider, tenantId, atMs: nowMs })
}

/** Gives the note and removes it; null when there is none of the last ten minutes. */
export function takeRedirect(storage: TabStorage, nowMs: number): Redirecting | null {
  const value = storage.read(KEY)
  storage.remove(KEY)
  const { provider, tenantId, atMs }: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  if (typeof provider !== 'string' || typeof atMs !== 'number') return null
  if (Math.abs(nowMs - atMs) > lifeMs) return null
  return { provider, tenantId: typeof tenantId === 'string' ? tenantId : null }
}
