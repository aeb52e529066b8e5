import { type Bar, renderBars } from '../charts.ts'
import { MEBIBYTE, median } from '../figures.ts'
import { renderGrid, round } from '../report.ts'
import type { PeerResult } from './compare.ts'
import type { LoadRound } from './measures/load.ts'
import { OURS } from './peers.ts'
import type { PeersPlan } from './plan.ts'

const NOT_FOUND = 'program not found'

/** The tables of a comparison, in Markdown. */
export function describePeers(results: readonly PeerResult[], plan: PeersPlan): string {
  const found = results.filter(({ version }) => version !== null)
  const missing = results.filter(({ version }) => version === null)
  const failures = found.flatMap(({ name, failures: those }) =>
    those.map((failure) => `- ${name}: ${failure}`)
  )
  const { connections } = firstOf(plan)
  return [
    '## What a request costs',
    `Somebody signed in asks for 1 kB of JSON over ${connections} connections. Processor time is that of all threads and processes of the row; added latency is that at ${plan.latency.perSecond} requests/s, over the bare application.`,
    renderGrid([COST_HEAD, ...results.map((result) => costRow(result, results, plan))]),
    compareWithOurs(found, plan),
    '## Connections',
    renderGrid([loadHead(plan), ...found.map((result) => loadRow(result, plan))]),
    '## Refresh storm',
    `${plan.storm.sessions} sessions have ended; ${plan.storm.requestsEach} requests of each come at the same moment; the provider takes ${plan.storm.refreshDelayMs} ms for a refresh. One call for each session is the least.`,
    renderGrid([STORM_HEAD, ...found.map(stormRow)]),
    '## Memory',
    'What processes share is counted once. Idle connections have been used for one request each and are kept.',
    renderGrid([MEMORY_HEAD, ...found.map((result) => memoryRow(result, plan))]),
    '## Programs',
    renderGrid([
      ['row', 'version', 'what it is'],
      ...results.map(({ name, version, about }) => [name, version ?? NOT_FOUND, about])
    ]),
    ...(missing.length === 0
      ? []
      : [`Not measured, because a program was not found: ${missing.map(({ name }) => name).join(', ')}.`]),
    ...(failures.length === 0 ? [] : ['## What went wrong', failures.join('\n')])
  ].join('\n\n')
}

/** Charts by name: processor time of a request, calls of the refresh storm, memory of idle connections. */
export function drawPeers(results: readonly PeerResult[], plan: PeersPlan): Record<string, string> {
  const bars = (measureOf: (result: PeerResult) => number | null, textOf: (value: number) => string): Bar[] =>
    results
      .flatMap((result) => {
        const value = measureOf(result)
        return value === null ? [] : [{ ...toBar(result, value), text: textOf(value) }]
      })
      .sort((a, b) => a.value - b.value)
  const { connections } = firstOf(plan)
  return {
    processor: renderBars(
      `Processor time of a request, ${connections} connections (shorter is better)`,
      bars(
        (result) => cpuOf(result, plan),
        (value) => `${round(value)} µs`
      )
    ),
    storm: renderBars(
      `Calls of the provider for ${plan.storm.sessions} sessions that end at once (fewer is better)`,
      bars(({ storm }) => storm?.providerCalls ?? null, String)
    ),
    idle: renderBars(
      'Memory with idle connections (less is better)',
      bars(
        ({ idle }) => (idle === null ? null : idle.memoryBytes / MEBIBYTE),
        (value) => `${round(value)} MiB`
      )
    )
  }
}

function toBar({ name }: PeerResult, value: number): Omit<Bar, 'text'> {
  return { label: name, value, isMarked: name.includes(OURS) }
}

function firstOf({ loads: [first] }: PeersPlan): { connections: number } {
  if (first === undefined) throw new Error('a plan without loads')
  return first
}

function roundsAt({ rounds }: PeerResult, connections: number): LoadRound[] {
  return rounds.filter((round) => round.connections === connections)
}

/** Null: not measured. */
function cpuOf(result: PeerResult, plan: PeersPlan): number | null {
  return medianOf(roundsAt(result, firstOf(plan).connections), 'cpuMicroseconds')
}

function medianOf(rounds: readonly LoadRound[], field: keyof LoadRound): number | null {
  return rounds.length === 0 ? null : median(rounds.map((one) => one[field]))
}

const COST_HEAD = [
  'row',
  'processor time of a request',
  'of Gatehouse’s',
  'requests a second',
  'added p50',
  'added p99'
]

