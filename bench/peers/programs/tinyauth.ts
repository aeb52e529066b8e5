import { join } from 'node:path'
import { findFreePort } from '../../../gateway/test/fixtures/wire/ports.ts'
import { DOMAIN, type Peer, type Surroundings, VISITORS_HOST } from '../peer.ts'
import { findPeer, runProgram, versionOf } from '../program.ts'
import { createBrowser, SCRIPT_CALL } from '../sign-in/browser.ts'
import { findTraefik, runTraefikAsking } from './traefik.ts'

const PROGRAM = 'tinyauth'
const PROVIDER = 'bench'

/** Tinyauth asked by Traefik. Its sessions are in a database of SQLite. */
export const traefikAskingTinyauth: Peer = {
  name: 'Traefik + Tinyauth (forwardAuth)',
  about: 'github.com/steveiliop56/tinyauth; both programs counted',
  checks: true,
  noRefresh: 'its sessions do not depend on the provider’s tokens',
  find: () => (findTraefik() === null ? null : versionOf(PROGRAM, ['version'], /Version:\s*(\S+)/i)),
  async start(surroundings) {
    const { port, folder } = surroundings
    const ownPort = await findFreePort()
    const ownOrigin = `http://auth.${DOMAIN}:${ownPort}`
    const program = await runProgram({
      program: findPeer(PROGRAM) ?? PROGRAM,
      args: [],
      port: ownPort,
      folder,
      env: settingsOf(surroundings, ownOrigin)
    })
    const traefik = await runTraefikAsking(surroundings, {
      forwardAuthRequest: `http://127.0.0.1:${ownPort}/api/auth/traefik`,
      pages: ownPort
    })
    return {
      pids: [traefik.pid, program.pid],
      commands: [traefik.command, program.command],
      signIn: () => signIn(ownOrigin, `http://${VISITORS_HOST}:${port}/`),
      async close() {
        await traefik.close()
        await program.close()
      }
    }
  }
}

/** What its page does: the script asks for the provider's address and goes there. */
async function signIn(ownOrigin: string, target: string): Promise<string> {
  const browser = createBrowser()
  const asked = `${ownOrigin}/api/oauth/url/${PROVIDER}?redirect_uri=${encodeURIComponent(target)}`
  const { status, body } = await browser.ask(asked, { headers: SCRIPT_CALL })
  if (status !== 200) throw new Error(`sign-in: ${status} ${body.slice(0, 200)}`)
  const response: unknown = JSON.parse(body)
  await browser.open(String(Reflect.get(Object(response), 'url')))
  return browser.cookieHeader()
}

function settingsOf({ folder, oidc }: Surroundings, ownOrigin: string): Record<string, string> {
  const provider = `TINYAUTH_OAUTH_PROVIDERS_${PROVIDER.toUpperCase()}`
  const { hostname, port } = new URL(ownOrigin)
  return {
    TINYAUTH_APPURL: `http://${hostname}:${port}`,
    TINYAUTH_SERVER_ADDRESS: '127.0.0.1',
    TINYAUTH_SERVER_PORT: port,
    TINYAUTH_DATABASE_PATH: join(folder, 'tinyauth.db'),
    TINYAUTH_OIDC_PRIVATEKEYPATH: join(folder, 'key'),
    TINYAUTH_OIDC_PUBLICKEYPATH: join(folder, 'key.pub'),
    TINYAUTH_RESOURCES_ENABLED: 'false',
    // No word to anybody outside.
    TINYAUTH_ANALYTICS_ENABLED: 'false',
    [`${provider}_CLIENTID`]: oidc.clientId,
    [`${provider}_CLIENTSECRET`]: oidc.clientSecret,
    [`${provider}_SCOPES`]: 'openid,email,profile',
    [`${provider}_AUTHURL`]: `${oidc.issuer}/authorize`,
    [`${provider}_TOKENURL`]: `${oidc.issuer}/token`,
    [`${provider}_USERINFOURL`]: `${oidc.issuer}/userinfo`,
    [`${provider}_REDIRECTURL`]: `${ownOrigin}/api/oauth/callback/${PROVIDER}`,
    [`${provider}_NAME`]: PROVIDER
  }
}
