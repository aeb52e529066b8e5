import fc from 'fast-check'
import t from 'tap'
import { buildRequest } from '../../src/commands/explain/asked-request.ts'
import type { Entrance } from '../../src/commands/explain/entrances.ts'
import { createExplainer } from '../../src/commands/explain/explainer.ts'
import type { Visitor } from '../../src/commands/explain/visitor.ts'
import { AUTH, buildQuestion, startAskedGateway } from '../fixtures/forward-auth.ts'
import { PAGE, startGateway, type TestGateway, testConfig } from '../fixtures/gateway.ts'
import { readJson, send } from '../fixtures/http-client.ts'

/** More configurations for a long run. */
const CONFIGURATIONS = Number(process.env.VERDICT_CONFIGURATIONS ?? 4)
const VISITS_EACH = 25
const SEED = Number(process.env.VERDICT_SEED ?? 5)

const SHARED = {
  publicUrl: AUTH,
  'cookie.domain': 'example.com',
  'forwardAuth.enabled': true,
  trustedProxies: ['127.0.0.1/32'],
  'login.federated.helper': 'firebaseapp',
  bearer: [{ issuer: 'https://securetoken.google.com/demo-test', audiences: ['demo-test'] }]
}

/** Who asks: what the gateway gets of them, and what `explain` is told. */
interface Caller {
  name: string
  headers: Record<string, string>
  visitor: Visitor
}

interface Visit {
  method: string
  host: string
  path: string
  caller: number
  isPageLoad: boolean
}

/** Hosts and paths of applications; one that has the host of another stands behind it. */
const PLACES = [
  { name: 'home' },
  { name: 'tool', path: '/tool/*' },
  { name: 'wiki', host: 'wiki.example.com' },
  { name: 'files', host: 'wiki.example.com', path: '/files/*', stripPath: true },
  { name: 'each', host: '*.example.com' },
  { name: 'each-files', host: '*.example.com', path: '/files/*' }
]
const ADMIN = { claim: 'role', oneOf: ['admin'] }

const rule = fc.record(
  {
    path: fc.constantFrom('/public/*', '/files/*', '/files/x', '/admin/*', '/x', '/tool/*', '/*'),
    allow: fc.constantFrom<unknown>(
      'public',
      'optional',
      'signed-in',
      'deny',
      ADMIN,
      { emailVerified: true },
      { any: [ADMIN, { not: { uid: 'ada' } }] },
      { network: ['203.0.113.0/24', '127.0.0.1/32'] }
    ),
    methods: fc.constant(['GET']),
    host: fc.constantFrom('wiki.example.com', 'auth.example.com', '*.example.com')
  },
  { requiredKeys: ['path', 'allow'] }
)
const access = fc.record({
  default: fc.constantFrom('signed-in', 'signed-in', 'public', 'optional', 'deny'),
  rules: fc.array(
    fc.tuple(rule, fc.constantFrom({}, {}, { secondFactor: true }, { signedInWithin: 600 })).map(demand),
    { maxLength: 5 }
  )
})
const applications = fc
  .tuple(fc.subarray(PLACES, { minLength: 1 }), fc.array(fc.option(access, { nil: undefined })))
  .map(([places, rules]) =>
    places.map((place, index) => ({
      ...place,
      ...(rules[index] === undefined ? {} : { access: rules[index] })
    }))
  )
const configuration = fc.record({ access, applications })

/** A rule that nobody signs in for asks for no step-up. */
function demand([written, required]: [{ allow?: unknown }, object]): object {
  const isFree = ['public', 'optional', 'deny'].includes(String(written.allow))
  return isFree || Object.keys(required).length === 0 ? written : { ...written, require: required }
}

const visitBy = (callers: number): fc.Arbitrary<Visit> =>
  fc.record({
    method: fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'DELETE'),
    host: fc.constantFrom(
      'auth.example.com',
      'wiki.example.com',
      'WIKI.example.com.',
      'a.example.com',
      'evil.test'
    ),
    path: fc.constantFrom(
      '/',
      '/x',
      '/X',
      '/public/x',
      '/admin/x?y=%2F',
      '/files',
      '/files/x',
      '/Files/x',
      '/files/%78',
      '/files//x',
      '/tool/x',
      '/%74ool/x'
    ),
    caller: fc.nat({ max: callers - 1 }),
    isPageLoad: fc.boolean()
  })

/** What became of a request, whoever tells it. Codes are in JSON alone. */
interface Verdict {
  passes: boolean
  /** Null: passes. */
  status: number | null
  code: unknown
  /** Does the application see who it is? Null: not known of a refusal. */
  isKnown: boolean | null
}

const REFUSED = { passes: false, isKnown: null }

