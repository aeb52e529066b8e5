import { randomBytes } from 'node:crypto'
import { findFreePort } from '../../../gateway/test/fixtures/wire/ports.ts'
import { type Peer, type Surroundings, VISITORS_HOST } from '../peer.ts'
import { findPeer, type RunningProgram, runProgram, versionOf } from '../program.ts'
import { signInThrough } from '../sign-in/sign-in.ts'
import { findNginx, runNginxAsking } from './nginx.ts'

const PROGRAM = 'oauth2-proxy'
const ABOUT = 'github.com/oauth2-proxy/oauth2-proxy, sessions in the cookie'

/** oauth2-proxy in front of the application. */
export const oauth2Proxy: Peer = {
  name: 'oauth2-proxy',
  about: ABOUT,
  checks: true,
  noRefresh: null,
  find: findOauth2Proxy,
  async start(surroundings) {
    const { port, upstreamUrl } = surroundings
    const { pid, command, close } = await runOauth2Proxy(surroundings, port, [`--upstream=${upstreamUrl}/`])
    return { pids: [pid], commands: [command], signIn: () => signInThrough(surroundings), close }
  }
}

/** oauth2-proxy asked by nginx. */
export const nginxAskingOauth2Proxy: Peer = {
  name: 'nginx + oauth2-proxy (auth_request)',
  about: `${ABOUT}; both programs counted`,
  checks: true,
  noRefresh: 'as oauth2-proxy',
  find: () => (findNginx() === null ? null : findOauth2Proxy()),
  async start(surroundings) {
    const ownPort = await findFreePort()
    const args = [
      '--upstream=static://202',
      '--reverse-proxy',
      '--trusted-proxy-ip=127.0.0.1',
      '--set-xauthrequest'
    ]
    const program = await runOauth2Proxy(surroundings, ownPort, args)
    const nginx = await runNginxAsking(surroundings, {
      host: `127.0.0.1:${ownPort}`,
      path: '/oauth2/auth',
      userHeader: 'X-Auth-Request-User',
      signInUrl: '/oauth2/start?rd=/',
      ownPaths: '/oauth2/'
    })
    return joinPrograms([nginx, program], surroundings)
  }
}

/** A peer of a proxy and a program that it asks, signed in by opening a page. */
export function joinPrograms(programs: readonly RunningProgram[], surroundings: Surroundings) {
  return {
    pids: programs.map(({ pid }) => pid),
    commands: programs.map(({ command }) => command),
    signIn: () => signInThrough(surroundings),
    async close() {
      for (const program of programs) await program.close()
    }
  }
}

function findOauth2Proxy(): string | null {
  return versionOf(PROGRAM, ['--version'], /oauth2-proxy (\S+)/)
}

function runOauth2Proxy(
  { port, folder, oidc, refreshAfterSeconds }: Surroundings,
  listenAt: number,
  more: readonly string[]
): Promise<RunningProgram> {
  const args = [
    `--http-address=127.0.0.1:${listenAt}`,
    '--provider=oidc',
    `--oidc-issuer-url=${oidc.issuer}`,
    `--client-id=${oidc.clientId}`,
    `--client-secret=${oidc.clientSecret}`,
    `--cookie-secret=${randomBytes(16).toString('hex')}`,
    `--redirect-url=http://${VISITORS_HOST}:${port}/oauth2/callback`,
    '--code-challenge-method=S256',
    '--cookie-secure=false',
    '--email-domain=*',
    '--skip-provider-button',
    ...(refreshAfterSeconds === null ? [] : [`--cookie-refresh=${refreshAfterSeconds}s`]),
    ...more
  ]
  return runProgram({ program: findPeer(PROGRAM) ?? PROGRAM, args, port: listenAt, folder })
}
