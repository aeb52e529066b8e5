import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { packagePath } from '../../../gateway/src/config/package-files.ts'
import { copyDeployFile } from '../../../gateway/test-proxies/deploy-files.ts'
import { type Peer, type Surroundings, VISITORS_HOST } from '../peer.ts'
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
  async start(surroundings) {
    const { upstreamUrl, folder } = surroundings
    const { pages, questions, provider, gateway } = await runAskedGateway(surroundings)
    const dynamic = createFolder(folder)
    copyDeployFile('traefik/gatehouse.yml', dynamic, [
      ['127.0.0.1:8080', `127.0.0.1:${pages}`],
      ['127.0.0.1:8081', `127.0.0.1:${questions}`]
    ])
    copyDeployFile('traefik/site.yml', dynamic, [
      ['127.0.0.1:3000', new URL(upstreamUrl).host],
      ['`localhost`', `\`${VISITORS_HOST}\``]
    ])
    const traefik = await runTraefik(surroundings)
    return withProvider([traefik, gateway], provider, surroundings)
  }
}

/** Null: it is not on this machine. */
export function findTraefik(): string | null {
  return versionOf(PROGRAM, ['version'], /Version:\s+(\S+)/)
}

/** Traefik in front of the application that asks at some address about each request. */
export function runTraefikAsking(
  surroundings: Surroundings,
  { address, userHeader }: { address: string; userHeader: string }
): Promise<RunningProgram> {
  const http = {
    middlewares: {
      question: {
        forwardAuth: {
          address,
          trustForwardHeader: false,
          maxResponseBodySize: readMaxResponseBodySize(),
          authResponseHeaders: [userHeader]
        }
      }
    },
    routers: {
      application: { rule: `Host(\`${VISITORS_HOST}\`)`, middlewares: ['question'], service: 'application' }
    },
    services: { application: { loadBalancer: { servers: [{ url: surroundings.upstreamUrl }] } } }
  }
  writeFileSync(join(createFolder(surroundings.folder), 'site.yml'), stringify({ http }))
  return runTraefik(surroundings)
}

/** That of Gatehouse's own file: Traefik allocates it for every request, so all rows have the same. */
function readMaxResponseBodySize(): number {
  const file = packagePath('deploy', 'forward-auth', 'traefik', 'gatehouse.yml')
  const { http } = parse(readFileSync(file, 'utf8'))
  return http.middlewares['gatehouse-question'].forwardAuth.maxResponseBodySize
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
    const answer = await createBrowser().ask(`http://${VISITORS_HOST}:${port}/`, { headers: PAGE_LOAD })
    if (answer.status !== 404) return
    if (performance.now() > deadline) throw new Error('Traefik did not read its files')
    await wait(POLL_MS)
  }
}
