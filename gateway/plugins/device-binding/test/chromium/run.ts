import { type Groups, runGroups } from '../../../../test/fixtures/commands/groups.ts'
import { runJourneys } from './journeys.ts'
import { PAGES } from './pages.ts'
import { PLACES } from './places.ts'
import { THEFT } from './theft.ts'

const GROUPS: Groups = {
  theft: (checks, folder) => runJourneys(checks, folder, THEFT),
  pages: (checks, folder) => runJourneys(checks, folder, PAGES),
  places: (checks, folder) => runJourneys(checks, folder, PLACES)
}

await runGroups('device-binding', GROUPS)
