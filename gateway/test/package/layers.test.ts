import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import {
  findCircles,
  findHomeless,
  findImportsOutside,
  findImportsUp,
  findUsersOf,
  findWith,
  readSources,
  type SourceTree
} from '../fixtures/repository/layers.ts'

/** The layers of a request, from the bottom up. A file imports from lower layers and from its room. */
const WALK: readonly (readonly (string | RegExp)[])[] = [
  ['async.ts', 'errors.ts', 'problem.ts', 'encryption.ts', 'page-contract.ts', 'v8.ts'],
  [/^config\/(schema\/fields|defaults)\.ts$|^login-page\/appearance\/presets\.ts$/],
  // What a section of the configuration looks like. What its values have to meet is in `settings-checks.ts`, in the room's own step.
  [/\/settings\.ts$/],
  ['config'],
  ['http'],
  ['operations'],
  ['shared-state'],
  ['identity-platform'],
  ['session'],
  ['machines'],
  ['access'],
  ['identity'],
  ['upstream', 'endpoints', 'auth-helper'],
  ['login-page', 'forward-auth'],
  // What reads and checks the configuration as a whole.
  [/^config\/(checks\/|load\.ts|reading\.ts)/],
  ['own-routes.ts', 'server.ts', 'app-state.ts'],
  ['app.ts'],
  ['serving'],
  ['commands'],
  ['main.ts', /^config\/reading-thread\.ts$/]
]

const SOURCES = readSources(packagePath('gateway', 'src'))
const DEMO = '../demo/demo.ts'
/** Only the programs import it. */
const PLUGIN_LIST = '../plugins/plugins.ts'
/** What the gateway imports from the login page: the configuration it expects. Types only. */
const PAGE_CONTRACT = '../../login-ui/src/page-config.js'
const GALLERY_CONTRACT = '../../login-ui/src/gallery/contract.js'
/** The same for an account, which an endpoint also returns. */
const ACCOUNT_CONTRACT = '../../login-ui/src/account/contract.js'
/** The keys of all texts. */
const TEXT_KEYS = '../../login-ui/src/lib/i18n.js'
const PLUGINS = readSources(packagePath('gateway', 'plugins'))
const FASTIFY = /^fastify$|^@fastify\//
/** The only file of session/ that does: it parses and writes cookies, without request or server. */
const COOKIE_CODEC = 'session/cookie/cookie.ts'
const MAY_USE_FASTIFY = new RegExp(
  `^(app|app-state|server|own-routes)\\.ts$|^(http|forward-auth|endpoints|auth-helper|login-page|upstream|access|operations|serving)/|^${COOKIE_CODEC}$`
)
const PROCESS = /\bprocess\.(env|exit|argv|on|stdout|stderr)\b/
const MAY_USE_PROCESS = /^main\.ts$|^commands\//
const DRAWER_NAME = /(utils?|helpers?|common|types|index)\.ts$/
const NO_FILE = /^$/

/** A small source tree in a new folder: path -> text. */
function treeOf(t: Test, files: Readonly<Record<string, string>>): SourceTree {
  const root = t.testdir()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return readSources(root)
}

t.test('layers: every file is in a room of the walk', async (t) => {
  t.same(findHomeless(SOURCES, WALK), [])
  const tree = treeOf(t, { 'http/a.ts': '', 'elsewhere/b.ts': '', 'c.ts': '' })
  t.same(findHomeless(tree, WALK).sort(), ['c.ts', 'elsewhere/b.ts'], 'control')
})

t.test('layers: the tables of gateway/README.md have a row for every room and plugin', async (t) => {
  const readme = readFileSync(packagePath('gateway', 'README.md'), 'utf8')
  const roomsOf = ({ files }: SourceTree, folder: string) =>
    [...new Set(files.map(({ path }) => `${folder}/${path.split('/', 1)[0]}`))].filter(
      (path) => path !== 'plugins/plugins.ts'
    )
  const rooms = [...roomsOf(SOURCES, 'src'), ...roomsOf(PLUGINS, 'plugins')]
  const found = rooms.filter((path) => !new RegExp(`^\\|.*\\]\\(${path}\\).* \\| `, 'm').test(readme))
  t.same(found, [])
})

t.test('layers: imports go down the layers, never up or sideways', async (t) => {
  t.same(findImportsUp(SOURCES, WALK), [])
  const tree = treeOf(t, {
    'http/up.ts': "import type { Session } from '../session/session.ts'",
    'session/session.ts': "import { x } from './own.ts'\nimport { fine } from '../http/up.ts'",
    'session/own.ts': '',
    'upstream/sideways.ts': "export { y } from '../endpoints/y.ts'",
    'endpoints/y.ts': '',
    'config/late.ts': "const app = await import('../app.ts')",
    'app.ts': "import './http/up.ts'"
  })
  const twin = [
    'config/late.ts -> app.ts',
    'http/up.ts -> session/session.ts',
    'upstream/sideways.ts -> endpoints/y.ts'
  ]
  t.same(findImportsUp(tree, WALK).sort(), twin, 'control')
})

