import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { once } from '../../async.ts'
import { packagePath } from '../../config/package-files.ts'
import { Fault } from '../../errors.ts'
import { cspHashOf, type InlineStyle, inlineStyle } from '../../http/html.ts'
import { chooseEncoding, markOwnResponse } from '../../http/own-response.ts'
import type { Address } from '../../page-contract.ts'

/** Path prefix of the login page's files, built into the page. */
export const ASSETS_PATH = '/_auth/assets'

/** A year: names contain a content hash. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2'
}

/** A file of the login page in all its encodings. */
export interface Asset {
  type: string
  plain: Buffer
  brotli: Buffer | null
  gzip: Buffer | null
  headers?: Readonly<Record<string, string>>
}

/** The built login page in memory. */
export type LoginAssets = ReturnType<typeof readLoginAssets>

/** Screens that every page has; the others, in a module of their own, are loaded on demand (`first-screens.tsx`). */
const FIRST_SCREENS: ReadonlySet<Address> = new Set(['sign-in', 'second-step', 'problem'])
const FURTHER_SCREENS = 'src/screens/further-screens.ts'
/** Styles that scripts bring along (`add-styles.ts`), those of `FURTHER_SCREENS` first. */
const LATER_STYLES = ['further-screens', 'second-step', 'after-start'].map((name) => `src/styles/${name}.css`)

/** Parts of the first screens that only some configurations need (`first-screens.tsx`). */
const EXTRAS = 'src/ui/extras.tsx'

/** The account page; `start.tsx` loads its other modules. */
const ACCOUNT_SCRIPT = 'src/account/start.tsx'
/** Has those of the gateway's other pages too. */
const ACCOUNT_STYLE = 'src/account/account.css'

const APP_CHECK = 'src/auth/app-check-sdk.ts'

const EARLY_SCRIPT = 'src/prelude/early-sign-in.ts'
const FRAMEWORK = 'react'

interface BuiltModule {
  file: string
  name?: string
  css?: readonly string[]
  imports?: readonly string[]
}

/** Reads the built page from `dist/login-ui` once. Throws if it was not built. */
export const loadLoginAssets = once(() => readLoginAssets(packagePath('dist', 'login-ui')))

