import { deepEqual, equal, ok } from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'yaml'
import { packagePath } from '../src/config/package-files.ts'
import type { Checks } from '../test/fixtures/commands/checks.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { NEEDS_STORE } from '../test/fixtures/processes/store-server.ts'
import type { Teardown } from '../test/fixtures/provider/stand-in.ts'
import { readDashboardQueries } from '../test/fixtures/repository/dashboard.ts'
import { readExpression } from '../test/fixtures/repository/promql.ts'
import { startApplication } from './application.ts'
import { createSite, INCIDENTS, visitInPeace } from './incidents.ts'
import { type Labels, type Prometheus, type Sample, shortenDurations, startPrometheus } from './prometheus.ts'

/** More than the longest range takes. */
const CONTROL_SCRAPES = 18
const BETWEEN_ACTS_MS = 200
const LOOK_AGAIN_MS = 200
const TIMEOUT_MS = 90_000
/** Series of a metric in an error. */
const MAX_SHOWN = 8
/** Covers the whole run, so that a single event is enough. */
const RATE_INTERVAL = '5m'
/** The only application that an alert may name. */
const GUILTY: Labels = {
  ApplicationFailing: 'down',
  ApplicationErrors: 'broken',
  ApplicationBusy: 'full',
  ApplicationSlow: 'hanging',
  ResponsesCut: 'cutting',
  UpstreamTlsExpires: 'secure'
}

/** They may fire anywhere while a dozen processes start on a few cores: rightly, as nothing gets processor time then. */
const OF_BUSY_MACHINES: ReadonlySet<string> = new Set(['InstanceDown', 'LoopLag', 'OwnCostHigh'])

interface Rule {
  alert: string
  expr: string
}

interface Observation {
  checks: Checks
  prometheus: Prometheus
  rules: readonly Rule[]
}

/** Every alert fires by its cause in a real Prometheus, none in a healthy gateway, and every panel has data. */
export async function checkMonitoring(checks: Checks, folder: string): Promise<void> {
  const program = findProgram('PROMETHEUS_PATH', 'prometheus')
  if (program === null) {
    checks.skip(
      'monitoring',
      'prometheus not found (Debian’s package `prometheus`; PROMETHEUS_PATH names it)'
    )
    return
  }
  const repetition = createRepetition()
  const teardowns: (() => unknown)[] = []
  const t: Teardown = { teardown: (fn) => void teardowns.push(fn) }
  try {
    const text = shortenDurations(readFileSync(packagePath('deploy', 'prometheus', 'rules.yaml'), 'utf8'))
    const prometheus = await startPrometheus(mkdtempSync(join(folder, 'prometheus-')), program, text)
    t.teardown(() => prometheus.end())
    const application = await startApplication()
    t.teardown(() => application.close())
    const site = createSite({ folder, t, prometheus, upstreamUrl: application.url })
    const observation = { checks, prometheus, rules: parse(text).groups[0].rules }
    const { cookie, visits } = await visitInPeace(site)
    repetition.add(visits)
    await checkControl(observation)
    const incidents = Object.values(INCIDENTS).map((incident) =>
      incident.begin({ ...site, foreignCookie: cookie })
    )
    for (const act of await Promise.all(incidents)) repetition.add(act)
    await checkAlerts(observation, repetition.failure)
    await checkDashboard(observation)
  } finally {
    await repetition.stop()
    await Promise.all(teardowns.map((fn) => fn()))
  }
}

async function checkControl({ checks, prometheus }: Observation): Promise<void> {
  await checks.check(
    'alerts: none fires in a healthy gateway under ordinary traffic',
    async () => {
      const scrapes = async () => (await prometheus.query('count_over_time(up[5m])'))[0]?.value ?? 0
      await until(async () => (await scrapes()) >= CONTROL_SCRAPES)
      deepEqual(prometheus.fired(), [])
    },
    TIMEOUT_MS
  )
}

