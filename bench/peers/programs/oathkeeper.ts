import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { findFreePort } from '../../../gateway/test/fixtures/wire/ports.ts'
import { type Peer, type Surroundings, VISITORS_HOST } from '../peer.ts'
import { findPeer, runProgram, versionOf } from '../program.ts'

const PROGRAM = 'oathkeeper'
const COOKIE = 'id_token'

/** Ory Oathkeeper in front of the application. It has no sign-in of its own: the cookie holds an id token of the provider. */
export const oathkeeper: Peer = {
  name: 'Ory Oathkeeper (id token in a cookie)',
  about: 'github.com/ory/oathkeeper, authenticator jwt; no sign-in of its own',
  checks: true,
  noRefresh: 'it has no sessions of its own',
  find: () => versionOf(PROGRAM, ['version'], /Version:\s*(\S+)/i),
  async start(surroundings) {
    const { port, folder, oidc } = surroundings
    const [apiPort, metricsPort] = [await findFreePort(), await findFreePort()]
    const [config, rules] = [join(folder, 'oathkeeper.yml'), join(folder, 'rules.json')]
    writeFileSync(rules, JSON.stringify([ruleOf(surroundings)]))
    writeFileSync(config, stringify(configOf(surroundings, { apiPort, metricsPort, rules })))
    const { pid, command, close } = await runProgram({
      program: findPeer(PROGRAM) ?? PROGRAM,
      args: ['serve', '--config', config],
      port,
      folder,
      // No word to anybody outside.
      env: { SQA_OPT_OUT: 'true' }
    })
    const signIn = async () => `${COOKIE}=${(await oidc.issueTokens()).id_token}`
    return { pids: [pid], commands: [command], signIn, close }
  }
}

function ruleOf({ port, upstreamUrl }: Surroundings): Record<string, unknown> {
  return {
    id: 'application',
    upstream: { url: upstreamUrl },
    match: { url: `http://${VISITORS_HOST}:${port}/<.*>`, methods: ['GET'] },
    authenticators: [{ handler: 'jwt' }],
    authorizer: { handler: 'allow' },
    mutators: [{ handler: 'header' }]
  }
}

interface Places {
  apiPort: number
  metricsPort: number
  rules: string
}

function configOf(
  { port, oidc }: Surroundings,
  { apiPort, metricsPort, rules }: Places
): Record<string, unknown> {
  return {
    serve: {
      proxy: { host: '127.0.0.1', port },
      api: { host: '127.0.0.1', port: apiPort },
      prometheus: { host: '127.0.0.1', port: metricsPort }
    },
    access_rules: { repositories: [`file://${rules}`] },
    authenticators: {
      jwt: {
        enabled: true,
        config: {
          jwks_urls: [`${oidc.issuer}/jwks`],
          trusted_issuers: [oidc.issuer],
          target_audience: [oidc.clientId],
          token_from: { cookie: COOKIE }
        }
      }
    },
    authorizers: { allow: { enabled: true } },
    mutators: {
      header: { enabled: true, config: { headers: { 'X-Forwarded-User': '{{ print .Subject }}' } } }
    }
  }
}
