import t from 'tap'
import { startCommands, startWithAlice } from '../../../test/fixtures/commands/users-command.ts'

const TERMINAL = { stdin: true, stderr: true }

t.test('users: Ctrl-C does not wait for a response', async (t) => {
  for (const [call, args] of [
    ['lookup', ['users', 'get', 'alice']],
    ['list', ['users', 'list', '--json']],
    ['update', ['users', 'disable', 'alice']],
    ['create', ['users', 'create', '--uid', 'bob']],
    ['delete', ['users', 'delete', 'alice', '--yes']],
    ['oauthToken', ['users', 'get', 'alice']]
  ] as const) {
    const { run, standIn, beforeCall } = await startWithAlice(t)
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
  const { run, standIn, beforeCall } = await startWithAlice(t)
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

t.test('users get: finds a user by uid, email address or phone number', async (t) => {
  const { run } = await startWithAlice(t, {
    email: 'alice@example.com',
    emailVerified: true,
    phoneNumber: '+15555550100',
    password: 'hidden-password',
    customClaims: { role: 'admin' }
  })
  for (const word of ['alice', 'ALICE@example.com', '+15555550100']) {
    const { code, stdout } = await run(['users', 'get', word])
    t.equal(code, 0, word)
    t.match(stdout, /^uid +alice\nemail +alice@example\.com \(verified\)$/m)
    t.match(stdout, /^custom claims +\{"role":"admin"\}$/m)
    t.notMatch(stdout, /hidden|hash|UkVEQUNURUQ/i)
  }
  const { stdout } = await run(['users', 'get', 'alice', '--json'])
  t.match(JSON.parse(stdout), { uid: 'alice', customClaims: { role: 'admin' }, phoneNumber: '+15555550100' })
  t.notMatch(stdout, /hidden|hash|UkVEQUNURUQ/i)
})

t.test('users get: an unknown user exits with code 3', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'a@b', email: 'other@example.com' })
  for (const word of ['nobody', 'nobody@example.com', '+15555550199', 'a@b']) {
    const { code, stderr, stdout } = await run(['users', 'get', word])
    t.equal(code, 3, word)
    t.match(stderr, `gatehouse: ${word}: no such user`)
    t.equal(stdout, '')
  }
  t.equal((await run(['users', 'get', 'a@b', '--by', 'uid'])).code, 0)
  t.equal((await run(['users', 'get', '--by=email', 'other@example.com'])).code, 0)
  t.equal((await run(['users', 'get', 'alice', '--by', 'name'])).code, 2)
  t.equal((await run(['users', 'get', 'alice', '--by', 'phone'])).code, 2)
})

t.test('users disable and users enable switch an account off and on', async (t) => {
  const { run, standIn } = await startWithAlice(t, { email: 'alice@example.com' })
  const off = await run(['users', 'disable', 'alice@example.com'])
  t.strictSame([off.code, off.stdout], [0, 'disabled alice (alice@example.com)\n'])
  t.equal(standIn.accounts.get('alice')?.disabled, true)
  const on = await run(['users', 'enable', 'alice', '--json'])
  t.equal(JSON.parse(on.stdout).disabled, false)
  t.equal(standIn.accounts.get('alice')?.disabled, false)
  t.equal((await run(['users', 'disable', 'nobody'])).code, 3)
  t.equal((await run(['users', 'enable'])).code, 2)
})

t.test('users revoke: asks for confirmation, then ends the sessions', async (t) => {
  const { run, standIn } = await startWithAlice(t)
  const no = await run(['users', 'revoke', 'alice'], { input: 'no\n', terminals: TERMINAL })
  t.equal(no.code, 4)
  t.equal(standIn.accounts.get('alice')?.validSinceSeconds, undefined)
  const yes = await run(['users', 'revoke', 'alice', '-y'])
  t.strictSame([yes.code, yes.stdout], [0, 'revoked every session of alice\n'])
  t.type(standIn.accounts.get('alice')?.validSinceSeconds, 'number')
})
