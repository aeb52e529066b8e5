// Copies what the container image runs into a new folder: the npm package without the demo, its stand-in provider and
// documents other than that of the configuration, and the optional packages beside it that the configuration may ask for.
// Beside the program, it leaves what V8 compiles in a first start, which later ones read from that path.
// Needs a built repository, Node and npm: node deploy/production-files.mjs FOLDER [ID]. ID: of the
// user that it will run as, if that is another one.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findPackages } from './locked-packages.mjs'
import { listPackedFiles } from './packed-files.mjs'

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

const [target, id = '0'] = process.argv.slice(2)
const userId = Number(id)
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

/** Starts the program without a project, loads its first page, and stops it. */
async function fillCompileCache() {
  const cache = join(target, 'dist', 'bundle', 'compile-cache')
  mkdirSync(cache)
  if (userId > 0) chownSync(cache, userId, userId)
  const env = {
    GATEHOUSE_PUBLIC_URL: 'http://localhost',
    GATEHOUSE_LISTEN_PORT: '0',
    GATEHOUSE_MANAGEMENT_PORT: '0',
    GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:9',
    GATEHOUSE_COOKIE_SIGNATURE_KEYS: randomBytes(32).toString('hex'),
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'none',
    GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'none'
  }
  const program = spawn(process.execPath, [join(target, 'dist', 'bundle', 'main.js'), 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Node keeps a cache for each user.
    ...(userId > 0 && { uid: userId, gid: userId })
  })
  const exited = once(program, 'exit')
  let log = ''
  let port
  for await (const text of program.stdout.setEncoding('utf8')) {
    log += text
    if (port !== undefined) continue
    port = /"port":(\d+).*"msg":"ready"/.exec(log)?.[1]
    if (port === undefined) continue
    await (await fetch(`http://127.0.0.1:${port}/login`)).text()
    program.kill('SIGTERM')
  }
  const [code] = await exited
  if (code !== 0) fail(`the program did not start:\n${log}`)
}

await fillCompileCache()
