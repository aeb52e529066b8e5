import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type Groups, runGroups } from '../test/fixtures/commands/groups.ts'
import { checkConnections } from './connections.ts'
import { checkMonitoring } from './monitoring.ts'
import { checkReload } from './reload.ts'
import { checkSockets } from './sockets.ts'
import { checkWorkers } from './workers.ts'

/** What operators do to the real program, and what they see of it. */
const GROUPS: Groups = {
  reload: checkReload,
  sockets: checkSockets,
  connections: checkConnections,
  workers: checkWorkers,
  monitoring: checkMonitoring
}

await runGroups(
  'operate',
  Object.fromEntries(
    Object.entries(GROUPS).map(([name, run]) => [
      name,
      (checks, folder) => run(checks, mkdtempSync(join(folder, `${name}-`)))
    ])
  )
)
