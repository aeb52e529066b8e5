import type { StandIn } from '../stand-in/stand-in.ts'
import { startGateway, type TestGateway } from '../test/fixtures/gateway.ts'
import type { Teardown } from '../test/fixtures/provider/stand-in.ts'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'
import { type Application, startApplication } from './application.ts'
import type { Places, ProxyUnderTest } from './proxy.ts'
import { CALL, createVisitor, type Reply, type Visitor } from './visitor.ts'

/** What is behind the proxy: one application, or several on subdomains or other domains. */
export type Setup = 'one application' | 'two applications' | 'three domains'

/** Provider, gateway and applications around a proxy. */
export interface ProxyEnvironment {
  places: Places
  provider: StandIn
  applications: readonly Application[]
  /** `publicUrl`. */
  signInOrigin: string
  /** Advances the clock of gateway and provider. */
  advance(seconds: number): void
  /** The gateway log since its last start. */
  gatewayLog(): Record<string, unknown>[]
  stopGateway(): Promise<void>
  /** Starts it at the same ports. */
  startGateway(): Promise<void>
  /** Restarts it for the length of a journey. `config`: changed keys by dotted path. */
  changeGateway(t: Teardown, config: Record<string, unknown>): Promise<void>
  /** A visitor without cookies, at the first application or another host. */
  createVisitor(host?: string): Visitor
  /** A visitor who signed in through the proxy at the sign-in host. `host`: where the visitor is then. */
  enter(uid: string, host?: string): Promise<Visitor>
}

/** The accounts, all with the password `PASSWORD`. */
export const PASSWORD = 'correct horse battery'
export const ADA = { uid: 'ada', email: 'ada@example.com', displayName: 'Ada', emailVerified: true }
/** Has access to `/staff/`. */
export const GRACE = { uid: 'grace', email: 'grace@example.com', customClaims: { groups: ['staff'] } }
/** Has a session of several cookies. */
export const LONG = { uid: 'long', email: 'long@example.com', customClaims: { filler: 'f'.repeat(4000) } }

const RULES = [
  { path: '/public/*', allow: 'public' },
  { path: '/staff/*', allow: { claim: 'groups', oneOf: ['staff'] } }
]

/** The hosts of a set-up; the first is that of `publicUrl` unless there is a separate sign-in host. */
const HOSTS: Record<Setup, { signIn: string; applications: readonly string[]; scheme: 'http' | 'https' }> = {
  // Below localhost, which browsers resolve by themselves.
  'one application': { signIn: 'app.localhost', applications: ['app.localhost'], scheme: 'http' },
  'two applications': {
    signIn: 'auth.example.com',
    applications: ['wiki.example.com', 'reports.example.com'],
    scheme: 'https'
  },
  'three domains': {
    signIn: 'auth.example.com',
    applications: ['shop.example.org', 'desk.example.net'],
    scheme: 'https'
  }
}

