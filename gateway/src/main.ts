#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises'
import { isatty } from 'node:tty'
import type { Io } from './commands/io.ts'
import { adviseOnFileShortage } from './errors.ts'
import { beginStart } from './v8.ts'

beginStart(import.meta.dirname)

function openIo(): Io {
  const { stdout, stderr, env } = process
  let signal: AbortSignal | null = null
  const io: Io = {
    // Lazy: a gateway must not open a stdin that may be closed.
    get stdin() {
      return process.stdin
    },
    stdout,
    stderr,
    isTTY: { stdin: isatty(0), stdout: isatty(1), stderr: isatty(2) },
    columns: stdout.columns,
    env,
    cwd: process.cwd(),
    // Lazy: a command that never reads it keeps Node's default Ctrl-C behavior.
    get signal() {
      signal ??= listenForInterruption()
      return signal
    },
    now: () => Date.now() / 1000,
    // Resolves early on interruption; the command checks the signal.
    wait: (seconds) => setTimeout(seconds * 1000, undefined, { signal: io.signal }).catch(() => {})
  }
  return io
}

function listenForInterruption(): AbortSignal {
  const interruption = new AbortController()
  // Once: a second Ctrl-C ends the process at once.
  process.once('SIGINT', () => interruption.abort())
  process.once('SIGTERM', () => interruption.abort())
  return interruption.signal
}

// Node would open its debugger on this signal, to anyone on the machine.
process.on('SIGUSR1', () => {})
void main()

async function main(): Promise<never> {
  try {
    // Imported late: the open file limit may already be too low to load the program.
    const { runCommandLine } = await import('./commands/command-line/program.ts')
    const { PLUGINS } = await import('../plugins/plugins.ts')
    process.exitCode = await runCommandLine(process.argv.slice(2), openIo(), PLUGINS)
  } catch (err) {
    const advice = adviseOnFileShortage(err)
    if (advice === null) throw err
    process.stderr.write(`gatehouse: ${advice}\n`)
    process.exitCode = 1
  }
  process.exit()
}
