import { dropRedirect, isRedirectPending } from '../../auth/pending-redirect.ts'
import { takeNote, writeNote } from '../../lib/short-note.ts'
import type { TabStorage } from '../../lib/tab-storage.ts'
import type { AccountAction } from '../account-state.ts'

const KEY = 'gatehouse:proving'

const actions: readonly AccountAction[] = [
  'password',
  'email',
  'second-step',
  'passkeys',
  'providers',
  'delete'
]

/** Notes what a sign-in is for, before it leaves this page for a provider. Holds no token and no name. */
export function noteProving(storage: TabStorage, action: AccountAction, nowMs: number): void {
  writeNote(storage, KEY, { action }, nowMs)
}

/** Forgets the note: the sign-in is over, and no answer of a provider is awaited any more. */
export function forgetProving(storage: TabStorage): void {
  storage.remove(KEY)
  dropRedirect(storage)
}

/** Gives the note and removes it; null when there is none of the last ten minutes. */
function takeProving(storage: TabStorage, nowMs: number): AccountAction | null {
  const note = takeNote(storage, KEY, nowMs)
  return actions.find((known) => known === note?.action) ?? null
}

/**
 * Gives what the sign-in is for that has just led back from a provider; null: there is none for `action`, of this page, and no
 * other one is taken up either.
 */
export function takeReturn(
  storage: TabStorage,
  action: AccountAction | null,
  nowMs: number
): AccountAction | null {
  const noted = takeProving(storage, nowMs)
  if (noted !== null && noted === action && isRedirectPending(storage)) return noted
  dropRedirect(storage)
  return null
}
