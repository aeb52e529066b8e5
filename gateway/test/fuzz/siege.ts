import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { importFromPlugins } from '../../../config/plugin-exports.ts'
import { startStandIn } from '../../stand-in/stand-in.ts'
import { cookieHeader, postSession } from '../fixtures/gateway.ts'
import { MAIN, startProgram } from '../fixtures/processes/child-process.ts'
import { pooledKey } from '../fixtures/provider/rsa-keys.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { readJson, send } from '../fixtures/wire/http-client.ts'
import { startUpstream } from '../fixtures/wire/upstream.ts'
import { startOddApplication } from './application.ts'
import { type Loot, PLAIN_VISITS, visitOf } from './requests.ts'
import { pay } from './visit.ts'

/** Sessions are bound to devices over https alone; a proxy in front of the gateway would have it. */
const PUBLIC_ORIGIN = 'https://localhost:8080'
const USER = 'ada'
const AT_HOME = { host: new URL(PUBLIC_ORIGIN).host }
const AT_ONCE = 16

/** Browsers that bind sessions, as the plugin's tests have them. */
interface Browsers {
  REGISTER: string
  challengeIn(response: Response): string
  createDevice(): Promise<{ register(challenge: string): Promise<string> }>
  keep(cookies: string, response: Response): string
}

/** A gateway under attack; see `startSiege`. */
export interface Siege {
  /** Makes this many visits of a seed and the plain ones, some concurrently, then checks that everything still works. */
  attack(seed: number, visits: number): Promise<void>
  /** Descriptions of faults; grows with every attack. */
  readonly faults: readonly string[]
  /** Status of a response, `none` without one -> how often it occurred. */
  readonly responses: ReadonlyMap<string, number>
  /** Resident memory of the gateway, in MiB. */
  residentMib(): number
  /** Open file descriptors of the gateway. */
  descriptors(): number
  /** WebSockets that the gateway counts as open. */
  openWebSockets(): Promise<number>
  /** Shuts the gateway down; returns its exit code. */
  end(): Promise<number | null>
}

/**
 * Starts the real program between a stand-in provider and an application with odd responses, and signs a user
 * in. After each attack, the same process must serve `/livez` and a signed-in request; its log must hold no
 * `INTERNAL_ERROR` and no secret; and no unauthorised request may have reached the application.
 */
