import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import t from 'tap'
import { startProgram } from '../fixtures/processes/child-process.ts'
import { execInRoot, listBelow, makeFolderOutside, ROOT } from '../fixtures/repository/installation.ts'
import { findBrokenLinks } from '../fixtures/repository/markdown-links.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { findFreePorts } from '../fixtures/wire/ports.ts'

const MAIN = join('dist', 'bundle', 'main.js')
/** Everything that the package may hold. */
const KNOWN: readonly RegExp[] = [
  /^(package\.json|LICENSE|(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md)$/,
  /^config\/(README\.md|openapi\.json|(doctor|explain)\.schema\.json|gatehouse\.((aal2\.)?example\.yaml|schema\.json))$/,
  /^(bench|gateway|login-ui)\/README\.md$/,
  /^login-ui\/FOR-VISITORS\.md$/,
  /^deploy\/([A-Z]+\.md|grafana\/gatehouse\.json|prometheus\/rules\.yaml)$/,
  /^deploy\/forward-auth\/([a-z-]+\/)*[\w.-]+$/,
  /^deploy\/examples\/([a-z-]+\/)*[\w.-]+$/,
  /^gateway\/((COMMANDS|REFERENCE|SECURITY-MODEL)\.md|docs\/[\w-]+\.(md|svg))$/,
  /^deploy\/google-cloud\/(settings\/)?[\w-]+\.(md|tf|yaml)$/,
  /^dist\/bundle\/((demo\/)?[\w.-]+\.c?js|package\.json)$/,
  /^dist\/(gatehouse\.cdx\.json|LICENSES\.txt|revision)$/,
  /^dist\/login-ui\/(index\.html|\.vite\/manifest\.json)$/,
  /^dist\/login-ui\/[\w-]+\.(js|css)(\.br|\.gz)?$/,
  /^dist\/login-ui-gallery\/gallery[\w-]*\.(html|js|css)$/,
  /^dist\/login-ui-server\/entry-server\.js$/,
  /^gateway\/demo\/brand\/[\w-]+\.svg$/,
  /^login-ui\/locales\/[\w-]+\.json$/
]
const MAX_PACKAGE_BYTES = 15_000_000

interface Manifest {
  version: string
  bin: { gatehouse: string }
  peerDependencies: Record<string, string>
  peerDependenciesMeta: Record<string, { optional: boolean }>
}

/** The archive that `npm pack` makes of the built tree, unpacked into an empty folder. */
async function unpackPackage() {
  const folder = makeFolderOutside(t)
  const home = join(folder, 'home')
  for (const path of [home, join(folder, 'unpacked')]) mkdirSync(path)
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename, unpackedSize }] = JSON.parse(await execInRoot(home, 'npm', args))
  await execInRoot(home, 'tar', ['-xzf', join(folder, filename), '-C', join(folder, 'unpacked')])
  const installed = join(folder, 'unpacked', 'package')
  const files = listBelow(installed)
  return { folder: installed, files, unpackedSize: Number(unpackedSize) }
}

const { folder, files, unpackedSize } = await unpackPackage()
const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const run = (...args: string[]) => startProgram(join(folder, MAIN), args).ended

t.test('package: the archive holds everything that runs and nothing else', async (t) => {
  const found = files.filter((path) => !KNOWN.some((pattern) => pattern.test(path)))
  t.same(found, [], 'no sources, tests, measurements or screenshots')
  for (const needed of [
    ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'config/doctor.schema.json'],
    ...['config/explain.schema.json', 'config/gatehouse.schema.json', 'config/gatehouse.aal2.example.yaml'],
    ...['config/gatehouse.example.yaml', 'dist/LICENSES.txt', 'dist/bundle/main.js'],
    ...['dist/bundle/package.json', 'dist/bundle/reading-thread.js', 'dist/bundle/worker.js'],
    ...['dist/bundle/demo/demo.js', 'dist/bundle/demo/stand-in.js', 'dist/gatehouse.cdx.json'],
    ...['dist/login-ui/index.html', 'dist/login-ui/.vite/manifest.json'],
    ...['dist/login-ui-gallery/gallery.html', 'dist/login-ui-server/entry-server.js'],
    ...['gateway/demo/brand/logo.svg'],
    ...listBelow(join(ROOT, 'login-ui', 'locales')).map((name) => `login-ui/locales/${name}`)
  ])
    t.ok(files.includes(needed), needed)
  t.ok(unpackedSize < MAX_PACKAGE_BYTES, `${unpackedSize} bytes`)
})

