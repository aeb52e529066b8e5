import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { parse } from 'yaml'
import { startProgram } from '../fixtures/processes/child-process.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { startTestStandIn } from '../fixtures/provider/stand-in.ts'
import { listBelow, makeFolderOutside, ROOT } from '../fixtures/repository/installation.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { words } from '../fixtures/words.ts'

const SCRIPT = join(ROOT, 'deploy', 'production-files.mjs')
const NPM = { npm_config_cache: t.testdir({}) }
const ENV = environmentOf('image')
const DEMO = join('dist', 'bundle', 'demo')

const readDeployFile = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8')

const folder = join(makeFolderOutside(t), 'production')
const made = await startProgram(SCRIPT, [folder], NPM).ended
const isOfPackage = (path: string) => path.startsWith('node_modules/')
const copied = existsSync(folder) ? listBelow(folder) : []
const files = copied.filter((path) => !isOfPackage(path))
const MAIN = join(folder, 'dist', 'bundle', 'main.js')

t.test('image: no demo, stand-in, tests, bench, source control (ASVS 13.4.1, 15.2.3)', async (t) => {
  t.match(made, { code: 0, stderr: '' })
  for (const needed of words`
    LICENSE package.json config/README.md config/gatehouse.schema.json dist/LICENSES.txt dist/bundle/main.js
    dist/bundle/package.json dist/bundle/reading-thread.js dist/bundle/worker.js dist/gatehouse.cdx.json
    dist/login-ui/index.html dist/login-ui-server/entry-server.js login-ui/locales/en.json
  `)
    t.ok(files.includes(needed), needed)
  const unwanted =
    /(^|\/)(demo|stand-in|test|test-(deploy|emulator|operate|proxies)|bench|screenshots|node_modules)\/|(^|\/)demo[^/]*\.js$|(^|\/)\.(git|svn|hg)|\.ts$|^(?!dist\/).*\.(png|svg)$/
  t.same(
    files.filter((path) => unwanted.test(path)),
    // Only the command, which reports that the demo is missing.
    ['dist/bundle/demo.js']
  )
  const found = files.filter((path) => path.endsWith('.md'))
  t.same(found, ['config/README.md'], 'the one that messages refer to')
})

t.test('image: what a first start compiled is there, where Node can keep it', async (t) => {
  const caches = readdirSync(join(folder, 'dist', 'bundle', 'compile-cache'))
  t.equal(caches.length, 'enableCompileCache' in nodeModule ? 1 : 0, process.version)
})

t.test('image: optional packages beside the program, with licences, in the bill of materials', async (t) => {
  const client = copied.filter(isOfPackage)
  const names = [
    ...new Set(client.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''))
  ]
  t.ok(names.includes('ioredis') && names.includes('oidc-provider') && names.length < 50, names.join(' '))
  const found = client.filter((path) => !/(\.[cm]?js|\.json|\/licen[sc]e[^/]*)$/i.test(path))
  t.same(found, [], 'only code and licences')
  const bytes = client.map((path) => statSync(join(folder, path)).size).reduce((sum, size) => sum + size, 0)
  t.ok(bytes < 3_500_000, `${bytes} bytes`)
  const refs = names.map((name) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    return `${name}@${version}`
  })
  const listedIn = (root: string) => {
    const { components } = JSON.parse(readFileSync(join(root, 'dist', 'gatehouse.cdx.json'), 'utf8'))
    const licenses = readFileSync(join(root, 'dist', 'LICENSES.txt'), 'utf8')
    return refs.filter(
      (ref) =>
        components.some((component: { 'bom-ref': string }) => component['bom-ref'] === ref) &&
        licenses.includes(`\n${ref} (`)
    )
  }
  t.same(listedIn(folder), refs)
  t.notOk(
    listedIn(ROOT).includes(refs[names.indexOf('ioredis')] ?? ''),
    'control: not part of the npm package'
  )
})

t.test('image: the authorization server starts with the package beside it', async (t) => {
  const { serviceAccount } = await startTestStandIn(t, { projectId: 'demo-test' })
  const env = {
    ...ENV,
    GATEHOUSE_AUTHORIZATION_SERVER_ENABLED: 'true',
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(serviceAccount),
    GATEHOUSE_SESSION_ACQUIRE: 'handover'
  }
  const gateway = startProgram(MAIN, ['start'], env)
  t.teardown(() => gateway.child.kill('SIGKILL'))
  await Promise.race([gateway.printed(/"msg":"ready"/), gateway.ended])
  gateway.child.kill('SIGTERM')
  t.match(await gateway.ended, { code: 0, stderr: '' }, 'without a word on the version of Node')
})

t.test('image: production files are not written to an existing folder, or without a folder', async (t) => {
  const again = await startProgram(SCRIPT, [folder], NPM).ended
  t.match(again, { code: 1, stderr: /exists/ })
  t.match(await startProgram(SCRIPT, [], NPM).ended, { code: 1, stderr: /name the folder/ })
})

