import fc from 'fast-check'
import t from 'tap'
import {
  configuration,
  headersOf,
  OWN_PATHS,
  type Visit,
  visitBy,
  writeConfiguration
} from '../../../test/fixtures/browser/application-visits.ts'
import { AUTH, buildForwardAuth, startAskedGateway } from '../../../test/fixtures/forward-auth.ts'
import { startGateway, type TestGateway, testConfig } from '../../../test/fixtures/gateway.ts'
import { readJson, send } from '../../../test/fixtures/wire/http-client.ts'
import { PLUGINS } from '../../plugins.ts'
import { buildRequest } from '../asked-request.ts'
import type { Entrance } from '../entrances.ts'
import { createExplainer } from '../explainer.ts'
import type { Visitor } from '../visitor.ts'

/** Set more configurations for a long run. */
const CONFIGURATIONS = Number(process.env.VERDICT_CONFIGURATIONS ?? 4)
const VISITS_EACH = 25
const SEED = Number(process.env.VERDICT_SEED ?? 6)

/** A caller: what the gateway receives, and what `explain` is given. */
interface Caller {
  name: string
  headers: Record<string, string>
  visitor: Visitor
}

/** The result of a request, from whichever source. Only JSON responses have a code. */
interface Result {
  passes: boolean
  /** Null if allowed. */
  status: number | null
  code: unknown
  /** Whether the application sees an identity; null for a refusal. */
  isKnown: boolean | null
  /** Whether it is an endpoint of the gateway; only `explain` knows. */
  isOwn?: boolean
  /** Whether the form of the request is preserved; only `explain` knows. */
  isKept?: boolean
}

const passed = (isKnown: boolean): Result => ({ passes: true, status: null, code: null, isKnown })
const refused = (status: number | null, code: unknown): Result => ({
  passes: false,
  isKnown: null,
  status,
  code
})
const refusedBy = async (response: Response) =>
  refused(response.status, readJson(await response.text()).code ?? null)

async function proxied(gateway: TestGateway, visit: Visit, caller: Caller): Promise<Result> {
  gateway.upstream.forget()
  const { method, host, path } = visit
  const headers = { host, ...headersOf(visit), ...caller.headers }
  const body = visit.kind.endsWith('form') ? { body: 'a=b' } : {}
  const response = await send(`${gateway.url}${path}`, { method, headers, ...body })
  const [seen] = gateway.upstream.seen
  return seen === undefined ? refusedBy(response) : passed(seen.headers['x-forwarded-user'] !== undefined)
}

async function asked(gateway: TestGateway, visit: Visit, caller: Caller): Promise<Result> {
  const { method, host, path } = visit
  // The other adapters send no response to a preflight, because proxies take any success as allowed.
  const adapter = method === 'OPTIONS' ? '/envoy' : ''
  const headers = { ...headersOf(visit), ...caller.headers }
  const [url, sent] = buildForwardAuth(gateway.url, {
    adapter,
    method,
    url: `https://${host}${path}`,
    headers
  })
  const response = await send(url, { ...sent, headers: { host: 'gatehouse', ...sent.headers } })
  return response.status === 200
    ? passed((response.headers.get('x-forwarded-user') ?? '') !== '')
    : refusedBy(response)
}

type Explainer = Awaited<ReturnType<typeof createExplainer>>

async function explained(explainer: Explainer, by: Entrance, visit: Visit, caller: Caller): Promise<Result> {
  const { method, host, path: target } = visit
  const lines = Object.entries(headersOf(visit))
  const { outcome, identityHeaders } = await explainer.explain(
    buildRequest({ method, target, host }, lines),
    caller.visitor,
    by
  )
  if (outcome.kind === 'allow') return passed(identityHeaders.includes('x-forwarded-user'))
  return {
    ...refused(outcome.status, outcome.code),
    isOwn: outcome.kind === 'own',
    isKept: outcome.detail?.includes('keepForms') === true
  }
}

/** Whether the real result is an endpoint of the gateway. As forward auth, those are allowed. */
function agreeOnOwn(real: Result, by: Entrance): boolean {
  return by === 'proxy' ? !real.passes && real.status !== 404 : real.passes && real.isKnown === false
}

