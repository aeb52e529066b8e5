import { type Checks, closing } from '../../../../test/fixtures/commands/checks.ts'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { whyNoBinding } from './binding-browser.ts'
import { makeHome, type Site, type SiteOptions, startSite } from './site.ts'

/** With browsers that start several times. */
const JOURNEY_TIMEOUT_MS = 90_000

type Run = (site: Site, t: Teardown) => Promise<void>

/** By title; `at`: what its site differs in. */
export type Journeys = Readonly<Record<string, Run | { at: SiteOptions; run: Run }>>

let home: ReturnType<typeof makeHome> | null = null

/** Runs each with a site of its own. `folder`: of all of them. */
export async function runJourneys(checks: Checks, folder: string, journeys: Journeys): Promise<void> {
  const missing = whyNoBinding()
  if (missing === null) home ??= makeHome(folder)
  for (const [title, journey] of Object.entries(journeys)) {
    const name = `device binding: ${title}`
    const { at, run } = typeof journey === 'function' ? { at: {}, run: journey } : journey
    const visit = () => closing(async (t) => run(await startSite(t, await (home ?? makeHome(folder)), at), t))
    if (missing === null) await checks.check(name, visit, JOURNEY_TIMEOUT_MS)
    else checks.skip(name, missing)
  }
}
