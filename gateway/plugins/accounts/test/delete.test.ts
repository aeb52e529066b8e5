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
