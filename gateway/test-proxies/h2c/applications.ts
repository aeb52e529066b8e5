import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { packagePath } from '../../src/config/package-files.ts'
import { findProgram } from '../../test/fixtures/processes/find-program.ts'
import { findFreePort } from '../../test/fixtures/wire/ports.ts'
import { startProxyProcess } from '../program.ts'

/** A request as the application received it. */
export interface SeenRequest {
  /** Whether it arrived over HTTP/2. */
  http2: boolean
  path: string
  /** `X-Forwarded-User`, or empty. */
  user: string
}

/** A running application that upgrades connections to HTTP/2. */
export interface H2cApplication {
  port: number
  seen(): Promise<SeenRequest[]>
  close(): Promise<void>
}

/** How an application is built and started. */
export interface H2cKind {
  name: string
  /** Why it is not available here, or null. */
  prepare(): string | null
  start(folder: string): Promise<H2cApplication>
}

const SOURCES = packagePath('gateway', 'test-proxies', 'h2c')
const CACHE = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
const GO_PROGRAM = join(CACHE, 'gatehouse-h2c', 'application')
const HYPERCORN_VENV = join(CACHE, 'gatehouse-hypercorn')

/** The applications with which journeys try to leave HTTP/1.1; see `main.go` and `application.py`. */
export const H2C_APPLICATIONS: readonly H2cKind[] = [
  {
    name: 'golang.org/x/net/http2/h2c',
    prepare: () => findTool('GO_PATH', 'go') ?? run('go', ['build', '-o', GO_PROGRAM, '.']),
    start: (folder) => start(folder, (port) => [GO_PROGRAM, String(port)])
  },
  {
    name: 'hypercorn',
    prepare: () => (existsSync(hypercornTool('hypercorn')) ? null : installHypercorn()),
    start: (folder) =>
      start(folder, (port) => [
        hypercornTool('hypercorn'),
        ...['--bind', `127.0.0.1:${port}`, join(SOURCES, 'application.py:application')]
      ])
  }
]

const hypercornTool = (name: string) => join(HYPERCORN_VENV, 'bin', name)

function installHypercorn(): string | null {
  return (
    findTool('PYTHON_PATH', 'python3') ??
    run('python3', ['-m', 'venv', HYPERCORN_VENV]) ??
    run(hypercornTool('pip'), ['install', '--quiet', 'hypercorn'])
  )
}

function findTool(variable: string, name: string): string | null {
  return findProgram(variable, name) === null ? `${name} not found` : null
}

/** Runs a program in the source folder; returns the error, or null. */
function run(program: string, args: readonly string[]): string | null {
  const { status, stderr } = spawnSync(program, args, { cwd: SOURCES, encoding: 'utf8' })
  return status === 0 ? null : `${program} ${args.join(' ')}: ${stderr}`
}

async function start(
  folder: string,
  commandAt: (port: number) => readonly [string, ...string[]]
): Promise<H2cApplication> {
  const port = await findFreePort()
  const [program, ...args] = commandAt(port)
  const { close } = await startProxyProcess({ program, args, port, folder })
  return {
    port,
    async seen() {
      const response = await fetch(`http://127.0.0.1:${port}/seen`)
      const lines = (await response.text()).split('\n').filter((line) => line !== '')
      return lines.map((line): SeenRequest => JSON.parse(line))
    },
    close
  }
}
