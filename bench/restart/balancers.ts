import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { packagePath } from '../../gateway/src/config/package-files.ts'
import { findProgram, outputOf } from '../../gateway/test/fixtures/processes/find-program.ts'
import { startProxyProcess } from '../../gateway/test-proxies/program.ts'
import type { Gateway } from './gateways.ts'
import { startTcpBalancer } from './tcp-balancer.ts'

/** A balancer in front of two gateways. */
export interface Balancer {
  /** With its version. */
  name: string
  /** `shutdown.drainSeconds` that its configuration asks for. */
  drainSeconds: number
  start(port: number, gateways: readonly Gateway[]): Promise<{ close(): Promise<void> }>
}

/** nginx and HAProxy with the files of `deploy`, as far as they are on this machine, and the balancer of this folder. */
export function listBalancers(): Balancer[] {
  const tcp: Balancer = { name: 'TCP balancer', drainSeconds: 1, start: startTcpBalancer }
  return [findNginx() ?? [], findHaproxy() ?? [], tcp].flat()
}

function findNginx(): Balancer | null {
  const program = findProgram('NGINX_PATH', 'nginx')
  if (program === null) return null
  return {
    name: `nginx ${outputOf(program, ['-v']).replace(/^.*nginx\//s, '')}`,
    drainSeconds: 3,
    start: (port, gateways) =>
      startInFolder(port, (folder) => {
        const site = copyWithPorts('nginx/gatehouse.conf', folder, [
          ['listen 8000', `listen 127.0.0.1:${port}`],
          ...placesOf(gateways)
        ])
        const main = join(folder, 'nginx.conf')
        writeFileSync(main, nginxConfig(folder, site))
        return { program, args: ['-p', folder, '-c', main, '-e', 'stderr'], signal: 'SIGQUIT' }
      })
  }
}

function nginxConfig(folder: string, site: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const folders = paths.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')
  return `daemon off; user ${userInfo().username}; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr crit;
    events { worker_connections 4096; } http { access_log off; ${folders} include ${site}; }`
}

function findHaproxy(): Balancer | null {
  const program = findProgram('HAPROXY_PATH', 'haproxy')
  if (program === null) return null
  return {
    name: `HAProxy ${/version (\S+)/.exec(outputOf(program, ['-v']))?.[1] ?? ''}`,
    drainSeconds: 10,
    start: (port, gateways) =>
      startInFolder(port, (folder) => {
        const config = copyWithPorts('haproxy/haproxy.cfg', folder, [
          ['bind :8000', `bind 127.0.0.1:${port}`],
          ...placesOf(gateways),
          ...gateways.map(
            ({ managementPort }, index) => [`port ${9464 + index}`, `port ${managementPort}`] as const
          )
        ])
        return { program, args: ['-db', '-f', config], signal: 'SIGTERM' }
      })
  }
}

function placesOf(gateways: readonly Gateway[]): (readonly [string, string])[] {
  return gateways.map(({ port }, index) => [`127.0.0.1:${8080 + 100 * index}`, `127.0.0.1:${port}`] as const)
}

interface Run {
  program: string
  args: readonly string[]
  signal: NodeJS.Signals
}

async function startInFolder(port: number, prepare: (folder: string) => Run) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-restart-'))
  const running = await startProxyProcess({ ...prepare(folder), port, folder })
  return {
    async close() {
      await running.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Copies a file of `deploy` into a folder; throws for a text that it does not have. */
function copyWithPorts(
  source: string,
  folder: string,
  replacements: readonly (readonly [string, string])[]
): string {
  let text = readFileSync(packagePath('deploy', source), 'utf8')
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/${source}: nowhere says “${from}”`)
    text = text.replaceAll(from, to)
  }
  const target = join(folder, 'balancer.conf')
  writeFileSync(target, text)
  return target
}
