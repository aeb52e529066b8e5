import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { packagePath } from '../src/config/package-files.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { runOrFail } from './tool.ts'

const NGINX_FOLDER = packagePath('deploy', 'forward-auth', 'nginx')
const MOUNTED_BELOW = '/etc/nginx/'

/** The Compose file with nginx, with the mounted files as its container sees them. */
export async function checkContainers(checks: Checks, folder: string): Promise<void> {
  const nginx = findProgram('NGINX_PATH', 'nginx')
  if (nginx === null) {
    checks.skip('containers', 'nginx not found (Debian’s package `nginx`; NGINX_PATH names it)')
    return
  }
  await checks.check('containers: nginx accepts the files where Compose mounts them', async () => {
    const prefix = mkdtempSync(join(folder, 'nginx-'))
    const { services } = parse(readFileSync(join(NGINX_FOLDER, 'compose.yaml'), 'utf8'))
    for (const volume of services.nginx.volumes) {
      const [source, target] = volume.split(':')
      const place = join(prefix, target.replace(MOUNTED_BELOW, ''))
      mkdirSync(dirname(place), { recursive: true })
      cpSync(join(NGINX_FOLDER, source), place)
    }
    const main = join(prefix, 'nginx.conf')
    // Equivalent to the file in the image.
    writeFileSync(main, `pid ${prefix}/pid;\nevents {}\nhttp { access_log off; include conf.d/*.conf; }\n`)
    await runOrFail(nginx, ['-t', '-p', prefix, '-c', main, '-e', 'stderr'])
  })
}
