// What runs comes from here: TypeScript without its types, file by file. Types are checked beside, by `tsc -b`.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, relative } from 'node:path'
import { transformSync } from 'rolldown/utils'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = [
  'gateway',
  'bench',
  'config',
  'deploy/recipes',
  'deploy/site',
  'login-ui/src',
  'login-ui/test',
  'login-ui/locales'
]
/** What runs of them in the demo. */
const SOURCES_OF_DEMO = ['gateway/src', 'gateway/plugins', 'gateway/stand-in', 'gateway/demo', 'config']
/** Parts of the login page for its tests, beside the page as Vite builds it. */
const MODULES_OF_PAGE = join('dist', 'login-ui-modules')
/** As in tsconfig.json. */
const OPTIONS = {
  tsconfig: false,
  target: 'es2023',
  sourcemap: true,
  jsx: { runtime: 'automatic' },
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' }
}
/** What wrote the files in `dist`: another transpiler, or other options, write all of them again. */
const MADE_BY = `rolldown ${createRequire(import.meta.url)('rolldown/package.json').version} ${JSON.stringify(OPTIONS)}`
const STAMP = join(ROOT, 'dist', '.transpiled')
/** Sources are compared by their time of change, to the millisecond: file systems keep finer ones than numbers do. */
const SAME_TIME_MS = 1
/** An editor may write one file in several steps. */
const SETTLE_MS = 50

function listFiles(folder) {
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

/**
 * Where a source goes, or null for a file that nothing at run time reads from `dist`.
 *
 * @param {string} source a path from the root of the repository
 */
export function outputOf(source) {
  const isOfPage = source.startsWith('login-ui')
  const output = join(isOfPage ? MODULES_OF_PAGE : 'dist', source)
  if (extname(source) === '.json') return isOfPage ? output : null
  return /(?<!\.d)\.tsx?$/.test(source) ? output.replace(/\.tsx?$/, '.js') : null
}

function isCurrent(source, output) {
  if (!existsSync(output)) return false
  return Math.abs(statSync(source).mtimeMs - statSync(output).mtimeMs) < SAME_TIME_MS
}

function transpile(source, output) {
  mkdirSync(dirname(output), { recursive: true })
  if (extname(source) === '.json') copyFileSync(source, output)
  else {
    const { code, map, errors } = transformSync(relative(ROOT, source), readFileSync(source, 'utf8'), OPTIONS)
    if (errors.length > 0) throw new SyntaxError(errors[0].message)
    writeFileSync(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`)
    const sources = [relative(dirname(output), source)]
    writeFileSync(`${output}.map`, JSON.stringify({ ...map, sources, sourcesContent: undefined }))
  }
  const { atime, mtime } = statSync(source)
  utimesSync(output, atime, mtime)
}

/** What was made of sources that are gone would be tested and packed for ever. */
function removeLeftOvers(outputs) {
  for (const folder of ['gateway', 'bench', 'config', join('login-ui-modules', 'login-ui')]) {
    for (const file of listFiles(join('dist', folder))) {
      if (/\.(js|js\.map|d\.ts)$/.test(file) && !outputs.has(file.replace(/\.map$/, '')))
        rmSync(join(ROOT, file))
    }
  }
}

/**
 * Writes what has changed since the last time into `dist`, and deletes there what was made of sources that are gone.
 *
 * @param {{ isForDemo?: boolean }} [options] for the demo: nothing but what it runs, and nothing is deleted
 * @returns how many files were written
 * @throws the first error of syntax, with the path of its file
 */
export function transpileChanged({ isForDemo = false } = {}) {
  const madeBy = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : null
  const isSameMaker = madeBy === MADE_BY
  // The stamp speaks of all files.
  const isPart = isForDemo && (isSameMaker || madeBy === null)
  const outputs = new Set()
  let written = 0
  for (const source of (isPart ? SOURCES_OF_DEMO : SOURCES).flatMap(listFiles)) {
    const output = outputOf(source)
    if (output === null) continue
    outputs.add(output)
    if ((isSameMaker || isPart) && isCurrent(join(ROOT, source), join(ROOT, output))) continue
    transpile(join(ROOT, source), join(ROOT, output))
    written++
  }
  if (!isPart) removeLeftOvers(outputs)
  if (!isSameMaker) writeFileSync(STAMP, MADE_BY)
  return written
}

/** Calls back, shortly after, when a source has changed; returns what ends the watch. */
export function watchSources(onChange) {
  let settled
  const onEvent = () => {
    clearTimeout(settled)
    settled = setTimeout(onChange, SETTLE_MS)
  }
  const folders = SOURCES.filter((name) => existsSync(join(ROOT, name)))
  const watchers = folders.map((folder) => watch(join(ROOT, folder), { recursive: true }, onEvent))
  return () => {
    clearTimeout(settled)
    for (const watcher of watchers) watcher.close()
  }
}
