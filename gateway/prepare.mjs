// Installs and builds what is missing or out of date, and says so. Runs before anything is installed: Node alone.
// `--for-demo` skips what the demo does not show.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'dist', '.built')
/** What writes the validation of the configuration, which the schema is compiled to. */
const VALIDATOR_WRITER = 'config/write-validator.ts'
const VALIDATOR = 'validation of the configuration'
const IMPORTED = /\bfrom '(\.[^']+\.ts)'/g
/** What the login page is built from. */
const PAGE_SOURCES = ['login-ui', 'tsconfig.json', 'package-lock.json']
const NOT_IN_PAGE = /[/\\](test|screenshots)[/\\]|\.md$/

export const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
/** The login page, as Vite builds it: the page, the page on the server, and the gallery of `gatehouse preview`. */
export const PAGE_BUILDS = {
  page: ['build', 'login-ui'],
  'page on the server': ['build', 'login-ui', '--ssr', 'src/entry-server.tsx'],
  gallery: ['build', 'login-ui', '--mode', 'gallery']
}

function say(message) {
  process.stderr.write(`gatehouse: ${message}\n`)
}

async function run(command, args) {
  // `npm pack --dry-run` packs nothing, but must know what it would pack.
  const env = { ...process.env, npm_config_dry_run: 'false' }
  const shell = process.platform === 'win32' && command === 'npm'
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2], shell })
  const [status] = await once(child, 'close').catch(() => [1])
  if (status === 0) return
  say(`\`${[command, ...args].join(' ')}\` failed`)
  process.exit(status ?? 1)
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

/**
 * A hash of names and contents.
 *
 * @param {readonly string[]} sources files and folders, from the root
 * @param {RegExp} except paths of files that do not count
 */
export function fingerprint(sources, except = /^$/) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of listFiles(join(ROOT, source)))
      if (!except.test(file)) hash.update(`${relative(ROOT, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** A source and all that it imports, directly or not. */
function listImported(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORTED))
    listImported(join(dirname(file), path), found)
  return found
}

/** The fingerprint of the sources of each build that is complete, by its name. */
function readBuilt() {
  const content = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : ''
  return content.startsWith('{') ? JSON.parse(content) : {}
}

function noteBuilt(name, wanted) {
  writeFileSync(STAMP, JSON.stringify({ ...readBuilt(), [name]: wanted }))
}

/** The writer of the validation, and the sections of plugins, which it looks for. */
function listSchemaSources() {
  const plugins = join('gateway', 'plugins')
  const ofPlugins = readdirSync(join(ROOT, plugins)).map((name) => join(plugins, name, 'settings.ts'))
  return [VALIDATOR_WRITER, ...ofPlugins].map((file) => join(ROOT, file)).filter(existsSync)
}

/** Compiles the schema of the configuration if it has changed. Needs the transpiled sources. */
export async function buildValidator() {
  const wanted = fingerprint([
    ...new Set(
      listSchemaSources().flatMap((file) => [...listImported(file)].map((one) => relative(ROOT, one)))
    ),
    'package-lock.json'
  ])
  if (readBuilt()[VALIDATOR] === wanted) return
  await run(process.execPath, [join('dist', VALIDATOR_WRITER.replace('.ts', '.js'))])
  noteBuilt(VALIDATOR, wanted)
}

/** Its builds go on beside each other, and beside what else is built. */
async function buildPage(names) {
  const wanted = fingerprint(PAGE_SOURCES, NOT_IN_PAGE)
  const built = readBuilt()
  const missing = names.filter((name) => built[name] !== wanted)
  if (missing.length > 0) say('the login page is missing or out of date: building it')
  await Promise.all(
    missing.map(async (name) => {
      await run(process.execPath, [VITE, ...PAGE_BUILDS[name], '--logLevel=warn'])
      noteBuilt(name, wanted)
    })
  )
}

/** The commit of the sources, which metrics and the first line of the log name. For an image, a build argument gives it. */
function noteRevision() {
  if (!existsSync(join(ROOT, '.git'))) return
  const file = join(ROOT, 'dist', 'revision')
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  // Not written again beside runs that read it.
  if (status === 0 && !(existsSync(file) && readFileSync(file, 'utf8') === stdout))
    writeFileSync(file, stdout)
}

/**
 * Makes the working tree ready to run.
 *
 * @param {{ page: readonly (keyof typeof PAGE_BUILDS)[], isForDemo?: boolean }} options which parts of the login page must be there
 */
export async function prepare({ page, isForDemo = false }) {
  if (!isInstalled()) {
    say('dependencies are missing or out of date: installing them (npm ci), this takes a minute')
    await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  const building = buildPage(page)
  const { transpileChanged } = await import('./transpile.mjs')
  transpileChanged({ isForDemo })
  await Promise.all([building, buildValidator()])
  noteRevision()
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  const isForDemo = process.argv.includes('--for-demo')
  await prepare({
    page: isForDemo ? ['page', 'page on the server'] : Object.keys(PAGE_BUILDS),
    isForDemo
  })
}
