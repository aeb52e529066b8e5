import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import t from 'tap'
import {
  NO_PERMISSION,
  parseLines,
  startCommands,
  startWithAlice
} from '../../../test/fixtures/commands/users-command.ts'

const TERMINAL = { stdin: true, stderr: true }

t.test('users create: prints the uid and creates the account as specified', async (t) => {
  const { run, standIn } = await startCommands(t)
  const profile =
    '--email bob@example.com --email-verified --display-name Bob --phone +15555550101 --disabled'
  const more = ['--photo-url', 'https://img.example/b.png', '--claims', '{"role":"admin","level":3}']
  const args = ['users', 'create', '--uid', 'bob', ...profile.split(' '), ...more, '--password-stdin']
  const { code, stdout, stderr } = await run(args, { input: 'hidden-password\n' })
  t.equal(code, 0)
  t.equal(stdout, 'bob\n')
  t.equal(stderr, '')
  t.match(standIn.accounts.get('bob'), {
    email: 'bob@example.com',
    emailVerified: true,
    displayName: 'Bob',
    photoUrl: 'https://img.example/b.png',
    phoneNumber: '+15555550101',
    disabled: true,
    hasPassword: true,
    customClaims: { role: 'admin', level: 3 }
  })
  const chosen = await run(['users', 'create', '--email', 'eve@example.com', '--json'])
  t.match(JSON.parse(chosen.stdout), { email: 'eve@example.com', disabled: false })
})

t.test('users create: passwords come from a file or the terminal, never from the command line', async (t) => {
  const { run, notRefused, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'password')
  const create = (uid: string, ...args: string[]) => ['users', 'create', '--uid', uid, ...args]
  writeFileSync(file, 'from-a-file\r\n')
  t.equal((await run(create('a', '--password-file', file))).code, 0)
  const typed = await run(create('b', '--password-stdin'), { input: 'typed-by-hand\n', terminals: TERMINAL })
  t.equal(typed.code, 0)
  t.equal(typed.stderr, 'Password: \n')
  t.notMatch(typed.stdout + typed.stderr, 'typed')
  t.ok(standIn.accounts.get('a')?.hasPassword)
  t.ok(standIn.accounts.get('b')?.hasPassword)
  const refused: [string[], RegExp, string?][] = [
    [['--password', 'hidden'], /^(?!.*hidden).*process list; use --password-stdin/s],
    [['--password=hidden'], /^(?!.*hidden).*process list/s],
    [['--password-stdin'], /empty/],
    [['--password-stdin'], /more than one line/, 'one\ntwo\n'],
    [['--password-stdin'], /longer than 4 kB/, 'x'.repeat(5000)],
    [['--password-stdin'], /^(?!.*short).*at least 6 characters/s, 'short'],
    [['--password-file', '/dev/zero'], /longer than 4 kB/],
    [['--password-file', '/nowhere'], /cannot be read \(ENOENT\)/],
    [['--password-file', file, '--password-stdin'], /cannot be combined/]
  ]
  t.same(await notRefused('users create --uid c', refused), [])
  t.equal(standIn.accounts.get('c'), undefined)
})

t.test('users create: invalid input is refused before anything is created', async (t) => {
  const { notRefused, standIn } = await startWithAlice(t, { email: 'alice@example.com' })
  const cases: [string[], RegExp][] = [
    [[], /at least one of --email, --phone or --uid/],
    [['--email', 'x', '--uid', 'new'], /email/],
    [['--uid', 'new', '--claims', '{"sub":1}'], /reserved by the provider: sub/],
    [['--uid', 'new', '--claims', '{"email":1}'], /id tokens have a claim of that name/],
    [['--uid', 'new', '--claims', '[1]'], /needs a JSON object/],
    [['--uid', 'new', '--claims', `{"a":"${'x'.repeat(1000)}"}`], /1000 are allowed/],
    [['--uid', 'alice'], /DUPLICATE_LOCAL_ID/],
    [['--uid', 'new', '--email', 'alice@example.com'], /EMAIL_EXISTS/]
  ]
  t.same(await notRefused('users create', cases), [])
  t.equal(standIn.accounts.get('new'), undefined)
})

t.test('users create: claims that fail after the account was created are reported', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.faults.update = NO_PERMISSION
  const args = ['--uid', 'bob', '--claims', '{"role":"admin"}']
  const { code, stderr, stdout } = await run(['users', 'create', ...args])
  t.equal(code, 1)
  t.match(stderr, /the account bob exists now, but WITHOUT its claims[\s\S]*users claims set --by uid bob/)
  t.equal(stdout, '')
  t.ok(standIn.accounts.get('bob'))
})

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

