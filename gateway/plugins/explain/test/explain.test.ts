import t from 'tap'
import { startGateway, type TestGateway, testConfig } from '../../../test/fixtures/gateway.ts'
import type { Teardown } from '../../../test/fixtures/provider/stand-in.ts'
import {
  ADMIN_TARGETS,
  BY_PATH,
  CLIENT_WORDS,
  ODD_TARGETS,
  PUBLIC_TARGETS,
  RULES,
  SPOOFS,
  TENANT_TARGETS
} from '../../../test/fixtures/wire/attack-requests.ts'
import { readJson, sendRaw } from '../../../test/fixtures/wire/http-client.ts'
import { PLUGINS } from '../../plugins.ts'
import { buildRequest } from '../asked-request.ts'
import { createExplainer, type Explanation } from '../explainer.ts'
import type { Visitor } from '../visitor.ts'

/** A visitor: the cookie of a session at the running gateway, and the claims of the same session. */
interface Person {
  cookie: string
  visitor: Visitor
}

/** A request as it goes over the wire, without the cookie. */
interface Sent {
  method?: string
  target: string
  host?: string
  lines?: readonly string[]
}

const ANONYMOUS: Person = { cookie: '', visitor: { kind: 'anonymous' } }

const ADA = { sub: 'ada', email: 'ada@example.com', email_verified: true }

const explainerOf = async (t: Teardown, config: Record<string, unknown>) => {
  const explainer = await createExplainer(testConfig(config), () => Date.now() / 1000, PLUGINS)
  t.teardown(() => explainer.close())
  return explainer
}

const headerOf = (line: string) => {
  const [, name = '', value = ''] = /^([^:]+): ?(.*)$/s.exec(line) ?? []
  return [name, value] as const
}

/** What a response and an explanation have in common; null: the body has no code. */
interface Said {
  passes: boolean
  status: number | null
  code: unknown
}

const saidBy = ({ outcome }: Explanation): Said => ({
  passes: outcome.kind === 'allow',
  status: outcome.kind === 'allow' ? 200 : outcome.status,
  code: outcome.code
})

async function askGateway(
  { port, upstream }: Pick<TestGateway, 'port' | 'upstream'>,
  { method = 'GET', target, host = 'localhost:8080', lines = [] }: Sent,
  cookie: string
): Promise<Said & { identity: string[] }> {
  upstream.forget()
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    ...lines.map((line) => line.replace(/^connection:/i, 'Connection: close,')),
    ...(cookie === '' ? [] : [`Cookie: ${cookie}`]),
    ...(lines.some((line) => /^connection:/i.test(line)) ? [] : ['Connection: close'])
  ]
  const response = await sendRaw(port, `${head.join('\r\n')}\r\n\r\n`)
  const [seen] = upstream.seen
  const names = ['x-forwarded-user', 'x-forwarded-email', 'x-gatehouse-assertion', 'x-gatehouse-tenant']
  return {
    passes: seen !== undefined,
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]),
    code: readJson(response.slice(response.indexOf('\r\n\r\n') + 4)).code ?? null,
    identity: names.filter((name) => seen?.headers[name] !== undefined)
  }
}

/** Requests both and returns how they differ; null if they agree. */
async function compareResponses(
  gateway: Pick<TestGateway, 'port' | 'upstream'>,
  explain: (sent: Sent, visitor: Visitor) => Promise<Explanation>,
  [sent, person]: readonly [Sent, Person]
): Promise<string | null> {
  const explanation = await explain(sent, person.visitor)
  const { identity, ...response } = await askGateway(gateway, sent, person.cookie)
  if (explanation.outcome.kind === 'own') {
    // Not every path below these exists.
    const isMissing = response.code === 'NOT_FOUND' && !/^\/(login|_auth\/assets)\//.test(sent.target)
    return response.passes || isMissing ? `${sent.target}: own, but ${JSON.stringify(response)}` : null
  }
  const said = saidBy(explanation)
  const names = identity.filter((name) => !explanation.identityHeaders.includes(name))
  // Redirects, responses to HEAD and those of the application have no code.
  const sameCode = response.code === null || said.passes || response.code === said.code
  return response.passes === said.passes && response.status === said.status && sameCode && names.length === 0
    ? null
    : JSON.stringify({ sent, response, said, names })
}

