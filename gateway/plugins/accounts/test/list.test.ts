import { Writable } from 'node:stream'
import t from 'tap'
import {
  fill,
  NO_PERMISSION,
  parseLines,
  startCommands
} from '../../../test/fixtures/commands/users-command.ts'

t.test('users list: prints a table in which names are truncated but uids are not', async (t) => {
  const { run, standIn } = await startCommands(t)
  const longUid = 'u'.repeat(60)
  standIn.accounts.create({
    uid: 'alice',
    email: 'alice@example.com',
    displayName: 'Alice of the very long display name that cannot fit',
    customClaims: { role: 'admin' },
    disabled: true
  })
  standIn.accounts.create({ uid: longUid })
  const { code, stdout, stderr } = await run(['users', 'list'], { columns: 120 })
  t.equal(code, 0)
  t.equal(stderr, '')
  const [header, alice, long] = stdout.split('\n')
  t.match(header, /^uid +email +name +disabled +last sign-in +claims *$/)
  t.match(alice, /^alice +alice@example\.com +Alice of the v… +yes +never +\{"role":"admin"\}/)
  t.ok(long?.startsWith(`${longUid} `))
  t.notMatch(alice, 'cannot fit')
})

t.test('users list: prints 2,500 accounts as JSON lines, page by page, each once', async (t) => {
  const { run, standIn } = await startCommands(t)
  const uids = fill(standIn, 2500)
  const { code, stdout } = await run(['users', 'list', '--json'])
  t.equal(code, 0)
  const records = parseLines(stdout)
  t.strictSame(
    records.map(({ uid }) => uid),
    uids
  )
  t.equal(standIn.calls.list, 3)
  t.match(records[0], { email: 'user-0000@corp.example', disabled: true, metadata: {}, providerData: [] })
})

t.test('users list: a slow reader causes no page to be fetched ahead', async (t) => {
  const { run, standIn } = await startCommands(t)
  fill(standIn, 2500)
  const callsAtWrite: number[] = []
  const slow = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      // One turn of the event loop: without waiting, the next page would be requested by then.
      setImmediate(() => {
        callsAtWrite.push(standIn.calls.list)
        done()
      })
    }
  })
  t.equal((await run(['users', 'list', '--json'], { stdout: slow })).code, 0)
  t.strictSame(callsAtWrite.slice(-3), [1, 2, 3])
})

t.test('users list: applies limit and filters', async (t) => {
  const { run, standIn } = await startCommands(t)
  fill(standIn, 100)
  const count = async (...args: string[]) => {
    const { code, stdout } = await run(['users', 'list', '--json', ...args])
    t.equal(code, 0)
    return parseLines(stdout).length
  }
  for (const [options, expected] of [
    ['--limit 7', 7],
    ['--disabled', 10],
    ['--no-disabled', 90],
    ['--email-domain CORP.example', 20],
    ['--email-domain @corp.example', 20],
    ['--email-domain example', 0],
    ['--email-domain corp.example --disabled --limit 3', 3]
  ] as const)
    t.equal(await count(...options.split(' ')), expected, options)
})

t.test('users list: CSV output has a header, and no cell is a formula', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({
    uid: 'mallory',
    displayName: '=HYPERLINK("http://evil.example","x")',
    phoneNumber: '+15555550100',
    customClaims: { role: 'a,b' }
  })
  const { code, stdout } = await run(['users', 'list', '--csv'])
  t.equal(code, 0)
  const [header, row, ...rest] = stdout.split('\n')
  t.equal(
    header,
    'uid,email,emailVerified,displayName,phoneNumber,disabled,created,lastSignIn,providers,customClaims,tenantId'
  )
  t.match(row, `mallory,,false,"'=HYPERLINK(""http://evil.example"",""x"")",'+15555550100,false,`)
  t.match(row, '"{""role"":""a,b""}"')
  t.strictSame(rest, [''])
})

t.test('users list: control characters are not printed, and JSON output escapes them', async (t) => {
  const { run, standIn } = await startCommands(t)
  const displayName = 'Eve\u001b]0;pwned\u0007\u009b31m\u202e\nuid-of-somebody-else'
  standIn.accounts.create({ uid: 'eve', displayName, email: 'eve@example.com' })
  for (const args of [
    ['list'],
    ['list', '--csv'],
    ['list', '--json'],
    ['get', 'eve'],
    ['get', 'eve', '--json']
  ]) {
    const { code, stdout } = await run(['users', ...args], { columns: 300 })
    t.equal(code, 0)
    t.notMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/, args.join(' '))
    t.notMatch(stdout, /^uid-of/m, args.join(' '))
    t.match(stdout, 'Eve', args.join(' '))
    if (args.includes('--json')) t.equal(JSON.parse(stdout).displayName, displayName)
  }
})