function readLoginAssets(folder: string) {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) throw new Error(`the login page is not built (no ${index}): run \`npm run build\``)
  const files = readAssetFiles(folder)
  const manifest = readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')
  const modules: Readonly<Record<string, BuiltModule>> = JSON.parse(manifest)
  const entry = modules['index.html']
  const hrefOf = (file: string) => `${ASSETS_PATH}/${file}`
  const [css] = entry?.css ?? []
  const ownFiles = [css, modules[ACCOUNT_STYLE]?.file].filter((file) => file !== undefined)
  const read = (file: string | undefined) =>
    file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  const [own = '', ofFurther = '', ...later] = [css, ...LATER_STYLES.map((name) => modules[name]?.file)].map(
    read
  )
  const styles = {
    first: inlineStyle(own),
    further: inlineStyle(own + ofFurther),
    all: inlineStyle([own, ofFurther, ...later].join(''))
  }
  const template = readFileSync(index, 'utf8')
  const script = /<script>(.*?)<\/script>/s.exec(template)?.[1]
  const framework = Object.values(modules).find(({ name }) => name === FRAMEWORK)
  const scriptsOf = (...wanted: (BuiltModule | undefined)[]) => {
    const needed = new Set<BuiltModule>()
    const add = (module: BuiltModule | undefined): void => {
      if (module === undefined || needed.has(module)) return
      needed.add(module)
      for (const name of module.imports ?? []) add(modules[name])
    }
    for (const module of wanted) add(module)
    return [...needed]
      .filter((module) => module !== entry && module !== framework)
      .map(({ file }) => hrefOf(file))
  }
  const further = modules[FURTHER_SCREENS]
  const more = modules[EXTRAS]
  const firstScripts = { plain: scriptsOf(entry), more: scriptsOf(entry, more) }
  const furtherScripts = { plain: scriptsOf(entry, further), more: scriptsOf(entry, further, more) }
  return {
    /** HTML with the placeholders of a document. */
    html: template.replace(/<link rel="stylesheet"[^>]*>/, '__GATEHOUSE_STYLE__'),
    files,
    /** Stylesheet of all pages; null: none. */
    stylesheetHref: css === undefined ? null : hrefOf(css),
    /** Stylesheets of the gateway's other pages. */
    ownPages: {
      stylesheetHrefs: ownFiles.map(hrefOf),
      styles: ownFiles.map((file) => inlineStyle(read(file)))
    },
    /** What is inlined for a page that begins with that screen, or, if null, may with any: saves a request before the first paint. */
    styleFor: (address: Address | null): InlineStyle =>
      styles[address === null ? 'all' : FIRST_SCREENS.has(address) ? 'first' : 'further'],
    /** Addresses of what the account page needs beyond the shared scripts and stylesheet. */
    accountPage: {
      scriptHrefs: scriptsOf(entry, modules[ACCOUNT_SCRIPT]),
      stylesheetHref: hrefOf(modules[ACCOUNT_STYLE]?.file ?? '')
    },
    scriptHash: script === undefined ? null : cspHashOf(script),
    earlyScriptHref: hrefOf(modules[EARLY_SCRIPT]?.file ?? ''),
    /** What App Check needs beyond the scripts that every page loads. */
    appCheckHrefs: scriptsOf(modules[APP_CHECK]),
    /** The framework's script, the largest, which every page needs. */
    frameworkHref: hrefOf(framework?.file ?? ''),
    /** Scripts that a screen needs, with `EXTRAS` if set, beyond the framework and the one named in the HTML. */
    scriptHrefsOf: (address: Address, extras: boolean): readonly string[] =>
      (FIRST_SCREENS.has(address) ? firstScripts : furtherScripts)[extras ? 'more' : 'plain']
  }
}

/** Files of a build for browsers: file name -> file. */
export function readAssetFiles(folder: string): ReadonlyMap<string, Asset> {
  const names = readdirSync(folder)
  const read = (name: string) => (names.includes(name) ? readFileSync(join(folder, name)) : null)
  const files = new Map<string, Asset>()
  for (const name of names) {
    const type = TYPES[extname(name)]
    if (type === undefined) continue
    const plain = readFileSync(join(folder, name))
    files.set(name, { type, plain, brotli: read(`${name}.br`), gzip: read(`${name}.gz`) })
  }
  return files
}

/** Quality 6 takes a few milliseconds and a few per cent more bytes than the best. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** A text file not compressed by the build. */
export function buildTextAsset(content: Buffer, type: string): Asset {
  return {
    type,
    plain: content,
    brotli: brotliCompressSync(content, BROTLI_OPTIONS),
    gzip: gzipSync(content)
  }
}

/** Serves files below `ASSETS_PATH`. `forSite`: also for the gateway's pages on other hosts of the site. */
export function registerLoginAssets(
  app: FastifyInstance,
  files: Pick<ReadonlyMap<string, Asset>, 'get'>,
  { forSite = false } = {}
): void {
  const policy = forSite ? { 'cross-origin-resource-policy': 'same-site' } : {}
  app.get<{ Params: { '*': string } }>(`${ASSETS_PATH}/*`, async (request, reply) => {
    const asset = files.get(request.params['*'])
    if (asset === undefined) throw new Fault('NOT_FOUND')
    markOwnResponse(request, reply)
      .headers({ ...policy, ...asset.headers })
      .header('cache-control', CACHE_CONTROL)
      .header('vary', 'accept-encoding')
      .type(asset.type)
    const built = { br: asset.brotli, gzip: asset.gzip }
    const encoding = chooseEncoding(request.headers['accept-encoding'], (one) => built[one] !== null)
    if (encoding === null) return reply.send(asset.plain)
    return reply.header('content-encoding', encoding).send(built[encoding])
  })
}
