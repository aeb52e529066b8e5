import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packagePath } from '../../../src/config/package-files.ts'

const FOLDER = packagePath('dist', 'login-ui')
const scripts = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, source: readFileSync(join(FOLDER, name), 'utf8') }))
const text = readFileSync(join(FOLDER, '.vite', 'manifest.json'), 'utf8')
const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(text)

const KILOBYTE = 1000
/** Names of other files are part of each: their hashes move its size by as much. */
const OF_HASHES = 0.05
/** Size of a file in brotli, in kB. */
const weigh = (file: string) => statSync(join(FOLDER, `${file}.br`)).size / KILOBYTE

t.test('build: no script is so small that its request costs more than its bytes', async (t) => {
  t.ok(scripts.length > 10)
  for (const { name } of scripts) t.ok(weigh(name) >= 1, `${name}: ${weigh(name)} kB`)
})

t.test('build: login page styles are in its HTML, under 3.4 kB; only the account page links', async (t) => {
  const styles = readdirSync(FOLDER).filter((name) => name.endsWith('.css'))
  const [, , , own = ''] = styles.sort()
  t.match(styles, [/^account-/, /^after-start-/, /^further-screens-/, /^index-/, /^second-step-/])
  t.ok(weigh(own) < 3.4, `${weigh(own)} kB`)
  const linking = (css: string) => scripts.filter(({ source }) => source.includes(css)).length
  t.same(styles.map(linking), [1, 0, 0, 0, 0])
})

t.test('build: styles of later screens are in the files of gateway and browser alike', async (t) => {
  for (const [style, script] of [
    ['further-screens', 'further-screens'],
    ['second-step', 'second-step-file'],
    ['after-start', 'start-flows']
  ] as const) {
    const css = readFileSync(join(FOLDER, manifest[`src/styles/${style}.css`]?.file ?? ''), 'utf8')
    const holding = scripts.filter(({ source }) => source.includes(css.slice(0, 100)))
    t.match(holding, [{ name: new RegExp(`^${script}-`) }], style)
  }
})

t.test('build: the initial scripts are two files, and all files meet their brotli budgets', async (t) => {
  const main = manifest['index.html']
  const sdk = manifest['src/auth/sdk.ts']?.file ?? ''
  t.equal(main?.imports?.length, 1)
  const [react = ''] = (main?.imports ?? []).map((name) => manifest[name]?.file ?? '')
  t.match(react, /^react-/)
  t.ok(weigh(react) + weigh(main?.file ?? '') <= 65)
  t.ok(weigh(main?.file ?? '') < 8.9 + OF_HASHES, `${weigh(main?.file ?? '')} kB`)
  t.ok(weigh(sdk) < 31)
  const account = manifest['src/account/start.tsx']?.file
  const others = scripts.filter(({ name }) => ![main?.file, react, sdk, account].includes(name))
  // Only `gatehouse preview` loads that of the previews.
  const most = (name: string) => (name.startsWith('preview-page-') ? 6 : 5)
  for (const { name } of others) t.ok(weigh(name) < most(name) + OF_HASHES, `${name}: ${weigh(name)} kB`)
})

t.test('build: the account page adds one file and meets its brotli budget', async (t) => {
  const start = manifest['src/account/start.tsx']
  t.ok(weigh(start?.file ?? '') <= 6, `${weigh(start?.file ?? '')} kB`)
  const style = manifest['src/account/account.css']?.file ?? ''
  t.ok(weigh(style) < 1.77, `${weigh(style)} kB, with what the gateway's other pages need`)
  const found = manifest['index.html']?.imports?.some((name) => name.includes('account'))
  t.notOk(found, 'not loaded by the login page')
})

t.test('build: the manifest contains no path of the build machine', async (t) => {
  t.match(text, '"src/account/account.css"')
  t.notMatch(text, packagePath())
})

t.test('build: React is in one file that depends on nothing, its name survives releases', async (t) => {
  const holding = scripts.filter(({ source }) => source.includes('react.transitional.element'))
  const file = holding.find(({ name }) => name.startsWith('react-'))
  t.equal(holding.length, 1)
  t.ok(file)
  t.notMatch(file?.source, /\bfrom\s*["'`]\.|\bimport\s*\(?["'`]/)
  t.notMatch(file?.source, 'gatehouse')
})
