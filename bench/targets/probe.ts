import cluster, { type Worker } from 'node:cluster'
import { readFileSync } from 'node:fs'
import { GCProfiler, getHeapSpaceStatistics } from 'node:v8'
import type { Garbage } from '../fixture/child-process.ts'

/** Loaded into a target before its own code: reports what the process has used, and ends it with the runner. */
let profiler: GCProfiler | null = null
/** Of the young space, when counting began. */
let youngAtStart = 0

process.on('message', async (message) => {
  const forwardAuthRequest: unknown = Reflect.get(Object(message), 'probe')
  // Whatever else comes, such as from the primary to a worker, is the program's own.
  if (forwardAuthRequest === undefined) return
  if (forwardAuthRequest === 'garbage') {
    process.send?.(await takeGarbage())
    return
  }
  if (message === 'turn') {
    process.send?.(takeLongestTurn())
    return
  }
  const { user, system } = process.cpuUsage()
  if (forwardAuthRequest === 'collect') collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ cpuMicroseconds: user + system, heapBytes: heapUsed + external, rssBytes: rss })
})
process.on('disconnect', () => process.exit())
// The runner may have ended while this process started.
if (!process.connected) process.exit()

/** That of the workers, where there are any: they answer all requests. */
async function takeGarbage(): Promise<Garbage> {
  const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])
  if (workers.length === 0) return takeOwnGarbage()
  const sum = { allocatedBytes: 0, promotedBytes: 0, fullCollections: 0 }
  for (const taken of await Promise.all(workers.map(askWorker))) {
    sum.allocatedBytes += taken.allocatedBytes
    sum.promotedBytes += taken.promotedBytes
    sum.fullCollections += taken.fullCollections
  }
  return sum
}

/** Over the channel of the program, whose own messages are others. */
function askWorker(worker: Worker): Promise<Garbage> {
  return new Promise((resolve) => {
    const take = (message: object) => {
      if (!('allocatedBytes' in message)) return
      worker.off('message', take)
      resolve(message as Garbage)
    }
    worker.on('message', take)
    worker.send({ probe: 'garbage' })
  })
}

/**
 * Bytes allocated and promoted since the previous call; the first one starts counting. What lasts is in the old space from then on:
 * whatever promotes what comes, such as the dead table of a `Set`, does so from the first request.
 */
function takeOwnGarbage(): Garbage {
  const statistics = profiler?.stop()?.statistics ?? []
  const sum = { allocatedBytes: 0, promotedBytes: 0, fullCollections: 0 }
  let youngBytes = youngAtStart
  for (const { gcType, beforeGC, afterGC } of statistics) {
    const [before, after] = [beforeGC.heapSpaceStatistics, afterGC.heapSpaceStatistics].map(bytesOf)
    if (before === undefined || after === undefined) continue
    sum.allocatedBytes += before.young - youngBytes
    youngBytes = after.young
    if (gcType === 'Scavenge') sum.promotedBytes += after.old - before.old
    else if (gcType === 'MarkSweepCompact') sum.fullCollections += 1
  }
  sum.allocatedBytes += readYoung() - youngBytes
  collect()
  youngAtStart = readYoung()
  profiler = new GCProfiler()
  profiler.start()
  return sum
}

const LOOK_EVERY_MS = 2
let looks: NodeJS.Timeout | undefined
let longestTurnMs = 0

/** Processor time of the main thread in its longest turn since the previous call; the first one starts looking. */
function takeLongestTurn(): { longestTurnMs: number } {
  const taken = { longestTurnMs }
  longestTurnMs = 0
  if (looks === undefined) {
    let before = readThreadMs()
    looks = setInterval(() => {
      longestTurnMs = Math.max(longestTurnMs, readThreadMs() - before)
      before = readThreadMs()
    }, LOOK_EVERY_MS)
  }
  return taken
}

/** Processor time of this thread so far (proc_pid_schedstat(5)); NaN where the system does not tell. */
function readThreadMs(): number {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'utf8'), 10) / 1e6
  } catch {
    return Number.NaN
  }
}

function collect(): void {
  for (let round = 0; round < 3; round++) globalThis.gc?.()
}

function readYoung(): number {
  const spaces = getHeapSpaceStatistics()
  return bytesOf(
    spaces.map(({ space_name: spaceName, space_used_size: spaceUsedSize }) => ({ spaceName, spaceUsedSize }))
  ).young
}

function bytesOf(spaces: readonly { spaceName: string; spaceUsedSize: number }[]) {
  let young = 0
  let old = 0
  for (const { spaceName, spaceUsedSize } of spaces) {
    if (spaceName.startsWith('new_')) young += spaceUsedSize
    else old += spaceUsedSize
  }
  return { young, old }
}
