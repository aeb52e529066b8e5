import type { TabStorage } from './tab-storage.ts'

const KEY = 'gatehouse:last-used'

/** The last used sign-in method on this device, unchecked. */
export function readLastUsed(device: Pick<TabStorage, 'read'>): unknown {
  return device.read(KEY)
}

/** Stores the method that has just opened a session; null removes it. */
export function writeLastUsed(device: Pick<TabStorage, 'write' | 'remove'>, way: string | null): void {
  if (way === null) device.remove(KEY)
  else device.write(KEY, way)
}
