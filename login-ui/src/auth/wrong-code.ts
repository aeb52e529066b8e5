import { pathOf } from '../lib/addresses.ts'
import type { Browser } from '../lib/browser.ts'
import type { PageConfig } from '../page-config.ts'
import { problemOf } from './errors.ts'
import { dateOf, isTimeOff } from './session.ts'

const timeoutMs = 10_000

/**
 * The code to show for a rejected authenticator code. A wrong clock is the most common cause: only then `isClockOff` is called.
 */
export async function wrongCodeOf(code: string, isClockOff: () => Promise<boolean>): Promise<string> {
  if (problemOf(code).title !== problemOf('page/wrong-code').title) return code
  return (await isClockOff()) ? 'page/wrong-code-clock' : 'page/wrong-code'
}

/**
 * Whether this device's clock is so far off that codes are rejected. Takes the gateway's time from the page
 * for mail links, which anyone may load and no cache stores. False without a response or time.
 */
export async function isClockOff(
  { fetch, now }: Pick<Browser, 'fetch' | 'now'>,
  config: Pick<PageConfig, 'paths'>
): Promise<boolean> {
  try {
    const answer = await fetch(pathOf('action', { ...config, query: '' }), {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs)
    })
    return isTimeOff(dateOf(answer), now())
  } catch {
    return false
  }
}
