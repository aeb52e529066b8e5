import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'

const SOURCE = packagePath('gateway', 'src')

/** The walk of a request, from the bottom up. A file imports from lower floors and from its own room. */
const FLOORS: Readonly<Record<string, number>> = {
  'errors.ts': 0,
  'problem.ts': 0,
  config: 1,
  http: 2,
  operations: 3,
  'identity-platform': 3,
  session: 4,
  access: 5,
  identity: 6,
  upstream: 7,
  endpoints: 7,
  'auth-helper': 7,
  'login-page': 8,
  'own-routes.ts': 9,
  'server.ts': 9,
  'app.ts': 10,
  commands: 11,
  'main.ts': 12
}
/** Beside the gateway: a provider to try it with, and the demo. They use the gateway; of it only the command loads the demo. */
const STAND_BESIDE = ['stand-in', 'demo'].map((folder) => packagePath('gateway', folder))
const DEMO = '../../demo/demo.ts'
/** What the gateway knows of the login page: what the page wants to be told. Types alone. */
const PAGE_CONTRACT = '../../../login-ui/src/page-config.js'
/** Only these may know Fastify. */
const MAY_USE_FASTIFY =
  /^(app|server|own-routes)\.ts$|^(http|endpoints|auth-helper|login-page|identity|upstream|access|operations)\//
/** The one door of session/ to it: how cookies are parsed and written, which knows no request and no server. */
const COOKIE_CODEC = 'session/cookie/cookie-codec.ts'
/** Only these may know the process. */
const MAY_USE_PROCESS = /^main\.ts$|^commands\//

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listFiles(join(folder, entry.name)) : [join(folder, entry.name)]
  )
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')
}

const roomOf = (path: string) => relative(SOURCE, path).split('/')[0] ?? ''

t.test('layers: every file lives in a room that is on the map', async (t) => {
  for (const file of listFiles(SOURCE)) t.ok(roomOf(file) in FLOORS, relative(SOURCE, file))
})

t.test('layers: imports go down the walk of a request, never up and never sideways', async (t) => {
  for (const file of listFiles(SOURCE)) {
    for (const name of importsOf(file).filter(
      (path) => path.startsWith('.') && path !== PAGE_CONTRACT && path !== DEMO
    )) {
      const from = roomOf(file)
      const to = roomOf(resolve(dirname(file), name))
      const goesDown = from === to || (FLOORS[to] ?? 99) < (FLOORS[from] ?? -1)
      t.ok(goesDown, `${relative(SOURCE, file)} -> ${name}`)
    }
  }
})

t.test('layers: the rooms below know neither Fastify nor the process', async (t) => {
  for (const file of listFiles(SOURCE)) {
    const path = relative(SOURCE, file)
    const text = readFileSync(file, 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '')
    if (!MAY_USE_FASTIFY.test(path))
      t.notOk(
        importsOf(file)
          .filter((name) => path !== COOKIE_CODEC || name !== '@fastify/cookie')
          .some((name) => name === 'fastify' || name.startsWith('@fastify/')),
        `${path}: fastify`
      )
    if (!MAY_USE_PROCESS.test(path))
      t.notMatch(text, /\bprocess\.(env|exit|argv|on|stdout|stderr)\b/, `${path}: process`)
  }
})

t.test(
  'layers: the cookie plugin is registered for our own endpoints, and its cookies are set there alone',
  async (t) => {
    const users = listFiles(SOURCE).map((file) => relative(SOURCE, file))
    const importing = users.filter((path) => importsOf(join(SOURCE, path)).includes('@fastify/cookie'))
    t.same(importing.sort(), ['own-routes.ts', COOKIE_CODEC])
    const using = users.filter((path) =>
      /\.cookies\b|\.(setCookie|clearCookie)\(/.test(readFileSync(join(SOURCE, path), 'utf8'))
    )
    t.same(using, ['login-page/page-cookie.ts'])
  }
)

t.test('layers: of the demo the gateway knows its start, loaded when it is asked for', async (t) => {
  const knowing = listFiles(SOURCE).filter((file) =>
    importsOf(file).some((name) =>
      STAND_BESIDE.some((folder) => resolve(dirname(file), name).startsWith(folder))
    )
  )
  t.same(
    knowing.map((file) => relative(SOURCE, file)),
    ['commands/demo.ts']
  )
  const command = readFileSync(knowing[0] ?? '', 'utf8')
  t.ok(command.includes(`await import('${DEMO}')`))
  t.notMatch(command, /from '\.\.\/\.\.\/(demo|stand-in)/)
})

t.test('layers: nothing is called utils, and nothing exports a default', async (t) => {
  for (const file of listFiles(SOURCE)) {
    t.notMatch(file, /(utils?|helpers?|common|types|index)\.ts$/)
    t.notMatch(readFileSync(file, 'utf8'), /^export default/m, relative(SOURCE, file))
  }
})

t.test('layers: of the login page the gateway knows one file, for its types, in one place', async (t) => {
  const known = listFiles(SOURCE).filter((file) => importsOf(file).includes(PAGE_CONTRACT))
  t.same(
    known.map((file) => relative(SOURCE, file)),
    ['login-page/contract.ts']
  )
  const imports = readFileSync(known[0] ?? '', 'utf8').match(/^(import|export).*from .*$/gm) ?? []
  t.equal(imports.length, 1)
  t.match(imports[0], /^export type /)
})

t.test('layers: the login page imports nothing from the gateway', async (t) => {
  const page = packagePath('login-ui', 'src')
  for (const file of listFiles(page)) {
    t.notOk(
      importsOf(file).some((name) => name.includes('gateway/')),
      relative(page, file)
    )
  }
})
