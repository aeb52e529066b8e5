import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  NO_PERMISSION,
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
