import { spawn } from 'node:child_process'
import { findFreePort } from '../../gateway/test/fixtures/wire/ports.ts'
import { type Figure, figure, MEBIBYTE, type Plan } from '../figures.ts'
import { canLimit, createCgroup, type Limits } from '../fixture/cgroup.ts'
import { compiled, GATEHOUSE, stopProcess, untilAnswered } from '../fixture/child-process.ts'
import { signedInHeaders, startUpstream } from '../fixture/gateway.ts'
import { applyLoad } from '../fixture/load.ts'
import type { BenchProvider } from '../fixture/provider.ts'

/** As in deploy/README.md, "Small machines". */
const FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=64']
const VARIABLES = { MALLOC_ARENA_MAX: '2', GATEHOUSE_SESSION_CACHE_BYTES: '8388608' }
const CONTAINER = { memoryBytes: 128 * MEBIBYTE, processor: 1 }
/** The least that Cloud Run gives. */
const MINIMUM_CPU = { memoryBytes: 128 * MEBIBYTE, processor: 0.08 }
const READY_LIMIT_MS = 120_000

/** The gateway in a container of 128 MiB, and its start with a whole processor and with the least. None where limits cannot be set. */
export async function measureSmall(provider: BenchProvider, plan: Plan): Promise<Figure[]> {
  if (!canLimit()) return []
  const requests = Math.min(plan.memoryRequests, 100_000)
  const whole = await runWithin(provider, CONTAINER, requests)
  const minimum = await runWithin(provider, MINIMUM_CPU, 0)
  return [
    figure('128 MiB, one processor: ready after', 'ms', [whole.readyMs]),
    figure(`128 MiB: most used over ${requests.toLocaleString('en')} requests`, 'MiB', [whole.peakMiB]),
    figure('128 MiB, 0.08 of a processor: ready after', 'ms', [minimum.readyMs])
  ]
}

async function runWithin(provider: BenchProvider, limits: Limits, requests: number) {
  const cgroup = createCgroup(limits)
  const upstream = await startUpstream()
  const [port, managementPort] = [await findFreePort(), await findFreePort()]
  const startedAtMs = performance.now()
  const child = spawn(
    'sh',
    ['-c', cgroup.shell, 'sh', process.execPath, ...FLAGS, compiled(GATEHOUSE), 'start'],
    {
      env: {
        ...provider.gatewayVariables({ upstreamUrl: upstream.url, port, managementPort }),
        ...VARIABLES
      },
      stdio: ['ignore', 'ignore', 'inherit']
    }
  )
  try {
    await untilAnswered(`http://127.0.0.1:${managementPort}/readyz`, {}, READY_LIMIT_MS)
    const readyMs = performance.now() - startedAtMs
    const headers = await signedInHeaders(provider)
    const load = { requests: [{ path: '/api/items?page=1', headers }], connections: 50 }
    if (requests > 0)
      await applyLoad({ url: `http://127.0.0.1:${port}`, ...load, amount: { amount: requests } })
    return { readyMs, peakMiB: cgroup.peakBytes() / MEBIBYTE }
  } finally {
    await Promise.all([stopProcess(child), upstream.stop()])
    cgroup.remove()
  }
}
