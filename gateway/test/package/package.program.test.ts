import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import t from 'tap'
import { startProgram } from '../fixtures/child-process.ts'
import { loadProgram, runCommand } from '../fixtures/command-run.ts'
import { send } from '../fixtures/http-client.ts'
import { execInRoot, linkModules, listBelow, ROOT } from '../fixtures/installation.ts'
import { findBrokenLinks } from '../fixtures/markdown-links.ts'
import { findFreePorts } from '../fixtures/ports.ts'
import { signatureKeyOf } from '../fixtures/signature-keys.ts'

const MAIN = join('dist', 'gateway', 'src', 'main.js')
/** Everything that the package may hold. */
const KNOWN: readonly RegExp[] = [
  /^(package\.json|LICENSE|(README|CHANGELOG|SECURITY)\.md)$/,
  /^config\/(README\.md|openapi\.json|(doctor|explain)\.schema\.json|gatehouse\.((aal2\.)?example\.yaml|schema\.json|validate\.cjs))$/,
  /^(bench|gateway|login-ui)\/README\.md$/,
  /^login-ui\/FOR-VISITORS\.md$/,
  /^deploy\/([A-Z]+\.md|grafana\/gatehouse\.json|prometheus\/rules\.yaml)$/,
  /^deploy\/forward-auth\/([a-z-]+\/)*[\w.-]+$/,
  /^gateway\/((COMMANDS|REFERENCE|SECURITY-MODEL)\.md|docs\/[\w-]+\.svg)$/,
  /^dist\/gateway\/(src|stand-in|demo)\/([a-z-]+\/)*[a-z\d-]+\.js$/,
  /^dist\/(gatehouse\.cdx\.json|revision)$/,
  /^dist\/login-ui\/(index\.html|\.vite\/manifest\.json)$/,
  /^dist\/login-ui\/[\w-]+\.(js|css)(\.br|\.gz)?$/,
  /^dist\/login-ui-gallery\/gallery[\w-]*\.(html|js|css)$/,
  /^dist\/login-ui-server\/entry-server\.js$/,
  /^gateway\/demo\/brand\/[\w-]+\.svg$/,
  /^login-ui\/locales\/[\w-]+\.json$/
]
const LARGEST_PACKAGE_BYTES = 5_500_000

interface Manifest {
  version: string
  bin: { gatehouse: string }
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

/** What `npm pack` makes of the built tree, unpacked into an empty folder. */
async function unpackPackage() {
  const folder = t.testdir({ home: {}, unpacked: {} })
  const home = join(folder, 'home')
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename, unpackedSize }] = JSON.parse(await execInRoot(home, 'npm', args))
  await execInRoot(home, 'tar', ['-xzf', join(folder, filename), '-C', join(folder, 'unpacked')])
  const installed = join(folder, 'unpacked', 'package')
  const files = listBelow(installed)
  linkModules(installed)
  return { folder: installed, files, unpackedSize: Number(unpackedSize) }
}

const { folder, files, unpackedSize } = await unpackPackage()
const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const program = await loadProgram(folder)

t.test('package: packed from the built tree, all that runs and nothing else', async (t) => {
  t.same(
    files.filter((path) => !KNOWN.some((pattern) => pattern.test(path))),
    [],
    'no sources, tests, measurements, maps or screenshots'
  )
  for (const needed of [
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'config/doctor.schema.json',
    'config/explain.schema.json',
    'config/gatehouse.schema.json',
    'config/gatehouse.validate.cjs',
    'config/gatehouse.aal2.example.yaml',
    'config/gatehouse.example.yaml',
    'dist/gateway/src/main.js',
    'dist/gateway/demo/demo.js',
    'dist/gateway/stand-in/stand-in.js',
    'dist/login-ui/index.html',
    'dist/login-ui/.vite/manifest.json',
    'dist/login-ui-gallery/gallery.html',
    'dist/login-ui-server/entry-server.js',
    'gateway/demo/brand/logo.svg',
    ...listBelow(join(ROOT, 'login-ui', 'locales')).map((name) => `login-ui/locales/${name}`)
  ])
    t.ok(files.includes(needed), needed)
  t.ok(unpackedSize < LARGEST_PACKAGE_BYTES, `${unpackedSize} bytes`)
})

t.test('package: README.md, everything it links to is packed, its screenshots left out', async (t) => {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const screenshots = [...read('README.md').matchAll(/login-ui\/screenshots\/[\w-]+\.png/g)].map(
    ([path]) => path
  )
  t.same(findBrokenLinks({ paths: [...files, ...screenshots], read }, 'README.md'), [])
  const paths = files.filter((path) => path !== 'deploy/README.md')
  t.not(findBrokenLinks({ paths, read }, 'README.md').length, 0, 'twin')
})

