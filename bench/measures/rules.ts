import { buildPolicy } from '../../gateway/src/access/rules/policy.ts'
import type { AccessRule, Config } from '../../gateway/src/config/schema/schema.ts'
import { parseRequestTarget, type RequestTarget } from '../../gateway/src/http/target.ts'
import { type Figure, figure, type Plan } from '../figures.ts'
import type { BenchProvider } from '../fixture/provider.ts'

const MANY = 500
const HOSTS = 50
const BATCHES = 10
/** 5 % of the processor time that a request takes in the run of 2026-11-20. */
const BUDGET_MICROSECONDS = 3.3

const ONE: AccessRule[] = [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }]
/** Ten rules for each of fifty hosts. */
const BY_HOST: AccessRule[] = Array.from({ length: MANY }, (_, index) => ({
  host: `app${index % HOSTS}.example.com`,
  path: `/part${Math.floor(index / HOSTS)}/*`,
  allow: 'signed-in'
}))
const BY_SEGMENT: AccessRule[] = Array.from({ length: MANY }, (_, index) => ({
  path: `/app${index}/*`,
  allow: 'signed-in'
}))
const ONE_FOLDER: AccessRule[] = Array.from({ length: MANY }, (_, index) => ({
  path: `/api/app${index}/*`,
  allow: 'signed-in'
}))

/** What 500 access rules cost a request more than one, in this process: how long it takes to find its demand. */
export async function measureRules(_provider: BenchProvider, { warmChecks }: Plan): Promise<Figure[]> {
  const lists: [name: string, rules: AccessRule[]][] = [
    ['by host', BY_HOST],
    ['by first segment', BY_SEGMENT],
    ['all of one folder', ONE_FOLDER]
  ]
  const turns = Math.ceil(warmChecks / BATCHES)
  const measured = lists.map(([name, rules]) => {
    const ofOne = createMeasure(ONE)
    const ofMany = createMeasure(rules)
    const samples = Array.from({ length: BATCHES + 1 }, () => [ofOne(turns), ofMany(turns)] as const)
    // The first batch warmed up.
    return {
      name,
      ofOne: samples.slice(1).map(([one]) => one),
      more: samples.slice(1).map(([one, many]) => many - one)
    }
  })
  return [
    figure(
      'access rules: one',
      'µs',
      measured.flatMap(({ ofOne }) => ofOne)
    ),
    ...measured.map(({ name, more }) =>
      figure(`access rules: ${MANY} ${name}, more than one`, 'µs', more, { under: BUDGET_MICROSECONDS })
    )
  ]
}

/** Microseconds for a request, as the mean of so many. */
function createMeasure(rules: AccessRule[]): (turns: number) => number {
  const access: Config['access'] = { default: 'signed-in', rules }
  const policy = buildPolicy(access)
  const asked = [0, 7, 250, 499].flatMap((index) => {
    const rule = rules[index] ?? rules[0]
    const target = readTarget((rule?.path ?? '/*').replace('*', 'items/7?page=1'))
    return [
      { target, host: rule?.host ?? 'app.example.com' },
      { target: readTarget('/none/x'), host: 'app.example.com' }
    ]
  })
  return (turns) => {
    const startedAt = performance.now()
    let found = 0
    for (let turn = 0; turn < turns; turn++)
      for (const { target, host } of asked) found += policy('GET', target, host).rule === null ? 0 : 1
    if (found === 0) throw new Error('no rule has matched')
    return ((performance.now() - startedAt) * 1000) / (turns * asked.length)
  }
}

function readTarget(raw: string): RequestTarget {
  const target = parseRequestTarget(raw)
  if (target.kind === 'refused') throw target.fault
  return target
}
