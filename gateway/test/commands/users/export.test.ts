import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import t from 'tap'
import { fill, NO_PERMISSION, parseLines, startCommands } from '../../fixtures/commands/users-command.ts'

const uidsIn = (text: string) => parseLines(text).map(({ uid }) => uid)
const readUids = (file: string) => uidsIn(readFileSync(file, 'utf8'))

t.test('users export: prints one record a line without passwords', async (t) => {
  const { run, standIn } = await startCommands(t)
  const uids = fill(standIn, 1200)
  standIn.accounts.create({ uid: 'zoe', password: 'hidden-password', displayName: 'Zoe\u2028\u009b' })
  const { code, stdout, stderr } = await run(['users', 'export'])
  t.equal(code, 0)
  t.equal(stderr, '')
  t.strictSame(uidsIn(stdout), [...uids, 'zoe'])
  t.match(parseLines(stdout).at(-1), { displayName: 'Zoe\u2028\u009b', multiFactor: { enrolledFactors: [] } })
  t.notMatch(stdout, /hidden|hash|[\u2028\u009b]/i)
})

t.test('users export: writes a file for its owner only and leaves no other file', async (t) => {
  const { run, standIn } = await startCommands(t)
  const uids = fill(standIn, 2500)
  const cwd = t.testdir()
  const { code, stdout, stderr } = await run(['users', 'export', '-o', 'all.jsonl'], { cwd })
  const file = join(cwd, 'all.jsonl')
  t.equal(code, 0)
  t.equal(stdout, '')
  t.match(stderr, `exported 2500 accounts to ${file}`)
  t.strictSame(readUids(file), uids)
  t.equal(statSync(file).mode & 0o777, 0o600)
  t.notOk(existsSync(`${file}.progress`))
})

t.test('users export: after a provider failure at any page, a second run completes the file', async (t) => {
  for (const page of [1, 2, 3]) {
    const { run, standIn, beforeCall } = await startCommands(t)
    const uids = fill(standIn, 2500)
    const file = join(t.testdir(), 'all.jsonl')
    beforeCall('list', page, () => {
      standIn.faults.list = NO_PERMISSION
    })
    const first = await run(['users', 'export', '--output', file])
    t.equal(first.code, 1)
    t.match(
      first.stderr,
      `${(page - 1) * 1000} accounts are in the file; run the same command again to resume.`
    )
    t.equal(statSync(`${file}.progress`).mode & 0o777, 0o600)
    // As a crash in the middle of a page would leave it.
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"uid":"half of a li`)
    standIn.faults.reset()
    standIn.calls.list = 0
    const second = await run(['users', 'export', '--output', file])
    t.equal(second.code, 0)
    t.match(second.stderr, 'exported 2500 accounts')
    t.strictSame(readUids(file), uids)
    t.equal(standIn.calls.list, 4 - page)
    t.notOk(existsSync(`${file}.progress`))
  }
})

t.test('users export: Ctrl-C leaves a state to resume from', async (t) => {
  const { run, standIn, beforeCall } = await startCommands(t)
  const uids = fill(standIn, 2500)
  const file = join(t.testdir(), 'all.jsonl')
  const interruption = new AbortController()
  beforeCall('list', 2, () => interruption.abort())
  const first = await run(['users', 'export', '-o', file], {
    signal: interruption.signal,
    terminals: { stderr: true }
  })
  t.equal(first.code, 130)
  t.match(first.stderr, 'interrupted; run the same command again to resume')
  t.equal(readUids(file).length, 1000)
  t.equal((await run(['users', 'export', '-o', file])).code, 0)
  t.strictSame(readUids(file), uids)
})

t.test('users export: Ctrl-C does not wait for a response and is not reported as a failure', async (t) => {
  for (const page of [1, 2]) {
    const { run, standIn, beforeCall } = await startCommands(t)
    const uids = fill(standIn, 1500)
    const file = join(t.testdir(), 'all.jsonl')
    const interruption = new AbortController()
    beforeCall('list', page, () => {
      standIn.faults.list = { kind: 'hang' }
      interruption.abort()
    })
    const first = await run(['users', 'export', '-o', file], { signal: interruption.signal })
    t.strictSame(first, {
      code: 130,
      stdout: '',
      stderr: 'gatehouse: interrupted; run the same command again to resume\n'
    })
    t.strictSame(readUids(file), uids.slice(0, (page - 1) * 1000))
    t.match(JSON.parse(readFileSync(`${file}.progress`, 'utf8')), { users: (page - 1) * 1000 })
    standIn.faults.reset()
    t.equal((await run(['users', 'export', '-o', file])).code, 0)
    t.strictSame(readUids(file), uids)
  }
})

