import { dropRedirect, isRedirectPending } from '../../auth/pending-redirect.ts'
import { takeNote, writeNote } from '../../lib/short-note.ts'
import type { TabStorage } from '../../lib/tab-storage.ts'
import type { AccountAction } from '../account-state.ts'

const KEY = 'gatehouse:proving'

/** Records what a sign-in is for before leaving this page for a provider. Contains no token and no name. */
export function noteProving(storage: TabStorage, action: AccountAction, nowMs: number): void {
  writeNote(storage, KEY, { action }, nowMs)
}

/** Deletes the note: no provider response is awaited any more. */
export function forgetProving(storage: TabStorage): void {
  storage.remove(KEY)
  dropRedirect(storage)
}

/** The purpose of the provider sign-in that just returned; null: none for `action` on this page. Drops any other. */
export function takeReturn(
  storage: TabStorage,
  action: AccountAction | null,
  nowMs: number
): AccountAction | null {
  const note = takeNote(storage, KEY, nowMs)
  if (action !== null && note?.action === action && isRedirectPending(storage)) return action
  dropRedirect(storage)
  return null
}
