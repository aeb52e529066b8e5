#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { setFlagsFromString } from 'node:v8'
import type { Io } from './commands/io.ts'
import { adviseOnFileShortage } from './errors.ts'

// After a stall at start, V8 may take a request's objects for long-lived and allocate them in the old space for as long as the
// process runs: thousands of bytes of each request then survive until a full collection.
setFlagsFromString('--no-allocation-site-pretenuring')

/** The process around a command. */
function openIo(): Io {
  const { stdout, stderr, env } = process
  let signal: AbortSignal | null = null
  const io: Io = {
    // Asked for by those who read it: a gateway must not open what may be closed.
    get stdin() {
      return process.stdin
    },
    stdout,
    stderr,
    isTTY: { stdin: isatty(0), stdout: isatty(1), stderr: isatty(2) },
    columns: stdout.columns,
    env,
    cwd: process.cwd(),
    // From the first look at it on: commands that never look end at Ctrl-C as Node does, or see to it themselves.
    get signal() {
      signal ??= listenForInterruption()
      return signal
    },
    now: () => Date.now() / 1000,
    // At an interruption it is over early, and the command looks at the signal.
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

// By itself Node opens its debugger for this signal, to anybody on the machine. Nothing here reacts to it instead.
process.on('SIGUSR1', () => {})
try {
  // On demand, because a limit of open files may already be too low for the program itself.
  const { runCommandLine } = await import('./commands/command-line/program.ts')
  process.exitCode = await runCommandLine(process.argv.slice(2), openIo())
} catch (err) {
  const advice = adviseOnFileShortage(err)
  if (advice === null) throw err
  process.stderr.write(`gatehouse: ${advice}\n`)
  process.exitCode = 1
}
process.exit()
