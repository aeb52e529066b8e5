import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import t from 'tap'
import { NO_PERMISSION, parseLines, startCommands } from '../../fixtures/account-commands.ts'

const TERMINAL = { stdin: true, stderr: true }

t.test('users get: by uid, e-mail address and phone number', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({
    uid: 'alice',
    email: 'alice@example.com',
    emailVerified: true,
    phoneNumber: '+15555550100',
    password: 'hidden-password',
    customClaims: { role: 'admin' }
  })
  for (const word of ['alice', 'ALICE@example.com', '+15555550100']) {
    const { code, stdout } = await run(['users', 'get', word])
    t.equal(code, 0, word)
    t.match(stdout, /^uid +alice\ne-mail +alice@example\.com \(verified\)$/m)
    t.match(stdout, /^custom claims +\{"role":"admin"\}$/m)
    t.notMatch(stdout, /hidden|hash|UkVEQUNURUQ/i)
  }
  const { stdout } = await run(['users', 'get', 'alice', '--json'])
  t.match(JSON.parse(stdout), { uid: 'alice', customClaims: { role: 'admin' }, phoneNumber: '+15555550100' })
  t.notMatch(stdout, /hidden|hash|UkVEQUNURUQ/i)
})

t.test('users get: nobody there, exit code 3', async (t) => {
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

t.test('users: trouble at the provider, exit code 1 and the advice', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.switches.identityToolkit = NO_PERMISSION
  const refused = await run(['users', 'get', 'alice'])
  t.equal(refused.code, 1)
  t.match(refused.stderr, /probable cause: .+\n {2}what to do: .*Firebase Authentication Admin/)
  standIn.switches.identityToolkit = {
    kind: 'error',
    status: 400,
    message: 'QUOTA_EXCEEDED : too many',
    headers: { 'retry-after': '30' }
  }
  const busy = await run(['users', 'get', 'alice'])
  t.equal(busy.code, 1)
  t.match(busy.stderr, /over its quota: .*QUOTA_EXCEEDED[\s\S]*try again in 30 s/)
})

t.test('users: the configuration, only identityPlatform counts', async (t) => {
  const { run, standIn, env } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice' })
  const file = join(t.testdir(), 'gatehouse.yaml')
  writeFileSync(
    file,
    'publicUrl: 5\nlisten: { prot: 1 }\nupstream: { url: nonsense }\nidentityPlatform: {}\n'
  )
  const { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: _, ...withoutCredentials } = env
  t.equal((await run(['users', 'get', 'alice', '--config', file])).code, 0)
  t.equal((await run(['users', 'get', 'alice', '-c', 'gatehouse.yaml'], { cwd: join(file, '..') })).code, 0)
  const none = await run(['users', 'get', 'alice'], { env: withoutCredentials })
  t.equal(none.code, 2)
  t.match(
    none.stderr,
    /no credentials[\s\S]*identityPlatform\.credentialsFile[\s\S]*GOOGLE_APPLICATION_CREDENTIALS/
  )
  const empty = await run(['users', 'get', 'alice'], { env: {} })
  t.equal(empty.code, 2)
  t.match(empty.stderr, /identityPlatform\.projectId: is required/)
  t.notMatch(empty.stderr, /apiKey|publicUrl|upstream|cookie/)
  writeFileSync(file, 'identityPlatfrom: { projectId: x }\n')
  const misspelt = await run(['users', 'get', 'alice', '-c', file], { env: {} })
  t.match(misspelt.stderr, /identityPlatfrom: is not a key/)
  t.equal((await run(['users', 'get', 'alice', '-c', '/nowhere.yaml'])).code, 2)
})

t.test('users: an emulator is warned of, and needs no credentials', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice' })
  const env = {
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: standIn.projectId,
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: new URL(standIn.url).host
  }
  const { stderr } = await run(['users', 'get', 'alice'], { env })
  t.match(stderr, /^warning: talking to the emulator at 127\.0\.0\.1:\d+, not to the real provider\n/)
  t.notMatch(stderr, 'no credentials')
})

