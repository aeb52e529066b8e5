import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { findFreePort } from '../../../gateway/test/fixtures/wire/ports.ts'
import { DOMAIN, type Peer, type Surroundings } from '../peer.ts'
import { findPeer, runProgram } from '../program.ts'
import { findNginx, runNginxAsking } from './nginx.ts'
import { joinPrograms } from './oauth2-proxy.ts'

const PROGRAM = 'vouch-proxy'

/** Vouch Proxy asked by nginx, which is the only way to use it. */
export const nginxAskingVouch: Peer = {
  name: 'nginx + Vouch Proxy (auth_request)',
  about: 'github.com/vouch/vouch-proxy; both programs counted',
  checks: true,
  noRefresh: 'its sessions do not depend on the provider’s tokens',
  // It does not say its version unless that was given to its build.
  find: () => (findNginx() === null || findPeer(PROGRAM) === null ? null : 'as built'),
  async start(surroundings) {
    const { folder } = surroundings
    const ownPort = await findFreePort()
    const config = join(folder, 'config', 'config.yml')
    mkdirSync(join(folder, 'config'))
    writeFileSync(config, stringify(configOf(surroundings, ownPort)))
    const program = await runProgram({
      program: findPeer(PROGRAM) ?? PROGRAM,
      args: ['-config', config],
      port: ownPort,
      folder,
      env: { VOUCH_ROOT: `${folder}/` }
    })
    const nginx = await runNginxAsking(surroundings, {
      host: `127.0.0.1:${ownPort}`,
      path: '/validate',
      userHeader: 'X-Vouch-User',
      signInUrl: `http://login.${DOMAIN}:${ownPort}/login?url=$scheme://$http_host$request_uri`
    })
    return joinPrograms([nginx, program], surroundings)
  }
}

function configOf({ oidc }: Surroundings, ownPort: number): Record<string, unknown> {
  return {
    vouch: {
      listen: '127.0.0.1',
      port: ownPort,
      allowAllUsers: true,
      cookie: { secure: false, domain: DOMAIN },
      jwt: { secret: randomBytes(32).toString('hex') },
      session: { key: randomBytes(32).toString('hex') }
    },
    oauth: {
      provider: 'oidc',
      client_id: oidc.clientId,
      client_secret: oidc.clientSecret,
      auth_url: `${oidc.issuer}/authorize`,
      token_url: `${oidc.issuer}/token`,
      user_info_url: `${oidc.issuer}/userinfo`,
      scopes: ['openid', 'email', 'profile'],
      callback_url: `http://login.${DOMAIN}:${ownPort}/auth`,
      code_challenge_method: 'S256'
    }
  }
}
