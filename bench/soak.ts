import { parseArgs } from 'node:util'
import { findFreePort } from '../gateway/test/fixtures/wire/ports.ts'
import { type Figure, figure } from './figures.ts'
import { GATEHOUSE, type Running, startProgram } from './fixture/child-process.ts'
import { type BenchProvider, startProvider } from './fixture/provider.ts'
import { findStore } from './fixture/store.ts'
import { renderTable, writeResults } from './report.ts'
import { createGateway } from './restart/gateways.ts'
import { startTcpBalancer } from './restart/tcp-balancer.ts'
import { startApplication } from './soak/application.ts'
import { createConfiguration } from './soak/configuration.ts'
import { flood } from './soak/floods.ts'
import { growthOf, type MemorySamples, watchMemory } from './soak/memory.ts'
import { listen, type SocketOptions, talk } from './soak/sockets.ts'
import { createFindings, type Findings } from './soak/tally.ts'
import { createTroubles, type Troubles } from './soak/troubles.ts'
import { knock, type VisitorOptions, visit } from './soak/visitors.ts'

const MINUTES = 30
const QUICK_MINUTES = 2
const ID_TOKEN_SECONDS = 60
const DRAIN_SECONDS = 1
const REVOCATION_CHECK_SECONDS = 10
/** The least that can be set: full before memory is compared, so that sessions which are remembered are no growth. */
const CACHE_BYTES = 1_048_576
const VISITORS = 40
const ANONYMOUS = 6
const FLOODS = 2
const SOCKETS = 20
const EVENT_STREAMS = 10
const SAMPLES = 60
/** What the last request, reload or restart may take after the end. */
const OVERTIME_MS = 60_000

const USAGE = 'npm run bench -- soak [--quick] [--minutes 30] [--without-store]\n'

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      'without-store': { type: 'boolean', default: false }
    }
  })
  const minutes = Number(values.minutes ?? (values.quick ? QUICK_MINUTES : MINUTES))
  if (!(minutes > 0 && minutes <= 24 * 60)) {
    process.stderr.write(USAGE)
    return 2
  }
  const runMs = minutes * 60_000
  setTimeout(() => {
    process.stderr.write('bench -- soak did not end in time\n')
    process.exit(1)
  }, runMs + OVERTIME_MS).unref()

  const provider = await startProvider({ idTokenTtlSeconds: ID_TOKEN_SECONDS })
  const application = await startApplication()
  const configuration = createConfiguration()
  const store = values['without-store'] ? null : await findStore()
  await store?.start()
  const variables = {
    GATEHOUSE_SESSION_ACQUIRE: 'handover',
    GATEHOUSE_SESSION_SIGN_INS_PER_MINUTE: '0',
    GATEHOUSE_SESSION_REVOCATION_CHECK_SECONDS: String(REVOCATION_CHECK_SECONDS),
    GATEHOUSE_SESSION_CACHE_BYTES: String(CACHE_BYTES),
    ...(store === null ? {} : { GATEHOUSE_STORE_URL: store.url })
  }
  const lasting = await startLasting(provider, application.url, configuration.file, variables)
  const restarted = await createGateway({
    provider,
    upstreamUrl: application.url,
    drainSeconds: DRAIN_SECONDS,
    variables,
    configFile: configuration.file
  })
  await restarted.start()
  const origins = [lasting, restarted].map(({ port }) => `http://127.0.0.1:${port}`)
  const port = await findFreePort()
  const balancer = await startTcpBalancer(port, [lasting, restarted])
  const url = `http://127.0.0.1:${port}`

  const endsAtMs = performance.now() + runMs
  const isOver = () => performance.now() >= endsAtMs
  const findings = createFindings()
  const troubles = createTroubles({ provider, restarted, origins, configuration, store, isOver })
  const visitors: VisitorOptions = {
    findings,
    url,
    gateways: () => origins,
    signIn: () => signInNew(provider),
    providerIsAway: troubles.providerIsAway,
    sharesState: troubles.sharesState,
    isOver
  }
  const sockets: SocketOptions = {
    findings,
    url,
    cookie: provider.buildCookieHeader((await signInNew(provider)).tokens),
    restarts: troubles.restarts,
    isOver
  }
  process.stderr.write(`${minutes} minutes, ${store === null ? 'without a store' : 'with a store'} …\n`)
  const [memory] = await Promise.all([
    watchMemory(lasting.program, runMs / SAMPLES, isOver),
    troubles.run(),
    ...times(VISITORS, (number) => visit(visitors, number)),
    ...times(ANONYMOUS, () => knock(visitors)),
    ...times(FLOODS, () => flood({ tally: findings.tally, origins, isOver })),
    ...times(SOCKETS, () => talk(sockets)),
    ...times(EVENT_STREAMS, () => listen(sockets))
  ])
  const refreshes = provider.calls.refresh

  await balancer.close()
  await Promise.all([lasting.program.stop(), restarted.end('SIGTERM'), provider.close(), store?.stop()])
  application.close()
  configuration.remove()
  const figures = describe({ findings, troubles, memory, refreshes })
  const date = new Date().toISOString().slice(0, 10)
  const file = writeResults(`${date}-soak${minutes === MINUTES ? '' : `-${minutes}-minutes`}`, figures)
  for (const detail of [...findings.details, ...troubles.failures]) process.stdout.write(`${detail}\n`)
  process.stdout.write(`\n${renderTable(figures)}\n\n${file}\n`)
  return 0
}