t.test('users create: the uid on standard output, the account as it was said', async (t) => {
  const { run, standIn } = await startCommands(t)
  const { code, stdout, stderr } = await run(
    [
      'users',
      'create',
      '--uid',
      'bob',
      '--email',
      'bob@example.com',
      '--email-verified',
      '--display-name',
      'Bob',
      '--photo-url',
      'https://img.example/b.png',
      '--phone',
      '+15555550101',
      '--disabled',
      '--claims',
      '{"role":"admin","level":3}',
      '--password-stdin'
    ],
    { input: 'hidden-password\n' }
  )
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

t.test('users create: passwords by file and by the terminal, never on the command line', async (t) => {
  const { run, standIn } = await startCommands(t)
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
  const refused: [string[], string | undefined, RegExp][] = [
    [['--password', 'hidden'], undefined, /list of processes; use --password-stdin/],
    [['--password=hidden'], undefined, /list of processes/],
    [['--password-stdin'], '', /empty/],
    [['--password-stdin'], 'one\ntwo\n', /more than one line/],
    [['--password-stdin'], 'x'.repeat(5000), /longer than 4 kB/],
    [['--password-stdin'], 'short', /at least 6 characters/],
    [['--password-file', '/dev/zero'], undefined, /longer than 4 kB/],
    [['--password-file', '/nowhere'], undefined, /cannot be read \(ENOENT\)/],
    [['--password-file', file, '--password-stdin'], undefined, /contradict/]
  ]
  for (const [args, input, message] of refused) {
    const { code, stderr } = await run(create('c', ...args), { input: input ?? '' })
    t.equal(code, 2, args.join(' '))
    t.match(stderr, message)
    t.notMatch(stderr, 'hidden')
  }
  t.equal(standIn.accounts.get('c'), undefined)
})

t.test('users create: what cannot be is refused before anything is made', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice', email: 'alice@example.com' })
  const cases: [string[], RegExp][] = [
    [[], /at least --email, --phone or --uid/],
    [['--email', 'x', '--uid', 'new'], /email/],
    [['--uid', 'new', '--claims', '{"sub":1}'], /reserved by the provider: sub/],
    [['--uid', 'new', '--claims', '{"email":1}'], /id tokens have a claim of that name/],
    [['--uid', 'new', '--claims', '[1]'], /takes a JSON object/],
    [['--uid', 'new', '--claims', `{"a":"${'x'.repeat(1000)}"}`], /1000 are allowed/],
    [['--uid', 'alice'], /DUPLICATE_LOCAL_ID/],
    [['--uid', 'new', '--email', 'alice@example.com'], /EMAIL_EXISTS/]
  ]
  for (const [args, message] of cases) {
    const { code, stderr, stdout } = await run(['users', 'create', ...args])
    t.equal(code, 2, args.join(' '))
    t.match(stderr, message)
    t.equal(stdout, '')
  }
  t.equal(standIn.accounts.get('new'), undefined)
})

t.test('users create: claims that fail afterwards are said', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.switches.update = NO_PERMISSION
  const { code, stderr, stdout } = await run([
    'users',
    'create',
    '--uid',
    'bob',
    '--claims',
    '{"role":"admin"}'
  ])
  t.equal(code, 1)
  t.match(stderr, /the account bob exists now, but WITHOUT its claims[\s\S]*users claims set --by uid bob/)
  t.equal(stdout, '')
  t.ok(standIn.accounts.get('bob'))
})

t.test('users update: sets and clears', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({
    uid: 'alice',
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

t.test('users update: nothing to change, contradictions and bad values, exit code 2', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice' })
  const cases: [string[], RegExp][] = [
    [[], /nothing to change/],
    [['--clear', ','], /nothing to change/],
    [['--clear', 'name'], /--clear takes some of: email, display-name/],
    [['--clear', 'constructor'], /--clear takes some of/],
    [['--clear', 'phone', '--phone', '+15555550100'], /cleared and set at once/],
    [['--clear', 'password', '--password-file', 'x'], /cleared and set at once/],
    [['--password', 'x'], /list of processes/],
    [['--phone', '555'], /E\.164/]
  ]
  for (const [args, message] of cases) {
    const { code, stderr } = await run(['users', 'update', 'alice', ...args])
    t.equal(code, 2, args.join(' '))
    t.match(stderr, message)
  }
  t.equal((await run(['users', 'update', 'nobody', '--disabled'])).code, 3)
  t.equal((await run(['users', 'update'])).code, 2)
  t.equal(standIn.calls.update, 0)
})

t.test('users update: a password is not cleared unasked', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice', email: 'alice@example.com', password: 'something' })
  const args = ['users', 'update', 'alice', '--clear', 'password']
  const refused = await run(args)
  t.equal(refused.code, 4)
  t.match(refused.stderr, /Take away password of alice .*cannot be undone[\s\S]*--yes/)
  t.equal(standIn.calls.update, 0)
  t.equal((await run([...args, '--yes'])).code, 0)
  t.equal(standIn.accounts.get('alice')?.hasPassword, false)
})

t.test('users update: second factors are taken away after a question', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({
    uid: 'alice',
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

t.test('users disable, enable', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice', email: 'alice@example.com' })
  const off = await run(['users', 'disable', 'alice@example.com'])
  t.strictSame([off.code, off.stdout], [0, 'disabled alice (alice@example.com)\n'])
  t.equal(standIn.accounts.get('alice')?.disabled, true)
  const on = await run(['users', 'enable', 'alice', '--json'])
  t.equal(JSON.parse(on.stdout).disabled, false)
  t.equal(standIn.accounts.get('alice')?.disabled, false)
  t.equal((await run(['users', 'disable', 'nobody'])).code, 3)
  t.equal((await run(['users', 'enable'])).code, 2)
})

t.test('users revoke: asks, then ends the sessions (ASVS 7.4.5)', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice' })
  const no = await run(['users', 'revoke', 'alice'], { input: 'no\n', terminals: TERMINAL })
  t.equal(no.code, 4)
  t.equal(standIn.accounts.get('alice')?.validSinceSeconds, undefined)
  const yes = await run(['users', 'revoke', 'alice', '-y'])
  t.strictSame([yes.code, yes.stdout], [0, 'revoked every session of alice\n'])
  t.type(standIn.accounts.get('alice')?.validSinceSeconds, 'number')
})

t.test('users delete: asks at a terminal', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice', email: 'alice@example.com' })
  const answer = (input: string) => run(['users', 'delete', 'alice'], { input, terminals: TERMINAL })
  for (const input of ['', '\n', 'n\n', 'yess\n']) {
    const { code, stderr } = await answer(input)
    t.equal(code, 4, JSON.stringify(input))
    t.match(stderr, /^Delete alice \(alice@example\.com\)\? This cannot be undone\. Type yes to go on: /)
  }
  t.ok(standIn.accounts.get('alice'))
  t.equal((await answer('YES\n')).code, 0)
  t.equal(standIn.accounts.get('alice'), undefined)
})

t.test('users delete: without a terminal only with --yes', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice' })
  for (const terminals of [{}, { stdin: true }, { stderr: true }]) {
    const { code, stderr } = await run(['users', 'delete', 'alice'], { input: 'yes\n', terminals })
    t.equal(code, 4)
    t.match(stderr, 'no terminal to ask at; --yes')
  }
  t.equal(standIn.calls.delete, 0)
  t.equal((await run(['users', 'delete', 'alice', '--yes'])).code, 0)
})

