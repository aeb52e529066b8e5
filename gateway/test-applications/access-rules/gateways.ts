import { cookieHeader, postSession, startGateway, type TestGateway } from '../../test/fixtures/gateway.ts'
import type { Teardown } from '../../test/fixtures/provider/stand-in.ts'
import { accessOf, RULE_SETS, type RuleSet, UNNAMED, type VisitorName } from './rule-sets.ts'
import { handlersOf, labelOf, type Server } from './server.ts'

const DOMAIN = 'example.com'
const HOME = `app.${DOMAIN}`

export const hostOf = (server: Server) => `${labelOf(server)}.${DOMAIN}`

/** A gateway in front of all servers, with the same rules for each. */
export interface Entrance {
  ruleSet: RuleSet
  port: number
  /** `Cookie` of each visitor, in a header. */
  headersOf: Readonly<Record<VisitorName, Record<string, string>>>
}

/** A gateway for each set of rules. `ports`: those of the servers, in the same order. */
export async function startEntrances(
  t: Teardown,
  servers: readonly Server[],
  ports: readonly number[]
): Promise<Entrance[]> {
  const entrances: Entrance[] = []
  for (const ruleSet of [...RULE_SETS, UNNAMED]) {
    const applications = servers.map((server, index) => ({
      name: labelOf(server),
      host: hostOf(server),
      upstream: { url: `http://127.0.0.1:${ports[index]}` },
      access: accessOf(ruleSet, handlersOf(server)),
      ...(ruleSet === UNNAMED || server.framework === undefined ? {} : { framework: server.framework })
    }))
    const gateway = await startGateway(t, {
      publicUrl: `https://${HOME}`,
      config: {
        'cookie.domain': DOMAIN,
        'log.level': 'warn',
        applications: [{ name: 'home', upstream: { url: 'http://127.0.0.1:9' } }, ...applications]
      }
    })
    const headersOf = {
      stranger: {},
      visitor: { cookie: await signIn(gateway, 'visitor', {}) },
      admin: { cookie: await signIn(gateway, 'admin', { role: 'admin' }) }
    }
    entrances.push({ ruleSet, port: gateway.port, headersOf })
  }
  return entrances
}

async function signIn(
  gateway: TestGateway,
  uid: string,
  customClaims: Record<string, unknown>
): Promise<string> {
  gateway.provider.accounts.create({ uid, customClaims })
  const { idToken, refreshToken } = await gateway.provider.signIn(uid)
  const response = await postSession(gateway.url, idToken, refreshToken, {
    host: HOME,
    origin: `https://${HOME}`
  })
  if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
  return cookieHeader(response)
}