t.test('layers: no import cycles, including types', async (t) => {
  t.same(findCircles(SOURCES), [])
  for (const folder of [
    ...['gateway/stand-in', 'gateway/plugins', 'gateway/demo', 'gateway/test', 'gateway/test-browsers'],
    ...['gateway/test-operate', 'bench', 'login-ui/src']
  ])
    t.same(findCircles(readSources(packagePath(...folder.split('/')))), [], folder)
  const tree = treeOf(t, {
    'a/one.ts': "import type { Two } from './two.ts'",
    'a/two.ts': "import type { Three } from '../b/three.ts'",
    'b/three.ts': "import type { One } from '../a/one.ts'",
    'b/four.ts': "import { One } from '../a/one.ts'",
    'b/self.ts': "import type { Self } from './self.ts'"
  })
  const found = findCircles(tree).map((circle) => new Set(circle.split(' -> ')))
  t.same(found, [new Set(['a/one.ts', 'a/two.ts', 'b/three.ts']), new Set(['b/self.ts'])], 'control')
})

t.test('layers: no module has mutable state', async (t) => {
  t.same(findWith(SOURCES, /^let /m, NO_FILE), [])
  t.same(findWith(treeOf(t, { 'a.ts': 'let count = 0' }), /^let /m, NO_FILE), ['a.ts'], 'control')
})

t.test('layers: lower layers use neither Fastify nor the process', async (t) => {
  t.same(findUsersOf(SOURCES, FASTIFY, MAY_USE_FASTIFY), [])
  const found = findUsersOf(SOURCES, /^fastify$|^@fastify\/(?!cookie$)/, /^(?!session\/)/)
  t.same(found, [], 'the codec: only cookies')
  t.same(findWith(SOURCES, PROCESS, MAY_USE_PROCESS), [])
  const tree = treeOf(t, {
    'identity/a.ts': "import type { FastifyRequest } from 'fastify'",
    'config/b.ts': "import { x } from '@fastify/cookie'",
    'http/c.ts': "import fastify from 'fastify'",
    'http/d.ts': '/** process.env is for main. */ process.exit(1)',
    'http/e.ts': '/** process.env is for main. */',
    'main.ts': 'process.exit(1)'
  })
  t.same(findUsersOf(tree, FASTIFY, MAY_USE_FASTIFY).sort(), ['config/b.ts', 'identity/a.ts'], 'control')
  t.same(findWith(tree, PROCESS, MAY_USE_PROCESS), ['http/d.ts'], 'control')
})