t.test('users delete: several, from a file, those that are missing are named', async (t) => {
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

t.test('users delete: many are counted in the question, and trouble says how many are gone', async (t) => {
  const { run, standIn, switchFrom } = await startCommands(t)
  const uids = Array.from({ length: 12 }, (_, index) => `user-${index}`)
  for (const uid of uids) standIn.accounts.create({ uid })
  const asked = await run(['users', 'delete', ...uids], { input: 'no\n', terminals: TERMINAL })
  t.match(asked.stderr, /^ {2}user-0\n[\s\S]* {2}user-9\n {2}and 2 more\nDelete these 12 accounts\?/)
  switchFrom('delete', 3, () => {
    standIn.switches.delete = NO_PERMISSION
  })
  const stopped = await run(['users', 'delete', ...uids, '--yes'])
  t.equal(stopped.code, 1)
  t.match(stopped.stderr, '2 of 12 were deleted before.')
  t.equal(standIn.accounts.get('user-1'), undefined)
  t.ok(standIn.accounts.get('user-2'))
})

t.test('users delete: a reader who goes away keeps nothing from being deleted', async (t) => {
  const { run, standIn } = await startCommands(t)
  for (const uid of ['a', 'b', 'c']) standIn.accounts.create({ uid })
  const closed = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  })
  t.equal((await run(['users', 'delete', 'a', 'b', 'c', '--yes'], { stdout: closed })).code, 0)
  t.equal(standIn.calls.delete, 3)
})

t.test('users: Ctrl-C does not wait for an answer', async (t) => {
  for (const [call, args] of [
    ['lookup', ['users', 'get', 'alice']],
    ['update', ['users', 'disable', 'alice']],
    ['create', ['users', 'create', '--uid', 'bob']],
    ['delete', ['users', 'delete', 'alice', '--yes']],
    ['oauthToken', ['users', 'get', 'alice']]
  ] as const) {
    const { run, standIn, switchFrom } = await startCommands(t)
    standIn.accounts.create({ uid: 'alice' })
    standIn.switches[call] = { kind: 'hang' }
    const interruption = new AbortController()
    switchFrom(call, 1, () => interruption.abort())
    t.strictSame(await run([...args], { signal: interruption.signal }), {
      code: 130,
      stdout: '',
      stderr: 'gatehouse: interrupted\n'
    })
  }
})

t.test('users: a question is ended by Ctrl-C', async (t) => {
  const { run, standIn, switchFrom } = await startCommands(t)
  standIn.accounts.create({ uid: 'alice' })
  const interruption = new AbortController()
  switchFrom('lookup', 1, () => setImmediate(() => interruption.abort()))
  const { code } = await run(['users', 'delete', 'alice'], {
    input: null,
    terminals: TERMINAL,
    signal: interruption.signal
  })
  t.equal(code, 130)
  t.ok(standIn.accounts.get('alice'))
})
