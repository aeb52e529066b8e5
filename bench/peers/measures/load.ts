import { applyLoad, type LoadResult } from '../../fixture/load.ts'
import { readTree } from '../process-tree.ts'
import { PATH, type StartedPeer } from '../started-peer.ts'

/** Time of one round at one number of connections. */
export interface LoadStep {
  connections: number
  warmUpSeconds: number
  seconds: number
}

/** One round of load on one peer. Latencies in whole milliseconds. */
export interface LoadRound extends LoadResult {
  connections: number
  /** Processor time of a request, of all threads and processes of the peer. */
  cpuMicroseconds: number
  /** Memory of the peer after the round. */
  memoryBytes: number
}

/** So many requests that nothing is measured of. Rejects when an answer is missing or not 2xx. */
export async function warmUp({ url, headers }: StartedPeer, count: number): Promise<void> {
  await applyLoad({ url, requests: [{ path: PATH, headers }], connections: 50, amount: { amount: count } })
}

/** Keeps so many connections busy. Rejects when an answer is missing or not 2xx. */
export async function runLoad(
  { running, url, headers }: StartedPeer,
  { connections, warmUpSeconds, seconds }: LoadStep
): Promise<LoadRound> {
  const apply = (duration: number) =>
    applyLoad({ url, requests: [{ path: PATH, headers }], connections, amount: { duration } })
  await apply(warmUpSeconds)
  const before = readTree(running.pids)
  const result = await apply(seconds)
  const after = readTree(running.pids)
  const cpuMicroseconds = (after.cpuMicroseconds - before.cpuMicroseconds) / result.requests
  return { ...result, connections, cpuMicroseconds, memoryBytes: after.memoryBytes }
}