async function checkAlerts(
  { checks, prometheus, rules }: Observation,
  failure: () => unknown
): Promise<void> {
  for (const rule of rules) {
    const { alert } = rule
    const [job, incident] = Object.entries(INCIDENTS).find(([, { alerts }]) => alert in alerts) ?? []
    const title = `${alert}: fires when ${incident?.alerts[alert] ?? '…'}`
    if (alert === 'StoreAway' && NEEDS_STORE !== false) checks.skip(title, NEEDS_STORE)
    else
      await checks.check(
        title,
        async () => {
          ok(job !== undefined, `${alert} is in rules.yaml, but nothing here causes it`)
          const hasFired = () =>
            prometheus.fired().some(({ labels }) => labels.alertname === alert && labels.job === job)
          await until(
            async () => hasFired() || failure() !== null,
            () => describe(prometheus, rule, job)
          )
          if (!hasFired()) throw failure()
        },
        TIMEOUT_MS
      )
  }
  await checks.check('alerts: each fires only where its cause is', async () => {
    const strangers = prometheus.fired().filter(({ labels: { alertname = '', job = '', ...labels } }) => {
      if (OF_BUSY_MACHINES.has(alertname)) return false
      const application = labels.application ?? labels.upstream
      return !(alertname in (INCIDENTS[job]?.alerts ?? {})) || application !== GUILTY[alertname]
    })
    equal(show(strangers), show([]))
  })
}

async function checkDashboard({ checks, prometheus }: Observation): Promise<void> {
  const { panels, annotations, variables } = readDashboardQueries(RATE_INTERVAL)
  await checks.check('dashboard: every query of every panel returns data', async () => {
    const wrong: string[] = []
    for (const { title, expr, shown } of [...panels, ...annotations]) {
      const samples = await prometheus.query(expr)
      if (!samples.some(({ value }) => Number.isFinite(value))) wrong.push(`${title}: no data of ${expr}`)
      const nameless = samples.filter(({ labels }) => shown.some((label) => !labels[label]))
      if (nameless.length > 0) wrong.push(`${title}: ${show(nameless)} without a name in the legend`)
    }
    deepEqual(wrong, [])
  })
  await checks.check('dashboard: the first row counts the instances that are down or draining', async () => {
    const expr = panels.find(({ title }) => title === 'Instances not ready')?.expr ?? ''
    equal((await prometheus.query(expr))[0]?.value, 2, expr)
  })
  await checks.check('dashboard: every variable has values', async () => {
    for (const { title, expr } of variables) {
      const values = await prometheus.labelValues(expr)
      ok(values.length > 0, `${title}: ${expr}`)
    }
  })
}

/** What an expression evaluates to, and the series that it reads. */
async function describe(prometheus: Prometheus, { alert, expr }: Rule, job: string): Promise<string> {
  const metrics = new Set(readExpression(expr).selectors.map(({ metric }) => metric))
  const series = [...metrics].map(async (metric) =>
    show((await prometheus.query(`${metric}{job="${job}"}`)).slice(0, MAX_SHOWN))
  )
  const read = (await Promise.all(series)).join('\n  ')
  return `${alert} does not fire: ${expr}\n is now ${show(await prometheus.query(expr))}\n of ${read}`
}

function show(samples: readonly Sample[]): string {
  return samples.map(({ labels, value }) => `${JSON.stringify(labels)} ${value}`).join('\n  ') || 'nothing'
}

/** Acts that go on side by side, each with a pause, until they are stopped or one fails. */
function createRepetition() {
  let isOver = false
  let failure: unknown = null
  const running: Promise<void>[] = []
  async function repeat(act: () => Promise<unknown>): Promise<void> {
    while (!isOver) {
      await act()
      await delay(BETWEEN_ACTS_MS)
    }
  }
  return {
    add(act: () => Promise<unknown>): void {
      running.push(
        repeat(act).catch((err) => {
          failure ??= err
        })
      )
    },
    failure: () => failure,
    async stop(): Promise<void> {
      isOver = true
      await Promise.all(running)
    }
  }
}

/** Polls until the condition holds. `describeState`: of what is not so in time. */
async function until(isSo: () => Promise<boolean>, describeState = async () => 'not so'): Promise<void> {
  const endsAtMs = performance.now() + TIMEOUT_MS - LOOK_AGAIN_MS * 5
  while (!(await isSo())) {
    if (performance.now() > endsAtMs) throw new Error(await describeState())
    await delay(LOOK_AGAIN_MS)
  }
}
