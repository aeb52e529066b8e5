import type { Checks } from '../test/fixtures/commands/checks.ts'
import type { Engine } from './engines.ts'
import type { Site } from './site.ts'
import { type Browser, type Driver, openBrowser } from './webdriver.ts'

const JOURNEY_TIMEOUT_MS = 60_000

/** Visits of one engine to a site. */
export interface Visits {
  site: Site
  engine: Engine
  /** Runs in a browser that has been nowhere. */
  journey(title: string, run: (browser: Browser) => Promise<void>): Promise<void>
}

/** Journeys of an engine are checks with its name. */
export function createVisits(checks: Checks, engine: Engine, driver: Driver, site: Site): Visits {
  return {
    site,
    engine,
    journey: (title, run) =>
      checks.check(
        `${engine.name}: ${title}`,
        async () => {
          const browser = await openBrowser(driver)
          try {
            await run(browser)
          } finally {
            await browser.close()
          }
        },
        JOURNEY_TIMEOUT_MS
      )
  }
}
