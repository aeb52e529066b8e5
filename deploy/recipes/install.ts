import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { packagePath } from '../../gateway/src/config/package-files.ts'
import { findProgram } from '../../gateway/test/fixtures/processes/find-program.ts'
import { runOrFail, withoutNpmVariables } from '../../gateway/test-deploy/tool.ts'
import type { Source } from './recipe.ts'

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gatehouse-recipes')

export type Installed =
  | { kind: 'installed'; program(name: string): string }
  /** Why it cannot be run here. */
  | { kind: 'missing'; reason: string }

/** Installs the application of a recipe into a cache, once for each version. Rejects with the output of what failed. */
export async function install(name: string, source: Source): Promise<Installed> {
  switch (source.kind) {
    case 'debian':
      return findPrograms(source)
    case 'python':
      return await installInto(
        name,
        packagePath('deploy', 'recipes', name, 'requirements.txt'),
        'python3',
        async (target) => {
          await runOrFail('python3', ['-m', 'venv', target])
          const pip = [
            'install',
            '--quiet',
            '--disable-pip-version-check',
            '--requirement',
            'requirements.txt'
          ]
          await runOrFail(join(target, 'bin', 'pip'), pip, { cwd: target })
        }
      )
    case 'npm':
      return await installInto(
        name,
        packagePath('deploy', 'recipes', name, 'package.json'),
        'npm',
        async (target) => {
          const env = withoutNpmVariables(process.env)
          await runOrFail('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: target, env })
        }
      )
    case 'go':
      return await installInto(name, source.module, 'go', async (target) => {
        const env = { ...process.env, GOBIN: join(target, 'bin'), GOFLAGS: '' }
        await runOrFail('go', ['install', source.module], { cwd: target, env })
      })
  }
}

function findPrograms({ packages, programs }: Extract<Source, { kind: 'debian' }>): Installed {
  const missing = programs.filter((program) => findProgram(variableOf(program), program) === null)
  return missing.length === 0
    ? { kind: 'installed', program: (program) => findProgram(variableOf(program), program) ?? program }
    : { kind: 'missing', reason: `not installed: ${packages.join(', ')}` }
}

const variableOf = (program: string) => `${program.replaceAll('-', '_').toUpperCase()}_PATH`

/** `list`: a file with what to install, or that itself. */
async function installInto(
  name: string,
  list: string,
  tool: string,
  run: (target: string) => Promise<void>
): Promise<Installed> {
  if (findProgram(`${tool.toUpperCase()}_PATH`, tool) === null)
    return { kind: 'missing', reason: `not installed: ${tool}` }
  const isFile = existsSync(list)
  const content = isFile ? readFileSync(list) : list
  const wanted = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const target = join(CACHE, `${name}-${wanted}`)
  const stamp = join(target, '.installed')
  if (!existsSync(stamp)) {
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    if (isFile) copyFileSync(list, join(target, list.replace(/^.*\//, '')))
    await run(target)
    writeFileSync(stamp, '')
  }
  const folders = [join(target, 'bin'), join(target, 'node_modules', '.bin')]
  return {
    kind: 'installed',
    program: (program) =>
      folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? program
  }
}
