import { readFileSync } from 'node:fs'
import { GCProfiler, getHeapSpaceStatistics } from 'node:v8'

/** Loaded into a target before its own code: reports what the process has used, and ends it with the runner. */
let profiler: GCProfiler | null = null
/** Of the young space, when counting began. */
let youngAtStart = 0

process.on('message', (message) => {
  if (message === 'garbage') {
    process.send?.(takeGarbage())
    return
  }
  if (message === 'turn') {
    process.send?.(takeLongestTurn())
    return
  }
  const { user, system } = process.cpuUsage()
  if (message === 'collect') for (let round = 0; round < 3; round++) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ cpuMicroseconds: user + system, heapBytes: heapUsed + external, rssBytes: rss })
})
process.on('disconnect', () => process.exit())

/** Bytes allocated and promoted since the previous call; the first one starts counting. */
function takeGarbage(): { allocatedBytes: number; promotedBytes: number; fullCollections: number } {
  const statistics = profiler?.stop()?.statistics ?? []
  profiler = new GCProfiler()
  profiler.start()
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
  youngAtStart = readYoung()
  sum.allocatedBytes += youngAtStart - youngBytes
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
