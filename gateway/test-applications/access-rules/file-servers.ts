import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../test/fixtures/processes/find-program.ts'
import { HANDLERS } from './rule-sets.ts'
import type { Places, Server } from './server.ts'

/** Where Debian installs them. */
const APACHE_MODULES = '/usr/lib/apache2/modules'

const projectOf = (name: string, tools: readonly string[]) => ({
  name,
  folder: 'gateway/test-applications/servers/file-servers',
  tools,
  prepare: []
})

/** A copy of a configuration with its places filled in. */
function writeConfiguration(name: string, port: number, places: Places, site = places.site): string {
  const values: Record<string, string> = {
    PORT: String(port),
    SPARE: String(places.sparePort),
    SITE: site,
    SCRATCH: places.scratch,
    PROJECT: places.project,
    MODULES: APACHE_MODULES,
    USER: userInfo().username
  }
  const text = readFileSync(join(places.project, name), 'utf8')
  const file = join(places.scratch, name)
  writeFileSync(
    file,
    text.replace(/\b(?:PORT|SPARE|SITE|SCRATCH|PROJECT|MODULES|USER)\b/g, (key) => values[key] ?? key)
  )
  return file
}

const nginxArgs = (file: string, { scratch }: Places) => ['-p', scratch, '-c', file, '-e', 'stderr']

/** A folder with a front controller and plain files beside it. */
function writePhpSite({ project, site, scratch }: Places): string {
  const folder = join(scratch, 'root')
  mkdirSync(folder)
  chmodSync(scratch, 0o755)
  cpSync(join(site, 'files'), join(folder, 'files'), { recursive: true })
  cpSync(join(project, 'front-controller.php'), join(folder, 'index.php'))
  return folder
}

const PHP_FPM = ['php-fpm', 'php-fpm8.2', 'php-fpm8.4'].find(
  (name) => findProgram('PHP_FPM_PATH', name) !== null
)

/** PHP-FPM at the spare port. */
const phpFpm = (places: Places) => ({
  program: findProgram('PHP_FPM_PATH', PHP_FPM ?? '') ?? '',
  args: ['--allow-to-run-as-root', '--fpm-config', writeConfiguration('php-fpm.conf', 0, places)]
})

/** Servers of files, and PHP behind them. */
export const FILE_SERVERS: readonly Server[] = [
  {
    name: 'nginx',
    project: projectOf('nginx', ['nginx']),
    start: (port, places) => ({
      program: findProgram('NGINX_PATH', 'nginx') ?? '',
      args: nginxArgs(writeConfiguration('nginx.conf', port, places), places)
    })
  },
  {
    name: 'PHP-FPM behind nginx',
    framework: 'symfony',
    project: projectOf('PHP-FPM and nginx', ['nginx', PHP_FPM ?? 'php-fpm']),
    start(port, places) {
      const site = writePhpSite(places)
      return {
        program: findProgram('NGINX_PATH', 'nginx') ?? '',
        args: nginxArgs(writeConfiguration('nginx-php.conf', port, places, site), places),
        before: phpFpm(places)
      }
    }
  },
  {
    name: 'Apache',
    project: projectOf('Apache', ['apache2']),
    handlers: [...HANDLERS, { name: 'tool', rule: '/tool', path: '/tool' }],
    known: [
      // PATH_INFO: the rule of the script has to be `/tool/*`.
      { reached: 'tool', kind: 'inside' }
    ],
    start(port, places) {
      chmodSync(places.scratch, 0o755)
      return {
        program: findProgram('APACHE_PATH', 'apache2') ?? '',
        args: ['-X', '-f', writeConfiguration('apache.conf', port, places)]
      }
    }
  },
  {
    name: 'PHP-FPM behind Apache',
    framework: 'laravel',
    project: projectOf('PHP-FPM and Apache', ['apache2', PHP_FPM ?? 'php-fpm']),
    start(port, places) {
      const site = writePhpSite(places)
      return {
        program: findProgram('APACHE_PATH', 'apache2') ?? '',
        args: ['-X', '-f', writeConfiguration('apache-php.conf', port, places, site)],
        before: phpFpm(places)
      }
    }
  },
  {
    name: 'Caddy',
    project: projectOf('Caddy', ['caddy']),
    start: (port, places) => ({
      program: findProgram('CADDY_PATH', 'caddy') ?? '',
      args: ['run', '--adapter', 'caddyfile', '--config', writeConfiguration('Caddyfile', port, places)],
      env: { XDG_DATA_HOME: places.scratch, XDG_CONFIG_HOME: places.scratch }
    })
  }
]
