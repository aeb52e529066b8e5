// Builds the site of the documents into dist/site: `npm run site`, with `-- --base /path/` for a path of its own, and `-- --serve`
// to look at it. Everything that it needs is in a folder of dist: nothing of it is installed with the repository.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkSite, listPromises } from './checks.mjs'
import { placePictures } from './markdown.mjs'
import { ADDRESSES } from './navigation.mjs'

const HERE = import.meta.dirname
const ROOT = join(HERE, '..', '..')
const WORK = join(ROOT, 'dist', '.site')
const SITE = join(ROOT, 'dist', 'site')
/** Nothing from other hosts, and no code but that of files. Highlighted code has its colours in attributes. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
const POLICY_ELEMENT = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`
const INLINE_SCRIPT = /<script((?:(?!\bsrc=)[^>])*)>([\s\S]+?)<\/script>/g

/** Installs what the lock file names, unless it is there. */
function install() {
  const lock = readFileSync(join(HERE, 'package-lock.json'), 'utf8')
  const stamp = join(WORK, 'installed-lock.json')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  mkdirSync(WORK, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(HERE, name), join(WORK, name))
  const args = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, {
    cwd: WORK,
    stdio: 'inherit',
    shell: process.platform === 'win32'
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, lock)
}

/** Documents and pictures by their addresses, and the configuration, where VitePress looks for them. */
function stage() {
  const pages = join(WORK, 'pages')
  for (const folder of [pages, join(WORK, '.vitepress'), SITE])
    rmSync(folder, { recursive: true, force: true })
  for (const name of ['config.mjs', 'markdown.mjs', 'navigation.mjs', 'theme'])
    cpSync(join(HERE, name), join(WORK, '.vitepress', name), { recursive: true })
  for (const [file, address] of ADDRESSES) {
    const { text, pictures } = placePictures(file, readFileSync(join(ROOT, file), 'utf8'))
    write(join(pages, address, 'index.md'), text)
    for (const picture of pictures) cpSync(join(ROOT, picture), join(pages, 'public', picture))
  }
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Scripts become files, so that a policy can forbid all others. */
function finishPages(base) {
  for (const file of readdirSync(SITE, { recursive: true }).filter((name) => name.endsWith('.html'))) {
    const html = readFileSync(join(SITE, file), 'utf8').replace(INLINE_SCRIPT, (_, attributes, code) => {
      const name = `assets/inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
      write(join(SITE, name), code)
      return `<script${attributes} src="${base}${name}"></script>`
    })
    writeFileSync(join(SITE, file), html.replace('<meta charset="utf-8">', `$&${POLICY_ELEMENT}`))
  }
}

/** Every document is also found by its path in the repository, which alerts, the doctor and logs name. */
function writeRedirects(base) {
  write(join(SITE, 'moved.js'), "location.replace(document.querySelector('a').href + location.hash)\n")
  for (const [file, address] of ADDRESSES) {
    const head = `<meta charset="utf-8">${POLICY_ELEMENT}<title>Gatehouse</title>`
    const body = `<p>This page is <a href="${base}${address}">here</a>.</p><script src="${base}moved.js"></script>`
    write(join(SITE, file, 'index.html'), `<!doctype html><html lang="en">${head}${body}</html>\n`)
  }
}

const { values } = parseArgs({
  options: { base: { type: 'string', default: '/' }, serve: { type: 'boolean' } }
})
process.chdir(ROOT)
install()
stage()
const { build, serve } = await import(join(WORK, 'node_modules', 'vitepress', 'dist', 'node', 'index.js'))
await build(WORK, { base: values.base })
finishPages(values.base)
writeRedirects(values.base)
const { counts, problems } = checkSite(SITE, values.base, await listPromises())
for (const problem of problems) console.error(`broken: ${problem}`)
console.log(
  `dist/site: ${counts.pages} pages, ${counts.links} links, ${counts.anchors} anchors that programs name`
)
process.exitCode = problems.length === 0 ? 0 : 1
if (values.serve) await serve({ root: WORK, base: values.base })