/** Whether the explanation matches the real result. */
function holds(expected: Result, real: Result, by: Entrance): boolean {
  return expected.isOwn === true ? agreeOnOwn(real, by) : agree(real, expected)
}

/** Equal, as far as both are known. */
function agree(one: Result, other: Result): boolean {
  const isSameCode = one.code === null || other.code === null || one.code === other.code
  return (
    one.passes === other.passes && one.status === other.status && one.isKnown === other.isKnown && isSameCode
  )
}

t.test('application decisions: proxy, forward auth and explain agree for any configuration', async (t) => {
  const first = await startAskedGateway(t)
  first.provider.accounts.create({ uid: 'root', customClaims: { role: 'admin' } })
  const tokenOf = async (uid: string) => (await first.provider.signIn(uid)).idToken
  const claimsOf = (token: string) =>
    readJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true }
  const machine = await tokenOf('root')
  const callers: Caller[] = [
    { name: 'a visitor without a session', headers: {}, visitor: { kind: 'anonymous' } },
    {
      name: 'ada',
      headers: { cookie: await first.enter('ada') },
      visitor: { kind: 'claims', claims: ada }
    },
    {
      name: 'root',
      headers: { cookie: await first.enter('root') },
      visitor: { kind: 'claims', claims: { sub: 'root', role: 'admin' } }
    },
    {
      name: 'machine',
      headers: { authorization: `Bearer ${machine}` },
      visitor: { kind: 'bearer', claims: claimsOf(machine) }
    }
  ]
  const counts = { passed: 0, refused: 0, known: 0 }
  const rare = { own: 0, kept: 0, preflights: 0, asked: 0 }
  const wrong: string[] = []
  const configurations = fc.sample(configuration, { numRuns: CONFIGURATIONS, seed: SEED })
  for (const [index, made] of configurations.entries()) {
    const config = writeConfiguration(made, { url: first.upstream.url })
    const gateway = await startGateway(t, { config, publicUrl: AUTH, beside: first })
    const explainer = await createExplainer(testConfig(config), first.now, PLUGINS)
    for (const visit of fc.sample(visitBy(callers.length), { numRuns: VISITS_EACH, seed: SEED + index })) {
      const caller = callers[visit.caller] ?? callers[0]
      if (caller === undefined) continue
      const here = await proxied(gateway, visit, caller)
      const there = await asked(gateway, visit, caller)
      counts[here.passes ? 'passed' : 'refused'] += 1
      if (here.isKnown === true) counts.known += 1
      const expected = {
        proxy: await explained(explainer, 'proxy', visit, caller),
        forwardAuthRequest: await explained(explainer, 'forward-auth', visit, caller)
      }
      const isAsked = made.applications.some(
        ({ place }) => place.isAsked === true && place.host === visit.host
      )
      // As forward auth, an unknown host is refused as misconfigured, and form bodies stay with the proxy.
      const isOtherRefusal = expected.proxy.code === 'UNKNOWN_HOST' || expected.proxy.isKept === true
      const isSame = isOtherRefusal ? here.passes === there.passes : agree(here, there)
      rare.own += expected.proxy.isOwn === true ? 1 : 0
      rare.kept += expected.proxy.isKept === true ? 1 : 0
      rare.preflights += here.status === 204 ? 1 : 0
      rare.asked += isAsked && there.passes ? 1 : 0
      // Gateway endpoints exist only as reverse proxy, which does not serve hosts of forward auth.
      const isElsewhere = OWN_PATHS.includes(visit.path) || isAsked
      const isTrue =
        holds(expected.proxy, here, 'proxy') && holds(expected.forwardAuthRequest, there, 'forward-auth')
      if (!isTrue || !(isSame || isElsewhere))
        wrong.push(JSON.stringify({ visit, caller: caller.name, here, there, expected, made }))
    }
    await explainer.close()
    await gateway.app.close()
  }
  t.same(wrong.slice(0, 3), [])
  const least = CONFIGURATIONS * 2
  t.ok(counts.passed > least && counts.refused > least && counts.known > least, JSON.stringify(counts))
  for (const [kind, count] of Object.entries(rare)) t.ok(count > 0, `${kind}: ${count}`)
})
