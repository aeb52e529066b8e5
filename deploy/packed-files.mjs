// What the npm package consists of. Run with a folder, it copies that there, as a release packs it: npm pack FOLDER.
// Needs a built repository, Node and npm: node deploy/packed-files.mjs FOLDER
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Fenced code, pictures in HTML, links with their text and target, and code in a line. */
const PARTS =
  /^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1 *$|<picture>[\s\S]*?<\/picture>|<img [^>]*>|(!?)\[((?:`[^`\n]*`|\[[^[\]\n]*\]|[^[\]`])*?)\]\(([^()\s]+)\)|`[^`\n]*`/gm
const SOURCE = /\b(?:src|srcset)="([^"\s]+)"/g
const ELSEWHERE = /^([a-z][a-z\d+.-]*:|#)/i

/** npm's own reading of `files` in package.json, so that there is one list of what an installation needs. */
export function listPackedFiles() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const { status, stdout } = spawnSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32'
  })
  if (status !== 0) throw new Error('`npm pack --dry-run` failed')
  const [{ files }] = JSON.parse(stdout)
  return files.map(({ path }) => path)
}

/** Where the sources of this version are on the web, or null if package.json does not say. */
function findSources() {
  const { repository, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const address = (repository?.url ?? repository)?.replace(/^github:/, 'https://github.com/')
  return address === undefined ? null : `${address.replace(/^git\+|\.git$/g, '')}/blob/v${version}`
}

/**
 * A document whose links lead nowhere but to packed files: others lead to the repository at the tag of this version, or become
 * text if its address is not known. Pictures that are not packed are dropped.
 *
 * @param {string} path of the document
 * @param {string} markdown
 * @param {readonly string[]} packed paths of files
 */
export function linkInside(path, markdown, packed, sources = findSources()) {
  const isThere = (target) => {
    if (ELSEWHERE.test(target)) return true
    const file = resolve(target)
    return packed.some((one) => one === file || one.startsWith(`${file}/`))
  }
  const resolve = (target) => posix.join(posix.dirname(path), target.replace(/#.*$/, '')).replace(/\/$/, '')
  return markdown.replace(PARTS, (part, _fence, picture, text, target) => {
    if (part.startsWith('<'))
      return [...part.matchAll(SOURCE)].every(([, source]) => isThere(source)) ? part : ''
    if (target === undefined || isThere(target)) return part
    if (sources === null || picture === '!') return text
    return `[${text}](${sources}/${resolve(target)}${/#.*$/.exec(target)?.[0] ?? ''})`
  })
}

/** Copies what a release packs into a new folder. */
export function copyPackedFiles(folder) {
  if (existsSync(folder)) throw new Error(`${folder} exists`)
  const packed = listPackedFiles()
  for (const path of packed) cpSync(join(ROOT, path), join(folder, path))
  for (const path of packed.filter((one) => one.endsWith('.md'))) {
    const file = join(folder, path)
    writeFileSync(file, linkInside(path, readFileSync(file, 'utf8'), packed))
  }
}

if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('name the folder to copy to')
  copyPackedFiles(folder)
}
