import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { listIdentityHeaders } from '../../gateway/src/config/defaults.ts'
import { packagePath } from '../../gateway/src/config/package-files.ts'
import { startGateway, type TestGateway } from '../../gateway/test/fixtures/gateway.ts'
import { filesIn, makePair, writePair } from '../../gateway/test/fixtures/provider/certificates.ts'
import type { Teardown } from '../../gateway/test/fixtures/provider/stand-in.ts'
import { findFreePorts } from '../../gateway/test/fixtures/wire/ports.ts'
import { startUpstream } from '../../gateway/test/fixtures/wire/upstream.ts'
import { runOrFail } from '../../gateway/test-deploy/tool.ts'
import { startProxyProcess } from '../../gateway/test-proxies/program.ts'
import type { ProxyUnderTest } from '../../gateway/test-proxies/proxy.ts'
import type { Installed } from './install.ts'
import type { Place, Recipe } from './recipe.ts'

export const PASSWORD = 'the password of a test'
/** The session is refreshed when it is older. */
export const ID_TOKEN_SECONDS = 60
/** Another host of the same gateway. */
const HOME = 'home.example.com'
/** Behind one of the proxies, whose files have one application at one host. */
const BESIDE = 'app.localhost'
const START_TIMEOUT_MS = 180_000

/** How a recipe is run: at a host of its own, below a path of another, or beside a proxy that asks the gateway. */
export type Variant =
  | { kind: 'host' }
  | { kind: 'path' }
  | { kind: 'beside'; proxy: ProxyUnderTest; program: string }

/** The application behind a gateway, and another host of it. */
export interface Surroundings extends Pick<TestGateway, 'provider' | 'advance' | 'logLines'> {
  place: Place
  /** Names of the identity headers, which a visitor may try to forge. */
  identityHeaders: readonly string[]
  /** Path of the login page. */
  loginPath: string
  /** Origin of the other host; null beside a proxy. */
  otherOrigin: string | null
  /** And ends them with the session. Beside a proxy, only the proxy could. */
  holdsConnections: boolean
}

/** The part of Gatehouse that a user copies. */
interface Written {
  entry: {
    name: string
    host?: string
    path?: string
    upstream: { url: string; headers?: Record<string, { valueFile: string }> }
    identityHeaders?: Record<string, string | null>
  } & Record<string, unknown>
  /** Keys of the top level. */
  others: { paths?: { login?: string } } & Record<string, unknown>
}

function readWritten(folder: string, { kind }: Variant): Written {
  const file = kind === 'path' ? 'gatehouse-below-a-path.yaml' : 'gatehouse.yaml'
  const { applications, ...others } = parse(readFileSync(join(folder, file), 'utf8'))
  const [entry] = applications
  return { entry, others }
}

interface SurroundingsOptions {
  name: string
  recipe: Recipe
  installed: Extract<Installed, { kind: 'installed' }>
  variant: Variant
}

/** Starts the application of a recipe, a gateway with the recipe’s file in front of it, and the provider with two accounts. */
export async function startSurroundings(
  t: Teardown,
  { name, recipe, installed, variant }: SurroundingsOptions
): Promise<Surroundings> {
  const source = packagePath('deploy', 'recipes', name)
  const { entry, others } = readWritten(source, variant)
  const folder = mkdtempSync(join(tmpdir(), `gatehouse-recipe-${name}-`))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const [visitors = 0, pages = 0, forwardAuthRequests = 0, port = 0] = await findFreePorts(4)
  const url = variant.kind === 'beside' ? `http://${BESIDE}:${visitors}` : addressOf(entry, visitors)
  const place = createPlace(t, { source, folder, port, url, entry, installed })
  await recipe.start(place)

  const { headers = {} } = entry.upstream
  const upstream = {
    ...entry.upstream,
    headers: Object.fromEntries(
      Object.keys(headers).map((header) => [header, { valueFile: writeSecret(folder, header) }])
    ),
    url: entry.upstream.url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`)
  }
  const own = {
    ...others,
    bearer: [{ issuer: 'https://securetoken.google.com/demo-test', audiences: ['demo-test'] }]
  }
  const gateway =
    variant.kind === 'beside'
      ? await startBeside(t, {
          variant,
          folder,
          entry,
          own,
          places: { visitors, pages, forwardAuthRequests, port }
        })
      : await startInFront(t, { folder, entry: { ...entry, upstream }, own, port: visitors })
  for (const uid of ['ada', 'zoe'])
    gateway.provider.accounts.create({
      uid,
      email: `${uid}@example.com`,
      displayName: uid === 'ada' ? 'Ada Lovelace' : 'Zoe Barnes',
      emailVerified: true,
      password: PASSWORD
    })
  const { provider, advance, logLines } = gateway
  const identityHeaders = listIdentityHeaders(entry.identityHeaders ?? {}).map(([header]) => header)
  return {
    ...{ provider, advance, logLines, place, identityHeaders },
    loginPath: others.paths?.login ?? '/login',
    otherOrigin: variant.kind === 'beside' ? null : `https://${HOME}:${visitors}`,
    holdsConnections: variant.kind !== 'beside'
  }
}

