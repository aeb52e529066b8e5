import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeCertificate } from '../certificate.ts'
import { copyDeployFile, portsOf } from '../deploy-files.ts'
import { findProgram, outputOf, startProxyProcess } from '../program.ts'
import type { Places, ProxyUnderTest } from '../proxy.ts'

/** `forwardAuth` with the files of `deploy/forward-auth/traefik`. */
export const traefik: ProxyUnderTest = {
  name: 'traefik',
  find: () => findProgram('TRAEFIK_PATH', 'traefik'),
  howToInstall: 'from its releases on GitHub; TRAEFIK_PATH',
  version: (program) => outputOf(program, ['version']).replace(/^.*Version:\s+(\S+).*$/s, '$1'),
  endsTls: true,
  limits: {},
  async start(program, places, folder) {
    const dynamic = join(folder, 'dynamic')
    mkdirSync(dynamic)
    const { pages, questions } = portsOf(places)
    copyDeployFile('traefik/gatehouse.yml', dynamic, [pages, questions])
    copySites(places, { folder, dynamic })
    const config = copyDeployFile('traefik/traefik.yml', folder, [
      ['":8000"', `"127.0.0.1:${places.visitors}"`],
      ['/etc/traefik/dynamic', dynamic]
    ])
    return await startProxyProcess({
      program,
      args: [`--configFile=${config}`],
      port: places.visitors,
      folder
    })
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
    ...applications,
    ['/etc/traefik/example.com.pem', pem],
    ['/etc/traefik/example.com.key', key]
  ])
}
