import type { BroadcastPort } from './channel.ts'

/** Opens the channel `gatehouse-login`; null: the browser has none. */
export function openChannel(): BroadcastPort | null {
  return typeof BroadcastChannel === 'function' ? new BroadcastChannel('gatehouse-login') : null
}
