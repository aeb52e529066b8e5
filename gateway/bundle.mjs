// Writes the program as it is delivered into dist/bundle: main.js, worker.js, reading-thread.js and what they load on demand, with the packages
// that they use inside. Those that operators install themselves stay outside. What is up to date stays: programs may run from it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { RolldownMagicString, rolldown } from 'rolldown'
import { fingerprint } from './prepare.mjs'

const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'dist', 'bundle')
const SOURCES = join(ROOT, 'gateway')
/** For deploy/sbom.mjs, which says what is delivered. */
const PACKAGES = join(TARGET, 'packages.json')
/** The fingerprint of what the bundle was made of. */
const STAMP = join(ROOT, 'dist', '.bundled')
const MADE_OF = [
  ...[
    'gateway/src',
    'gateway/plugins',
    'gateway/demo',
    'gateway/placeholders',
    'gateway/stand-in',
    'gateway/bundle.mjs',
    'config',
    'login-ui/src'
  ],
  ...['package.json', 'package-lock.json']
]
const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
/** prom-client needs the API of OpenTelemetry, whether operators have installed it or not: it gets a copy. */
const isOutside = (id, importer = '') =>
  !isUnused(id, importer) &&
  (id.startsWith('node:') || (id in peerDependencies && !importer.includes('/node_modules/prom-client/')))
/** A module of a package: the path of the package, as in the lock file. */
const PACKAGE = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/
/** Not part of the image, so in a folder of its own. */
const OF_DEMO = /\/gateway\/(demo|stand-in)\//

/** How modules load by themselves what they need: packages and generated code in the middle of a function, and other programs. */
const REQUIRED = /\bcreateRequire\(import\.meta\.url\)\(\s*(?:'([^']+)'|packagePath\(([^)]+)\))\s*\)/g
const RESOLVED = /\bimport\.meta\.resolve\('(?:\.{1,2}\/)+([\w-]+)\.js'\)/g

/** What is required, by the name of its file: files of their own, which nothing reads before. */
const required = {}

/** Leads loads that a bundler does not follow to their place in the bundle. */
const redirectLoads = {
  name: 'gatehouse:loads',
  transform: {
    filter: {
      id: /\/gateway\/(src|plugins|demo|stand-in)\/.*\.ts$/,
      code: /createRequire|import\.meta\.resolve/
    },
    handler(code) {
      const redirected = new RolldownMagicString(code)
      for (const { 0: text, 1: name, 2: parts, index } of code.matchAll(REQUIRED)) {
        const path = name ?? join(ROOT, ...parts.split(',').map((part) => part.trim().slice(1, -1)))
        const file = basename(path, '.cjs')
        required[file] = path
        // Not `require`, which the bundler would follow.
        redirected.overwrite(index, index + text.length, `module.require('./${file}.cjs')`)
      }
      for (const { 0: text, 1: file, index } of code.matchAll(RESOLVED))
        redirected.overwrite(index, index + text.length, `new URL('./${file}.js', import.meta.url).href`)
      return { code: redirected }
    }
  }
}

/**
 * What packages load at once, though nothing here uses it: an empty module takes its place. By the file that loads it, with the
 * milliseconds of processor time that a start saves. Each must be found.
 */
const UNUSED = [
  // 8 ms. `fetch`, `Headers` and the like are those of Node.
  ['undici/index.js', /^\.\/lib\/(?:web|mock|cache|interceptor)\//],
  // 2 ms together. The application and the provider are called over HTTP/1.1.
  ['undici/lib/dispatcher/client.js', /^\.\/client-h2\.js$/],
  ['fastify/lib/server.js', /^node:http2$/],
  // 8 ms. See gateway/src/http/own-response.ts.
  ['fastify/lib/schema-controller.js', /^@fastify\/[\w-]+-compiler$/],
  // 2 ms. For tests.
  ['fastify/fastify.js', /^light-my-request$/]
]
const EMPTY = '\0empty.cjs'
const found = new Set()

function isUnused(id, importer = '') {
  const index = UNUSED.findIndex(([file, ids]) => importer.endsWith(`/node_modules/${file}`) && ids.test(id))
  if (index !== -1) found.add(index)
  return index !== -1
}

const leaveOutUnused = {
  name: 'gatehouse:unused',
  resolveId: (id, importer) => (isUnused(id, importer) ? EMPTY : null),
  // What its importers do with it when they load.
  load: (id) => (id === EMPTY ? 'module.exports = { constants: {}, CacheStorage: class {} }' : null),
  buildEnd() {
    const missing = UNUSED.filter((_, index) => !found.has(index)).map(([file]) => file)
    if (missing.length > 0)
      throw new Error(`bundle: not loaded any more as UNUSED says: ${missing.join(', ')}`)
  }
}

/** Node keeps a source in two bytes a character if one of them needs that. None of these files has such a character in raw text. */
const escapeUnicode = {
  name: 'gatehouse:ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) chunk.code = chunk.code?.replace(/[^\0-\x7f]/g, escapeUnit)
  }
}
const escapeUnit = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

const output = {
  dir: TARGET,
  // As modules, Node would read all exports of its own: 13 MiB of memory in Node 24, by `WebSocket` of `node:http`.
  format: 'cjs',
  plugins: [escapeUnicode],
  comments: { legal: true, annotation: false, jsdoc: false }
}

/** The packages inside, as paths from the root. */
const packages = new Set()

async function write(input, options, more = {}) {
  const bundle = await rolldown({
    input,
    cwd: ROOT,
    platform: 'node',
    external: isOutside,
    onLog(level, log) {
      // What the bundle cannot follow would be missing from it.
      if (level === 'warn') throw new Error(`bundle: ${log.message}`)
    },
    ...more
  })
  const written = await bundle.write({ ...output, ...options })
  for (const { moduleIds = [] } of written.output)
    for (const id of moduleIds) for (const path of relative(ROOT, id).match(PACKAGE) ?? []) packages.add(path)
  await bundle.close()
}

const made = fingerprint(MADE_OF)
if (existsSync(PACKAGES) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === made) process.exit()
rmSync(TARGET, { recursive: true, force: true })
const input = {
  main: join(SOURCES, 'src', 'main.ts'),
  worker: join(SOURCES, 'plugins', 'workers', 'worker.ts'),
  'reading-thread': join(SOURCES, 'src', 'config', 'reading-thread.ts'),
  'demo/upstream': join(SOURCES, 'demo', 'upstream', 'upstream.ts'),
  'demo/stand-in': join(SOURCES, 'stand-in', 'stand-in.ts')
}
await write(
  input,
  {
    entryFileNames: '[name].js',
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.some((id) => OF_DEMO.test(id)) ? 'demo/[name].js' : '[name].js'
  },
  { plugins: [redirectLoads, leaveOutUnused] }
)
await write(required, { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' })
// The package around is one of modules.
writeFileSync(join(TARGET, 'package.json'), '{ "type": "commonjs" }\n')
writeFileSync(PACKAGES, `${JSON.stringify([...packages].sort(), null, 2)}\n`)
writeFileSync(STAMP, made)