t.test('package: every compiled file has its source', async (t) => {
  const hasSource = (path: string) =>
    existsSync(join(ROOT, path.replace(/^dist\//, '').replace(/\.js$/, '.ts')))
  const compiled = files.filter((path) => path.startsWith('dist/gateway/'))
  t.ok(compiled.length > 100, `${compiled.length} files`)
  t.same(
    compiled.filter((path) => !hasSource(path)),
    [],
    'node gateway/prepare.mjs removes what is left over'
  )
})

/** At the top of a module, when a command needs it, and from CommonJS. */
const IMPORTS: readonly RegExp[] = [
  /^(?:import\b|export\b|\})(?:[^'"]*\bfrom)? ['"]([^'"\n]+)['"];$/gm,
  /\bimport\(['"]([^'"\n]+)['"]\)/g,
  /\bcreateRequire\(import\.meta\.url\)\(['"]([^'"\n]+)['"]\)/g
]

function importsOf(path: string): string[] {
  const text = readFileSync(join(folder, path), 'utf8')
  return IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
}

/** Every file that the command may load, and every package it imports. */
function findReachable() {
  const reached = new Set<string>()
  const packages = new Set<string>()
  const waiting = [MAIN]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    if (!files.includes(path)) continue
    for (const name of importsOf(path)) {
      if (name.startsWith('.')) waiting.push(relative(folder, resolve(folder, dirname(path), name)))
      else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    }
  }
  return { reached: [...reached], packages: [...packages].sort() }
}

t.test(
  'package: what the command imports is packed or a dependency, and no dependency is unused',
  async (t) => {
    const { reached, packages } = findReachable()
    t.ok(reached.length > 100, `${reached.length} files`)
    t.same(
      reached.filter((path) => !files.includes(path)),
      []
    )
    const declared = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies
    }
    t.same(packages, Object.keys(declared).sort())
  }
)

t.test('package: in an empty folder, the command says its version and checks a configuration', async (t) => {
  t.equal(manifest.bin.gatehouse, MAIN)
  t.match(readFileSync(join(folder, MAIN), 'utf8'), /^#!\/usr\/bin\/env node\n/)
  t.equal((await runCommand(['--version'], { program })).stdout, `${manifest.version}\n`)

  const file = join(t.testdir(), 'gatehouse.yaml')
  const lines = [
    'publicUrl: https://app.example.com',
    'upstream: { url: http://127.0.0.1:3000 }',
    'identityPlatform: { projectId: my-project, apiKey: key }',
    `cookie: { signatureKeys: [${signatureKeyOf('package')}] }`
  ]
  writeFileSync(file, lines.join('\n'))
  t.match(await runCommand(['check-config', '--config', file], { program }), { code: 0, stderr: '' })
  writeFileSync(file, lines.slice(1).join('\n'))
  t.match(
    await runCommand(['check-config', '--config', file], { program }),
    { code: 2, stderr: /publicUrl/ },
    'twin'
  )
})

t.test(
  'package: in an empty folder, the demo prints its address and a user, shows its login page in every language and ends with 0',
  async (t) => {
    const [port] = await findFreePorts(1)
    const demo = startProgram(join(folder, MAIN), ['demo', '--port', String(port)])
    t.teardown(() => demo.child.kill('SIGKILL'))
    const [, url = '', email, password] = await demo.printed(
      /Gatehouse demo +(\S+)\n +Sign in as +(\S+)\n +Password +(\S+)\n/
    )
    t.equal(url, `http://localhost:${port}`)
    t.match([email, password], ['demo@example.com', 'gatehouse-demo'])
    t.equal((await send(`${url}/login`)).status, 200)
    for (const path of listBelow(join(folder, 'login-ui', 'locales'))) {
      const language = path.replace('.json', '')
      const answer = await send(`${url}/login?lang=${language}`)
      t.equal(answer.headers.get('content-language'), language)
      const [asset = ''] = /\/_auth\/assets\/[^"]+\.js/.exec(await answer.text()) ?? []
      t.equal((await send(`${url}${asset}`)).status, 200, asset)
    }
    demo.child.kill('SIGINT')
    t.equal((await demo.ended).code, 0)
  }
)

t.test(
  'package: prepared, what was compiled from a file that is gone is removed, and nothing else',
  async (t) => {
    const lock = JSON.stringify({ packages: {} })
    const repository = t.testdir({
      'package.json': JSON.stringify({ scripts: { build: 'node build.mjs' } }),
      'package-lock.json': lock,
      node_modules: { '.package-lock.json': lock },
      'build.mjs': `import { writeFileSync } from 'node:fs'
writeFileSync('dist/dry-run', String(process.env.npm_config_dry_run))`,
      gateway: { src: { 'kept.ts': '' } },
      dist: {
        gateway: {
          src: {
            'kept.js': '',
            'kept.js.map': '',
            'kept.d.ts': '',
            'gone.js': '',
            'gone.js.map': '',
            'gone.d.ts': ''
          },
          test: { 'gone.test.js': '', 'data.json': '' }
        },
        'login-ui': { 'index-abc.js': '' }
      }
    })
    mkdirSync(join(repository, 'gateway'), { recursive: true })
    cpSync(join(ROOT, 'gateway', 'prepare.mjs'), join(repository, 'gateway', 'prepare.mjs'))
    const dryRun = { npm_config_dry_run: 'true', npm_config_cache: join(repository, 'cache') }
    const { code, stderr } = await startProgram(join(repository, 'gateway', 'prepare.mjs'), [], dryRun).ended
    t.equal(code, 0, stderr)
    t.same(listBelow(join(repository, 'dist')), [
      '.built',
      'dry-run',
      'gateway/src/kept.d.ts',
      'gateway/src/kept.js',
      'gateway/src/kept.js.map',
      'gateway/test/data.json',
      'login-ui/index-abc.js'
    ])
    t.not(
      readFileSync(join(repository, 'dist', 'dry-run'), 'utf8'),
      'true',
      'npm pack --dry-run builds all the same'
    )
  }
)