const byProxy =
  (explainer: Awaited<ReturnType<typeof createExplainer>>) =>
  ({ method = 'GET', target, host = 'localhost:8080', lines = [] }: Sent, visitor: Visitor) =>
    explainer.explain(buildRequest({ method, target, host }, lines.map(headerOf)), visitor, 'proxy')

/** Otherwise the helper would be fetched from the domain of the provider. */
const NO_HELPER = { 'login.federated.helper': 'firebaseapp' }

const METHODS = ['GET', 'HEAD', 'POST', 'TRACE', 'PROPFIND'] as const

/** How explanations and responses differ. */
async function listDifferences(
  gateway: TestGateway,
  explain: ReturnType<typeof byProxy>,
  people: readonly Person[],
  requests: readonly Sent[]
): Promise<string[]> {
  const found: string[] = []
  for (const person of people)
    for (const sent of requests) found.push((await compareResponses(gateway, explain, [sent, person])) ?? '')
  return found.filter((line) => line !== '')
}

const at = (targets: readonly string[], lines: readonly string[] = []): Sent[] =>
  targets.map((target) => ({ target, lines }))

t.test('explain: agrees with the gateway for every target of the attack tests', async (t) => {
  const config = { ...RULES, ...NO_HELPER }
  const gateway = await startGateway(t, { config })
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  gateway.provider.accounts.create({ uid: 'root', customClaims: { role: 'admin' } })
  const root = { sub: 'root', role: 'admin' }
  const people: Person[] = [
    ANONYMOUS,
    { cookie: await gateway.signIn('ada'), visitor: { kind: 'claims', claims: ADA } },
    { cookie: await gateway.signIn('root'), visitor: { kind: 'claims', claims: root } }
  ]
  const upgrades = [
    ['Upgrade: websocket', 'Connection: upgrade', 'Origin: https://evil.example'],
    ['Upgrade: h2c', 'Connection: upgrade'],
    ['Upgrade: h2c'],
    ['Sec-Fetch-Mode: websocket', 'Origin: https://evil.example']
  ]
  const headers = ['Accept: text/html', 'Sec-Fetch-Mode: navigate', 'Expect: nothing', 'Host: again']
  const requests: Sent[] = [
    ...at([...Object.values(PUBLIC_TARGETS).flat(), ...ODD_TARGETS, ...ADMIN_TARGETS]),
    ...at(['/login', '/%6cogin', '/_auth/session', '/_auth/verify', '/_auth/verify/status']),
    ...at(['/__/auth/handler', '/__/x', '/%5f_/auth/x', '/%5f_/auth/action', '/__/auth/action']),
    ...at(['/__/firebase/init.json']),
    ...METHODS.flatMap((method) =>
      at(['/public/x', '/private', '/admin/x', '/a/../b']).map((sent) => ({ ...sent, method }))
    ),
    ...SPOOFS.flatMap(([, lines]) => at(['/private'], lines.split('\r\n'))),
    ...CLIENT_WORDS.filter((line) => !line.startsWith('Expect')).flatMap((line) => at(['/public/x'], [line])),
    ...[...headers.map((line) => [line]), ['Origin: a', 'Origin: b']].flatMap((lines) =>
      at(['/admin/x'], lines)
    ),
    ...upgrades.flatMap((lines) => at(['/public/x', '/private'], lines))
  ]
  t.same(await listDifferences(gateway, byProxy(await explainerOf(t, config)), people, requests), [])
  t.ok(requests.length > 70, `${requests.length} requests`)
})

t.test('explain: agrees with the gateway for every spelling around a tenant folder', async (t) => {
  const config = { 'identityPlatform.tenants': BY_PATH, ...NO_HELPER }
  const gateway = await startGateway(t, { config, tenants: ['acme', 'umbrella'] })
  const people = [ANONYMOUS]
  for (const tenant of ['acme', 'umbrella']) {
    gateway.provider.accounts.create({ uid: tenant, tenantId: tenant })
    people.push({
      cookie: await gateway.signIn(tenant, { tenantId: tenant }),
      visitor: { kind: 'claims', claims: { sub: tenant, firebase: { tenant } } }
    })
  }
  const targets = [...TENANT_TARGETS, '/', '/umbrella/x', '/%75mbrella/x']
  const requests = [...at(targets), ...at(targets, ['Accept: text/html'])]
  t.same(await listDifferences(gateway, byProxy(await explainerOf(t, config)), people, requests), [])
})
