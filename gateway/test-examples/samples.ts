import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { packagePath } from '../src/config/package-files.ts'
import { findProgram } from '../test/fixtures/processes/find-program.ts'
import { listBelow } from '../test/fixtures/repository/installation.ts'
import { runOrFail, runTool, withoutNpmVariables } from '../test-deploy/tool.ts'

type Command = readonly [program: string, ...args: string[]]

/** An application that is started behind a gateway. */
export interface Sample {
  name: string
  /** Its path in the repository. */
  folder: string
  tools: readonly string[]
  /** Fails where packages of the operating system are missing. */
  probe?: Command
  /** Installs packages and builds, in a copy of the folder. */
  prepare: readonly Command[]
  /** Starts it in that copy. The address is also in `PORT`. */
  start(port: number): Command
}

/** What has to be prepared of one, or of another program. */
export type Package = Pick<Sample, 'name' | 'folder' | 'tools' | 'probe' | 'prepare'>

const NPM_INSTALL: Command = ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent']
/** @public For Python. */
export const VENV: Command = ['python3', '-m', 'venv', '.venv']
/** @public Into that environment. */
export const PIP_INSTALL: Command = [
  '.venv/bin/pip',
  'install',
  '--quiet',
  '--requirement',
  'requirements.txt'
]

/** Those in `deploy/examples`, which verify the assertion. */
export const SAMPLES: readonly Sample[] = [
  {
    name: 'Express',
    folder: 'deploy/examples/express',
    tools: ['npm'],
    prepare: [NPM_INSTALL],
    start: () => [process.execPath, 'app.mjs']
  },
  {
    name: 'Fastify',
    folder: 'deploy/examples/fastify',
    tools: ['npm'],
    prepare: [NPM_INSTALL],
    start: () => [process.execPath, 'app.mjs']
  },
  {
    name: 'FastAPI',
    folder: 'deploy/examples/fastapi',
    tools: ['python3'],
    prepare: [VENV, PIP_INSTALL],
    start: (port) => ['.venv/bin/uvicorn', '--port', String(port), 'app:app']
  },
  {
    name: 'Django',
    folder: 'deploy/examples/django',
    tools: ['python3'],
    prepare: [VENV, PIP_INSTALL],
    start: (port) => ['.venv/bin/gunicorn', '--bind', `127.0.0.1:${port}`, 'app:application']
  },
  {
    name: 'Rails',
    folder: 'deploy/examples/rails',
    tools: ['ruby', 'puma'],
    probe: ['ruby', '-e', 'require "action_controller/railtie"; require "jwt"'],
    prepare: [],
    start: (port) => ['puma', '--bind', `tcp://127.0.0.1:${port}`]
  },
  {
    name: 'Go',
    folder: 'deploy/examples/go',
    tools: ['go'],
    prepare: [['go', 'build', '-o', 'application', '.']],
    start: () => ['./application']
  },
  {
    name: 'Spring Boot',
    folder: 'deploy/examples/spring-boot',
    tools: ['java', 'mvn'],
    prepare: [['mvn', '--quiet', '--batch-mode', 'package']],
    start: () => ['java', '-XX:TieredStopAtLevel=1', '-jar', 'target/application.jar']
  }
]

/** Why it cannot be run here, or null. */
export async function findObstacle({
  tools,
  probe
}: Pick<Sample, 'tools' | 'probe'>): Promise<string | null> {
  const missing = tools.filter((tool) => findProgram(`${tool.toUpperCase()}_PATH`, tool) === null)
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`
  if (probe === undefined) return null
  const [program, ...args] = probe
  return (await runTool(program, args)).code === 0 ? null : 'not installed: its packages'
}

/**
 * A copy of the sample outside of the repository, installed and built, kept until its files change. Rejects
 * with the output of the command that failed.
 */
export async function prepareSample({
  folder,
  prepare
}: Pick<Sample, 'folder' | 'prepare'>): Promise<string> {
  const source = packagePath(folder)
  const name = basename(folder)
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gatehouse-examples')
  const copy = join(cache, `${name}-${hashFolder(source)}`)
  const stamp = join(copy, '.prepared')
  if (existsSync(stamp)) return copy
  mkdirSync(cache, { recursive: true })
  const outdated = readdirSync(cache).filter((entry) => entry.startsWith(`${name}-`))
  for (const entry of outdated) rmSync(join(cache, entry), { recursive: true })
  cpSync(source, copy, { recursive: true })
  for (const [program, ...args] of prepare)
    await runOrFail(program, args, { cwd: copy, env: withoutNpmVariables(process.env) })
  writeFileSync(stamp, '')
  return copy
}

function hashFolder(folder: string): string {
  const hash = createHash('sha256')
  for (const path of listBelow(folder)) hash.update(`${path}\0`).update(readFileSync(join(folder, path)))
  return hash.digest('hex').slice(0, 16)
}
