import { execFileSync } from 'node:child_process'
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
  start: (surroundings) => startBoth(surroundings, null)
}

/** The same with TLS between them, as the files say. */
export const traefikAskingByHttp2: Peer = {
  ...traefikAskingGatehouse,
  name: 'Traefik + Gatehouse (forwardAuth, HTTP/2)',
  about: 'the same with forwardAuth.listen.tls',
  find: () => (findPeer('openssl') === null ? null : findTraefik()),
  start: (surroundings) => startBoth(surroundings, makeCertificate(surroundings.folder))
}

async function startBoth(surroundings: Surroundings, certificate: Certificate | null): Promise<RunningPeer> {
  const { pages, forwardAuthRequests, provider, gateway } = await runAskedGateway(surroundings, {
    ...(certificate === null
      ? {}
      : {
          GATEHOUSE_FORWARD_AUTH_LISTEN_TLS_CERT_FILE: certificate.certFile,
          GATEHOUSE_FORWARD_AUTH_LISTEN_TLS_KEY_FILE: certificate.keyFile
        })
  })
  const traefik = await runTraefikAsking(surroundings, {
    forwardAuthRequest: `${certificate === null ? 'http' : 'https'}://127.0.0.1:${forwardAuthRequests}/_auth/verify`,
    pages,
    authority: certificate?.certFile ?? null
  })
  return withProvider([traefik, gateway], provider, surroundings)
}

interface Certificate {
  certFile: string
  keyFile: string
}

/** With the command of the page about Traefik. */
function makeCertificate(folder: string): Certificate {
  const [certFile, keyFile] = [join(folder, 'gatehouse.crt'), join(folder, 'gatehouse.key')]
  execFileSync(
    findPeer('openssl') ?? 'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '365'
      ],
      ...['-subj', '/CN=gatehouse', '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-keyout', keyFile, '-out', certFile]
    ],
    { stdio: 'ignore' }
  )
  return { certFile, keyFile }
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
  /** File with the certificate of who is asked; null: it is asked without TLS. */
  authority: string | null
}

/**
 * Traefik in front of the application, with the files of `deploy/forward-auth/traefik`, whichever gateway it asks: the same middlewares, limits and
 * headers for all rows.
 */
export function runTraefikAsking(
  surroundings: Surroundings,
  { forwardAuthRequest, pages, authority }: Asked
): Promise<RunningProgram> {
  const dynamic = createFolder(surroundings.folder)
  copyDeployFile('traefik/gatehouse.yml', dynamic, [
    ['127.0.0.1:8080', `127.0.0.1:${pages}`],
    ['http://127.0.0.1:8081/_auth/verify', forwardAuthRequest],
    ...(authority === null
      ? []
      : [['# tls: { ca: /etc/traefik/gatehouse.crt }', `tls: { ca: ${authority} }`] as const])
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
