import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { packagePath } from '../config/package-files.ts'

/** Files of the login page live below this path; the page is built for it. */
export const ASSETS_PATH = '/_auth/assets'

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
}

/** The built login page, held in memory: no file is looked for while requests come in. */
export interface LoginAssets {
  /** HTML with the placeholders `__GATEHOUSE_CONFIG__` and `__GATEHOUSE_TITLE__`. */
  html: string
  /** File name -> file. */
  files: ReadonlyMap<string, Asset>
  /** Address of the stylesheet; null: the page has none. */
  stylesheetHref: string | null
}

/** Reads the built page from `dist/login-ui`. Throws when it was not built. */
export function loadLoginAssets(folder = packagePath('dist', 'login-ui')): LoginAssets {
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
  const stylesheet = [...files.keys()].find((name) => name.endsWith('.css'))
  const stylesheetHref = stylesheet === undefined ? null : `${ASSETS_PATH}/${stylesheet}`
  return { html: readFileSync(index, 'utf8'), files, stylesheetHref }
}
