// `npm run dev`: builds on every change and restarts the demo. Arguments are the demo's: `npm run dev -- --port 3000`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '..')
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
const MAIN = join(ROOT, 'dist', 'gateway', 'src', 'main.js')
const BUILT_BY_VITE = /built in /

/** Those that build, and the line that says that a build without errors is complete. */
const BUILDERS = [
  {
    name: 'gateway',
    args: [TSC, '-b', 'gateway', '--watch', '--preserveWatchOutput'],
    built: /Found 0 errors\./
  },
  { name: 'page', args: [VITE, 'build', 'login-ui', '--watch'], built: BUILT_BY_VITE },
  {
    name: 'page on the server',
    args: [VITE, 'build', 'login-ui', '--ssr', 'src/entry-server.tsx', '--watch'],
    built: BUILT_BY_VITE
  },
  { name: 'gallery', args: [VITE, 'build', 'login-ui', '--mode', 'gallery', '--watch'], built: BUILT_BY_VITE }
]
/** One change may end several builds, one shortly after the other. */
const SETTLE_MS = 300

const children = new Set()
/** Builders whose first build is not complete. */
const unbuilt = new Set(BUILDERS.map(({ name }) => name))
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

function startBuilder({ name, args, built }) {
  const child = start(args, ['ignore', 'pipe', 'inherit'])
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Without the list of what was written.
    if (line !== '' && !line.startsWith('dist/')) process.stdout.write(`${name}: ${line}\n`)
    if (!built.test(line)) return
    unbuilt.delete(name)
    if (unbuilt.size > 0) return
    clearTimeout(restart)
    restart = setTimeout(restartDemo, SETTLE_MS)
  })
  child.once('exit', (code) => {
    if (!isEnding) end(code ?? 1, `the build of the ${name} has ended`)
  })
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
  say(reason)
  process.exitCode = code
  for (const child of children) child.kill(child === demo ? 'SIGKILL' : 'SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0, 'ending'))
for (const builder of BUILDERS) startBuilder(builder)