t.test('users export: Ctrl-C works while the access token is fetched or the output is blocked', async (t) => {
  const { run, standIn, beforeCall } = await startCommands(t)
  fill(standIn, 1)
  const atToken = new AbortController()
  standIn.faults.oauthToken = { kind: 'hang' }
  beforeCall('oauthToken', 1, () => atToken.abort())
  t.strictSame(await run(['users', 'export'], { signal: atToken.signal }), {
    code: 130,
    stdout: '',
    stderr: 'gatehouse: interrupted\n'
  })
  standIn.faults.reset()
  const atWrite = new AbortController()
  const stdout = new Writable({ write: () => atWrite.abort() })
  t.equal((await run(['users', 'export'], { signal: atWrite.signal, stdout })).code, 130)
})

t.test('users export: an existing file is not overwritten without --yes', async (t) => {
  const { run, standIn } = await startCommands(t)
  const uids = fill(standIn, 3)
  const file = join(t.testdir({ 'all.jsonl': 'precious\n' }), 'all.jsonl')
  const refused = await run(['users', 'export', '-o', file])
  t.equal(refused.code, 4)
  t.match(refused.stderr, `Overwrite ${file}?`)
  t.equal(readFileSync(file, 'utf8'), 'precious\n')
  t.equal(standIn.calls.total(), 0)
  standIn.faults.list = NO_PERMISSION
  t.equal((await run(['users', 'export', '-o', file, '--yes'])).code, 1)
  t.equal(readFileSync(file, 'utf8'), 'precious\n')
  standIn.faults.reset()
  writeFileSync(file, 'x'.repeat(100_000))
  t.equal((await run(['users', 'export', '-o', file, '--yes'])).code, 0)
  t.strictSame(readUids(file), uids)
  t.equal(statSync(file).mode & 0o777, 0o600)
})

t.test('users export: a state of another export is refused, exit code 2', async (t) => {
  const { run, standIn, beforeCall, env } = await startCommands(t, ['acme'])
  fill(standIn, 1500)
  const file = join(t.testdir(), 'all.jsonl')
  beforeCall('list', 2, () => {
    standIn.faults.list = NO_PERMISSION
  })
  t.equal((await run(['users', 'export', '-o', file])).code, 1)
  standIn.faults.reset()
  const other = await run(['users', 'export', '-o', file, '--tenant', 'acme'])
  t.equal(other.code, 2)
  t.match(other.stderr, 'belongs to another project or tenant; delete it')
  const otherProject = { ...env, GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'demo-other' }
  t.equal((await run(['users', 'export', '-o', file], { env: otherProject })).code, 2)
  t.equal((await run(['users', 'import', file])).code, 2)
  truncateSync(file, 10)
  const short = await run(['users', 'export', '-o', file])
  t.equal(short.code, 2)
  t.match(short.stderr, 'is shorter than when the export was interrupted')
  for (const text of ['not json', '[]', '{"kind":"export"}']) {
    writeFileSync(`${file}.progress`, text)
    t.equal((await run(['users', 'export', '-o', file])).code, 2, text)
  }
})

t.test('users export: a page token that the provider no longer knows is reported', async (t) => {
  const { run, standIn, beforeCall } = await startCommands(t)
  const uids = fill(standIn, 1500)
  const file = join(t.testdir(), 'all.jsonl')
  beforeCall('list', 2, () => {
    standIn.faults.list = NO_PERMISSION
  })
  await run(['users', 'export', '-o', file])
  standIn.faults.reset()
  standIn.accounts.delete(uids[999] ?? '')
  const { code, stderr } = await run(['users', 'export', '-o', file])
  t.equal(code, 2)
  t.match(stderr, `no longer knows this export's position: delete ${file}.progress`)
})

t.test('users export: a file that cannot be written exits with code 1', async (t) => {
  const { run } = await startCommands(t)
  const { code, stderr } = await run(['users', 'export', '-o', '/nowhere/all.jsonl'])
  t.equal(code, 1)
  t.match(stderr, 'cannot be written (ENOENT)')
})
