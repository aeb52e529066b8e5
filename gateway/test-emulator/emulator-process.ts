import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePorts } from '../test/fixtures/wire/ports.ts'

/** The project that the emulator and the gateway are set up for; `demo-` names never reach the cloud. */
export const PROJECT_ID = 'demo-gatehouse'

const PACKAGE = 'firebase-tools@15'
/** The first start fetches some 300 MB. */
const START_TIMEOUT_MS = 300_000
const STOP_TIMEOUT_MS = 10_000
const POLL_MS = 100
const PROBE_TIMEOUT_MS = 2000
/** How much of the emulator output is shown if it does not start, in characters. */
const SHOWN_OUTPUT = 4000

/** A running auth emulator. */
export interface Emulator {
  /** `host:port`. */
  host: string
  /** Stops the emulator and all its child processes. */
  stop(): Promise<void>
}

/**
 * Starts the official auth emulator, fetched into the npm cache if missing. Rejects with the end of its
 * output if it does not start. Its processes end with this process at the latest.
 */
export async function startEmulator(): Promise<Emulator> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-emulator-'))
  const host = await writeSettings(folder)
  const { child, readOutput } = spawnEmulator(folder)
  const atExit = () => {
    signalGroup(child, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', atExit)

  let stopped = false
  async function stop(): Promise<void> {
    if (stopped) return
    stopped = true
    signalGroup(child, 'SIGTERM')
    await until(() => !signalGroup(child, 0), STOP_TIMEOUT_MS)
    atExit()
    process.off('exit', atExit)
  }

  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  const settled = await until(async () => hasEnded() || (await isReady(host)), START_TIMEOUT_MS)
  if (!settled || hasEnded()) {
    await stop()
    throw new Error(`the auth emulator did not start:\n${readOutput().slice(-SHOWN_OUTPUT)}`)
  }
  return { host, stop }
}

/** Writes the emulator settings into `folder`; returns the `host:port` where it will listen. */
async function writeSettings(folder: string): Promise<string> {
  const host = '127.0.0.1'
  const [port = 0, hubPort = 0, loggingPort = 0] = await findFreePorts(3)
  const emulators = {
    // Some checks use tokens of another project.
    singleProjectMode: false,
    auth: { host, port },
    hub: { host, port: hubPort },
    logging: { host, port: loggingPort },
    ui: { enabled: false }
  }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  return `${host}:${port}`
}

function spawnEmulator(folder: string): { child: ChildProcess; readOutput: () => string } {
  const child = spawn(
    'npx',
    [
      ...['--yes', '--prefer-offline', '--ignore-scripts', PACKAGE],
      ...['emulators:start', '--only', 'auth', '--project', PROJECT_ID]
    ],
    {
      cwd: folder,
      // A separate process group, so that npx and all its children can be ended together.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        // No message of the day, no update check; a new configuration without account and statistics.
        CI: '1',
        NO_UPDATE_NOTIFIER: '1',
        XDG_CONFIG_HOME: join(folder, 'config'),
        TMPDIR: folder
      }
    }
  )
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-2 * SHOWN_OUTPUT)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.on('error', (err) => keep(Buffer.from(err.message)))
  return { child, readOutput: () => output }
}

/** Signals every process of the group; false if none is left. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false
  try {
    return process.kill(-child.pid, signal)
  } catch (err) {
    return err instanceof Error && 'code' in err && err.code === 'EPERM'
  }
}

async function isReady(host: string): Promise<boolean> {
  try {
    const response = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    return response.ok && (await response.text()).includes('authEmulator')
  } catch {
    return false
  }
}

/** Polls until the condition holds; false if it did not in time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() >= deadline) return false
    await pause(POLL_MS)
  }
  return true
}
