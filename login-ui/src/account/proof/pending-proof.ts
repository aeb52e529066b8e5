import type { TabStorage } from '../../lib/tab-storage.ts'
import type { AccountAction } from '../account-state.ts'

const KEY = 'gatehouse:proving'
/** A visitor who is back later than this does not come from the provider. */
const lifeMs = 600_000

const actions: readonly AccountAction[] = [
  'password',
  'email',
  'second-step',
  'passkeys',
  'providers',
  'delete'
]

/** Notes for what a sign-in is asked for, in case that it leaves this page for a provider. Holds no token and no name. */
export function noteProving(storage: TabStorage, action: AccountAction, nowMs: number): void {
  storage.write(KEY, { action, startedAtMs: nowMs })
}

/** Forgets the note: the sign-in is over. */
export function forgetProving(storage: TabStorage): void {
  storage.remove(KEY)
}

/** Gives the note and removes it; null when there is none of the last ten minutes. */
export function takeProving(storage: TabStorage, nowMs: number): AccountAction | null {
  const { action, startedAtMs }: { action?: unknown; startedAtMs?: unknown } = Object.assign(
    {},
    storage.read(KEY)
  )
  forgetProving(storage)
  if (typeof startedAtMs !== 'number' || Math.abs(nowMs - startedAtMs) > lifeMs) return null
  return actions.find((known) => known === action) ?? null
}
