import t from 'tap'
import { startCommands } from '../../../test/fixtures/commands/users-command.ts'

const TERMINAL = { stdin: true, stderr: true }

t.test('users: Ctrl-C does not wait for a response', async (t) => {
  for (const [call, args] of [
    ['lookup', ['users', 'get', 'alice']],
    ['update', ['users', 'disable', 'alice']],
    ['create', ['users', 'create', '--uid', 'bob']],
    ['delete', ['users', 'delete', 'alice', '--yes']],
    ['oauthToken', ['users', 'get', 'alice']]
  ] as const) {
    const { run, standIn, beforeCall } = await startCommands(t)
    standIn.accounts.create({ uid: 'alice' })
    standIn.faults[call] = { kind: 'hang' }
    const interruption = new AbortController()
    beforeCall(call, 1, () => interruption.abort())
    t.strictSame(await run([...args], { signal: interruption.signal }), {
      code: 130,
      stdout: '',
      stderr: 'gatehouse: interrupted\n'
    })
  }
})

t.test('users: Ctrl-C ends a prompt', async (t) => {
  const { run, standIn, beforeCall } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice' })
  const interruption = new AbortController()
  beforeCall('lookup', 1, () => setImmediate(() => interruption.abort()))
  const { code } = await run(['users', 'delete', 'alice'], {
    input: null,
    terminals: TERMINAL,
    signal: interruption.signal
  })
  t.equal(code, 130)
  t.ok(standIn.accounts.get('alice'))
})

t.test('users: Ctrl-C before the first call ends without reading the configuration', async (t) => {
  const { run, standIn } = await startCommands(t)
  for (const args of [['list'], ['delete', 'alice']]) {
    const ended = await run(['users', ...args], { env: {}, signal: AbortSignal.abort() })
    t.match(ended, { code: 130, stdout: '', stderr: 'gatehouse: interrupted\n' })
  }
  t.equal(standIn.calls.total(), 0)
})
