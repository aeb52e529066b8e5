import { isEmail } from './email.ts'
import type { TabStorage } from './tab-storage.ts'

const KEY = 'gatehouse:asked-link'
/** Links of the provider are valid for some hours; most are opened within minutes. */
const lifeMs = 3_600_000

/** Who asked for a sign-in link on this device, and the choice in the form. */
export interface AskedLink {
  address: string
  remember: boolean
}

/** Keeps it for an hour: phones discard the waiting tab while the mail is read. `nowMs`: of the device's clock. */
export function keepAskedLink(device: TabStorage, { address, remember }: AskedLink, nowMs: number): void {
  device.write(KEY, { address, remember, until: nowMs + lifeMs })
}

/** Null: none within an hour. Any script of this origin can write it, so it only fills in the address. */
export function readAskedLink(device: TabStorage, nowMs: number): AskedLink | null {
  const { address, remember, until }: Record<string, unknown> = Object(device.read(KEY))
  const isFresh = typeof until === 'number' && until > nowMs && until <= nowMs + lifeMs
  if (isFresh && typeof address === 'string' && isEmail(address))
    return { address, remember: remember === true }
  device.remove(KEY)
  return null
}

export function forgetAskedLink(device: TabStorage): void {
  device.remove(KEY)
}
