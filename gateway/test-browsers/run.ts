import type { Checks } from '../test/fixtures/commands/checks.ts'
import { type Groups, runGroups } from '../test/fixtures/commands/groups.ts'
import { type Engine, findFirefox, findWebKit } from './engines.ts'
import { checkSignIn } from './sign-in.ts'
import { startSite } from './site.ts'
import { createVisits } from './visits.ts'

/** The main journeys in the engines that tests in Chromium do not see. */
async function runJourneys(engine: Engine, checks: Checks, folder: string): Promise<void> {
  if (engine.missing !== null) return checks.skip(`${engine.name}: journeys`, `not here: ${engine.missing}`)
  const endings: (() => unknown)[] = []
  const t = { teardown: (end: () => unknown) => void endings.unshift(end) }
  try {
    const site = await startSite(t)
    const visits = createVisits(checks, engine, await engine.start(folder), site)
    await checkSignIn(visits)
  } finally {
    for (const end of endings) await end()
  }
}

const GROUPS: Groups = {
  firefox: (checks, folder) => runJourneys(findFirefox(), checks, folder),
  webkit: (checks, folder) => runJourneys(findWebKit(), checks, folder)
}

await runGroups('browsers', GROUPS)
