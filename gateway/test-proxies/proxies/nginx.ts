import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { findProgram, outputOf } from '../../test/fixtures/processes/find-program.ts'
import { writeCertificate } from '../certificate.ts'
import { copyDeployFile, hostReplacements, portReplacements, type Replacements } from '../deploy-files.ts'
import { startProxyProcess } from '../program.ts'
import type { Places, ProxyUnderTest, RunningProxy } from '../proxy.ts'

/** `ngx_http_auth_request_module` with the files of `deploy/forward-auth/nginx`. */
export const nginx: ProxyUnderTest = {
  name: 'nginx',
  find: () => findProgram('NGINX_PATH', 'nginx'),
  howToInstall: 'apt-get install nginx, or NGINX_PATH',
  version: (program) => outputOf(program, ['-v']).replace(/^.*nginx\//s, ''),
  endsTls: true,
  limits: {
    'client headers: no header of a family that other gateways use arrives':
      'nginx removes headers by whole names alone; its file has those that applications are known to read',
    'client headers: no X-Forwarded-… arrives except those that proxies set': 'for the same reason'
  },
  async start(program, places, folder) {
    const { pem, key } = writeCertificate(folder)
    const site =
      places.applications.length === 1
        ? copyDeployFile('nginx/site.conf', folder, replacementsForOne(places))
        : copyDeployFile('nginx/sites.conf', folder, replacementsForTwo(places, { pem, key }))
    mkdirSync(join(folder, 'snippets'))
    copyDeployFile('nginx/gatehouse.conf', join(folder, 'snippets'), [])
    return await startNginx(program, { folder, site, port: places.visitors })
  }
}

/** In front of the gateway in reverse-proxy mode, with the file of `deploy/nginx`. */
export const nginxFront: ProxyUnderTest = {
  ...nginx,
  name: 'front nginx',
  endsTls: false,
  isFront: true,
  async start(program, places, folder) {
    const pages = `127.0.0.1:${places.pages}`
    const site = copyDeployFile('../nginx/gatehouse.conf', folder, [
      ['127.0.0.1:8080', pages],
      ['127.0.0.1:8180', pages],
      ['listen 8000;', `listen 127.0.0.1:${places.visitors};`]
    ])
    return await startNginx(program, { folder, site, port: places.visitors })
  }
}

async function startNginx(
  program: string,
  { folder, site, port }: { folder: string; site: string; port: number }
): Promise<RunningProxy> {
  const main = join(folder, 'nginx.conf')
  writeFileSync(main, nginxConfig(folder, site))
  const args = ['-p', folder, '-c', main, '-e', 'stderr']
  return await startProxyProcess({ program, args, port, folder, signal: 'SIGQUIT' })
}

/** Like the `nginx.conf` of Debian, in the foreground and outside of system folders. */
export function nginxConfig(folder: string, sites: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    daemon off;
    user ${userInfo().username};
    worker_processes 1;
    pid ${join(folder, 'nginx.pid')};
    error_log stderr;
    events {}
    http {
      access_log off;
      ${paths.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')}
      include ${sites};
    }`
}

function replacementsForOne(places: Places): Replacements {
  return [
    ...portReplacements(places),
    ['127.0.0.1:8081', `127.0.0.1:${places.forwardAuthRequests}`],
    ['listen 8000;', `listen 127.0.0.1:${places.visitors};`],
    ['server_name localhost;', `server_name ${places.signInHost};`]
  ]
}

function replacementsForTwo(places: Places, { pem, key }: { pem: string; key: string }): Replacements {
  return [
    ...hostReplacements(places),
    ...portReplacements(places),
    ['127.0.0.1:8081', `127.0.0.1:${places.forwardAuthRequests}`],
    ['listen 443', `listen 127.0.0.1:${places.visitors}`],
    ['/etc/nginx/example.com.pem', pem],
    ['/etc/nginx/example.com.key', key]
  ]
}
