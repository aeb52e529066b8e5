import assert from 'node:assert/strict'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import type { Engine } from './engines.ts'
import type { Network } from './network.ts'
import type { Site } from './site.ts'
import { type Browser, type BrowserWish, type Driver, openBrowser } from './webdriver.ts'

/** With two starts of a browser. */
const JOURNEY_TIMEOUT_MS = 150_000

/** Visits of one engine to a site. */
export interface Visits {
  site: Site
  network: Network
  engine: Engine
  checks: Checks
  /** Runs in a browser that has been nowhere; an error in its console, where it can be read, fails the journey. */
  journey(title: string, run: (browser: Browser) => Promise<void>, wish?: Partial<BrowserWish>): Promise<void>
}

/** What the visits are of. */
export interface VisitsOptions {
  checks: Checks
  engine: Engine
  driver: Driver
  site: Site
  network: Network
}

/** Journeys of an engine are checks with its name. */
export function createVisits({ driver, ...options }: VisitsOptions): Visits {
  const { checks, engine, network } = options
  return {
    ...options,
    journey: (title, run, wish = {}) =>
      checks.check(
        `${engine.name}: ${title}`,
        async () => {
          const browser = await openBrowser(driver, { proxy: network.host, ...wish })
          try {
            await run(browser)
            // Browsers note each response with an error, which some journeys expect.
            assert.deepEqual(
              browser.complaints().filter((line) => !line.includes('Failed to load resource')),
              []
            )
          } finally {
            network.release()
            await browser.close()
          }
        },
        JOURNEY_TIMEOUT_MS
      )
  }
}
