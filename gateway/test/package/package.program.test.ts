import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { startProgram } from '../fixtures/processes/child-process.ts'
import { execInRoot, listBelow, makeFolderOutside, ROOT } from '../fixtures/repository/installation.ts'
import { findBrokenLinks, listLinks } from '../fixtures/repository/markdown-links.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { findFreePorts } from '../fixtures/wire/ports.ts'
import { words } from '../fixtures/words.ts'

const MAIN = join('dist', 'bundle', 'main.js')
/** Everything that the package may hold. */
const KNOWN: readonly RegExp[] = [
  /^(package\.json|LICENSE|(README|CHANGELOG|SECURITY)\.md)$/,
  /^config\/(README\.md|openapi\.json|(doctor|explain)\.schema\.json|gatehouse\.((aal2\.)?example\.yaml|schema\.json))$/,
  /^login-ui\/(README|FOR-VISITORS)\.md$/,
  /^deploy\/([A-Z]+\.md|haproxy\/haproxy\.cfg|nginx\/gatehouse\.conf)$/,
  /^deploy\/(gatehouse\.(service|socket)|kubernetes\.yaml)$/,
  /^deploy\/(grafana\/gatehouse\.json|helm\/gatehouse\/README\.md|prometheus\/rules\.yaml)$/,
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

/** The archive of a release, from the built tree, unpacked into an empty folder. */
async function unpackPackage() {
  const folder = makeFolderOutside(t)
  const home = join(folder, 'home')
  for (const path of [home, join(folder, 'unpacked')]) mkdirSync(path)
  const packed = join(folder, 'packed')
  await execInRoot(home, process.execPath, [join('deploy', 'packed-files.mjs'), packed])
  const args = ['pack', packed, '--json', '--ignore-scripts', '--pack-destination', folder]
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
    ...['gateway/demo/brand/logo.svg', 'deploy/gatehouse.service', 'deploy/gatehouse.socket'],
    ...listBelow(join(ROOT, 'login-ui', 'locales')).map((name) => `login-ui/locales/${name}`)
  ])
    t.ok(files.includes(needed), needed)
  t.ok(unpackedSize < MAX_PACKAGE_BYTES, `${unpackedSize} bytes`)
})

const readPacked = (path: string) => readFileSync(join(folder, path), 'utf8')

t.test('package: links of its documents lead to packed files and their headings', async (t) => {
  const documents = files.filter((path) => path.endsWith('.md'))
  for (const known of words`README.md config/README.md deploy/README.md gateway/SECURITY-MODEL.md`)
    t.ok(documents.includes(known), known)
  const findIn = (paths: readonly string[]) =>
    documents.flatMap((path) =>
      findBrokenLinks({ paths, read: readPacked }, path).map((link) => `${path}: ${link}`)
    )
  t.same(findIn(files), [])
  t.not(findIn(files.filter((path) => path !== 'deploy/README.md')).length, 0, 'control')
  t.match(listLinks(readPacked('README.md')).join('\n'), 'config/README.md', 'control: there are links')
})

t.test('package: links that lead out of it become text, or lead to the repository', async (t) => {
  const { linkInside } = await import(pathToFileURL(join(ROOT, 'deploy', 'packed-files.mjs')).href)
  const sources = 'https://git.example.com/gatehouse/blob/v1.0.0'
  const written = [
    [
      '[a](../in/b.md#c), [`d`](../out/d.ts) and [e](https://example.com/e)',
      '[a](../in/b.md#c), `d` and [e](https://example.com/e)'
    ],
    ['| [f](../out/f.ts#L1), [g](../in) | `[h](../out/h.ts)` |', '| f, [g](../in) | `[h](../out/h.ts)` |'],
    ['![i](../out/i.png) ![j](j.svg) [k](#k)', 'i ![j](j.svg) [k](#k)'],
    ['```md\n[l](../out/l.ts)\n```', '```md\n[l](../out/l.ts)\n```'],
    ['<img src="j.svg">m<picture><source srcset="n.jpg"><img src="j.svg"></picture>', '<img src="j.svg">m']
  ] as const
  const packed = ['doc/page.md', 'doc/j.svg', 'in/b.md']
  for (const [markdown, expected] of written)
    t.equal(linkInside('doc/page.md', markdown, packed, null), expected)
  t.equal(
    linkInside('doc/page.md', '[f](../out/f.ts#L1), ![i](../out/i.png)', packed, sources),
    `[f](${sources}/out/f.ts#L1), i`
  )
})

t.test('package: nothing refers to a map of sources, which are not packed', async (t) => {
  const code = files.filter((path) => /\.(c?js|css)$/.test(path))
  t.same(
    code.filter((path) => readPacked(path).includes('sourceMappingURL=')),
    []
  )
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
