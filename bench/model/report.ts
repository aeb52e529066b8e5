import { renderBars } from '../charts.ts'
import { MEBIBYTE } from '../figures.ts'
import { renderGrid, round } from '../report.ts'
import { type Deployment, findLimits, GOOGLE, type Measured, predict, replicasReached } from './model.ts'
import type { RealPlan, RealRun, Reference } from './real-run.ts'

const REPLICAS = [1, 2, 8, 32, 100, 1000]
const SESSIONS = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

/** A session asks for two pages a minute or so; pages make six requests at once. */
const USUAL: Omit<Deployment, 'replicas' | 'sessions'> = {
  requestsPerSessionPerHour: 120,
  burst: 6,
  isSticky: false,
  hasStore: false,
  revocationCheckSeconds: 300,
  sessionCacheBytes: 64 * MEBIBYTE,
  tokenSeconds: 3600
}

/** The same with what the limits ask for: no look-ups but at refreshes, a store, room for all sessions. */
const TUNED = { ...USUAL, revocationCheckSeconds: 3600, hasStore: true, sessionCacheBytes: 1024 * MEBIBYTE }

/** All predictions, in Markdown. */
export function describeModel(measured: Measured): string {
  return [
    '## What breaks first',
    'The number of sessions (with at least one request in the hour) at which something runs out. *By default*: as configured without a word, any replica may get any request. *Tuned*: `session.revocationCheckSeconds: 3600`, a store, `session.cacheBytes` 1 GiB.',
    renderGrid([
      ['replicas', 'first, by default', 'what to change', 'first, tuned', 'what to change'],
      ...REPLICAS.map((replicas) => firstRow(replicas, measured))
    ]),
    '## All limits, by default',
    limitsTable(USUAL, measured),
    '## All limits, tuned',
    limitsTable(TUNED, measured),
    '## What a deployment asks for, by default',
    loadTable(USUAL, measured),
    '## What a deployment asks for, tuned',
    loadTable(TUNED, measured)
  ].join('\n\n')
}

/** Sessions at the first limit, by replicas. */
export function drawModel(measured: Measured): Record<string, string> {
  const bars = REPLICAS.flatMap((replicas) =>
    [USUAL, TUNED].flatMap((settings) => {
      const [first] = findLimits({ ...settings, replicas, sessions: 1 }, measured)
      if (first === undefined) return []
      const isTuned = settings === TUNED
      const label = `${replicas} replica${replicas === 1 ? '' : 's'}, ${isTuned ? 'tuned' : 'by default'}`
      return [
        { label, value: first.sessions, text: `${count(first.sessions)}: ${first.name}`, isMarked: isTuned }
      ]
    })
  )
  return { limits: renderBars('Sessions in an hour until something runs out, and what', bars) }
}

/** What was run on this machine. */
export interface RealRuns {
  reference: Reference
  runs: readonly { name: string; run: RealRun }[]
}

/** Of another machine -> of the one that the reference was measured on. */
function scaleTo(reference: Reference, measured: Measured): Measured {
  const { requestMicroseconds, memoryBytes } = reference
  const factor = requestMicroseconds / measured.requestMicroseconds
  return {
    ...measured,
    requestMicroseconds,
    firstSightMicroseconds: measured.firstSightMicroseconds * factor,
    baseBytes: memoryBytes
  }
}

/** Predicted beside measured. */
export function describeRealRun(plan: RealPlan, measured: Measured, { reference, runs }: RealRuns): string {
  const here = scaleTo(reference, measured)
  const rows = runs.flatMap(({ name, run }) => compareRun(plan, here, name, run))
  return [
    '## Checked against a real run',
    `${plan.replicas} processes on this machine. Refreshes: ${plan.refresh.sessions} sessions that have ended, ${plan.refresh.burst} requests of each at once, each to any process. Look-ups: ${plan.lookUps.sessions} sessions, an interval of ${plan.lookUps.intervalSeconds} s, requests at random times to any process. Processor time and memory are predicted from one process alone on this machine, a moment before: ${round(reference.requestMicroseconds)} µs for a request, ${round(reference.memoryBytes / MEBIBYTE)} MiB.`,
    renderGrid([['what', 'predicted', 'measured', 'measured / predicted'], ...rows])
  ].join('\n\n')
}

