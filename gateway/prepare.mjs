// Installs and builds what is missing or out of date, and says so. Runs before anything is installed: Node alone.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'dist', '.built')
const SOURCES = ['gateway', 'bench', 'config', 'login-ui', 'tsconfig.json', 'package-lock.json']
const COMPILED = /\.(ts|tsx|css|html|json)$/
/** What the compiler writes, and where it puts what it made of which sources. */
const EMITTED = /\.(js|js\.map|d\.ts)$/
const EMITTED_FROM = {
  'dist/gateway': 'gateway',
  'dist/bench': 'bench',
  'dist/config': 'config',
  'dist/login-ui-modules/login-ui': 'login-ui'
}

function say(message) {
  process.stderr.write(`gatehouse: ${message}\n`)
}

function run(...args) {
  // `npm pack --dry-run` packs nothing, but must know what it would pack.
  const env = { ...process.env, npm_config_dry_run: 'false' }
  const { status } = spawnSync('npm', args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32'
  })
  if (status !== 0) {
    say(`\`npm ${args.join(' ')}\` failed`)
    process.exit(status ?? 1)
  }
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

/** What npm wrote down about node_modules, against the lock file. Packages of other platforms may be missing. */
function isInstalled() {
  const installed = readPackages(join(ROOT, 'node_modules', '.package-lock.json'))
  const locked = Object.entries(readPackages(join(ROOT, 'package-lock.json'))).filter(([path]) => path !== '')
  return locked.every(([path, entry]) =>
    installed[path] === undefined ? entry.optional : installed[path].version === entry.version
  )
}

function* listFiles(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort()) yield* listFiles(join(path, name))
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of listFiles(join(ROOT, source))) {
      if (COMPILED.test(file)) hash.update(`${file}\0`).update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

/** The compiler never deletes: what it wrote for a file that is gone would be tested and packed for ever. */
function removeLeftOvers() {
  for (const [folder, sources] of Object.entries(EMITTED_FROM)) {
    for (const file of listFiles(join(ROOT, folder))) {
      if (!EMITTED.test(file)) continue
      const source = file.replace(join(ROOT, folder), join(ROOT, sources)).replace(EMITTED, '.ts')
      if (!existsSync(source) && !existsSync(`${source}x`)) rmSync(file)
    }
  }
}

/** The commit of the sources, which metrics and the first line of the log name. An image is told it by its build argument. */
function noteRevision() {
  if (!existsSync(join(ROOT, '.git'))) return
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  if (status === 0) writeFileSync(join(ROOT, 'dist', 'revision'), stdout)
}

if (!isInstalled()) {
  say('dependencies are missing or out of date: installing them (npm ci), this takes a minute')
  run('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')
  // Without it the first run of the tests would still load the TypeScript plugin that .taprc switches off.
  run('exec', '--silent', '--', 'tap', 'build')
}
const wanted = fingerprint()
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
  say('the build is missing or out of date: building')
  run('run', '--silent', 'build')
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(STAMP, wanted)
}
removeLeftOvers()
noteRevision()
