import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagePath } from '../../gateway/src/config/package-files.ts'

/** The release that this version is an upgrade of. */
export const RELEASE_BEFORE = '0.1.0'

/** It was checked and made small when it was released; no browser loads its page here. */
const BUILDS: readonly (readonly string[])[] = [
  ['tsc', '-b', 'gateway', '--noCheck'],
  ['vite', 'build', 'login-ui', '--minify', 'false'],
  ['vite', 'build', 'login-ui', '--ssr', 'src/entry-server.tsx']
]

/** What imports the SDK in the release before. */
const SDK = join('login-ui', 'src', 'auth', 'sdk.ts')

/** The program of a release. */
export type Release =
  /** `main`: its main file. */
  | { kind: 'built'; main: string }
  /** Its source is not here, as in a shallow clone or a package. */
  | { kind: 'missing'; reason: string }

/** Builds the program of a release from the history of this repository, once, with the packages of this version. */
export function buildRelease(version: string): Release {
  const { commit } = JSON.parse(
    readFileSync(packagePath('gateway', 'test', 'fixtures', 'releases', version, 'release.json'), 'utf8')
  )
  const folder = packagePath('dist', 'releases', version)
  const main = join(folder, 'dist', 'gateway', 'src', 'main.js')
  const stamp = join(folder, 'built')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === commit) return { kind: 'built', main }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'source.tar')
  try {
    execFileSync('git', ['archive', '--output', archive, commit], { cwd: packagePath(), stdio: 'pipe' })
  } catch {
    return { kind: 'missing', reason: `no commit ${commit} in the history of this folder` }
  }
  execFileSync('tar', ['-xf', archive, '-C', folder])
  // This version installs the two packages of the SDK alone that its page needs.
  const sdk = join(folder, SDK)
  writeFileSync(sdk, readFileSync(sdk, 'utf8').replace(/'firebase\//g, "'@firebase/"))
  for (const args of BUILDS)
    execFileSync('npx', ['--no-install', ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  writeFileSync(stamp, commit)
  return { kind: 'built', main }
}
