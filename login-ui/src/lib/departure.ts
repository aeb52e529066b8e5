import type { PageConfig } from '../page-config.ts'
import type { Browser } from './browser.ts'
import { addressAfterSignIn } from './redirect-target.ts'

/** Opens the redirect target in place of the page. */
export function openTarget({
  browser,
  config
}: {
  browser: Pick<Browser, 'location' | 'leaveFor'>
  config: Pick<PageConfig, 'redirectTarget' | 'applicationOrigins'>
}): void {
  const { origin, hash } = browser.location()
  browser.leaveFor(addressAfterSignIn(config.redirectTarget, hash, { ...config, origin }))
}
