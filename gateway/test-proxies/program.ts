import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningProxy } from './proxy.ts'

const START_TIMEOUT_MS = 15_000
const STOP_TIMEOUT_MS = 5000
const POLL_MS = 20

/** How to run a proxy. */
export interface ProxyProcessOptions {
  program: string
  args: readonly string[]
  /** It is ready once it accepts connections here. */
  port: number
  folder: string
  env?: Record<string, string>
  /** The signal to stop it, by default `SIGTERM`. */
  signal?: NodeJS.Signals
  /** Default 15 s. */
  startTimeoutMs?: number
}

/** Starts a proxy in the foreground. Rejects with its output if it exits. Ends with this process. */
export async function startProxyProcess(options: ProxyProcessOptions): Promise<RunningProxy> {
  const { program, args, port, folder, env = {}, signal = 'SIGTERM' } = options
  const { startTimeoutMs = START_TIMEOUT_MS } = options
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  const keep = (chunk: Buffer | Error) => {
    output += chunk instanceof Error ? chunk.message : chunk.toString('utf8')
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.on('error', keep)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const close = async () => {
    await endProcess(child, signal, kill)
    process.off('exit', kill)
  }
  const deadline = performance.now() + startTimeoutMs
  while (!(await isListening(port))) {
    if (hasEnded(child) || performance.now() > deadline) {
      await close()
      throw new Error(`${program} did not start:\n${output}`)
    }
    await pause(POLL_MS)
  }
  return { port, log: () => output, close }
}

/** Ends a program by a signal; `kill`: what follows five seconds later. */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
  kill: () => unknown
): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const limit = setTimeout(kill, STOP_TIMEOUT_MS)
  await ended
  clearTimeout(limit)
}

/** Whether a program has ended, or never started. */
export function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

/** Whether anything accepts connections at this port of 127.0.0.1. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (response: boolean) => {
      socket.destroy()
      resolve(response)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}
