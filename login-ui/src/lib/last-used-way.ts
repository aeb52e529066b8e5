import type { TabStorage } from './tab-storage.ts'

const KEY = 'gatehouse:last-used'

/** Gives the way to sign in that was noted on this device; anything may stand there. */
export function readLastUsed(device: Pick<TabStorage, 'read'>): unknown {
  return device.read(KEY)
}

/** Notes the way that has just led to a session; null: removes the note. */
export function writeLastUsed(device: Pick<TabStorage, 'write' | 'remove'>, way: string | null): void {
  if (way === null) device.remove(KEY)
  else device.write(KEY, way)
}