function compareRun(plan: RealPlan, measured: Measured, name: string, run: RealRun): string[][] {
  const { replicas, refresh, lookUps } = plan
  const hasStore = run.storeCommands !== null
  const deployment = { ...USUAL, replicas, hasStore, burst: refresh.burst, sessions: refresh.sessions }
  // One refresh of each session in so long: the rates are then sums.
  const burst = predict({ ...deployment, tokenSeconds: 1 }, measured)
  const asked = predict(
    {
      ...deployment,
      sessions: lookUps.sessions,
      requestsPerSessionPerHour: (run.requestsPerSecond / lookUps.sessions) * 3600,
      revocationCheckSeconds: lookUps.intervalSeconds
    },
    measured
  )
  const row = (what: string, unit: string, predicted: number, value: number) => [
    `${name}: ${what}`,
    `${round(predicted)}${unit}`,
    `${round(value)}${unit}`,
    round(value / predicted)
  ]
  return [
    row('calls for a refresh', '', burst.refreshesPerSecond, run.refreshes),
    row('look-ups', '/s', asked.lookUpsPerSecond, run.lookUpsPerSecond),
    ...(run.storeCommands === null
      ? []
      : [row('commands of the store', '', burst.storeCommandsPerSecond, run.storeCommands)]),
    row('processor time of a request', ' µs', measured.requestMicroseconds, run.requestMicroseconds),
    row(
      'memory of all processes',
      ' MiB',
      (replicas * measured.baseBytes) / MEBIBYTE,
      run.memoryBytes / MEBIBYTE
    )
  ]
}

function firstRow(replicas: number, measured: Measured): string[] {
  const cells = [USUAL, TUNED].flatMap((settings) => {
    const [first] = findLimits({ ...settings, replicas, sessions: 1 }, measured)
    return first === undefined ? ['nothing', ''] : [`${count(first.sessions)}: ${first.name}`, first.remedy]
  })
  return [String(replicas), ...cells]
}

function limitsTable(settings: Omit<Deployment, 'replicas' | 'sessions'>, measured: Measured): string {
  const all = REPLICAS.map((replicas) => findLimits({ ...settings, replicas, sessions: 1 }, measured))
  const names = [...new Set(all.flat().map(({ name }) => name))]
  const rows = all.map((limits, index) => [
    String(REPLICAS[index]),
    ...names.map((name) => {
      const limit = limits.find((one) => one.name === name)
      return limit === undefined ? 'never' : count(limit.sessions)
    })
  ])
  return renderGrid([['replicas', ...names], ...rows])
}

function loadTable(settings: Omit<Deployment, 'replicas' | 'sessions'>, measured: Measured): string {
  const head = [
    'sessions',
    'replicas',
    'refreshes/s',
    'look-ups/s',
    'store commands/s',
    'processors of a replica',
    'memory of a replica'
  ]
  const rows = SESSIONS.flatMap((sessions) =>
    REPLICAS.map((replicas) => {
      const { refreshesPerSecond, lookUpsPerSecond, storeCommandsPerSecond, processors, memoryBytes } =
        predict({ ...settings, sessions, replicas }, measured)
      return [
        count(sessions),
        String(replicas),
        mark(refreshesPerSecond, GOOGLE.refreshesPerSecond),
        mark(lookUpsPerSecond, Math.min(GOOGLE.lookUpsPerSecond, GOOGLE.lookUpsPerDay / 86_400)),
        round(storeCommandsPerSecond),
        mark(processors, 1),
        `${round(memoryBytes / MEBIBYTE)} MiB`
      ]
    })
  )
  return `Over what is there in **bold**: Google's quotas, one processor for each replica.\n\n${renderGrid([head, ...rows])}`
}

function mark(value: number, most: number): string {
  return value > most ? `**${round(value)}**` : round(value)
}

/** 1,300 as “1.3 k”. */
function count(value: number): string {
  if (value >= 1e6) return `${round(value / 1e6)} M`
  return value >= 1000 ? `${round(value / 1000)} k` : round(value)
}

/** The mean of replicas that a usual page reaches, for readers of the tables. */
export function describeAssumptions(): string {
  const { requestsPerSessionPerHour, burst } = USUAL
  const reached = REPLICAS.map(
    (replicas) => `${round(replicasReached(replicas, burst))} of ${replicas}`
  ).join(', ')
  return `${requestsPerSessionPerHour} requests an hour of each session, ${burst} at once when its id token has ended; they reach ${reached} replicas.`
}
