import type { TabStorage } from './tab-storage.ts'

const KEY = 'gatehouse:redirecting'
/** A visitor who is back later than this does not come from the provider. */
const lifeMs = 600_000

/** A redirect of this tab to a provider. Holds no token and no name. */
export interface ProviderRedirect {
  provider: string
  tenantId: string | null
  /** The visitor's choice, which the session is opened with. */
  remember: boolean
}

/** Notes that the page leaves for a provider. */
export function noteRedirect(
  storage: TabStorage,
  { provider, tenantId, remember }: ProviderRedirect,
  nowMs: number
): void {
  storage.write(KEY, { provider, tenantId, remember, atMs: nowMs })
}

/** Gives the note and removes it; null when there is none of the last ten minutes. */
export function takeRedirect(storage: TabStorage, nowMs: number): ProviderRedirect | null {
  const value = storage.read(KEY)
  storage.remove(KEY)
  const { provider, tenantId, remember, atMs }: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  if (typeof provider !== 'string' || typeof atMs !== 'number') return null
  if (Math.abs(nowMs - atMs) > lifeMs) return null
  return { provider, tenantId: typeof tenantId === 'string' ? tenantId : null, remember: remember === true }
}
