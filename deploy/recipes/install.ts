import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { packagePath } from '../../gateway/src/config/package-files.ts'
import { findProgram } from '../../gateway/test/fixtures/processes/find-program.ts'
import { runOrFail, withoutNpmVariables } from '../../gateway/test-deploy/tool.ts'
import type { Place, Source } from './recipe.ts'

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gatehouse-recipes')

export type Installed =
  | { kind: 'installed'; program(name: string): string }
  /** Why it cannot be run here. */
  | { kind: 'missing'; reason: string }

/** Installs the application of a recipe into a cache, once for each version. Rejects with the output of what failed. */
export async function install(name: string, source: Source): Promise<Installed> {
  if (source.kind === 'debian') return findPrograms(source)
  const present = LISTS.filter(({ file }) => existsSync(packagePath('deploy', 'recipes', name, file)))
  const missing = present.filter(({ tool }) => findProgram(variableOf(tool), tool) === null)
  if (missing.length > 0)
    return { kind: 'missing', reason: `not installed: ${missing.map(({ tool }) => tool).join(', ')}` }
  return await installInto(name, present)
}

/** What a folder lists, and how it is installed where the list is. */
interface List {
  file: string
  tool: string
  install(target: string): Promise<unknown>
}

const LISTS: readonly List[] = [
  {
    file: 'requirements.txt',
    tool: 'python3',
    async install(target) {
      await runOrFail('python3', ['-m', 'venv', target])
      const pip = ['install', '--quiet', '--disable-pip-version-check', '--requirement', 'requirements.txt']
      await runOrFail(join(target, 'bin', 'pip'), pip, { cwd: target })
    }
  },
  {
    file: 'package.json',
    tool: 'npm',
    install(target) {
      const env = withoutNpmVariables(process.env)
      return runOrFail('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: target, env })
    }
  },
  {
    file: 'go.json',
    tool: 'go',
    install(target) {
      const packages: string[] = JSON.parse(readFileSync(join(target, 'go.json'), 'utf8'))
      return runOrFail('go', ['install', ...packages], {
        env: { ...process.env, GOBIN: join(target, 'bin') }
      })
    }
  }
]

function findPrograms({ packages, programs }: Extract<Source, { kind: 'debian' }>): Installed {
  const missing = programs.filter((program) => findProgram(variableOf(program), program) === null)
  return missing.length === 0
    ? { kind: 'installed', program: (program) => findProgram(variableOf(program), program) ?? program }
    : { kind: 'missing', reason: `not installed: ${packages.join(', ')}` }
}

const variableOf = (program: string) => `${program.replaceAll('-', '_').toUpperCase()}_PATH`

async function installInto(name: string, lists: readonly List[]): Promise<Installed> {
  const folder = packagePath('deploy', 'recipes', name)
  const hash = createHash('sha256')
  for (const { file } of lists) hash.update(readFileSync(join(folder, file)))
  const target = join(CACHE, `${name}-${hash.digest('hex').slice(0, 16)}`)
  const stamp = join(target, '.installed')
  if (!existsSync(stamp)) {
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    for (const { file, install } of lists) {
      copyFileSync(join(folder, file), join(target, file))
      await install(target)
    }
    writeFileSync(stamp, '')
  }
  const folders = [join(target, 'bin'), join(target, 'node_modules', '.bin')]
  return {
    kind: 'installed',
    program: (program) =>
      folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? program
  }
}

/** The version of a program in Go, which a build by `go install` does not print itself. */
export async function readGoVersion(
  { program, runOnce }: Pick<Place, 'program' | 'runOnce'>,
  name: string
): Promise<string> {
  // In another home folder, Go would begin to keep statistics.
  const printed = await runOnce(program('go'), ['version', '-m', program(name)], { HOME: homedir() })
  return printed.replace(/^.*\smod\s+\S+\s+v(\S+).*$/s, '$1')
}
