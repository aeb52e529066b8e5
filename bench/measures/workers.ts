import { findFreePort } from '../../gateway/test/fixtures/wire/ports.ts'
import { type Figure, figure, type Plan } from '../figures.ts'
import { untilAnswered } from '../fixture/child-process.ts'
import { type RunningGateway, withGateway } from '../fixture/gateway.ts'
import type { BenchProvider } from '../fixture/provider.ts'
import { describeRounds, type Round, runRounds, type Target } from '../fixture/rounds.ts'

const PATH = '/api/items?page=1'
const ONE = 'one process'
const TWO = 'two workers'
const CPU_SECONDS = /^process_cpu_seconds_total (\S+)$/m
/** n workers give at least 0.9 n times the requests of one, while cores last. */
const BUDGET = { atLeast: 1.8 }

/** Requests a second of one process and of two workers, beside each other, and what a request takes of all processors. */
export async function measureWorkers(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  const ports = [await findFreePort(), await findFreePort()]
  const variables = ports.map((port, index) => ({
    GATEHOUSE_MANAGEMENT_PORT: String(port),
    GATEHOUSE_WORKERS: String(index + 1)
  }))
  const rounds = await withGateway(
    provider,
    (one) =>
      withGateway(
        provider,
        async (two) => {
          // The first worker answers before the last one is there; this listener comes after all of them.
          for (const port of ports) await untilAnswered(`http://127.0.0.1:${port}/readyz`)
          return await runRounds(
            new Map([
              [ONE, targetOf(one, ports[0] ?? 0)],
              [TWO, targetOf(two, ports[1] ?? 0)]
            ]),
            plan
          )
        },
        variables[1]
      ),
    variables[0]
  )
  return [
    ...[...rounds].flatMap(([name, results]) => describeRounds(name, results)),
    figure('two workers / one process: requests', 'x', ratios(rounds, 'requestsPerSecond'), BUDGET),
    figure('two workers / one process: processor time of a request', 'x', ratios(rounds, 'cpuMicroseconds'))
  ]
}

/** What the primary and all workers have used is in their metrics alone. */
function targetOf({ gateway, headers }: RunningGateway, managementPort: number): Target {
  const url = `http://127.0.0.1:${managementPort}/metrics`
  return {
    requests: [{ path: PATH, headers }],
    running: {
      ...gateway,
      async usage() {
        const used = CPU_SECONDS.exec(await (await fetch(url)).text())?.[1]
        return { ...(await gateway.usage()), cpuMicroseconds: Number(used) * 1e6 }
      }
    }
  }
}

function ratios(rounds: ReadonlyMap<string, readonly Round[]>, field: keyof Round): number[] {
  return (rounds.get(ONE) ?? []).flatMap((one, index) => {
    const two = rounds.get(TWO)?.[index]
    return two === undefined ? [] : [two[field] / one[field]]
  })
}