t.test('image: it starts, becomes ready, serves its login page and exits with 0', async (t) => {
  t.match(await startProgram(MAIN, ['check-config'], ENV).ended, { code: 0, stderr: '' })
  const gateway = startProgram(MAIN, ['start'], ENV)
  t.teardown(() => gateway.child.kill('SIGKILL'))
  const [, port, managementPort] = await gateway.printed(/"port":(\d+),"managementPort":(\d+).*"msg":"ready"/)
  t.equal((await send(`http://127.0.0.1:${managementPort}/livez`)).status, 200)
  const page = await send(`http://127.0.0.1:${port}/login`)
  t.equal(page.status, 200)
  t.match(await page.text(), /<h1/)
  gateway.child.kill('SIGTERM')
  t.match(await gateway.ended, { code: 0, stderr: '' })
})

t.test('image: demo and stand-in exit with code 2 and the reason', async (t) => {
  for (const args of [['demo'], ['demo', '--port', '0'], ['stand-in']]) {
    const { code, stdout, stderr } = await startProgram(MAIN, args).ended
    t.equal(code, 2)
    t.equal(stdout, '')
    t.match(stderr, /^gatehouse: this installation does not include the demo and its provider; [^\n]+\n$/)
  }
})

/** The stages of the Dockerfile, by name. */
function readStages(): Map<string, { from: string; copies: string[] }> {
  const stages = new Map<string, { from: string; copies: string[] }>()
  for (const block of readDeployFile('Dockerfile')
    .split(/^(?=FROM )/m)
    .slice(1)) {
    const [, from = '', name = ''] = /^FROM (\S+)(?: AS (\S+))?\n/.exec(block) ?? []
    stages.set(name, { from, copies: block.match(/^(COPY|ADD) .*$/gm) ?? [] })
  }
  return stages
}

t.test('image: the production stage holds only the production files', async (t) => {
  const stages = readStages()
  t.same(stages.get('production')?.copies, ['COPY --from=build /app ./'])
  t.match(
    readDeployFile('Dockerfile'),
    /RUN .*npm run bundle\n(ARG .*\n)*RUN .*node deploy\/production-files\.mjs /,
    'which include the bill of materials and the licences'
  )
  t.match(readDeployFile('Dockerfile'), /production-files\.mjs \S+ (\d+)\n.*\nUSER \1:/s, 'cache of its user')
  t.same([...stages].at(-1), ['', { from: 'production', copies: [] }], 'the default target of a build')
})

t.test('image: compose takes the gateway from production, its application from the demo', async (t) => {
  const { services } = parse(readDeployFile('compose.yaml'), { merge: true })
  t.equal(services.gateway.build.target, 'production')
  t.equal(services.upstream.build.target, 'demo')
  const { from, copies } = readStages().get('demo') ?? {}
  t.equal(from, 'production')
  t.match(copies?.join('\n'), `/src/${DEMO} ${DEMO}`)

  const [, path = '', name = ''] =
    /import\('\/app\/(.+?)'\).*demo\.(\w+)\(/.exec(services.upstream.entrypoint.at(-1)) ?? []
  const demo = join(makeFolderOutside(t), 'demo')
  cpSync(folder, demo, { recursive: true })
  cpSync(join(ROOT, DEMO), join(demo, DEMO), { recursive: true })
  const module: Record<string, (options: object) => Promise<{ url: string; close(): Promise<void> }>> =
    await import(pathToFileURL(join(demo, path)).href)
  const application = await module[name]?.({ host: '127.0.0.1', port: 0 })
  t.equal((await send(`${application?.url}/`)).status, 200)
  await application?.close()
})

t.test('image: the build context holds every file that the build stage compiles', async (t) => {
  const rules = readDeployFile('Dockerfile.dockerignore').split('\n')
  const kept = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
  const ignored = rules.filter((rule) => /^[a-z]/.test(rule))
  const isBelow = (path: string) => (place: string) =>
    new RegExp(`^${place.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}(/|$)`).test(path)
  const isSent = (path: string) => kept.some(isBelow(path)) && !ignored.some(isBelow(path))
  t.ok(isSent('package-lock.json'))
  for (const name of words`production-files packed-files sbom locked-packages`)
    t.ok(isSent(`deploy/${name}.mjs`), name)
  t.notOk(
    isSent('deploy/.env') ||
      isSent('bench/run.ts') ||
      isSent('gateway/test/package/image.test.ts') ||
      isSent('gateway/plugins/demo/test/a.test.ts'),
    'control'
  )

  const sources = ['gateway', 'config', 'login-ui']
    .flatMap((place) => listBelow(join(ROOT, place)).map((path) => `${place}/${path}`))
    .filter((path) => /\.tsx?$/.test(path) && isSent(path))
  t.ok(sources.length > 300, `${sources.length} sources`)
  for (const path of sources) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)) {
      const imported = relative(ROOT, resolve(ROOT, dirname(path), name))
      if (!isSent(imported)) t.fail(`${path} imports ${imported}`)
    }
  }
})

t.test('image: the health check requests /livez every 30 seconds', async (t) => {
  const dockerfile = readDeployFile('Dockerfile')
  t.match(dockerfile, /^HEALTHCHECK --interval=30s /m)
  t.match(dockerfile, /\|\| 9464\) \+ '\/livez'/)
})
