import { checkDeviceBinding } from '../plugins/device-binding/test/chromium/all-journeys.ts'
import { GAPI_SCRIPT, GAPI_URL } from '../test/fixtures/browser/gapi.ts'
import { PROVIDER_PAGES } from '../test/fixtures/browser/provider-pages.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { type Groups, runGroups } from '../test/fixtures/commands/groups.ts'
import { checkAccount } from './account.ts'
import { checkCache, startDatedApplication } from './cache.ts'
import { type Engine, findFirefox, findWebKit } from './engines.ts'
import { type Served, startNetwork } from './network.ts'
import { checkRedirects, checkWindows } from './providers.ts'
import { checkSignIn } from './sign-in.ts'
import { startSite } from './site.ts'
import { createVisits } from './visits.ts'

/** What federated providers and Google serve to browsers. */
const SERVED = new Map<string, Served>([
  [GAPI_URL, { contentType: 'text/javascript', body: GAPI_SCRIPT }],
  ...PROVIDER_PAGES.map(([path, body]) => [path, { contentType: 'text/html', body }] as const)
])

/** The main journeys in the engines that tests in Chromium do not see. */
async function runJourneys(engine: Engine, checks: Checks, folder: string): Promise<void> {
  if (engine.missing !== null) return checks.skip(`${engine.name}: journeys`, `not here: ${engine.missing}`)
  const endings: (() => unknown)[] = []
  const t = { teardown: (end: () => unknown) => void endings.unshift(end) }
  try {
    const [site, byRedirect, dated] = await Promise.all([
      startSite(t),
      startSite(t, { 'login.federated.mode': 'redirect' }),
      startSite(t, {}, startDatedApplication)
    ])
    const network = await startNetwork(SERVED)
    t.teardown(() => network.close())
    const driver = await engine.start(folder)
    const visits = createVisits({ checks, engine, driver, site, network })
    await checkSignIn(visits)
    await checkWindows(visits)
    await checkRedirects({ ...visits, site: byRedirect })
    await checkAccount(visits)
    await checkCache(createVisits({ checks, engine, driver, site: dated, network }))
  } finally {
    for (const end of endings) await end()
  }
}

const GROUPS: Groups = {
  firefox: (checks, folder) => runJourneys(findFirefox(), checks, folder),
  webkit: (checks, folder) => runJourneys(findWebKit(), checks, folder),
  'device-binding': checkDeviceBinding
}

await runGroups('browsers', GROUPS)
