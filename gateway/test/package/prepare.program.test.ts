import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { startProgram } from '../fixtures/processes/child-process.ts'
import { listBelow, ROOT } from '../fixtures/repository/installation.ts'
import { words } from '../fixtures/words.ts'

/** A stand-in for npm and Vite that records its arguments. */
const CALLED = `import { appendFileSync, copyFileSync } from 'node:fs'
const [, , ...args] = process.argv
appendFileSync('calls', [process.env.npm_config_dry_run, ...args].join(' ') + '\\n')
if (args[0] === 'ci') copyFileSync('package-lock.json', 'node_modules/.package-lock.json')`

const PAGE = 'false build login-ui --logLevel=warn'
const SERVER = 'false build login-ui --ssr src/entry-server.tsx --logLevel=warn'
const GALLERY = 'false build login-ui --mode gallery --logLevel=warn'

/** A stand-in for the compiler of the configuration schema. */
const WRITER = `import { writeFileSync } from 'node:fs'
import { schema } from '../gateway/src/schema.ts'
const { settings } = await import('../gateway/plugins/second/' + 'settings.js')
writeFileSync('dist/config/gatehouse.validate.cjs', schema + settings + performance.timeOrigin)`

/** A working tree with a few sources, as after a clone. */
function createTree(t: Test) {
  const tree = t.testdir({
    'package-lock.json': JSON.stringify({ packages: { 'node_modules/vite': { version: '1.0.0' } } }),
    node_modules: { vite: { 'package.json': '{ "type": "module" }', bin: { 'vite.js': CALLED } } },
    bin: { 'npm.mjs': CALLED },
    config: { 'write-validator.ts': WRITER },
    'package.json': '{ "type": "module" }',
    gateway: {
      src: {
        'a.ts': 'export const a: string = "a"',
        'schema.ts': "export const schema = 'first'",
        'b.ts': "import { a } from './a.ts'\nexport const b = a satisfies string"
      },
      plugins: { first: { 'plugin.ts': '' }, second: { 'settings.ts': "export const settings = 'none'" } }
    },
    'login-ui': {
      src: { 'page.tsx': 'export const page = <p />' },
      test: { 'page.test.ts': '' },
      locales: { 'en.json': '{}' }
    }
  })
  const npm = `#!/bin/sh\nexec '${process.execPath}' '${join(tree, 'bin', 'npm.mjs')}' "$@"\n`
  writeFileSync(join(tree, 'bin', 'npm'), npm, { mode: 0o755 })
  for (const name of ['prepare.mjs', 'transpile.mjs'])
    cpSync(join(ROOT, 'gateway', name), join(tree, 'gateway', name))
  const env = {
    npm_config_dry_run: 'true',
    PATH: [join(tree, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
  }
  return {
    read: (path: string) => readFileSync(join(tree, path), 'utf8'),
    write: (path: string, content: string) => {
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), content)
    },
    remove: (path: string) => rmSync(join(tree, path)),
    /** Avoids waiting for the clock: sources count as changed if their time differs. */
    touch: (path: string, seconds: number) => utimesSync(join(tree, path), seconds, seconds),
    built: () => listBelow(join(tree, 'dist')).filter((path) => !path.startsWith('.')),
    /** Runs it and returns its calls, sorted: whether npm was in a dry run, and the arguments. */
    prepare: async (...args: string[]) => {
      rmSync(join(tree, 'calls'), { force: true })
      const { code, stderr } = await startProgram(join(tree, 'gateway', 'prepare.mjs'), args, env).ended
      const calls = existsSync(join(tree, 'calls')) ? readFileSync(join(tree, 'calls'), 'utf8') : ''
      return { code, stderr, calls: (calls.match(/.+/g) ?? []).sort() }
    }
  }
}

const MODULES = words`
  config/gatehouse.validate.cjs config/write-validator.js config/write-validator.js.map
  gateway/plugins/first/plugin.js gateway/plugins/first/plugin.js.map gateway/plugins/second/settings.js
  gateway/plugins/second/settings.js.map gateway/src/a.js gateway/src/a.js.map gateway/src/b.js
  gateway/src/b.js.map gateway/src/schema.js gateway/src/schema.js.map
  login-ui-modules/login-ui/locales/en.json login-ui-modules/login-ui/src/page.js
  login-ui-modules/login-ui/src/page.js.map login-ui-modules/login-ui/test/page.test.js
  login-ui-modules/login-ui/test/page.test.js.map
`

