import type { BroadcastPort } from './channel.ts'

/** Opens the channel `gatehouse-login`; null: not supported, or forbidden with the storage, as in Firefox. */
export function openChannel(): BroadcastPort | null {
  try {
    return new BroadcastChannel('gatehouse-login')
  } catch {
    return null
  }
}
