import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import {
  findCircles,
  findHomeless,
  findImportsOutside,
  findImportsUp,
  findUnexplained,
  findUsersOf,
  findWith,
  readSources,
  type SourceTree
} from '../fixtures/repository/layers.ts'

/** The layers of a request, from the bottom up. A file imports from lower layers and from its room. */
const WALK: readonly (readonly (string | RegExp)[])[] = [
  ['async.ts', 'dense-list.ts', 'errors.ts', 'problem.ts', 'encryption.ts'],
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

/** The purpose of each folder, and of each file beside them. */
const PURPOSES: Readonly<Record<string, string>> = {
  'main.ts': 'The command line: reads arguments and starts a command.',
  'app.ts': 'Wires a checked configuration into a gateway that answers.',
  'app-state.ts': 'What outlives a configuration: sessions, provider, events, metrics.',
  'server.ts': 'The server that answers: the root hook and the error handler.',
  serving: 'The running gateway: what listens, what answers there, and how both begin and end.',
  'own-routes.ts': 'Registers all of the gateway’s own addresses, with the rules that hold for each.',
  'errors.ts':
    'The error catalogue, faults with a code of it, and the ids of what `gatehouse doctor` looks at.',
  'async.ts': 'What promises and timers need everywhere: single flight, deadline, schedule.',
  'dense-list.ts': 'A list for members that come and go with each request.',
  'problem.ts': 'The shape of a problem in a configuration file or argument.',
  commands: 'The commands, and what those that serve share: the running process, its workers.',
  'commands/command-line': 'The commands as commander has them: names, arguments, options, help, exit codes.',
  'login-page': 'Serves the login page: routes, rendering, languages, appearance, Content-Security-Policy.',
  'login-page/appearance': 'How the pages of a host look: theme, brand, pictures.',
  'login-page/assets': 'The built files of the login page, and how answers are compressed.',
  'login-page/document': 'The HTML of the login page: configuration, languages, rendering, its headers.',
  'login-page/visit': 'What a request asks of the login page: address, language, session, redirect loop.',
  'forward-auth': 'Answers proxies that ask about each request: dialects, questions, verdicts.',
  'auth-helper': 'Serves the provider’s sign-in helper on the gateway’s own origin.',
  endpoints: 'The endpoints for programs: session, refresh, sign-out.',
  'endpoints/hand-over':
    'Sessions on their way to origins with a cookie of their own: the page that sends, the endpoint that takes.',
  upstream: 'The proxy to the application: headers both ways, transport, WebSocket tunnel.',
  identity: 'The identity that the application receives: headers and the signed assertion.',
  access: 'Who may pass: rules, tenants, the decision, and the answers to those who may not.',
  machines: 'Callers with bearer tokens: who issues them, what verifies them, what is remembered.',
  session: 'Sessions: check, refresh, revocation, limits, and how they begin.',
  'session/connections':
    'Answers under way, tied to their sessions: index, rules by which they end, schedule.',
  'session/cookie': 'The session cookie: its value, signature, sealing and splitting.',
  'session/sign-in':
    'How a session begins: acquiring its tokens, sign-in rules, one session for each id token.',
  'session/revocation': 'How a session ends early: ended sessions, account look-ups, revocations.',
  'identity-platform': 'Identity Platform as the rest of the gateway sees it.',
  'identity-platform/client':
    'Calls to the provider: deadlines, circuit, sorting of errors, hints for operators.',
  'identity-platform/tokens': 'Id tokens, their certificates, and tokens that are made.',
  'identity-platform/accounts': 'Looking accounts up, listing and changing them.',
  'identity-platform/credentials': 'Access tokens from whatever credentials Google knows.',
  'encryption.ts': 'Keys derived from secrets, and encryption with them.',
  'shared-state/store': 'The same in a Redis or Valkey server: its connections, sealed texts, messages.',
  'shared-state': 'What the processes of a gateway know together, and how they tell each other.',
  operations:
    'Logging, health, metrics and shutdown; of each request its record, its events and its line in the log.',
  'operations/metrics':
    'What is counted and measured: the catalogue of metrics, and the numbers that events make.',
  http: 'HTTP without any notion of sessions: request target, messages, headers, pages, answers as values.',
  'http/connections': 'Upgrades, open requests and streams, how connections are closed, outbound pools.',
  'serving/connections': 'The listening server and its connections, with one request at a time on each.',
  config: 'Reads and checks the configuration, and what follows from it.',
  'config/addresses': 'URLs, hosts, networks, addresses of the store, and which are our own.',
  'config/sources': 'Where values come from: environment, files, secrets.',
  'config/schema': 'The one schema: types, defaults, validation and the reference come from it.',
  'config/checks': 'Runs the checks of all rooms and plugins, in the order of the report.'
}

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
const COOKIE_CODEC = 'session/cookie/cookie-codec.ts'
const MAY_USE_FASTIFY = new RegExp(
  `^(app|app-state|server|own-routes)\\.ts$|^(http|forward-auth|endpoints|auth-helper|login-page|upstream|access|operations|serving)/|^${COOKIE_CODEC}$`
)
const PROCESS = /\bprocess\.(env|exit|argv|on|stdout|stderr)\b/
const MAY_USE_PROCESS = /^main\.ts$|^commands\//
const DRAWER_NAME = /(utils?|helpers?|common|types|index)\.ts$/
const NOBODY = /^$/

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

t.test('layers: every folder is explained, and no folder that does not exist', async (t) => {
  t.same(findUnexplained(SOURCES, PURPOSES), [], 'add a line to PURPOSES, or move the file')
  for (const [name, purpose] of Object.entries(PURPOSES)) t.match(purpose, /^[A-Z].{10,110}\.$/, name)
  const tree = treeOf(t, { 'http/a.ts': '', 'http/deep/b.ts': '', 'c.ts': '' })
  t.same(findUnexplained(tree, { http: 'x', gone: 'x' }).sort(), ['c.ts', 'gone', 'http/deep/b.ts'], 'sample')
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
    'gateway/stand-in',
    'gateway/plugins',
    'gateway/demo',
    'gateway/test',
    'gateway/test-browsers',
    'gateway/test-operate',
    'bench',
    'login-ui/src'
  ])
    t.same(findCircles(readSources(packagePath(...folder.split('/')))), [], folder)
  const tree = treeOf(t, {
    'a/one.ts': "import type { Two } from './two.ts'",
    'a/two.ts': "import type { Three } from '../b/three.ts'",
    'b/three.ts': "import type { One } from '../a/one.ts'",
    'b/four.ts': "import { One } from '../a/one.ts'",
    'b/self.ts': "import type { Self } from './self.ts'"
  })
  t.same(
    findCircles(tree).map((circle) => new Set(circle.split(' -> '))),
    [new Set(['a/one.ts', 'a/two.ts', 'b/three.ts']), new Set(['b/self.ts'])],
    'control'
  )
})