t.test('prepare: a fresh clone gets packages installed, sources transpiled, login page built', async (t) => {
  const { prepare, built, read } = createTree(t)
  const { code, stderr, calls } = await prepare()
  t.equal(code, 0, stderr)
  t.match(calls, [PAGE, GALLERY, SERVER, /^false ci /], 'also in a dry run of npm pack')
  t.same(built(), MODULES)
  t.match(read('dist/gateway/src/b.js'), /^import \{ a \} from "\.\/a\.js";\nexport const b = a;\n/)
  t.match(read('dist/login-ui-modules/login-ui/src/page.js'), /from "react\/jsx-runtime"/)
  t.match(JSON.parse(read('dist/gateway/src/b.js.map')), { sources: ['../../../gateway/src/b.ts'] })
  t.same((await prepare()).calls, [], 'nothing is outdated afterwards')
})

t.test('prepare: for the demo, the page is built without the gallery, which other uses add', async (t) => {
  const { prepare, write, built } = createTree(t)
  write('gateway/test/c.test.ts', 'export {}')
  const { calls } = await prepare('--for-demo')
  const isOfTests = (path: string) => /test|login-ui-modules/.test(path)
  t.same(built().filter(isOfTests), [], 'the demo runs no tests')
  t.ok(built().includes('gateway/src/a.js'), 'control')
  t.same(calls.slice(0, -1), [PAGE, SERVER])
  t.same((await prepare('--for-demo')).calls, [])
  t.same((await prepare()).calls, [GALLERY])
  t.ok(built().includes('gateway/test/c.test.js'))
  t.same((await prepare('--for-demo')).calls, [], 'a complete page is sufficient')
})

t.test('prepare: a change to a source rewrites only its module', async (t) => {
  const { prepare, read, write, touch } = createTree(t)
  await prepare()
  write('dist/gateway/src/b.js', 'as it was')
  touch('dist/gateway/src/b.js', 1)
  touch('gateway/src/b.ts', 1)
  write('gateway/src/a.ts', 'export const a: string = "changed"')
  touch('gateway/src/a.ts', 2)
  t.same((await prepare()).calls, [], 'the login page is not built')
  t.match(read('dist/gateway/src/a.js'), /"changed"/)
  t.equal(read('dist/gateway/src/b.js'), 'as it was')
  touch('gateway/src/b.ts', 2)
  await prepare()
  t.match(read('dist/gateway/src/b.js'), /export const b/, 'control')
})

t.test('prepare: the configuration schema is compiled after a change to it, not to others', async (t) => {
  const { prepare, read, write } = createTree(t)
  await prepare()
  const validator = () => read('dist/config/gatehouse.validate.cjs')
  const before = validator()
  t.match(before, /^firstnone/)
  write('gateway/src/a.ts', 'export const a: string = "changed"')
  write('login-ui/src/page.tsx', 'export const page = <b />')
  await prepare()
  t.equal(validator(), before)
  write('gateway/src/schema.ts', "export const schema = 'second'")
  await prepare()
  t.match(validator(), /^secondnone/, 'control')
  write('gateway/plugins/second/settings.ts', "export const settings = 'more'")
  await prepare()
  t.match(validator(), /^secondmore/, 'those of a plugin are part of it')
})

t.test('prepare: a change to the page builds it, a change to one of its tests does not', async (t) => {
  const { prepare, write } = createTree(t)
  await prepare()
  write('login-ui/test/page.test.ts', 'export {}')
  t.same((await prepare()).calls, [])
  write('login-ui/src/page.tsx', 'export const page = <b />')
  t.same((await prepare()).calls, [PAGE, GALLERY, SERVER])
})

t.test('prepare: a deleted source deletes its module and nothing else', async (t) => {
  const { prepare, built, write, remove } = createTree(t)
  await prepare()
  for (const path of ['gateway/test/data.json', 'login-ui/index-abc.js', 'gateway/src/old.d.ts'])
    write(`dist/${path}`, '')
  remove('gateway/src/b.ts')
  await prepare()
  const kept = MODULES.filter((path) => !path.includes('/b.js'))
  t.same(built(), [...kept, 'gateway/test/data.json', 'login-ui/index-abc.js'].sort())
})

t.test('prepare: a syntax error is reported with its file and line', async (t) => {
  const { prepare, write } = createTree(t)
  write('gateway/src/a.ts', 'export const a =')
  t.match(await prepare(), { code: 1, stderr: /gateway\/src\/a\.ts:1/ })
})
