import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram, outputOf } from '../../gateway/test/fixtures/processes/find-program.ts'
import { endProcess, hasEnded, isListening } from '../../gateway/test-proxies/program.ts'

const START_LIMIT_MS = 60_000
const POLL_MS = 20

/** How to run a program in the foreground. */
export interface ProgramRun {
  program: string
  args: readonly string[]
  /** It runs when it takes connections here, on 127.0.0.1. */
  port: number
  folder: string
  /** All the environment it gets beside `PATH` and `HOME`, which is `folder`. */
  env?: Readonly<Record<string, string>>
  signal?: NodeJS.Signals
}

/** A program that listens. */
export interface RunningProgram {
  pid: number
  command: string
  close(): Promise<void>
}

let folderOfPeers: string | null = null
/** Each leads a process group, so that its children end with it however it ends. */
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) killGroup(child)
})

/** Where else programs are looked for, before `PATH`. */
export function lookForProgramsIn(folder: string): void {
  folderOfPeers = folder
}

/** Path of a program of a peer; null: it is not on this machine. */
export function findPeer(name: string): string | null {
  const given = folderOfPeers === null ? null : join(folderOfPeers, name)
  return given !== null && existsSync(given)
    ? given
    : findProgram(`${name.toUpperCase().replaceAll('-', '_')}_PATH`, name)
}

/** The version that a program says of itself; null: the program is not on this machine. */
export function versionOf(name: string, args: readonly string[], pattern: RegExp): string | null {
  const program = findPeer(name)
  return program === null ? null : (pattern.exec(outputOf(program, args))?.[1] ?? 'unknown version')
}

/**
 * Starts a program; its standard output goes to /dev/null, as a log that somebody else reads. Rejects with what it wrote to standard error
 * when it ends or takes no connections within a minute. It ends with this process at the latest.
 */
export async function runProgram(run: ProgramRun): Promise<RunningProgram> {
  const { program, args, port, folder, env = {}, signal = 'SIGTERM' } = run
  const errors = join(folder, `${basename(program)}.stderr`)
  const stderr = openSync(errors, 'a')
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
    stdio: ['ignore', 'ignore', stderr],
    detached: true
  })
  children.add(child)
  closeSync(stderr)
  let failure = ''
  child.once('error', (err) => {
    failure = err.message
  })
  const close = async () => {
    await endProcess(child, signal, () => killGroup(child))
    killGroup(child)
    children.delete(child)
  }
  const deadline = performance.now() + START_LIMIT_MS
  while (!(await isListening(port))) {
    if (hasEnded(child) || performance.now() > deadline) {
      await close()
      throw new Error(
        `${basename(program)} did not start: ${failure}${readFileSync(errors, 'utf8').slice(-2000)}`
      )
    }
    await wait(POLL_MS)
  }
  return { pid: child.pid ?? 0, command: describeCommand(run), close }
}

/** Without the parts that are made for one run: folders, ports and secrets. */
function describeCommand({ program, args, folder }: ProgramRun): string {
  const hidden = args.map((arg) => arg.replaceAll(folder, 'FOLDER').replace(/(secret[\w-]*=).*/, '$1…'))
  return [basename(program), ...hidden].join(' ')
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole process group has ended.
  }
}
