import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What some processes and all that they have started use. */
export interface TreeUsage {
  /** Processor time of all threads since their start, that of children which have ended too. Counted in steps of 10 ms. */
  cpuMicroseconds: number
  /** Memory, with what several processes share counted once (proportional set size). */
  memoryBytes: number
  /** Memory, shared or not (resident set size). */
  residentBytes: number
  processes: number
}

/** `USER_HZ`, which is 100 on every Linux that Node.js runs on. */
const TICK_MICROSECONDS = 10_000

interface Process {
  pid: number
  parent: number
  ticks: number
}

/** Reads them from /proc. `roots`: ids of processes; one that has ended counts nothing. Linux alone. */
export function readTree(roots: readonly number[], folder = '/proc'): TreeUsage {
  const members = findMembers(readProcesses(folder), roots)
  return {
    cpuMicroseconds: members.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MICROSECONDS,
    memoryBytes: members.reduce((sum, { pid }) => sum + readMemory(folder, pid, 'Pss'), 0),
    residentBytes: members.reduce((sum, { pid }) => sum + readMemory(folder, pid, 'Rss'), 0),
    processes: members.length
  }
}

function findMembers(processes: readonly Process[], roots: readonly number[]): Process[] {
  const found = new Map<number, Process>()
  const add = (one: Process) => {
    if (found.has(one.pid)) return
    found.set(one.pid, one)
    for (const child of processes) if (child.parent === one.pid) add(child)
  }
  for (const one of processes) if (roots.includes(one.pid)) add(one)
  return [...found.values()]
}

function readProcesses(folder: string): Process[] {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(folder, Number(name)) ?? [])
}

/** Null: it has ended meanwhile. See proc(5). */
function readProcess(folder: string, pid: number): Process | null {
  const text = readOf(folder, pid, 'stat')
  if (text === null) return null
  // The name of a program is in brackets, and may hold brackets and spaces itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [utime = 0, stime = 0, childrenUtime = 0, childrenStime = 0] = fields.slice(11, 15).map(Number)
  return { pid, parent: Number(fields[1]), ticks: utime + stime + childrenUtime + childrenStime }
}

function readMemory(folder: string, pid: number, name: 'Pss' | 'Rss'): number {
  const text = readOf(folder, pid, 'smaps_rollup') ?? ''
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]
  return Number(kibibytes ?? 0) * 1024
}

function readOf(folder: string, pid: number, name: string): string | null {
  try {
    return readFileSync(join(folder, String(pid), name), 'utf8')
  } catch {
    return null
  }
}
