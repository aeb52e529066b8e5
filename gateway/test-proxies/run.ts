import { mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startWindowsApplication } from '../test/fixtures/wire/windows-application.ts'
import { followReadme, whyNoDemo } from './demo-behind-nginx.ts'
import { type Setup, startEnvironment } from './environment.ts'
import { H2C_APPLICATIONS, type H2cKind } from './h2c/applications.ts'
import { connectionIdentityJourneys } from './journeys/connection-identities.ts'
import type { Journey, JourneyOptions } from './journeys/journey.ts'
import { JOURNEYS } from './journeys/journeys.ts'
import { tunnelJourney, UPGRADES } from './journeys/upgrades.ts'
import { nginx } from './proxies/nginx.ts'
import { PROXIES } from './proxies/proxies.ts'
import type { ProxyUnderTest } from './proxy.ts'

const SETUPS: readonly Setup[] = ['one application', 'two applications', 'three domains']
const OF_FRONT: readonly Setup[] = ['one application']
const JOURNEY_TIMEOUT_MS = 60_000
const PROXY_TIMEOUT_MS = 300_000
const RUN_TIMEOUT_MS = 1_800_000
/** Counts of journeys; a missing proxy counts as one skipped. */
const counts = { passed: 0, failed: 0, skipped: 0 }

interface Surroundings {
  proxy: ProxyUnderTest
  program: string
  setup: Setup
  journeys: readonly Journey[]
  /** Replaces the first application. */
  otherApplication?: { port: number }
}

/** Runs the journeys of a set-up through one proxy. */
async function runSetup(t: Test, options: Surroundings): Promise<void> {
  const { proxy, program, setup, journeys, otherApplication } = options
  const folder = createFolder(t)
  const environment = await startEnvironment(t, setup, proxy, otherApplication)
  const running = await proxy.start(program, environment.places, folder)
  t.teardown(() => running.close())
  for (const journey of journeys.filter((candidate) => candidate.setup === setup))
    await runJourney(t, journey, { proxy, running, environment, limit: proxy.limits[journey.title] })
}

/** Runs the attempts to open a tunnel to an application that upgrades to HTTP/2. */
async function runTunnels(
  t: Test,
  kind: H2cKind,
  options: Pick<Surroundings, 'proxy' | 'program'>
): Promise<void> {
  const reason = kind.prepare()
  if (reason !== null) {
    skip(t, `${options.proxy.name}: tunnels to ${kind.name}`, reason)
    return
  }
  await t.test(`application with ${kind.name}`, { timeout: PROXY_TIMEOUT_MS }, async (t) => {
    const application = await kind.start(createFolder(t))
    t.teardown(() => application.close())
    const journeys = [tunnelJourney(application)]
    await runSetup(t, { ...options, setup: 'one application', journeys, otherApplication: application })
  })
}

/** An application that authenticates connections, behind a proxy that shares its own between visitors. */
async function runConnectionIdentities(
  t: Test,
  options: Pick<Surroundings, 'proxy' | 'program'>
): Promise<void> {
  await t.test('application with Windows authentication', { timeout: PROXY_TIMEOUT_MS }, async (t) => {
    const application = await startWindowsApplication(t)
    const journeys = connectionIdentityJourneys(options.program, application)
    await runSetup(t, { ...options, setup: 'one application', journeys, otherApplication: application })
  })
}

function createFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-proxy-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function runJourney(t: Test, { title, run }: Journey, options: JourneyOptions): Promise<void> {
  const { proxy, environment, limit } = options
  const restriction = limit === undefined ? '' : ` (not with this proxy: ${limit})`
  await runCounted(t, `${proxy.name}: ${title}${restriction}`, async (t) => {
    for (const application of environment.applications) application.forget()
    await run(t, options)
  })
}

/** Follows the README and nothing else. */
async function runDemo(t: Test, program: string): Promise<void> {
  const title = 'nginx: following the README with unchanged files gives a sign-in at the URL of the proxy'
  const reason = await whyNoDemo()
  if (reason === null) await runCounted(t, title, (t) => followReadme(t, program))
  else skip(t, title, reason)
}

async function runCounted(t: Test, title: string, run: (t: Test) => Promise<void>): Promise<void> {
  await t.test(title, { timeout: JOURNEY_TIMEOUT_MS }, async (t) => {
    t.teardown(() => {
      if (t.passing()) counts.passed += 1
      else counts.failed += 1
    })
    await run(t)
  })
}

function skip(t: Test, title: string, reason: string): void {
  counts.skipped += 1
  t.pass(title, { skip: reason })
}

/** Those named on the command line, by default all. */
function chosen(): readonly ProxyUnderTest[] {
  const names = process.argv.slice(2)
  return names.length === 0 ? PROXIES : PROXIES.filter(({ name }) => names.includes(name.split(' ')[0] ?? ''))
}

// After the last line of tap, to add up runs.
process.once('exit', (code) => {
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`
  writeSync(1, `${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
})

t.setTimeout(RUN_TIMEOUT_MS)
for (const proxy of chosen()) {
  const program = proxy.find()
  if (program === null) skip(t, proxy.name, `not found (${proxy.howToInstall})`)
  else {
    const timeout = PROXY_TIMEOUT_MS
    await t.test(`${proxy.name} ${proxy.version(program)}`, { timeout }, async (t) => {
      const isFront = proxy.isFront === true
      const journeys = isFront ? UPGRADES : JOURNEYS
      for (const setup of isFront ? OF_FRONT : SETUPS)
        await t.test(setup, { timeout }, (t) => runSetup(t, { proxy, program, setup, journeys }))
      for (const kind of H2C_APPLICATIONS) await runTunnels(t, kind, { proxy, program })
      if (isFront) await runConnectionIdentities(t, { proxy, program })
      if (proxy === nginx) await runDemo(t, program)
    })
  }
}