/** Starts everything except the proxy on free ports. `otherApplication`: replaces the first one. */
export async function startEnvironment(
  t: Teardown,
  setup: Setup,
  {
    endsTls = false,
    usesGrpc = false,
    isFront = false
  }: Pick<ProxyUnderTest, 'endsTls' | 'usesGrpc' | 'isFront'>,
  otherApplication?: { port: number }
): Promise<ProxyEnvironment> {
  const { signIn, applications: hosts, scheme } = HOSTS[setup]
  const applications = await Promise.all(hosts.map(startApplication))
  t.teardown(() => Promise.all(applications.map((application) => application.close())))
  const places = await findPlaces(
    setup,
    otherApplication === undefined ? applications : [otherApplication],
    usesGrpc
  )
  const { visitors } = places
  const originOf = (host: string) => `${scheme}://${host}:${visitors}`
  const configured = isFront ? configBehind(places) : configFor(setup, places, hosts.map(originOf))
  const publicUrl = originOf(signIn)
  const start = (config: Record<string, unknown>, beside?: TestGateway) =>
    startAt(t, { places, publicUrl, config: { ...configured, ...config }, beside })
  const first = await start({})
  for (const account of [ADA, GRACE, LONG]) first.provider.accounts.create({ ...account, password: PASSWORD })
  let gateway = first
  let signIns = 0
  const stopGateway = () => gateway.app.close()
  const startGateway = async (config = {}) => {
    gateway = await start(config, first)
  }

  const newVisitor = (host = hosts[0] ?? '') =>
    createVisitor({ host, port: visitors, scheme, overTls: endsTls && scheme === 'https' })
  return {
    places,
    provider: first.provider,
    applications,
    signInOrigin: publicUrl,
    advance: first.advance,
    gatewayLog: () => gateway.logLines(),
    stopGateway,
    startGateway,
    async changeGateway(journey, config) {
      await stopGateway()
      await startGateway(config)
      journey.teardown(async () => {
        await stopGateway()
        await startGateway()
      })
    },
    createVisitor: newVisitor,
    async enter(uid, host = hosts[0]) {
      const visitor = newVisitor(signIn)
      const tokens = await first.provider.signIn(uid, {
        authTimeSeconds: first.now() - signIns++
      })
      const response = await openSession(visitor, tokens)
      if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${response.text}`)
      return visitor.at(host ?? signIn)
    }
  }
}

async function findPlaces(
  setup: Setup,
  applications: readonly { port: number }[],
  usesGrpc: boolean
): Promise<Places> {
  const { signIn, applications: hosts, scheme } = HOSTS[setup]
  const [visitors = 0, pages = 0, forwardAuthRequests = 0, grpc = 0] = await findFreePorts(4)
  return {
    ...{ visitors, pages, forwardAuthRequests, grpc: usesGrpc ? grpc : null, scheme },
    applications: hosts.map((host, index) => ({ host, port: applications[index]?.port ?? 0 })),
    signInHost: signIn
  }
}

function configFor(setup: Setup, { grpc, forwardAuthRequests }: Places, origins: readonly string[]) {
  return {
    upstream: null,
    trustedProxies: ['127.0.0.1/32'],
    identityHeaders: { 'x-forwarded-groups': 'groups' },
    'access.rules': RULES,
    'forwardAuth.enabled': true,
    'forwardAuth.listen': { host: '127.0.0.1', port: forwardAuthRequests },
    ...(grpc === null ? {} : { 'forwardAuth.grpc': { host: '127.0.0.1', port: grpc } }),
    ...beside(setup, origins)
  }
}

/** How sessions reach the applications from the sign-in host. */
function beside(setup: Setup, origins: readonly string[]): Record<string, unknown> {
  switch (setup) {
    case 'one application':
      return {}
    case 'two applications':
      return { 'cookie.domain': 'example.com', 'forwardAuth.origins': origins }
    case 'three domains':
      return {
        applications: HOSTS[setup].applications.map((host) => ({ name: host.split('.', 1)[0], host }))
      }
  }
}

/** Reverse-proxy mode. */
function configBehind({ applications }: Places) {
  return {
    'upstream.url': `http://127.0.0.1:${applications[0]?.port}`,
    // nginx before 1.29 mistakes a 103 for the final response.
    'upstream.earlyHints': false,
    trustedProxies: ['127.0.0.1/32'],
    identityHeaders: { 'x-forwarded-groups': 'groups' },
    'access.rules': RULES
  }
}

interface StartOptions {
  places: Places
  publicUrl: string
  config: Record<string, unknown>
  /** The previous gateway, whose provider and clock are reused. */
  beside: TestGateway | undefined
}

async function startAt(t: Teardown, { places, beside, ...options }: StartOptions): Promise<TestGateway> {
  return await startGateway(t, {
    ...options,
    port: places.pages,
    withCredentials: options.config['clientSdk.enabled'] === true,
    ...(beside === undefined ? {} : { beside })
  })
}

/** Like the login page after a sign-in at the provider. */
export function openSession(
  visitor: Visitor,
  { idToken, refreshToken }: { idToken: string; refreshToken: string }
): Promise<Reply> {
  return visitor.visit({
    method: 'POST',
    path: '/_auth/session',
    headers: {
      ...CALL,
      authorization: `Bearer ${idToken}`,
      origin: visitor.origin,
      'content-type': 'application/json'
    },
    body: JSON.stringify({ refreshToken })
  })
}
