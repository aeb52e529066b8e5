// `npm run dev`: builds on every change and restarts the demo. Arguments are the demo's: `npm run dev -- --port 3000`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildValidator, PAGE_BUILDS, VITE } from './prepare.mjs'
import { transpileChanged, watchSources } from './transpile.mjs'

const ROOT = join(import.meta.dirname, '..')
const MAIN = join(ROOT, 'dist', 'gateway', 'src', 'main.js')
/** The line that says that a build without errors is complete. */
const BUILT = /built in /
/** One change may end several builds, one shortly after the other. */
const SETTLE_MS = 300

const children = new Set()
/** Builders whose first build is not complete. */
const unbuilt = new Set(Object.keys(PAGE_BUILDS))
let demo = null
let restart = null
let isEnding = false

function say(message) {
  process.stderr.write(`dev: ${message}\n`)
}

function start(args, stdio) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

function startPageBuild([name, args]) {
  const child = start([VITE, ...args, '--watch'], ['ignore', 'pipe', 'inherit'])
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Without the list of what was written.
    if (line !== '' && !line.startsWith('dist/')) process.stdout.write(`${name}: ${line}\n`)
    if (!BUILT.test(line)) return
    unbuilt.delete(name)
    restartSoon()
  })
  child.once('exit', (code) => {
    if (!isEnding) end(code ?? 1, `the build of the ${name} has ended`)
  })
}

async function transpileAndRestart() {
  try {
    if (transpileChanged() === 0) return
    await buildValidator()
    restartSoon()
  } catch (error) {
    say(error.message)
  }
}

function restartSoon() {
  if (unbuilt.size > 0) return
  clearTimeout(restart)
  restart = setTimeout(restartDemo, SETTLE_MS)
}

function restartDemo() {
  if (isEnding) return
  if (demo === null) startDemo()
  // It keeps nothing that an orderly end would save.
  else demo.kill('SIGKILL')
}

function startDemo() {
  demo = start(
    ['--enable-source-maps', MAIN, 'demo', ...process.argv.slice(2)],
    ['ignore', 'inherit', 'inherit']
  )
  demo.once('exit', (code, signal) => {
    demo = null
    if (isEnding) return
    if (signal === 'SIGKILL') startDemo()
    else say(`the demo has ended with code ${code}; it starts again after the next change`)
  })
}

/** Ends the builders and the demo, and then this process. */
function end(code, reason) {
  if (isEnding) return
  isEnding = true
  clearTimeout(restart)
  unwatch()
  say(reason)
  process.exitCode = code
  for (const child of children) child.kill(child === demo ? 'SIGKILL' : 'SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0, 'ending'))
const unwatch = watchSources(transpileAndRestart)
for (const build of Object.entries(PAGE_BUILDS)) startPageBuild(build)
