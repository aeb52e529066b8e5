import type { TabStorage } from '../lib/tab-storage.ts'

const isOfRedirect = (key: string) => key.startsWith('firebase:pendingRedirect:')

/** Has the SDK noted in this tab that it awaits the answer to a redirect? */
export function isRedirectPending(storage: TabStorage): boolean {
  return storage.keys().some(isOfRedirect)
}

/** Has the SDK await no answer: whatever a provider has said by now opens nothing in this tab. */
export function dropRedirect(storage: TabStorage): void {
  for (const key of storage.keys().filter(isOfRedirect)) storage.remove(key)
}
