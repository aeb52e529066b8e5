import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { MAIN, startProgram } from '../../fixtures/child-process.ts'
import { fill, parseLines, startCommands } from '../../fixtures/users-command.ts'

t.test('command line: users, help for each, and what is no subcommand', async (t) => {
  const { run, standIn } = await startCommands(t)
  const names = 'list get create update disable enable revoke delete export import'.split(' ')
  for (const name of [...names, 'claims get', 'claims set', 'claims unset']) {
    const { code, stdout } = await run(['users', ...name.split(' '), '--help'])
    t.equal(code, 0, name)
    t.match(stdout, `gatehouse users ${name}`)
    t.match(stdout, /--config FILE[\s\S]*Exit codes: 0 done;[\s\S]* 130 interrupted/)
    t.notMatch(stdout, '--password ')
  }
  const all = await run(['users', '--help'])
  for (const name of names) t.match(all.stdout, `gatehouse users ${name}`)
  t.match((await run(['users', 'claims', '-h'])).stdout, /claims get[\s\S]*claims set[\s\S]*claims unset/)
  t.match((await run(['token', '--help'])).stdout, 'gatehouse token <uid>')
  for (const args of [[], ['lst'], ['claims'], ['claims', 'put'], ['--json', 'list'], ['constructor']]) {
    const { code, stderr } = await run(['users', ...args])
    t.equal(code, 2, args.join(' '))
    t.match(stderr, /gatehouse users (list\|get|claims get\|set\|unset)/)
  }
  t.equal(standIn.calls.total(), 0)
})

const start = (args: string[], env: Record<string, string>) => startProgram(MAIN, args, env)

t.test('command line: users and token, for real', async (t) => {
  const { standIn, env } = await startCommands(t)
  fill(standIn, 2500)
  const list = await start(['users', 'list', '--json'], env).ended
  t.equal(list.code, 0)
  t.equal(parseLines(list.stdout).length, 2500)
  const creation = start(['users', 'create', '--uid', 'alice', '--password-stdin'], env)
  creation.child.stdin.end('hidden-password\n')
  t.match(await creation.ended, { code: 0, stdout: 'alice\n', stderr: '' })
  t.match(await start(['users', 'get', 'nobody'], env).ended, { code: 3, stdout: '' })
  t.match(await start(['users', 'delete', 'alice'], env).ended, { code: 4, stderr: /--yes/ })
  t.equal((await start(['token', 'alice'], env).ended).stdout.split('.').length, 3)
  t.match(await start(['--help'], env).ended, { code: 0, stdout: /gatehouse users .*gatehouse token/s })
})

t.test('command line: reader of users list goes away, ends with 0 and prints no error', async (t) => {
  const { standIn, env } = await startCommands(t)
  fill(standIn, 2500)
  const { child, ended } = start(['users', 'list', '--json'], env)
  child.stdout.once('data', () => child.stdout.destroy())
  const { code, stderr } = await ended
  t.equal(code, 0)
  t.equal(stderr, '')
})

t.test('command line: export gets SIGINT, ends with 130 and can be resumed', async (t) => {
  const { standIn, env, beforeCall } = await startCommands(t)
  const uids = fill(standIn, 2500)
  const file = join(t.testdir(), 'all.jsonl')
  const first = start(['users', 'export', '-o', file], env)
  beforeCall('list', 2, () => first.child.kill('SIGINT'))
  const ended = await first.ended
  // The signal may come while the last page is on its way.
  t.ok(ended.code === 130 || ended.code === 0, ended.stderr)
  if (ended.code === 130) t.equal((await start(['users', 'export', '-o', file], env).ended).code, 0)
  t.equal(parseLines(readFileSync(file, 'utf8')).length, uids.length)
})