t.test('users list: in a pipe, progress is one line for 10,000 accounts', async (t) => {
  const { run, standIn } = await startCommands(t)
  fill(standIn, 1500)
  t.equal((await run(['users', 'list', '--json'])).stderr, '')
  standIn.faults.list = {
    kind: 'body',
    status: 200,
    body: JSON.stringify({ users: Array.from({ length: 10_001 }, (_, index) => ({ localId: `u${index}` })) })
  }
  t.equal((await run(['users', 'list', '--json'])).stderr, '10000 accounts\n')
  const shown = await run(['users', 'list', '--json'], { terminals: { stdout: true, stderr: true } })
  t.equal(shown.stderr, '', 'a terminal shows the accounts')
})

t.test('users list: a closed pipe ends it without an error, a full disk is reported', async (t) => {
  for (const [reason, code, stderr] of [
    ['EPIPE', 0, ''],
    ['ENOSPC', 1, 'gatehouse: cannot write (ENOSPC)\n']
  ] as const) {
    const { run, standIn } = await startCommands(t)
    fill(standIn, 2500)
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error(reason), { code: reason }))
    })
    t.match(await run(['users', 'list', '--json'], { stdout }), { code, stderr })
    t.ok(standIn.calls.list < 3)
  }
})

t.test('users list: a failed page exits with code 1 after the pages before it', async (t) => {
  const { run, standIn, beforeCall } = await startCommands(t)
  fill(standIn, 2500)
  beforeCall('list', 2, () => {
    standIn.faults.list = NO_PERMISSION
  })
  const { code, stdout, stderr } = await run(['users', 'list', '--json'])
  t.equal(code, 1)
  t.equal(parseLines(stdout).length, 1000)
  t.match(stderr, /PERMISSION_DENIED\n {2}probable cause: .+\n {2}what to do: .+/)
})

t.test('users list: --tenant lists the accounts of the tenant', async (t) => {
  const { run, standIn, env } = await startCommands(t, ['acme'])
  standIn.accounts.create({ uid: 'of-project' })
  standIn.accounts.create({ uid: 'of-acme', tenantId: 'acme' })
  const uids = async (args: string[], more: Record<string, string> = {}) =>
    parseLines((await run(['users', 'list', '--json', ...args], { env: { ...env, ...more } })).stdout).map(
      ({ uid }) => uid
    )
  t.strictSame(await uids([]), ['of-project'])
  t.strictSame(await uids(['--tenant', 'acme']), ['of-acme'])
  const configured = { GATEHOUSE_IDENTITY_PLATFORM_TENANT_ID: 'acme' }
  t.strictSame(await uids([], configured), ['of-acme'])
  t.strictSame(await uids(['--no-tenant'], configured), ['of-project'])
  t.equal((await run(['users', 'list', '--tenant', 'nobody'])).code, 1)
})

t.test('users list: wrong options exit with code 2 and a hint', async (t) => {
  const { notRefused, standIn } = await startCommands(t)
  const cases: [string[], RegExp][] = [
    [['--foo'], /unknown option '--foo'\nSee: /],
    [['extra'], /too many arguments for 'list'/],
    [['--limit'], /option '--limit <N>' argument missing/],
    [['--limit', '--json'], /--limit: needs a value: --limit <N>/],
    [['--limit', '0'], /whole number of at least 1/],
    [['--limit', 'x'], /whole number of at least 1/],
    [['--limit', '1', '--limit', '2'], /--limit: given twice/],
    [['--json=yes'], /unknown option '--json=…'/],
    [['--json', '--csv'], /--json and --csv cannot be combined/],
    [['--disabled', '--no-disabled'], /--no-disabled: conflicts with --disabled/],
    [['--tenant', 'a', '--no-tenant'], /--no-tenant: conflicts with --tenant/],
    [['--email-domain', 'a@b'], /needs a domain/]
  ]
  t.same(await notRefused('users list', cases), [])
  const withHint = cases.map(([args]) => [args, /See: gatehouse users list --help/] as const)
  t.same(await notRefused('users list', withHint), [])
  t.equal(standIn.calls.total(), 0)
})