/** The gateway that runs from the beginning to the end; its memory is looked at. */
async function startLasting(
  provider: BenchProvider,
  upstreamUrl: string,
  configFile: string,
  variables: Readonly<Record<string, string>>
): Promise<{ program: Running; port: number; managementPort: number }> {
  const port = await findFreePort()
  const managementPort = await findFreePort()
  const program = await startProgram({
    path: GATEHOUSE,
    args: ['start', '--config', configFile],
    port: managementPort,
    readyPath: '/readyz',
    env: { ...provider.gatewayVariables({ upstreamUrl, port, managementPort }), ...variables }
  })
  return { program, port, managementPort }
}

async function signInNew(provider: BenchProvider) {
  const [tokens] = await provider.signIn(1)
  if (tokens === undefined) throw new Error('no visitor is signed in')
  const [, payload = ''] = tokens.idToken.split('.')
  const { sub }: { sub: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { uid: sub, tokens }
}

function times<T>(count: number, make: (number: number) => Promise<T>): Promise<T>[] {
  return Array.from({ length: count }, (_, number) => make(number))
}

interface Outcome {
  findings: Findings
  troubles: Troubles
  memory: MemorySamples
  refreshes: number
}

function describe({ findings: { tally }, troubles, memory, refreshes }: Outcome): Figure[] {
  const { heapMebibytes, residentMebibytes } = memory
  const none = { under: 1 }
  const counted = (what: string, unit: string, value: number) => figure(what, unit, [value])
  return [
    figure('sessions lost', 'sessions', [tally.sessionsLost], none),
    figure('wrong passes', 'responses', [tally.wrongPasses], none),
    figure('requests without a whole answer', 'requests', [tally.broken], none),
    figure('answers that nothing explains', 'responses', [tally.unexpected], none),
    figure('WebSockets and event streams lost but for restarts', 'connections', [tally.socketsLost], none),
    figure('reloads and restarts that failed', 'of them', [troubles.failures.length], none),
    figure('heap: last quarter over the second', 'MiB', [growthOf(heapMebibytes)], { under: 8 }),
    counted('resident memory: last quarter over the second', 'MiB', growthOf(residentMebibytes)),
    figure('heap after garbage collection', 'MiB', heapMebibytes),
    figure('resident memory', 'MiB', residentMebibytes),
    counted('requests', 'requests', tally.requests),
    counted('uploads', 'uploads', tally.uploads),
    counted('WebSocket messages', 'messages', tally.messages),
    counted('events of streams', 'events', tally.events),
    counted('sign-ins', 'sign-ins', tally.signIns),
    counted('connections with 2,000 pipelined requests', 'connections', tally.floods),
    counted('sign-outs, after which copied cookies were tried', 'sign-outs', tally.signOuts),
    counted('refreshes at the provider', 'calls', refreshes),
    counted('503 while the provider was away', 'responses', tally.unavailable),
    ...Object.entries(troubles.counts).map(([name, count]) => counted(name, 'times', count))
  ]
}

if (process.argv.includes('--help')) process.stdout.write(USAGE)
else process.exitCode = await main()
process.exit()
