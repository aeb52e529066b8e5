import type { TabStorage } from '../lib/tab-storage.ts'

const isOfRedirect = (key: string) => key.startsWith('firebase:pendingRedirect:')

/** Whether the SDK has recorded a pending redirect in this tab. */
export function isRedirectPending(storage: TabStorage): boolean {
  return storage.keys().some(isOfRedirect)
}

/** Drops the SDK's pending redirect, so that its result opens nothing in this tab. */
export function dropRedirect(storage: TabStorage): void {
  for (const key of storage.keys().filter(isOfRedirect)) storage.remove(key)
}
