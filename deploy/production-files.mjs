// Copies what the container image runs into a new folder: the npm package without the demo, its stand-in provider and
// documents other than that of the configuration, and the optional packages beside it that the configuration may ask for.
// Needs a built repository, Node and npm: node deploy/production-files.mjs FOLDER
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findPackages } from './locked-packages.mjs'

const ROOT = join(import.meta.dirname, '..')
/** Paths inside the package. Without them, `gatehouse demo` says that it is not part of the installation. */
const LEFT_OUT = /^(deploy\/|dist\/bundle\/demo\/|(?!(config|dist)\/).*\.(md|png|svg)$)/

/** Optional packages that the image has. */
const BESIDE = ['ioredis', 'oidc-provider']
/** What runs of a package, and its licence. */
const RUNS = /(\.[cm]?js|\.json|\/licen[sc]e[^/]*)$/i

function fail(reason) {
  process.stderr.write(`production-files: ${reason}\n`)
  process.exit(1)
}

/** npm's own reading of `files` in package.json, so that there is one list of what an installation needs. */
function listPackedFiles() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const { status, stdout } = spawnSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32'
  })
  if (status !== 0) fail('`npm pack --dry-run` failed')
  const [{ files }] = JSON.parse(stdout)
  return files.map(({ path }) => path)
}

const [target] = process.argv.slice(2)
if (target === undefined) fail('name the folder to copy to')
if (existsSync(target)) fail(`${target} exists; files of an earlier build may be in it`)
const packed = listPackedFiles()
for (const needed of [
  'dist/LICENSES.txt',
  'dist/bundle/main.js',
  'dist/login-ui/index.html',
  'dist/login-ui-server/entry-server.js'
]) {
  if (!packed.includes(needed)) fail(`${needed} is missing: build first (npm run bundle)`)
}
for (const path of packed.filter((path) => !LEFT_OUT.test(path))) cpSync(join(ROOT, path), join(target, path))

const { packages: locked } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
for (const path of findPackages(locked, BESIDE)) {
  cpSync(join(ROOT, path), join(target, path), {
    recursive: true,
    filter: (source) => statSync(source).isDirectory() || RUNS.test(source)
  })
}
const described = spawnSync(
  process.execPath,
  [join(ROOT, 'deploy', 'sbom.mjs'), join(target, 'dist'), ...BESIDE],
  { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' }
)
if (described.status !== 0) fail(described.stderr.trim())
