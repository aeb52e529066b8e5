import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { copyDeployFile } from '../../../gateway/test-proxies/deploy-files.ts'
import { type Peer, type Surroundings, VISITORS_HOST } from '../peer.ts'
import { findPeer, type RunningProgram, runProgram, versionOf } from '../program.ts'
import { runAskedGateway, withProvider } from './gatehouse.ts'

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** `proxy_pass` and nothing else: the least that anything in front of the application can cost. */
export const nginxProxy: Peer = {
  name: 'nginx, proxy_pass alone',
  about: 'Debian’s package nginx; checks nothing',
  checks: false,
  noRefresh: 'it checks nothing',
  find: findNginx,
  async start(surroundings) {
    const server = `location / { ${PASS} }`
    const { pid, command, close } = await runNginx(surroundings, siteOf(surroundings, server))
    return { pids: [pid], commands: [command], signIn: async () => '', close }
  }
}

/** Gatehouse asked by nginx, with the files of `deploy/forward-auth/nginx`. */
export const nginxAskingGatehouse: Peer = {
  name: 'nginx + Gatehouse (auth_request)',
  about: 'Debian’s package nginx with the files of deploy/forward-auth/nginx; both programs counted',
  checks: true,
  noRefresh: null,
  find: findNginx,
  async start(surroundings) {
    const { port, folder, upstreamUrl } = surroundings
    const { pages, forwardAuthRequests, provider, gateway } = await runAskedGateway(surroundings)
    mkdirSync(join(folder, 'snippets'))
    copyDeployFile('nginx/gatehouse.conf', join(folder, 'snippets'), [])
    const site = copyDeployFile('nginx/site.conf', folder, [
      ['127.0.0.1:8080', `127.0.0.1:${pages}`],
      ['127.0.0.1:8081', `127.0.0.1:${forwardAuthRequests}`],
      ['127.0.0.1:3000', new URL(upstreamUrl).host],
      ['listen 8000;', `listen 127.0.0.1:${port};`],
      ['server_name localhost;', `server_name ${VISITORS_HOST};`]
    ])
    const nginx = await runNginx(surroundings, `include ${site};`)
    return withProvider([nginx, gateway], provider, surroundings)
  }
}

/** What nginx asks, and where it sends visitors who are not signed in. */
export interface ForwardAuthRequest {
  /** `host:port` of the program that answers. */
  host: string
  /** Path of the question there. */
  path: string
  /** Header of its answer that names the visitor. */
  userHeader: string
  /** Where a visitor signs in; variables of nginx count. */
  signInUrl: string
  /** Paths that the program serves itself, where it has some on this host. */
  ownPaths?: string
}

/** nginx in front of the application that asks some program about each request, by `auth_request`. */
export function runNginxAsking(
  surroundings: Surroundings,
  forwardAuthRequest: ForwardAuthRequest
): Promise<RunningProgram> {
  const { host, path, userHeader, signInUrl, ownPaths } = forwardAuthRequest
  const own = ownPaths === undefined ? '' : `location ${ownPaths} { proxy_pass http://questions; ${HEADERS} }`
  const server = `
    ${own}
    location / {
      auth_request /.question;
      auth_request_set $user $upstream_http_${userHeader.toLowerCase().replaceAll('-', '_')};
      error_page 401 = @sign-in;
      proxy_set_header X-Forwarded-User $user;
      ${PASS}
    }
    location = /.question {
      internal;
      proxy_pass http://questions${path};
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      ${HEADERS}
    }
    location @sign-in { return 302 ${signInUrl}; }`
  const forwardAuthRequests = `upstream questions { server ${host}; keepalive 64; }`
  return runNginx(surroundings, `${forwardAuthRequests}\n${siteOf(surroundings, server)}`)
}

/** Null: it is not on this machine. */
export function findNginx(): string | null {
  return versionOf('nginx', ['-v'], /nginx\/(\S+)/)
}

const HEADERS = `
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;`
const PASS = `proxy_pass http://application; ${HEADERS}`

function siteOf({ port, upstreamUrl }: Surroundings, server: string): string {
  return `
  upstream application { server ${new URL(upstreamUrl).host}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    server_name ${VISITORS_HOST};
    large_client_header_buffers 4 32k;
    ${server}
  }`
}

/** What Debian's own `nginx.conf` does, in one folder: a line of log for each request. More connections than there. */
function runNginx({ folder, port }: Surroundings, http: string): Promise<RunningProgram> {
  const main = join(folder, 'nginx.conf')
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')
  writeFileSync(
    main,
    `daemon off; user ${userInfo().username}; worker_processes auto; pid ${join(folder, 'nginx.pid')};
error_log stderr error; worker_rlimit_nofile 20000;
events { worker_connections 16000; }
http {
  access_log /dev/null combined;
  keepalive_requests 1000000;
  ${paths}
  ${http}
}
`
  )
  return runProgram({
    program: findPeer('nginx') ?? 'nginx',
    args: ['-p', folder, '-c', main, '-e', 'stderr'],
    port,
    folder,
    signal: 'SIGTERM'
  })
}
