// `npm test` checks types and runs all suites with tap; `npm test -- gateway/test/app.test.ts` runs test files, or suites, alone, by the paths of
// their sources. Built files and other arguments are passed to tap. Runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PAGE_BUILDS, prepare } from './prepare.mjs'

const ROOT = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const isAll = !args.some((arg) => arg.endsWith('.js'))

function run(name, parameters) {
  const program = join(ROOT, 'node_modules', '.bin', name)
  const shell = process.platform === 'win32'
  return spawnSync(program, parameters, { cwd: ROOT, stdio: 'inherit', shell }).status === 0
}

async function runTests() {
  if (args.some((arg) => arg.endsWith('.ts'))) {
    // Tests of the page run its modules themselves.
    const isOfPage = args.every((arg) => /\blogin-ui[/\\]test[/\\]/.test(arg))
    await prepare({ page: isOfPage ? [] : Object.keys(PAGE_BUILDS) })
    const { runFiles } = await import('./test-files.mjs')
    return await runFiles(args)
  }
  await prepare({ page: Object.keys(PAGE_BUILDS) })
  return (!isAll || run('tsc', ['-b'])) && run('tap', isAll ? ['--jobs=4', ...args] : args)
}

process.exitCode = (await runTests()) ? 0 : 1
