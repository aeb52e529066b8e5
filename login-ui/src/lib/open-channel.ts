import type { BroadcastPort } from './channel.ts'

/** Opens the channel `gatehouse-login`; null: not supported. */
export function openChannel(): BroadcastPort | null {
  return typeof BroadcastChannel === 'function' ? new BroadcastChannel('gatehouse-login') : null
}
