import type { PageConfig } from '../page-config.ts'

/** Does the markup that is rendered ahead hold parts of `ui/extras.tsx`? Then the file is loaded before the page comes alive. */
export function needsExtras({ methods, providers, remember }: PageConfig): boolean {
  return remember || methods.emailLink || methods.phone || methods.passkey !== 'off' || providers.length > 0
}
