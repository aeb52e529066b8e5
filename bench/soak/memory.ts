import { setTimeout as wait } from 'node:timers/promises'
import { MEBIBYTE, median } from '../figures.ts'
import type { Running } from '../fixture/child-process.ts'

/** Memory of one process over a run: MiB after garbage collection. */
export interface MemorySamples {
  readonly heapMebibytes: number[]
  readonly residentMebibytes: number[]
}

/** Looks at it every `everyMs` until it is over. */
export async function watchMemory(
  process: Running,
  everyMs: number,
  isOver: () => boolean
): Promise<MemorySamples> {
  const samples: MemorySamples = { heapMebibytes: [], residentMebibytes: [] }
  while (!isOver()) {
    await wait(everyMs)
    const { heapBytes, rssBytes } = await process.usageCollected()
    samples.heapMebibytes.push(heapBytes / MEBIBYTE)
    samples.residentMebibytes.push(rssBytes / MEBIBYTE)
  }
  return samples
}

/** How much more the last quarter holds than the second one, each by its median; the first one is warming up. */
export function growthOf(samples: readonly number[]): number {
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  return median(samples.slice(-quarter)) - median(samples.slice(quarter, 2 * quarter))
}
