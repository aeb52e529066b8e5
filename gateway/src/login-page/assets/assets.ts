import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packagePath } from '../../config/package-files.ts'
import { Fault } from '../../errors.ts'
import { chooseEncoding } from '../../http/encoding.ts'
import { markOwnAnswer } from '../../http/own-answer.ts'
import type { Address } from '../contract.ts'

/** Files of the login page live below this path; the page is built for it. */
export const ASSETS_PATH = '/_auth/assets'

/** A year: the names carry a hash of the content. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2'
}

/** One file of the login page, in every encoding it was built in. */
export interface Asset {
  type: string
  plain: Buffer
  brotli: Buffer | null
  gzip: Buffer | null
  /** To be sent beside those of every file; lower-case name -> value. */
  headers?: Readonly<Record<string, string>>
}

/** The built login page, held in memory: requests read no files. */
export interface LoginAssets {
  /** HTML with the placeholders that `buildDocument` fills. */
  html: string
  /** File name -> file. */
  files: ReadonlyMap<string, Asset>
  /** Address of the stylesheet; null: the page has none. */
  stylesheetHref: string | null
  /**
   * `Link` header (RFC 8288): the browser fetches the stylesheet before it has read any HTML. Not for the script, which would
   * compete with it for bandwidth.
   */
  preloads: string
  /** Addresses of the scripts that a screen needs beside the one that the HTML names. */
  scriptHrefsOf(address: Address): readonly string[]
}

/** Screens that the page loads when they are needed (`lazy-views.ts`) -> the module they are in. */
const SCREEN_MODULES: Readonly<Partial<Record<Address, string>>> = {
  'sign-up': 'src/screens/account-screens.tsx',
  account: 'src/screens/account-screens.tsx',
  'signed-out': 'src/screens/account-screens.tsx',
  forgot: 'src/screens/mail-screens.tsx',
  link: 'src/screens/mail-screens.tsx',
  action: 'src/screens/action.tsx'
}

/** What Vite says about one module of the build. */
interface BuiltModule {
  file: string
  isEntry?: boolean
  css?: readonly string[]
  /** Other modules that are loaded with it. */
  imports?: readonly string[]
}

let assets: LoginAssets | undefined

/** The built page in `dist/login-ui`, which is read once in a process. Throws when it was not built. */
export function loadLoginAssets(): LoginAssets {
  assets ??= readLoginAssets(packagePath('dist', 'login-ui'))
  return assets
}

function readLoginAssets(folder: string): LoginAssets {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) throw new Error(`the login page is not built (no ${index}): run \`npm run build\``)
  const names = readdirSync(folder)
  const read = (name: string) => (names.includes(name) ? readFileSync(join(folder, name)) : null)
  const files = new Map<string, Asset>()
  for (const name of names) {
    const type = TYPES[extname(name)]
    const plain = type === undefined ? null : read(name)
    if (type !== undefined && plain !== null) {
      files.set(name, { type, plain, brotli: read(`${name}.br`), gzip: read(`${name}.gz`) })
    }
  }
  const modules = readManifest(folder)
  const entry = Object.values(modules).find((module) => module.isEntry)
  const hrefOf = (file: string) => `${ASSETS_PATH}/${file}`
  const [css] = entry?.css ?? []
  return {
    html: readFileSync(index, 'utf8'),
    files,
    stylesheetHref: css === undefined ? null : hrefOf(css),
    preloads: css === undefined ? '' : `<${hrefOf(css)}>; rel=preload; as=style; crossorigin`,
    scriptHrefsOf(address) {
      const screen = modules[SCREEN_MODULES[address] ?? '']
      const needed = new Set([...listImports(modules, entry), ...listImports(modules, screen)])
      return [...needed].filter((module) => module !== entry).map(({ file }) => hrefOf(file))
    }
  }
}

function readManifest(folder: string): Readonly<Record<string, BuiltModule>> {
  return JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
}

/** A module, everything that it imports, and so on. */
function listImports(
  modules: Readonly<Record<string, BuiltModule>>,
  module: BuiltModule | undefined,
  known = new Set<BuiltModule>()
): ReadonlySet<BuiltModule> {
  if (module === undefined || known.has(module)) return known
  known.add(module)
  for (const name of module.imports ?? []) listImports(modules, modules[name], known)
  return known
}

/**
 * Serves files by their names below `ASSETS_PATH`. `forSite`: pages on other hosts of the site use them too, the gateway's own
 * answers to visitors of applications there.
 */
export function registerLoginAssets(
  app: FastifyInstance,
  files: ReadonlyMap<string, Asset>,
  { forSite = false } = {}
): void {
  const policy = forSite ? { 'cross-origin-resource-policy': 'same-site' } : {}
  app.get<{ Params: { '*': string } }>(`${ASSETS_PATH}/*`, async (request, reply) => {
    const asset = files.get(request.params['*'])
    if (asset === undefined) throw new Fault('NOT_FOUND')
    return sendAsset(request, reply, { ...asset, headers: { ...policy, ...asset.headers } })
  })
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const accepted = request.headers['accept-encoding']
  markOwnAnswer(request, reply)
    .headers(asset.headers ?? {})
    .header('cache-control', CACHE_CONTROL)
    .header('vary', 'accept-encoding')
    .type(asset.type)
  const built = { br: asset.brotli, gzip: asset.gzip }
  const encoding = chooseEncoding(accepted, (one) => built[one] !== null)
  if (encoding === null) return reply.send(asset.plain)
  return reply.header('content-encoding', encoding).send(built[encoding])
}
