import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, outputOf } from '../../test/fixtures/processes/find-program.ts'
import { writeCertificate } from '../certificate.ts'
import { copyDeployFile, hostReplacements, portsOf, type Replacement } from '../deploy-files.ts'
import { HTTP_1_ALONE, OVER_HTTP_2 } from '../journeys/streams.ts'
import { startProxyProcess } from '../program.ts'
import type { Places, ProxyUnderTest } from '../proxy.ts'

/** Where Debian installs them. */
const MODULES_FOLDER = '/usr/lib/apache2/modules'
const MODULES = ['mpm_event', 'authz_core', 'headers', 'lua', 'proxy', 'proxy_http', 'ssl', 'unique_id']

/** Standard error may be a socket, which a program cannot open by name. */
const ERROR_LOG = 'error.log'

/** `mod_lua` with the files of `deploy/forward-auth/apache`. */
export const apache: ProxyUnderTest = {
  name: 'apache',
  find: () => findProgram('APACHE_PATH', 'apache2'),
  howToInstall: 'apt-get install apache2 lua-socket, or APACHE_PATH',
  version: (program) => outputOf(program, ['-v']).replace(/^.*Apache\/(\S+).*$/s, '$1'),
  endsTls: true,
  limits: {
    [OVER_HTTP_2]: HTTP_1_ALONE,
    'refresh: cookies reach the browser when the auth request is for a WebSocket':
      'Apache forwards the 101 of the application unchanged, and they arrive with a later response'
  },
  async start(program, places, folder) {
    // Started as root, it serves as another user, who must be able to read the script.
    chmodSync(folder, 0o755)
    const [, forwardAuthPort] = portsOf(places, String).forwardAuthRequests
    copyDeployFile('apache/gatehouse.lua', folder, [['"127.0.0.1", 8081', `"127.0.0.1", ${forwardAuthPort}`]])
    copyDeployFile('apache/gatehouse.conf', folder, [])
    const main = join(folder, 'main.conf')
    writeFileSync(main, mainConfig(folder, copySites(places, folder), places))
    const running = await startProxyProcess({
      program,
      args: ['-X', '-f', main],
      port: places.visitors,
      folder
    })
    return { ...running, log: () => running.log() + readFileSync(join(folder, ERROR_LOG), 'utf8') }
  }
}

function copySites(places: Places, folder: string): string {
  const { visitors, signInHost } = places
  const { pages, applications } = portsOf(places)
  const common: Replacement[] = [pages, ...applications, ['/etc/apache2/gatehouse/', `${folder}/`]]
  if (applications.length === 1)
    return copyDeployFile('apache/site.conf', folder, [
      ...common,
      ['Listen 8000', `Listen 127.0.0.1:${visitors}`],
      ['*:8000', `127.0.0.1:${visitors}`],
      ['ServerName localhost', `ServerName ${signInHost}`]
    ])
  const { pem, key } = writeCertificate(folder)
  return copyDeployFile('apache/sites.conf', folder, [
    ...hostReplacements(places),
    ...common,
    ['*:443', `127.0.0.1:${visitors}`],
    ['/etc/apache2/example.com.pem', pem],
    ['/etc/apache2/example.com.key', key]
  ])
}

/** Like the `apache2.conf` of Debian, in one folder. For several sites, `ports.conf` sets the port. */
function mainConfig(folder: string, sites: string, { visitors, applications }: Places): string {
  return `
ServerRoot ${folder}
ServerName localhost
DefaultRuntimeDir ${folder}
PidFile ${join(folder, 'pid')}
Mutex file:${folder}
ErrorLog ${join(folder, ERROR_LOG)}
User #65534
Group #65534
${MODULES.map((name) => `LoadModule ${name}_module ${MODULES_FOLDER}/mod_${name}.so`).join('\n')}
${applications.length === 1 ? '' : `Listen 127.0.0.1:${visitors}`}
Include ${sites}
`
}
