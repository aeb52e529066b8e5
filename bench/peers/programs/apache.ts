import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Peer, type Surroundings, VISITORS_HOST } from '../peer.ts'
import { findPeer, runProgram, versionOf } from '../program.ts'
import { signInThrough } from '../sign-in/sign-in.ts'

/** Where Debian keeps them. */
const MODULES_FOLDER = '/usr/lib/apache2/modules'
const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc', 'proxy', 'proxy_http']

/** Apache with mod_auth_openidc, which keeps sessions in shared memory. */
export const apache: Peer = {
  name: 'Apache mod_auth_openidc',
  about: 'Debian’s packages apache2 and libapache2-mod-auth-openidc',
  checks: true,
  noRefresh: null,
  find: () => (hasModule() ? versionOf('apache2', ['-v'], /Apache\/(\S+)/) : null),
  async start(surroundings) {
    const { port, folder } = surroundings
    const main = join(folder, 'apache.conf')
    writeFileSync(main, configOf(surroundings))
    const args = ['-D', 'FOREGROUND', '-f', main]
    const { pid, command, close } = await runProgram({
      program: findPeer('apache2') ?? 'apache2',
      args,
      port,
      folder
    })
    return { pids: [pid], commands: [command], signIn: () => signInThrough(surroundings), close }
  }
}

function hasModule(): boolean {
  return (
    versionOf(
      'apache2',
      ['-t', '-C', `LoadModule auth_openidc_module ${MODULES_FOLDER}/mod_auth_openidc.so`],
      /(Cannot load)/
    ) === 'unknown version'
  )
}

/** Threads and connections as in no default, whose 150 threads hold at most some 450 connections. */
function configOf({ port, folder, upstreamUrl, oidc, refreshAfterSeconds }: Surroundings): string {
  const origin = `http://${VISITORS_HOST}:${port}`
  const refresh = refreshAfterSeconds === null ? '' : 'OIDCRefreshAccessTokenBeforeExpiry 1'
  return `
ServerRoot ${folder}
ServerName ${VISITORS_HOST}
DefaultRuntimeDir ${folder}
PidFile ${join(folder, 'pid')}
ErrorLog ${join(folder, 'error.log')}
LogLevel error
User #65534
Group #65534
${MODULES.map((name) => `LoadModule ${name}_module ${MODULES_FOLDER}/mod_${name}.so`).join('\n')}
LogFormat "%h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"" combined
CustomLog /dev/null combined
Listen 127.0.0.1:${port}
ThreadLimit 64
ThreadsPerChild 64
ServerLimit 8
MaxRequestWorkers 512
AsyncRequestWorkerFactor 64
KeepAlive On
KeepAliveTimeout 75
MaxKeepAliveRequests 0
LimitRequestFieldSize 32768

OIDCProviderMetadataURL ${oidc.issuer}/.well-known/openid-configuration
OIDCClientID ${oidc.clientId}
OIDCClientSecret ${oidc.clientSecret}
OIDCRedirectURI ${origin}/oidc/callback
OIDCCryptoPassphrase ${randomBytes(24).toString('hex')}
OIDCScope "openid email profile"
OIDCPKCEMethod S256
OIDCRemoteUserClaim email
OIDCCacheShmMax 4000

ProxyPreserveHost On
ProxyPass /oidc/ !
ProxyPass / ${upstreamUrl}/
<Location />
  AuthType openid-connect
  Require valid-user
  ${refresh}
</Location>
`
}
