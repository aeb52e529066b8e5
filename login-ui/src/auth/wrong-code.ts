import { pathOf } from '../lib/addresses.ts'
import type { Browser } from '../lib/browser.ts'
import type { Clock } from '../lib/clock.ts'
import type { PageConfig } from '../page-config.ts'
import { problemOf } from './errors.ts'
import { dateOf } from './session.ts'

const timeoutMs = 10_000

/**
 * Gives the code to say for what an authenticator's code was refused with. The most common cause of a wrong one is a clock that is off:
 * `isClockOff` is asked in that case alone.
 */
export async function wrongCodeOf(code: string, isClockOff: () => Promise<boolean>): Promise<string> {
  if (problemOf(code).title !== problemOf('page/wrong-code').title) return code
  return (await isClockOff()) ? 'page/wrong-code-clock' : 'page/wrong-code'
}

/**
 * Is the clock of this device so far off that codes are refused? The gateway tells the time with the page for links from mails: everybody
 * gets it, signed in or not, and no cache keeps it. False where there is no answer, or none with a time.
 */
export async function isClockOff({
  browser,
  clock,
  config
}: {
  browser: Pick<Browser, 'fetch'>
  clock: Clock
  config: Pick<PageConfig, 'paths'>
}): Promise<boolean> {
  try {
    const answer = await browser.fetch(pathOf('action', { ...config, query: '' }), {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs)
    })
    return clock.isOff(dateOf(answer))
  } catch {
    return false
  }
}