t.test('layers: no module has mutable state', async (t) => {
  t.same(findWith(SOURCES, /^let /m, NOBODY), [])
  t.same(findWith(treeOf(t, { 'a.ts': 'let count = 0' }), /^let /m, NOBODY), ['a.ts'], 'control')
})

t.test('layers: lower layers use neither Fastify nor the process', async (t) => {
  t.same(findUsersOf(SOURCES, FASTIFY, MAY_USE_FASTIFY), [])
  t.same(
    findUsersOf(SOURCES, /^fastify$|^@fastify\/(?!cookie$)/, /^(?!session\/)/),
    [],
    'the codec: only cookies'
  )
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

t.test(
  'layers: the cookie plugin is registered for own endpoints, and only there are its cookies set',
  async (t) => {
    t.same(findUsersOf(SOURCES, /^@fastify\/cookie$/, NOBODY).sort(), ['own-routes.ts', COOKIE_CODEC])
    const setsCookies = /\.cookies\b|\.(setCookie|clearCookie)\(/
    t.same(findWith(SOURCES, setsCookies, NOBODY), ['endpoints/page-cookies.ts'])
    const tree = treeOf(t, { 'a.ts': "reply.setCookie('a', 'b')", 'b.ts': 'request.cookies.a', 'c.ts': '' })
    t.same(findWith(tree, setsCookies, NOBODY).sort(), ['a.ts', 'b.ts'], 'control')
  }
)

t.test(
  'layers: the core imports types of the login page, and only its programs import the list of plugins',
  async (t) => {
    const known = [
      `config/reading-thread.ts -> ${PLUGIN_LIST}`,
      `endpoints/contract.ts -> ${ACCOUNT_CONTRACT}`,
      `http/locales.ts -> ${TEXT_KEYS}`,
      `login-page/contract.ts -> ${GALLERY_CONTRACT}`,
      `login-page/contract.ts -> ${PAGE_CONTRACT}`,
      `main.ts -> ${PLUGIN_LIST}`
    ]
    t.same(findImportsOutside(SOURCES).sort(), known)
    const tree = treeOf(t, {
      'a.ts': "import { startStandIn } from '../stand-in/stand-in.ts'",
      'b/c.ts': "const demo = await import('../../demo/demo.ts')"
    })
    t.same(findImportsOutside(tree).sort(), ['a.ts -> ../stand-in/stand-in.ts', `b/c.ts -> ${DEMO}`], 'found')
  }
)

t.test(
  'layers: demo and stand-in are imported only when requested, and the login page only for its types',
  async (t) => {
    const textOf = ({ files }: SourceTree, path: string) =>
      files.find((file) => file.path === path)?.text ?? ''
    for (const name of ['demo', 'stand-in']) {
      const command = textOf(PLUGINS, `demo/${name}.ts`)
      t.ok(command.includes(`ifIncluded(() => import('../../${name}/${name}.ts'))`), name)
      t.notMatch(command, /from '\.\.\/\.\.\/(demo|stand-in)/)
    }
    for (const path of ['login-page/contract.ts', 'endpoints/contract.ts']) {
      const contract = textOf(SOURCES, path).match(/^(import|export).*from .*$/gm) ?? []
      t.ok(contract.length > 0, path)
      for (const line of contract) t.match(line, /^export type /, path)
    }
  }
)

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

t.test('layers: only the plugin that records spans uses the OpenTelemetry API', async (t) => {
  t.same(findUsersOf(SOURCES, /^@opentelemetry\//, NOBODY), [])
  const users = findUsersOf(PLUGINS, /^@opentelemetry\//, /\/test\//)
  t.same(users, ['opentelemetry/recorder.ts'])
})

t.test('layers: nothing is named utils, and nothing has a default export', async (t) => {
  const drawersIn = ({ files }: SourceTree) =>
    files.map(({ path }) => path).filter((path) => DRAWER_NAME.test(path))
  const hasDefault = /^export default/m
  t.same(drawersIn(SOURCES), [])
  t.same(findWith(SOURCES, hasDefault, NOBODY), [])
  const tree = treeOf(t, {
    'http/utils.ts': '',
    'test-helpers.ts': '',
    'http/indexes.ts': 'export default 1'
  })
  t.same(drawersIn(tree).sort(), ['http/utils.ts', 'test-helpers.ts'], 'control')
  t.same(findWith(tree, hasDefault, NOBODY), ['http/indexes.ts'], 'control')
})

t.test('layers: the login page imports nothing from the gateway', async (t) => {
  const page = readSources(packagePath('login-ui', 'src'))
  t.same(findUsersOf(page, /gateway\//, NOBODY), [])
  const tree = treeOf(t, {
    'a.ts': "import type { Config } from '../../gateway/src/config/schema/schema.ts'"
  })
  t.same(findUsersOf(tree, /gateway\//, NOBODY), ['a.ts'], 'control')
})
