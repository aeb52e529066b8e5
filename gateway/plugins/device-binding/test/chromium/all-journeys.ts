import type { Checks } from '../../../../test/fixtures/commands/checks.ts'
import { runJourneys } from './journeys.ts'
import { PAGES } from './pages.ts'
import { PLACES } from './places.ts'
import { THEFT } from './theft.ts'

/** Sessions that Chromium binds to its device. */
export async function checkDeviceBinding(checks: Checks, folder: string): Promise<void> {
  for (const journeys of [THEFT, PAGES, PLACES]) await runJourneys(checks, folder, journeys)
}
