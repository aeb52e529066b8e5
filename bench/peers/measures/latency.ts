import { Agent } from 'node:http'
import { percentile } from '../../figures.ts'
import { statusOf } from '../../fixture/status.ts'
import { PATH, type StartedPeer } from '../started-peer.ts'

/** What a peer adds to the time until the whole answer is there, at a rate at which nothing is busy. */
export interface AddedLatency {
  perSecond: number
  samples: number
  p50Ms: number
  p99Ms: number
}

type Target = ReturnType<typeof createTarget>

const TIMEOUT_MS = 5000

/**
 * Asks the peer and the bare application in turn, so many times a second each, over connections that are kept. A percentile of the result is that of the
 * peer less that of the application. Rejects when an answer is missing or not 200.
 */
export async function measureLatency(
  { url, headers }: StartedPeer,
  upstreamUrl: string,
  { perSecond, seconds }: { perSecond: number; seconds: number }
): Promise<AddedLatency> {
  const targets = [url, upstreamUrl].map((origin) => createTarget(origin, headers))
  const open: Promise<void>[] = []
  const count = perSecond * seconds
  const startedAtMs = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(count, ((performance.now() - startedAtMs) / 1000) * perSecond)
      while (open.length < due * targets.length) {
        const target = targets[open.length % targets.length]
        if (target !== undefined) open.push(ask(target))
      }
      if (due < count) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  await Promise.all(open).finally(() => {
    for (const { agent } of targets) agent.destroy()
  })
  const [peer = [], application = []] = targets.map(({ samplesMs }) => samplesMs)
  const added = (share: number) => percentile(peer, share) - percentile(application, share)
  return { perSecond, samples: peer.length, p50Ms: added(0.5), p99Ms: added(0.99) }
}

function createTarget(origin: string, headers: Record<string, string>) {
  return {
    url: `${origin}${PATH}`,
    headers,
    agent: new Agent({ keepAlive: true }),
    samplesMs: [] as number[]
  }
}

async function ask({ url, headers, agent, samplesMs }: Target): Promise<void> {
  const startedAtMs = performance.now()
  const status = await statusOf(url, headers, agent, TIMEOUT_MS)
  if (status !== 200) throw new Error(`${url}: ${status === 0 ? 'no answer' : `status ${status}`}`)
  samplesMs.push(performance.now() - startedAtMs)
}