/** With the placeholder that stands in the application's files. */
function writeSecret(folder: string, header: string): string {
  const file = join(folder, header)
  writeFileSync(file, 'a long random text\n', { mode: 0o600 })
  return file
}

/** Its public address; without `port`, as the files of the recipe have it. */
function addressOf({ host = HOME, path = '/*' }: Written['entry'], port: number | null = null): string {
  return `https://${host}${port === null ? '' : `:${port}`}${path.replace(/\/\*$/, '')}`
}

interface PlaceOptions {
  source: string
  folder: string
  port: number
  url: string
  entry: Written['entry']
  installed: Extract<Installed, { kind: 'installed' }>
}

function createPlace(t: Teardown, { source, folder, port, url, entry, installed }: PlaceOptions): Place {
  const example = [
    [addressOf(entry), url],
    [new URL(entry.upstream.url).host, `127.0.0.1:${port}`]
  ] as const
  const home = join(folder, 'home')
  mkdirSync(home)
  const environment = { HOME: home, PATH: process.env.PATH ?? '' }
  return {
    ...{ port, url, folder, program: installed.program },
    path: (entry.path ?? '/*').replace(/\*$/, ''),
    copy(file, replacements = []) {
      let text = readFileSync(join(source, file), 'utf8')
      for (const [from, to] of replacements) {
        if (!text.includes(from)) throw new Error(`${file}: nowhere says “${from}”`)
        text = text.replaceAll(from, to)
      }
      for (const [from, to] of example) text = text.replaceAll(from, to)
      const target = join(folder, basename(file))
      writeFileSync(target, text)
      return target
    },
    async run(program, args, env = {}) {
      const running = await startProxyProcess({
        ...{ program, args, port, folder, env: { ...environment, ...env } },
        startTimeoutMs: START_TIMEOUT_MS
      })
      t.teardown(() => running.close())
    },
    runOnce: (program, args, env = {}) =>
      runOrFail(program, args, { cwd: folder, env: { ...environment, ...env } })
  }
}

interface InFront {
  folder: string
  entry: Record<string, unknown>
  own: Record<string, unknown>
  port: number
}

/** As a reverse proxy under TLS, with another host. */
async function startInFront(t: Teardown, { folder, entry, own, port }: InFront): Promise<TestGateway> {
  const other = await startUpstream(t, (_req, res) => {
    res.setHeader('content-type', 'text/html')
    res.end('<link rel="icon" href="data:,"><h1>Home</h1><a href="/logout">Sign out</a>')
  })
  writePair(folder, await makePair({ name: '*.example.com' }))
  return await startGateway(t, {
    publicUrl: `https://${HOME}:${port}`,
    port,
    idTokenTtlSeconds: ID_TOKEN_SECONDS,
    config: {
      'listen.tls': filesIn(folder),
      applications: [entry, { name: 'home', upstream: { url: other.url } }],
      ...own
    }
  })
}

interface Beside {
  variant: Extract<Variant, { kind: 'beside' }>
  folder: string
  entry: Written['entry']
  own: Record<string, unknown>
  places: { visitors: number; pages: number; forwardAuthRequests: number; port: number }
}

/** Beside a proxy with the files of `deploy/forward-auth`; the keys of the entry stand at the top level. */
async function startBeside(
  t: Teardown,
  { variant, folder, entry, own, places }: Beside
): Promise<TestGateway> {
  const { visitors, pages, forwardAuthRequests, port } = places
  const { name: _name, host: _host, upstream: _upstream, ...keys } = entry
  const gateway = await startGateway(t, {
    publicUrl: `http://${BESIDE}:${visitors}`,
    port: pages,
    idTokenTtlSeconds: ID_TOKEN_SECONDS,
    config: {
      upstream: null,
      trustedProxies: ['127.0.0.1/32'],
      'forwardAuth.enabled': true,
      'forwardAuth.listen': { host: '127.0.0.1', port: forwardAuthRequests },
      ...keys,
      ...own
    }
  })
  const running = await variant.proxy.start(
    variant.program,
    {
      ...{ visitors, pages, forwardAuthRequests, grpc: null, scheme: 'http' },
      applications: [{ host: BESIDE, port }],
      signInHost: BESIDE
    },
    folder
  )
  t.teardown(() => running.close())
  return gateway
}