t.test('users update: clearing a password or second factors needs a confirmation', async (t) => {
  const { run, standIn } = await startWithAlice(t, {
    email: 'alice@example.com',
    emailVerified: true,
    password: 'something',
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
  for (const [done, field] of ['password', 'second-factors'].entries()) {
    const args = ['users', 'update', 'alice', '--clear', field]
    const refused = await run(args)
    t.equal(refused.code, 4, field)
    t.match(refused.stderr, `Remove ${field} of alice (alice@example.com)? This cannot be undone.`)
    t.match(refused.stderr, 'use --yes', field)
    t.equal((await run(args, { input: 'no\n', terminals: TERMINAL })).code, 4, field)
    t.equal(standIn.calls.update, done, field)
    t.equal((await run(args, { input: 'y\n', terminals: TERMINAL })).code, 0, field)
  }
  t.equal(standIn.accounts.get('alice')?.hasPassword, false)
  t.match((await run(['users', 'get', 'alice'])).stdout, /^second factors +-$/m)
})

t.test('users delete: asks for confirmation at a terminal', async (t) => {
  const { run, standIn } = await startWithAlice(t, { email: 'alice@example.com' })
  const response = (input: string) => run(['users', 'delete', 'alice'], { input, terminals: TERMINAL })
  for (const input of ['', '\n', 'n\n', 'yess\n']) {
    const { code, stderr } = await response(input)
    t.equal(code, 4, JSON.stringify(input))
    t.match(stderr, /^Delete alice \(alice@example\.com\)\? This cannot be undone\. Type yes to continue: /)
  }
  t.ok(standIn.accounts.get('alice'))
  t.equal((await response('YES\n')).code, 0)
  t.equal(standIn.accounts.get('alice'), undefined)
})

t.test('users delete: without a terminal, it requires --yes', async (t) => {
  const { run, standIn } = await startWithAlice(t)
  for (const terminals of [{}, { stdin: true }, { stderr: true }]) {
    const { code, stderr } = await run(['users', 'delete', 'alice'], { input: 'yes\n', terminals })
    t.equal(code, 4)
    t.match(stderr, 'no terminal to prompt at; use --yes')
  }
  t.equal(standIn.calls.delete, 0)
  t.equal((await run(['users', 'delete', 'alice', '--yes'])).code, 0)
})

t.test('users delete: takes several users from a file and names those that are missing', async (t) => {
  const { run, standIn } = await startCommands(t)
  for (const uid of ['a', 'b', 'c', 'd']) standIn.accounts.create({ uid, email: `${uid}@example.com` })
  const file = join(t.testdir(), 'uids')
  writeFileSync(file, '\ufeffa\r\n\nb@example.com\nnobody\na')
  const some = await run(['users', 'delete', '--from', file, '--yes'])
  t.equal(some.code, 5)
  t.equal(some.stdout, 'deleted a (a@example.com)\ndeleted b (b@example.com)\n')
  t.equal(some.stderr, 'no such user: nobody\n')
  t.equal((await run(['users', 'delete', '--from', file, '--yes'])).code, 3)
  const piped = await run(['users', 'delete', '--from', '-', '--yes', '--json'], { input: 'c\nd\n' })
  t.equal(piped.code, 0)
  t.strictSame(parseLines(piped.stdout), [
    { uid: 'c', deleted: true },
    { uid: 'd', deleted: true }
  ])
  t.equal((await run(['users', 'delete'])).code, 2)
  t.equal((await run(['users', 'delete', '--from', '/nowhere', '--yes'])).code, 2)
  writeFileSync(file, '\n')
  t.equal((await run(['users', 'delete', '--from', file, '--yes'])).code, 2)
})

t.test('users delete: the prompt counts many users, and a failure says how many were deleted', async (t) => {
  const { run, standIn, beforeCall } = await startCommands(t)
  const uids = Array.from({ length: 12 }, (_, index) => `user-${index}`)
  for (const uid of uids) standIn.accounts.create({ uid })
  const asked = await run(['users', 'delete', ...uids], { input: 'no\n', terminals: TERMINAL })
  t.match(asked.stderr, /^ {2}user-0\n[\s\S]* {2}user-9\n {2}and 2 more\nDelete these 12 accounts\?/)
  beforeCall('delete', 3, () => {
    standIn.faults.delete = NO_PERMISSION
  })
  const stopped = await run(['users', 'delete', ...uids, '--yes'])
  t.equal(stopped.code, 1)
  t.match(stopped.stderr, '2 of 12 were deleted.')
  t.equal(standIn.accounts.get('user-1'), undefined)
  t.ok(standIn.accounts.get('user-2'))
})

t.test('users delete: a closed output does not keep users from being deleted', async (t) => {
  const { run, standIn } = await startCommands(t)
  for (const uid of ['a', 'b', 'c']) standIn.accounts.create({ uid })
  const closed = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  })
  t.equal((await run(['users', 'delete', 'a', 'b', 'c', '--yes'], { stdout: closed })).code, 0)
  t.equal(standIn.calls.delete, 3)
})
