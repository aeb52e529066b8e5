import type { TabStorage } from './tab-storage.ts'

const KEY = 'gatehouse:last-used'
/** Key of the region of the last phone number on this device. */
export const PHONE_REGION = 'gatehouse:phone-region'

/** The last used sign-in method on this device, unchecked. */
export function readLastUsed(device: Pick<TabStorage, 'read'>): unknown {
  return device.read(KEY)
}

/** Stores the method that has just opened a session; null removes it. */
export function writeLastUsed(device: Pick<TabStorage, 'write' | 'remove'>, way: string | null): void {
  if (way === null) device.remove(KEY)
  else device.write(KEY, way)
}

/** Removes both. */
export function forgetLastUsedOn(device: Pick<TabStorage, 'remove'>): void {
  for (const key of [KEY, PHONE_REGION]) device.remove(key)
}
