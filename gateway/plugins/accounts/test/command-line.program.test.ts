import t from 'tap'
import { fill, parseLines, startCommands } from '../../../test/fixtures/commands/users-command.ts'
import { MAIN, startProgram } from '../../../test/fixtures/processes/child-process.ts'

const start = (args: string[], env: Record<string, string>) => startProgram(MAIN, args, env)

t.test('command line: help and unknown commands of users make no provider call', async (t) => {
  const { run, standIn } = await startCommands(t)
  for (const args of [
    ['--help'],
    ['claims', '-h'],
    ['get', '--help'],
    [],
    ['lst'],
    ['claims', 'put'],
    ['--json', 'list']
  ])
    await run(['users', ...args])
  t.equal(standIn.calls.total(), 0)
})

t.test('command line: users and token work in the built program', async (t) => {
  const { standIn, env, run } = await startCommands(t)
  fill(standIn, 2500)
  const list = await start(['users', 'list', '--json'], env).ended
  t.equal(list.code, 0)
  t.equal(parseLines(list.stdout).length, 2500)
  const creation = start(['users', 'create', '--uid', 'alice', '--password-stdin'], env)
  creation.child.stdin.end('hidden-password\n')
  t.match(await creation.ended, { code: 0, stdout: 'alice\n', stderr: '' })
  t.match(await run(['users', 'delete', 'alice']), { code: 4, stderr: /--yes/ })
  t.match(await run(['users', 'get', 'nobody']), { code: 3, stdout: '' })
  t.equal((await run(['token', 'alice'])).stdout.split('.').length, 3)
})
