import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stringify } from 'yaml'
import { copyDeployFile } from '../../../gateway/test-proxies/deploy-files.ts'
import { type Peer, type RunningPeer, type Surroundings, VISITORS_HOST } from '../peer.ts'
import { findPeer, type RunningProgram, runProgram, versionOf } from '../program.ts'
import { createBrowser, PAGE_LOAD } from '../sign-in/browser.ts'
import { runAskedGateway, withProvider } from './gatehouse.ts'

const PROGRAM = 'traefik'
const CONFIGURED_LIMIT_MS = 15_000
const POLL_MS = 50

/** Gatehouse asked by Traefik, with the files of `deploy/forward-auth/traefik`. */
export const traefikAskingGatehouse: Peer = {
  name: 'Traefik + Gatehouse (forwardAuth)',
  about: 'github.com/traefik/traefik with the files of deploy/forward-auth/traefik; both programs counted',
  checks: true,
  noRefresh: null,
  find: findTraefik,
  start: startBoth
}

async function startBoth(surroundings: Surroundings): Promise<RunningPeer> {
  const { pages, forwardAuthRequests, provider, gateway } = await runAskedGateway(surroundings)
  const traefik = await runTraefikAsking(surroundings, {
    forwardAuthRequest: `http://127.0.0.1:${forwardAuthRequests}/_auth/verify`,
    pages
  })
  return withProvider([traefik, gateway], provider, surroundings)
}

/** Null: it is not on this machine. */
export function findTraefik(): string | null {
  return versionOf(PROGRAM, ['version'], /Version:\s+(\S+)/)
}

/** Where Traefik asks. */
interface Asked {
  /** Address of the question. */
  forwardAuthRequest: string
  /** Port of the pages for signing in. */
  pages: number
}

/**
 * Traefik in front of the application, with the files of `deploy/forward-auth/traefik`, whichever gateway it asks: the same middlewares, limits and
 * headers for all rows.
 */
export function runTraefikAsking(
  surroundings: Surroundings,
  { forwardAuthRequest, pages }: Asked
): Promise<RunningProgram> {
  const dynamic = createFolder(surroundings.folder)
  copyDeployFile('traefik/gatehouse.yml', dynamic, [
    ['127.0.0.1:8080', `127.0.0.1:${pages}`],
    ['http://127.0.0.1:8081/_auth/verify', forwardAuthRequest]
  ])
  copyDeployFile('traefik/site.yml', dynamic, [
    ['127.0.0.1:3000', new URL(surroundings.upstreamUrl).host],
    ['`localhost`', `\`${VISITORS_HOST}\``]
  ])
  return runTraefik(surroundings)
}

function createFolder(folder: string): string {
  const dynamic = join(folder, 'dynamic')
  mkdirSync(dynamic)
  return dynamic
}

/** With what lies in the folder `dynamic`; a line of log for each request, and no word to anybody outside. */
async function runTraefik({ folder, port }: Surroundings): Promise<RunningProgram> {
  const config = join(folder, 'traefik.yml')
  const settings = {
    global: { checkNewVersion: false, sendAnonymousUsage: false },
    log: { level: 'ERROR' },
    accessLog: { filePath: '/dev/null' },
    entryPoints: { visitors: { address: `127.0.0.1:${port}` } },
    providers: { file: { directory: join(folder, 'dynamic') } }
  }
  writeFileSync(config, stringify(settings))
  const args = [`--configFile=${config}`]
  const running = await runProgram({ program: findPeer(PROGRAM) ?? PROGRAM, args, port, folder })
  try {
    await untilConfigured(port)
    return running
  } catch (err) {
    await running.close()
    throw err
  }
}

/** Traefik takes connections before it has read its files. */
async function untilConfigured(port: number): Promise<void> {
  const deadline = performance.now() + CONFIGURED_LIMIT_MS
  for (;;) {
    const response = await createBrowser().ask(`http://${VISITORS_HOST}:${port}/`, { headers: PAGE_LOAD })
    if (response.status !== 404) return
    if (performance.now() > deadline) throw new Error('Traefik did not read its files')
    await wait(POLL_MS)
  }
}