export async function startSiege(): Promise<Siege> {
  const provider = await startStandIn({ projectId: 'demo-fuzz', makeKey: pooledKey })
  const application = await startOddApplication(USER)
  const helper = await startUpstream(null, (req, res) => void req.on('end', () => res.end('helper')).resume())
  const upstream = { url: application.url, headersTimeoutMs: 1500, uploadIdleTimeoutMs: 1500 }
  const program = startProgram(MAIN, ['start'], {
    GATEHOUSE_PUBLIC_URL: PUBLIC_ORIGIN,
    GATEHOUSE_LISTEN_PORT: '0',
    GATEHOUSE_MANAGEMENT_PORT: '0',
    GATEHOUSE_APPLICATIONS: JSON.stringify([
      { name: 'home', upstream },
      { name: 'shop', host: 'shop.localhost', upstream }
    ]),
    GATEHOUSE_KEEP_FORMS_ENABLED: 'true',
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: provider.projectId,
    GATEHOUSE_IDENTITY_PLATFORM_API_KEY: provider.apiKey,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_IDENTITY_TOOLKIT: provider.endpoints.identityToolkit,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_SECURE_TOKEN: provider.endpoints.secureToken,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: provider.endpoints.certificates,
    GATEHOUSE_LOGIN_FEDERATED_HELPER_URL: helper.url,
    GATEHOUSE_SESSION_DEVICE_BINDING_MODE: 'when-supported',
    // Longer than any run.
    GATEHOUSE_SESSION_DEVICE_BINDING_REFRESH_SECONDS: '3600',
    GATEHOUSE_SESSION_ACQUIRE: 'handover',
    GATEHOUSE_SESSION_SIGN_INS_PER_MINUTE: '0',
    GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('siege'),
    GATEHOUSE_BEARER: JSON.stringify([
      {
        issuer: `https://securetoken.google.com/${provider.projectId}`,
        audiences: [provider.projectId],
        headers: ['x-assertion']
      }
    ]),
    GATEHOUSE_ACCESS_RULES: '[{"path":"/public/*","allow":"public"}]',
    GATEHOUSE_SHUTDOWN_GRACE_SECONDS: '2',
    METADATA_SERVER_DETECTION: 'none'
  })
  const [browsers] = await importFromPlugins<Browsers>('test/device')
  if (browsers === undefined) throw new Error('no plugin binds sessions')
  const faults: string[] = []
  const responses = new Map<string, number>()
  const [, ready = ''] = await program.printed(/^(.*"msg":"ready".*)$/m)
  const { port, managementPort } = JSON.parse(ready)
  const url = `http://127.0.0.1:${port}`
  // Sign-ins within the same second would be one session.
  const signIn = async (ageSeconds: number) => {
    const authTimeSeconds = Date.now() / 1000 - ageSeconds
    const { idToken, refreshToken } = await provider.signIn(USER, { authTimeSeconds })
    const response = await postSession(url, idToken, refreshToken, { ...AT_HOME, origin: PUBLIC_ORIGIN })
    const unbound = cookieHeader(response)
    const registration = await (await browsers.createDevice()).register(browsers.challengeIn(response))
    const bound = await send(`${url}${browsers.REGISTER}`, {
      method: 'POST',
      headers: { ...AT_HOME, cookie: unbound, 'secure-session-response': registration }
    })
    const { session_identifier: id } = readJson(await bound.clone().text())
    return {
      idToken,
      refreshToken,
      cookie: browsers.keep(unbound, bound),
      device: { id: String(id), registration }
    }
  }
  const { idToken, refreshToken, cookie, device } = await signIn(60)
  // Attackers may sign out the session they hold.
  const { cookie: ownCookie } = await signIn(0)
  const loot: Loot = { cookie, idToken, device, publicOrigin: PUBLIC_ORIGIN }
  const secrets = [idToken, refreshToken, ...cookie.split('; ').map((pair) => pair.slice(-43))]
  createInterface({ input: program.child.stdout }).on('line', (line) => {
    if (line.includes('INTERNAL_ERROR')) faults.push(`log: ${line.slice(0, 1500)}`)
    if (secrets.some((secret) => line.includes(secret))) faults.push('log: a secret')
  })

  async function look(where: string): Promise<void> {
    const live = await send(`http://127.0.0.1:${managementPort}/livez`).catch(describe)
    if (typeof live === 'string' || live.status !== 200) faults.push(`${where}: /livez ${describe(live)}`)
    const page = await send(`${url}/app`, { headers: { ...AT_HOME, cookie: ownCookie } }).catch(describe)
    const text = typeof page === 'string' ? page : `${page.status} ${await page.text()}`
    if (text !== `200 user ${USER}`) faults.push(`${where}: a signed-in request got ${text.slice(0, 200)}`)
    for (const seen of application.strangers.splice(0))
      faults.push(`${where}: reached the application: ${JSON.stringify(seen).slice(0, 300)}`)
  }

  function count(response: string): void {
    const statuses = [...response.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status = '']) => status)
    for (const status of statuses.length === 0 ? ['none'] : statuses)
      responses.set(status, (responses.get(status) ?? 0) + 1)
  }

  return {
    faults,
    responses,
    async attack(seed, visits) {
      const attacks = fc.sample(visitOf(loot), { seed, numRuns: visits })
      const queue = [...attacks, ...PLAIN_VISITS].values()
      const visitor = async () => {
        for (const plan of queue) {
          const response = await pay(port, plan)
          count(response)
          if (/^HTTP\/1\.1 500 /m.test(response))
            faults.push(
              `seed ${seed}: 500 for ${JSON.stringify(plan.bytes.toString('latin1').slice(0, 500))}`
            )
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, visitor))
      await look(`seed ${seed}`)
    },
    async openWebSockets() {
      const metrics = await (await send(`http://127.0.0.1:${managementPort}/metrics`)).text()
      return Number(/^gatehouse_websockets_open (\d+)$/m.exec(metrics)?.[1])
    },
    residentMib: () => {
      const status = readFileSync(`/proc/${program.child.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
    },
    descriptors: () => readdirSync(`/proc/${program.child.pid}/fd`).length,
    async end() {
      program.child.kill('SIGTERM')
      const { code, stderr } = await program.ended
      if (stderr !== '') faults.push(`stderr: ${stderr.slice(0, 1500)}`)
      await Promise.all([provider.close(), application.close(), helper.close()])
      return code
    }
  }
}

function describe(response: unknown): string {
  return response instanceof Response ? String(response.status) : String(response)
}
