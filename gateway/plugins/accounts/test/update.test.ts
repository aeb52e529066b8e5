import t from 'tap'
import { startWithAlice } from '../../../test/fixtures/commands/users-command.ts'

const TERMINAL = { stdin: true, stderr: true }

t.test('users update: sets and clears fields', async (t) => {
  const { run, standIn } = await startWithAlice(t, {
    email: 'alice@example.com',
    emailVerified: true,
    displayName: 'Alice',
    photoUrl: 'https://img.example/a.png',
    phoneNumber: '+15555550100',
    customClaims: { old: true }
  })
  const update = (...args: string[]) => run(['users', 'update', 'alice', ...args])
  const set = await update('--display-name', 'Alice B', '--no-email-verified', '--claims', '{"new":1}')
  t.equal(set.code, 0)
  t.equal(set.stdout, 'updated alice (alice@example.com)\n')
  t.match(standIn.accounts.get('alice'), {
    displayName: 'Alice B',
    emailVerified: false,
    customClaims: { new: 1, old: undefined }
  })
  const cleared = await update('--clear', 'display-name, photo-url,phone,claims', '--json')
  t.equal(cleared.code, 0)
  t.match(JSON.parse(cleared.stdout), {
    displayName: null,
    photoURL: null,
    phoneNumber: null,
    customClaims: {},
    email: 'alice@example.com'
  })
})

t.test('users update: no change, conflicting options and bad values exit with code 2', async (t) => {
  const { run, notRefused, standIn } = await startWithAlice(t)
  const cases: [string[], RegExp][] = [
    [[], /nothing to change/],
    [['--clear', ','], /nothing to change/],
    [['--clear', 'name'], /--clear accepts: email, display-name/],
    [['--clear', 'constructor'], /--clear accepts/],
    [['--clear', 'phone', '--phone', '+15555550100'], /cleared and set at once/],
    [['--clear', 'password', '--password-file', 'x'], /cleared and set at once/],
    [['--password', 'x'], /process list/],
    [['--phone', '555'], /E\.164/]
  ]
  t.same(await notRefused('users update alice', cases), [])
  t.equal((await run(['users', 'update', 'nobody', '--disabled'])).code, 3)
  t.equal((await run(['users', 'update'])).code, 2)
  t.equal(standIn.calls.update, 0)
})

t.test('users update: clearing a password needs a confirmation', async (t) => {
  const { run, standIn } = await startWithAlice(t, { email: 'alice@example.com', password: 'something' })
  const args = ['users', 'update', 'alice', '--clear', 'password']
  const refused = await run(args)
  t.equal(refused.code, 4)
  t.match(refused.stderr, /Remove password of alice .*cannot be undone[\s\S]*--yes/)
  t.equal(standIn.calls.update, 0)
  t.equal((await run([...args, '--yes'])).code, 0)
  t.equal(standIn.accounts.get('alice')?.hasPassword, false)
})

t.test('users update: clearing second factors needs a confirmation', async (t) => {
  const { run } = await startWithAlice(t, {
    email: 'alice@example.com',
    emailVerified: true,
    secondFactors: [
      {
        id: 'f1',
        phoneNumber: '+15555550100',
        displayName: 'phone of Alice',
        enrolledAtSeconds: 1_800_000_000
      }
    ]
  })
  t.match((await run(['users', 'get', 'alice'])).stdout, /^second factors +phone phone of Alice$/m)
  const args = ['users', 'update', 'alice', '--clear', 'second-factors']
  t.equal((await run(args, { input: 'no\n', terminals: TERMINAL })).code, 4)
  t.equal((await run(args, { input: 'y\n', terminals: TERMINAL })).code, 0)
  t.match((await run(['users', 'get', 'alice'])).stdout, /^second factors +-$/m)
})