async function proxied(gateway: TestGateway, visit: Visit, caller: Caller): Promise<Verdict> {
  gateway.upstream.forget()
  const { method, host, path } = visit
  const headers = { host, ...(visit.isPageLoad ? PAGE : {}), ...caller.headers }
  const answer = await send(`${gateway.url}${path}`, { method, headers })
  const [seen] = gateway.upstream.seen
  if (seen !== undefined)
    return { passes: true, status: null, code: null, isKnown: seen.headers['x-forwarded-user'] !== undefined }
  return { ...REFUSED, status: answer.status, code: readJson(await answer.text()).code ?? null }
}

async function asked(gateway: TestGateway, visit: Visit, caller: Caller): Promise<Verdict> {
  const headers = { ...(visit.isPageLoad ? PAGE : {}), ...caller.headers }
  const url = `https://${visit.host}${visit.path}`
  const [endpoint, question] = buildQuestion(gateway.url, { method: visit.method, url, headers })
  const answer = await send(endpoint, { ...question, headers: { ...question.headers, host: 'gatehouse' } })
  if (answer.status === 200)
    return {
      passes: true,
      status: null,
      code: null,
      isKnown: (answer.headers.get('x-forwarded-user') ?? '') !== ''
    }
  return { ...REFUSED, status: answer.status, code: readJson(await answer.text()).code ?? null }
}

type Explainer = Awaited<ReturnType<typeof createExplainer>>

async function explained(explainer: Explainer, by: Entrance, visit: Visit, caller: Caller): Promise<Verdict> {
  const { method, host, path: target, isPageLoad } = visit
  const lines = Object.entries(isPageLoad ? PAGE : {})
  const { outcome, identityHeaders } = await explainer.explain(
    buildRequest({ method, target, host }, lines),
    caller.visitor,
    by
  )
  if (outcome.kind === 'allow')
    return { passes: true, status: null, code: null, isKnown: identityHeaders.includes('x-forwarded-user') }
  return { ...REFUSED, status: outcome.status, code: outcome.code }
}

/** The same, as far as both tell it. */
function agree(one: Verdict, other: Verdict): boolean {
  const isSameCode = one.code === null || other.code === null || one.code === other.code
  return (
    one.passes === other.passes && one.status === other.status && one.isKnown === other.isKnown && isSameCode
  )
}

t.test(
  'application verdicts: random configurations, by proxy, by question and explained alike',
  async (t) => {
    const first = await startAskedGateway(t)
    first.provider.accounts.create({ uid: 'root', customClaims: { role: 'admin' } })
    const tokenOf = async (uid: string) => (await first.provider.signIn(uid)).idToken
    const claimsOf = (token: string) =>
      readJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
    const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true }
    const machine = await tokenOf('root')
    const callers: Caller[] = [
      { name: 'nobody', headers: {}, visitor: { kind: 'anonymous' } },
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
    const wrong: string[] = []
    const configurations = fc.sample(configuration, { numRuns: CONFIGURATIONS, seed: SEED })
    for (const [index, made] of configurations.entries()) {
      const upstream = { url: first.upstream.url }
      const config = {
        ...SHARED,
        'access.default': made.access.default,
        'access.rules': made.access.rules,
        applications: made.applications.map((one) => ({ ...one, upstream }))
      }
      const gateway = await startGateway(t, { config, publicUrl: AUTH, beside: first })
      const explainer = await createExplainer(testConfig(config), first.now)
      for (const visit of fc.sample(visitBy(callers.length), { numRuns: VISITS_EACH, seed: SEED + index })) {
        const caller = callers[visit.caller] ?? callers[0]
        if (caller === undefined) continue
        const here = await proxied(gateway, visit, caller)
        const there = await asked(gateway, visit, caller)
        counts[here.passes ? 'passed' : 'refused'] += 1
        if (here.isKnown === true) counts.known += 1
        const told = {
          proxy: await explained(explainer, 'proxy', visit, caller),
          question: await explained(explainer, 'forward-auth', visit, caller)
        }
        // A proxy that asks about a host that is not here is set up wrongly, which is another refusal.
        const isUnknown = here.code === 'UNKNOWN_HOST' || told.proxy.code === 'UNKNOWN_HOST'
        const isSame = isUnknown ? here.passes === there.passes : agree(here, there)
        if (!isSame || !agree(here, told.proxy) || !agree(there, told.question))
          wrong.push(JSON.stringify({ made, visit, caller: caller.name, here, there, told }))
      }
      await explainer.close()
      await gateway.app.close()
    }
    t.same(wrong.slice(0, 3), [])
    const least = CONFIGURATIONS * 2
    t.ok(counts.passed > least && counts.refused > least && counts.known > least, JSON.stringify(counts))
  }
)
