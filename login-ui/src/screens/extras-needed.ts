import type { PageConfig } from '../page-config.ts'

/** Whether the server-rendered markup contains parts of `ui/extras.tsx`, which must then be loaded before hydration. */
export function needsExtras({ methods, providers, remember }: PageConfig): boolean {
  return remember || methods.emailLink || methods.phone || methods.passkey !== 'off' || providers.length > 0
}
