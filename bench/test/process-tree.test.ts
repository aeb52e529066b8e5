import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readTree } from '../peers/process-tree.ts'

interface Process {
  pid: number
  parent: number
  name?: string
  /** `utime`, `stime`, `cutime`, `cstime`. */
  ticks?: readonly [number, number, number, number]
  kibibytes?: number
}

/** A folder with the files of proc(5) for some processes. */
function procOf(t: Test, processes: readonly Process[]): string {
  const folder = t.testdir({ self: {}, uptime: '1 1' })
  for (const { pid, parent, name = 'node', ticks = [0, 0, 0, 0], kibibytes } of processes) {
    mkdirSync(join(folder, String(pid)))
    const stat = `${pid} (${name}) S ${parent} ${pid} ${pid} 0 -1 4194560 1 2 3 4 ${ticks.join(' ')} 20 0 1 0\n`
    writeFileSync(join(folder, String(pid), 'stat'), stat)
    if (kibibytes !== undefined)
      writeFileSync(
        join(folder, String(pid), 'smaps_rollup'),
        `Rss: 999 kB\nPss:  ${kibibytes} kB\nPss_Anon: 7 kB\n`
      )
  }
  return folder
}

t.test('process tree: children and grandchildren are summed, including those that have ended', async (t) => {
  const folder = procOf(t, [
    { pid: 10, parent: 1, ticks: [5, 3, 100, 10], kibibytes: 100 },
    { pid: 11, parent: 10, ticks: [7, 1, 0, 0], kibibytes: 40 },
    { pid: 12, parent: 11, ticks: [1, 1, 0, 0], kibibytes: 2 },
    { pid: 13, parent: 1, ticks: [999, 999, 999, 999], kibibytes: 999 }
  ])
  t.same(readTree([10], folder), {
    cpuMicroseconds: 1_280_000,
    memoryBytes: 142 * 1024,
    residentBytes: 3 * 999 * 1024,
    processes: 3
  })
})

t.test('process tree: of two roots, one started by the other, processes count once', async (t) => {
  const folder = procOf(t, [
    { pid: 10, parent: 1, ticks: [1, 0, 0, 0] },
    { pid: 11, parent: 10, ticks: [1, 0, 0, 0] }
  ])
  t.match(readTree([10, 11], folder), { cpuMicroseconds: 20_000, processes: 2 })
})

t.test('process tree: a name with brackets and spaces is parsed correctly', async (t) => {
  const folder = procOf(t, [{ pid: 10, parent: 1, name: 'a) S 1 (b', ticks: [2, 2, 0, 0] }])
  t.match(readTree([10], folder), { cpuMicroseconds: 40_000, processes: 1 })
})

t.test('process tree: a root that has ended gives zeros', async (t) => {
  const folder = procOf(t, [{ pid: 10, parent: 1, ticks: [2, 2, 0, 0] }])
  t.same(readTree([99], folder), { cpuMicroseconds: 0, memoryBytes: 0, residentBytes: 0, processes: 0 })
})

t.test(
  'process tree: this process uses some time and some memory',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const { cpuMicroseconds, memoryBytes, residentBytes, processes } = readTree([process.pid])
    t.ok(cpuMicroseconds > 0)
    t.ok(memoryBytes > 1024 ** 2)
    t.ok(residentBytes >= memoryBytes)
    t.ok(processes >= 1)
  }
)
