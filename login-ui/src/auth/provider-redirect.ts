import { takeNote, writeNote } from '../lib/short-note.ts'
import type { TabStorage } from '../lib/tab-storage.ts'

const KEY = 'gatehouse:redirecting'

/** A redirect of this tab to a provider. Contains no token and no name. */
export interface ProviderRedirect {
  provider: string
  tenantId: string | null
  /** The visitor's choice for the session. */
  remember: boolean
}

/** Records that the page leaves for a provider. */
export function noteRedirect(
  storage: TabStorage,
  { provider, tenantId, remember }: ProviderRedirect,
  nowMs: number
): void {
  writeNote(storage, KEY, { provider, tenantId, remember }, nowMs)
}

/** Returns and removes the note; null: none within ten minutes. */
export function takeRedirect(storage: TabStorage, nowMs: number): ProviderRedirect | null {
  const { provider, tenantId, remember } = takeNote(storage, KEY, nowMs) ?? {}
  if (typeof provider !== 'string') return null
  return { provider, tenantId: typeof tenantId === 'string' ? tenantId : null, remember: remember === true }
}