function costRow(result: PeerResult, all: readonly PeerResult[], plan: PeersPlan): string[] {
  const { name, version, latency, checks } = result
  if (version === null) return [name, NOT_FOUND, '', '', '', '']
  const ours = all.find((one) => one.name === OURS)
  const [cpu, base] = [cpuOf(result, plan), ours === undefined ? null : cpuOf(ours, plan)]
  return [
    checks ? name : `${name} (checks nothing)`,
    withSpread(roundsAt(result, firstOf(plan).connections), 'cpuMicroseconds', 'µs'),
    cpu === null || base === null ? '' : `${round(cpu / base)} ×`,
    withSpread(roundsAt(result, firstOf(plan).connections), 'requestsPerSecond', '/s'),
    latency === null ? '' : `${round(latency.p50Ms)} ms`,
    latency === null ? '' : `${round(latency.p99Ms)} ms`
  ]
}

function withSpread(rounds: readonly LoadRound[], field: keyof LoadRound, unit: string): string {
  const value = medianOf(rounds, field)
  if (value === null) return 'not measured'
  const samples = rounds.map((one) => one[field])
  const [lowest, highest] = [Math.min(...samples), Math.max(...samples)]
  return lowest === highest
    ? `${round(value)} ${unit}`
    : `${round(value)} ${unit} (${round(lowest)} to ${round(highest)})`
}

/** Rows that check sessions too and cost less than ours, by name. */
function compareWithOurs(found: readonly PeerResult[], plan: PeersPlan): string {
  const ours = found.find(({ name }) => name === OURS)
  const base = ours === undefined ? null : cpuOf(ours, plan)
  if (base === null) return ''
  const ratios = found
    .filter(({ name, checks }) => checks && !name.includes(OURS))
    .flatMap((result) => {
      const cpu = cpuOf(result, plan)
      return cpu === null ? [] : [{ name: result.name, ratio: cpu / base }]
    })
  const list = (those: typeof ratios) =>
    those.map(({ name, ratio }) => `${name} (${round(ratio)} ×)`).join(', ')
  const [cheaper, dearer] = [
    ratios.filter(({ ratio }) => ratio < 1),
    ratios.filter(({ ratio }) => ratio >= 1)
  ]
  return [
    `Of the others that check sessions, cheaper than ${OURS}: ${cheaper.length === 0 ? 'none' : list(cheaper)}.`,
    `Dearer: ${dearer.length === 0 ? 'none' : list(dearer)}.`
  ].join(' ')
}

function loadHead({ loads }: PeersPlan): string[] {
  const columns = ['processor time', 'requests', 'p50 / p99']
  return [
    'row',
    ...byConnections(loads).flatMap(({ connections }) => columns.map((name) => `${connections}: ${name}`))
  ]
}

function loadRow(result: PeerResult, { loads }: PeersPlan): string[] {
  const cells = byConnections(loads).flatMap(({ connections }) => {
    const rounds = roundsAt(result, connections)
    if (rounds.length === 0) return ['', '', '']
    const value = (field: keyof LoadRound) => round(medianOf(rounds, field) ?? Number.NaN)
    return [
      `${value('cpuMicroseconds')} µs`,
      `${value('requestsPerSecond')}/s`,
      `${value('p50')} / ${value('p99')} ms`
    ]
  })
  return [result.name, ...cells]
}

function byConnections(loads: PeersPlan['loads']): PeersPlan['loads'] {
  return loads.toSorted((a, b) => a.connections - b.connections)
}

const STORM_HEAD = ['row', 'calls of the provider', 'responses', 'slowest']

function stormRow({ name, storm, noRefresh }: PeerResult): string[] {
  if (storm === null) return [name, noRefresh ?? 'not measured', '', '']
  const { providerCalls, answered, sessions, requestsEach, slowestMs } = storm
  return [
    name,
    String(providerCalls),
    `${answered} of ${sessions * requestsEach}`,
    `${Math.round(slowestMs)} ms`
  ]
}

const MEMORY_HEAD = [
  'row',
  'after start',
  'after the loads',
  'idle connections held',
  'with them',
  'for each'
]

function memoryRow(result: PeerResult, { loads }: PeersPlan): string[] {
  const { name, startedMemoryBytes, idle } = result
  const most = Math.max(...loads.map(({ connections }) => connections))
  const after = medianOf(roundsAt(result, most), 'memoryBytes')
  const mebibytes = (bytes: number | null) => (bytes === null ? '' : `${round(bytes / MEBIBYTE)} MiB`)
  const each =
    idle === null || idle.open === 0
      ? ''
      : `${round((idle.memoryBytes - idle.memoryBeforeBytes) / idle.open / 1024)} KiB`
  return [
    name,
    mebibytes(startedMemoryBytes),
    mebibytes(after),
    idle === null ? 'not measured' : `${idle.open} of ${idle.opened}`,
    mebibytes(idle?.memoryBytes ?? null),
    each
  ]
}