t.test('layers: the cookie plugin is of own endpoints, and only there are cookies set', async (t) => {
  t.same(findUsersOf(SOURCES, /^@fastify\/cookie$/, NO_FILE).sort(), ['own-routes.ts', COOKIE_CODEC])
  const setsCookies = /\.cookies\b|\.(setCookie|clearCookie)\(/
  t.same(findWith(SOURCES, setsCookies, NO_FILE), ['endpoints/page-cookies.ts'])
  const tree = treeOf(t, { 'a.ts': "reply.setCookie('a', 'b')", 'b.ts': 'request.cookies.a', 'c.ts': '' })
  t.same(findWith(tree, setsCookies, NO_FILE).sort(), ['a.ts', 'b.ts'], 'control')
})

t.test('layers: the core imports page types, and only its programs the list of plugins', async (t) => {
  const known = [
    ...['config/reading-thread.ts', 'main.ts'].map((path) => `${path} -> ${PLUGIN_LIST}`),
    ...[ACCOUNT_CONTRACT, GALLERY_CONTRACT, PAGE_CONTRACT].map((path) => `page-contract.ts -> ${path}`),
    `http/locales.ts -> ${TEXT_KEYS}`
  ]
  t.same(findImportsOutside(SOURCES).sort(), known.sort())
  const tree = treeOf(t, {
    'a.ts': "import { startStandIn } from '../stand-in/stand-in.ts'",
    'b/c.ts': "const demo = await import('../../demo/demo.ts')"
  })
  t.same(findImportsOutside(tree).sort(), ['a.ts -> ../stand-in/stand-in.ts', `b/c.ts -> ${DEMO}`], 'found')
})

t.test('layers: demo and stand-in are imported on request, of the login page only types', async (t) => {
  const textOf = ({ files }: SourceTree, path: string) => files.find((file) => file.path === path)?.text ?? ''
  for (const name of ['demo', 'stand-in']) {
    const command = textOf(PLUGINS, `demo/${name}.ts`)
    t.ok(command.includes(`ifIncluded(() => import('../../${name}/${name}.ts'))`), name)
    t.notMatch(command, /from '\.\.\/\.\.\/(demo|stand-in)/)
  }
  const contract = textOf(SOURCES, 'page-contract.ts').match(/^(import|export).*from .*$/gm) ?? []
  t.equal(contract.length, 3)
  for (const line of contract) t.match(line, /^export type /)
})

t.test('layers: a plugin imports no other, so each can be deleted', async (t) => {
  const importsOfOthers = ({ files }: SourceTree) =>
    files.flatMap(({ path, imports }) => {
      const [plugin = ''] = path.split('/')
      const mayUseList = path === 'workers/worker.ts' || path.startsWith(`${plugin}/test/`)
      const known = ['..', plugin, ...(mayUseList ? ['plugins.ts'] : [])]
      const others = imports.filter((name) => {
        const [found = ''] = join(dirname(path), name).split('/')
        return name.startsWith('.') && !known.includes(found)
      })
      return path === 'plugins.ts' ? [] : others.map((name) => `${path} -> ${name}`)
    })
  t.same(importsOfOthers(PLUGINS), [])
  const tree = treeOf(t, {
    'plugins.ts': "import { a } from './a/plugin.ts'",
    'a/plugin.ts': "import { own } from './own.ts'\nimport { core } from '../../src/app.ts'",
    'a/deep/b.ts': "import { own } from '../own.ts'\nimport { other } from '../../b/other.ts'",
    'a/test/a.test.ts': "import { PLUGINS } from '../../plugins.ts'",
    'b/other.ts': "import { PLUGINS } from '../plugins.ts'"
  })
  const twin = ['a/deep/b.ts -> ../../b/other.ts', 'b/other.ts -> ../plugins.ts']
  t.same(importsOfOthers(tree).sort(), twin, 'control')
})

/** Plugins whose own modules tests outside use: they are their fixtures, or what they test. */
const USED_BY_TESTS = new Set(['accounts', 'device-binding', 'preview', 'store', 'workers'])

t.test('layers: nothing outside imports a plugin, nor do tests and bench, with few exceptions', async (t) => {
  const importsOfPlugins = (tree: SourceTree, folder: string) =>
    tree.files.flatMap(({ path, imports }) =>
      imports.flatMap((name) => {
        const [, plugin] = /^gateway\/plugins\/([^/]+)\//.exec(join(folder, dirname(path), name)) ?? []
        const isOwn = plugin !== undefined && `${folder}/${path}`.startsWith(`gateway/plugins/${plugin}/`)
        return plugin === undefined || isOwn || USED_BY_TESTS.has(plugin)
          ? []
          : [`${folder}/${path} -> ${plugin}`]
      })
    )
  const folders = [
    ...['bench', 'config', 'deploy', 'login-ui'],
    ...readdirSync(packagePath('gateway')).map((name) => `gateway/${name}`)
  ]
  const found = folders
    .filter((folder) => statSync(packagePath(...folder.split('/'))).isDirectory())
    .flatMap((folder) => importsOfPlugins(readSources(packagePath(...folder.split('/'))), folder))
  t.same(
    found.filter((line) => !line.startsWith('gateway/plugins/plugins.ts -> ')),
    []
  )
  t.ok(found.length > 5, 'control: the list')
  const tree = treeOf(t, {
    'a.test.ts': "import { x } from '../plugins/grpc/protocol.ts'",
    'b.ts': "import '../plugins/plugins.ts'"
  })
  t.same(importsOfPlugins(tree, 'gateway/test'), ['gateway/test/a.test.ts -> grpc'], 'control')
})

t.test('layers: only the plugin that records spans uses the OpenTelemetry API', async (t) => {
  t.same(findUsersOf(SOURCES, /^@opentelemetry\//, NO_FILE), [])
  const users = findUsersOf(PLUGINS, /^@opentelemetry\//, /\/test\//)
  t.same(users, ['opentelemetry/recorder.ts'])
})

t.test('layers: nothing is named utils, and nothing has a default export', async (t) => {
  const drawersIn = ({ files }: SourceTree) =>
    files.map(({ path }) => path).filter((path) => DRAWER_NAME.test(path))
  const hasDefault = /^export default/m
  t.same(drawersIn(SOURCES), [])
  t.same(findWith(SOURCES, hasDefault, NO_FILE), [])
  const tree = treeOf(t, {
    'http/utils.ts': '',
    'test-helpers.ts': '',
    'http/indexes.ts': 'export default 1'
  })
  t.same(drawersIn(tree).sort(), ['http/utils.ts', 'test-helpers.ts'], 'control')
  t.same(findWith(tree, hasDefault, NO_FILE), ['http/indexes.ts'], 'control')
})

t.test('layers: the login page imports nothing from the gateway', async (t) => {
  const page = readSources(packagePath('login-ui', 'src'))
  t.same(findUsersOf(page, /gateway\//, NO_FILE), [])
  const tree = treeOf(t, {
    'a.ts': "import type { Config } from '../../gateway/src/config/schema/schema.ts'"
  })
  t.same(findUsersOf(tree, /gateway\//, NO_FILE), ['a.ts'], 'control')
})