t.test('package: everything that README.md links to is packed, except for its screenshots', async (t) => {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const screenshots = [...read('README.md').matchAll(/login-ui\/screenshots\/[\w-]+\.jpg/g)].map(
    ([path]) => path
  )
  t.same(findBrokenLinks({ paths: [...files, ...screenshots], read }, 'README.md'), [])
  const paths = files.filter((path) => path !== 'deploy/README.md')
  t.not(findBrokenLinks({ paths, read }, 'README.md').length, 0, 'control')
})

/** Static and dynamic ones, and programs of their own. */
const IMPORTS: readonly RegExp[] = [
  /\b(?:require|import)\(['"]([^'"\n]+)['"]\)/g,
  /\bnew URL\(['"]([^'"\n]+\.js)['"]/g
]

/** Every file that the command may load, and every package that is not part of Node. */
function findReachable() {
  const reached = new Set<string>()
  const packages = new Set<string>()
  const waiting = [MAIN]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    if (!files.includes(path)) continue
    const text = readFileSync(join(folder, path), 'utf8')
    for (const [, name = ''] of IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)])) {
      if (name.startsWith('.')) waiting.push(relative(folder, resolve(folder, dirname(path), name)))
      // `ws` does without the last two.
      else if (!/^(node:.*|bufferutil|utf-8-validate)$/.test(name) && !isBuiltin(name)) packages.add(name)
    }
  }
  return { reached: [...reached], packages: [...packages].sort() }
}

t.test('package: everything that the command imports is packed, except optional peers', async (t) => {
  const { reached, packages } = findReachable()
  t.ok(reached.length > 50, `${reached.length} files`)
  for (const loaded of ['worker.js', 'reading-thread.js', 'gatehouse.validate.cjs'])
    t.ok(reached.includes(`dist/bundle/${loaded}`), loaded)
  const found = reached.filter((path) => !files.includes(path))
  t.same(found, [])
  t.same(packages, Object.keys(manifest.peerDependencies).sort())
})

t.test('package: npm installs no dependencies', async (t) => {
  t.notMatch(manifest, { dependencies: {} })
  t.notMatch(manifest, { optionalDependencies: {} })
  const optional = Object.entries(manifest.peerDependenciesMeta).filter(([, peer]) => peer.optional)
  const found = optional.map(([name]) => name)
  t.same(found, Object.keys(manifest.peerDependencies))
})

t.test('package: in an empty folder, the command prints its version, checks a configuration', async (t) => {
  t.equal(manifest.bin.gatehouse, MAIN)
  t.match(readFileSync(join(folder, MAIN), 'utf8'), /^#!\/usr\/bin\/env node\n/)
  t.equal((await run('--version')).stdout, `${manifest.version}\n`)

  const file = join(t.testdir(), 'gatehouse.yaml')
  const lines = [
    'publicUrl: https://app.example.com',
    'upstream: { url: http://127.0.0.1:3000 }',
    'identityPlatform: { projectId: my-project, apiKey: key }',
    `cookie: { signatureKeys: [${signatureKeyOf('package')}] }`
  ]
  writeFileSync(file, lines.join('\n'))
  t.match(await run('check-config', '--config', file), { code: 0, stderr: '' })
  writeFileSync(file, lines.slice(1).join('\n'))
  t.match(await run('check-config', '--config', file), { code: 2, stderr: /publicUrl/ }, 'control')
})

t.test('package: in an empty folder, the demo serves every language and exits with 0', async (t) => {
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
    const response = await send(`${url}/login?lang=${language}`)
    t.equal(response.headers.get('content-language'), language)
    const [asset = ''] = /\/_auth\/assets\/[^"]+\.js/.exec(await response.text()) ?? []
    t.equal((await send(`${url}${asset}`)).status, 200, asset)
  }
  demo.child.kill('SIGINT')
  t.equal((await demo.ended).code, 0)
})
