import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Checks, closing } from '../../test/fixtures/commands/checks.ts'
import type { Teardown } from '../../test/fixtures/provider/stand-in.ts'
import { findFreePorts } from '../../test/fixtures/wire/ports.ts'
import { findObstacle, type Package, prepareSample } from '../../test-examples/samples.ts'
import { startProxyProcess } from '../../test-proxies/program.ts'
import { checkServer, type Extent } from './check-server.ts'
import { startEntrances } from './gateways.ts'
import { type Command, labelOf, type Places, type Server } from './server.ts'
import { SERVERS } from './servers.ts'
import { writeSite } from './site.ts'

/** The first time, packages are fetched. */
const PREPARE_TIMEOUT_MS = 600_000
const START_TIMEOUT_MS = 90_000

interface Options extends Extent {
  isOnlyPreparing: boolean
  /** Labels of servers; none: all. */
  wanted: readonly string[]
}

/** What visitors reach of applications on real servers, in any spelling of a path. */
export async function checkAccessRules(checks: Checks, folder: string, options: Options): Promise<void> {
  const { wanted, isOnlyPreparing, seed } = options
  const servers = SERVERS.filter((one) => wanted.length === 0 || wanted.includes(labelOf(one)))
  const site = join(folder, 'site')
  // Some servers serve as another user than the one who starts them.
  chmodSync(folder, 0o755)
  writeSite(site)
  const projects = new Map<Package, Promise<string | null>>()
  const ready: { server: Server; places: Places }[] = []
  for (const server of servers) {
    const known = projects.get(server.project) ?? prepareProject(checks, server.project)
    projects.set(server.project, known)
    const project = await known
    if (project === null || isOnlyPreparing) continue
    const scratch = join(folder, labelOf(server))
    mkdirSync(scratch)
    const [sparePort = 0] = await findFreePorts(1)
    ready.push({ server, places: { project, site, scratch, sparePort } })
  }
  if (isOnlyPreparing) return
  console.log(`# seed ${seed}`)
  const ports = await findFreePorts(ready.length)
  const entered = ready.map(({ server }) => server)
  await closing(async (t) => {
    const entrances = await startEntrances(t, entered, ports)
    for (const [index, { server, places }] of ready.entries()) {
      const port = ports[index] ?? 0
      try {
        await closing(async (t) => {
          await startServer(t, server.start(port, places), port, places)
          await checkServer(checks, { server, project: places.project, port, entrances }, options)
        })
      } catch (err) {
        await checks.check(`${server.name}: it starts`, () => Promise.reject(err))
      }
    }
  })
}

/** Runs it until the teardown. */
async function startServer(t: Teardown, command: Command, port: number, places: Places): Promise<void> {
  const { before, program, args, env = {}, folder = places.scratch } = command
  if (before !== undefined) await startServer(t, before, places.sparePort, places)
  const startTimeoutMs = START_TIMEOUT_MS
  const running = await startProxyProcess({ program, args, env, port, folder, startTimeoutMs })
  t.teardown(() => running.close())
}

/** Null: not on this machine, or it could not be prepared, as said. */
async function prepareProject({ check, skip }: Checks, project: Package): Promise<string | null> {
  const title = `${project.name}: installed`
  const obstacle = await findObstacle(project)
  if (obstacle !== null) {
    skip(title, obstacle)
    return null
  }
  let prepared: string | null = null
  await check(
    title,
    async () => {
      prepared = await prepareSample(project)
    },
    PREPARE_TIMEOUT_MS
  )
  return prepared
}
