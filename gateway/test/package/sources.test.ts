import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { listBelow } from '../fixtures/repository/installation.ts'

const FOLDERS = ['gateway/src', 'gateway/plugins', 'login-ui/src']

/** The matching lines of production sources, as `file: line`. */
function findLines(pattern: RegExp): string[] {
  return FOLDERS.flatMap((folder) =>
    listBelow(packagePath(folder))
      .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)test\//.test(path))
      .flatMap((path) => {
        const lines = readFileSync(packagePath(folder, path), 'utf8').split('\n')
        return lines
          .filter((line) => pattern.test(line))
          .map((line) => `${join(folder, path)}: ${line.trim()}`)
      })
  )
}

t.test('sources: no text is run, only workers and a thread start (ASVS 1.2.5, 1.3.2)', async (t) => {
  t.same(
    findLines(
      /\beval\s*\(|\bnew Function\b|set(Timeout|Interval)\(\s*['"`]|from 'node:(vm|child_process|cluster|worker_threads)'/
    ).map((line) => line.split(':', 1)[0]),
    [
      'gateway/src/config/load.ts',
      'gateway/src/config/reading-thread.ts',
      'gateway/plugins/workers/processes.ts',
      'gateway/plugins/workers/worker.ts'
    ],
    'Node with an own file and no arguments'
  )
  t.ok(findLines(/\bnew RegExp\(/).length > 0, 'control: the search works')
})

t.test('sources: scripts of the store are constant, values separate (ASVS 1.2.4, 1.2.5)', async (t) => {
  const folder = 'gateway/plugins/store'
  const found = findLines(/'(EVAL|EVALSHA|FUNCTION|SCRIPT)'/).map((line) => line.split(':', 1)[0])
  t.same(found, [`${folder}/commands.ts`], 'only one module sends scripts')
  const scripts = listBelow(packagePath(folder)).flatMap((path) => {
    const text = readFileSync(packagePath(folder, path), 'utf8')
    return [...text.matchAll(/: Script = `([^`]*)`/g)].map(([, script = '']) => script)
  })
  t.ok(scripts.length >= 5, 'control: the search works')
  t.equal(findLines(/: Script =/).length, scripts.length, 'all of them')
  t.same(
    scripts.filter((script) => script.includes('${')),
    []
  )
})

t.test('sources: in the login page, only React turns text into HTML (ASVS 3.2.2)', async (t) => {
  t.same(findLines(/\.(inner|outer)HTML\b|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write\b/), [])
})

t.test('sources: the login page does not listen to messages of other windows (ASVS 3.5.5)', async (t) => {
  const listeners = findLines(/addEventListener\(\s*'message'|\bonmessage\b/)
  t.same(
    listeners.map((line) => line.split(':', 1)[0]),
    ['login-ui/src/dev-drawer/provider-window.ts', 'login-ui/src/lib/channel.ts'],
    'each is a BroadcastChannel, which only the same origin can write to'
  )
})

t.test('sources: hashes SHA-256, secrets random (ASVS 11.4.1, 11.4.3, 11.5.1)', async (t) => {
  const hashes = findLines(/createH(ash|mac)\(/)
  t.ok(hashes.length > 3, 'the search works')
  const found = hashes.filter((line) => !/createH(ash|mac)\('sha256'/.test(line))
  t.same(found, [])
  t.same(
    findLines(/\bMath\.random\b/).map((line) => line.split(':', 1)[0]),
    [
      'gateway/src/access/responses/retries.ts',
      'gateway/src/identity-platform/client/provider-calls.ts',
      'gateway/plugins/store/link.ts'
    ],
    'only the jitter of pauses'
  )
})
