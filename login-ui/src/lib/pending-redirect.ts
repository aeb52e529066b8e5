import type { TabStorage } from './tab-storage.ts'

/** Has the SDK noted in this tab that it awaits the answer to a redirect? */
export function isRedirectPending(storage: TabStorage): boolean {
  return storage.keys().some((key) => key.startsWith('firebase:pendingRedirect:'))
}
