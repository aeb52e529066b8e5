import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { NO_PERMISSION, parseLines, startCommands } from '../../../fixtures/commands/users-command.ts'
import { many, toText } from '../../../fixtures/repository/import-lines.ts'

t.test(
  'users import: after an interruption at any call, a second run completes it without gaps or duplicates',
  async (t) => {
    for (const [call, time] of [
      ['lookup', 1],
      ['lookup', 55],
      ['create', 1],
      ['create', 57],
      ['create', 100],
      ['update', 1],
      ['update', 58]
    ] as const) {
      const { run, standIn, beforeCall } = await startCommands(t)
      const lines = many(100)
      // One line fails in the first run, one in the second.
      const text = `${toText(lines.slice(0, 20))}{"bad\n${toText(lines.slice(20, 90))}{"bad too\n${toText(lines.slice(90))}`
      const file = join(t.testdir(), 'in.jsonl')
      writeFileSync(file, text)
      beforeCall(call, time, () => {
        standIn.faults[call] = NO_PERMISSION
      })
      const first = await run(['users', 'import', file])
      t.equal(first.code, 1, `${call} ${time}`)
      t.match(first.stderr, 'run the same command again to resume')
      standIn.faults.reset()
      const second = await run(['users', 'import', file])
      t.equal(second.code, 5)
      t.equal(second.stdout, '100 created, 0 updated, 0 skipped, 2 failed\n', `${call} ${time}`)
      t.strictSame(
        parseLines(readFileSync(`${file}.failed`, 'utf8')).map(({ line }) => line),
        [21, 92]
      )
      for (const { uid, customClaims } of lines) {
        const account = standIn.accounts.get(uid)
        if (account?.customClaims?.number !== customClaims.number) t.fail(`${uid} is not whole`)
      }
      t.notOk(existsSync(`${file}.progress`))
    }
  }
)

t.test('users import: Ctrl-C does not wait for responses, and a second run completes it', async (t) => {
  for (const [call, time] of [
    ['lookup', 15],
    ['create', 1],
    ['create', 15],
    ['update', 15]
  ] as const) {
    const { run, standIn, beforeCall } = await startCommands(t)
    const lines = many(50)
    const file = join(t.testdir(), 'in.jsonl')
    writeFileSync(file, toText(lines))
    const interruption = new AbortController()
    beforeCall(call, time, () => {
      standIn.faults[call] = { kind: 'hang' }
      interruption.abort()
    })
    const first = await run(['users', 'import', file], { signal: interruption.signal })
    t.strictSame(first, {
      code: 130,
      stdout: '',
      stderr: 'gatehouse: interrupted; run the same command again to resume\n'
    })
    standIn.faults.reset()
    const second = await run(['users', 'import', file])
    t.match(second.stderr, `resuming after line ${time < 10 ? 0 : 10}`)
    t.equal(second.stdout, '50 created, 0 updated, 0 skipped, 0 failed\n', `${call} ${time}`)
    for (const { uid, customClaims } of lines)
      t.strictSame(standIn.accounts.get(uid)?.customClaims, customClaims, uid)
  }
})

t.test('users import: Ctrl-C before the first call makes none', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText(many(3)))
  for (const more of [[], ['--dry-run']]) {
    const { code } = await run(['users', 'import', file, ...more], { signal: AbortSignal.abort() })
    t.equal(code, 130)
  }
  t.equal(standIn.calls.total(), 0)
})

t.test('users import: a quota error is waited out for as long as the provider says', async (t) => {
  const { run, standIn, beforeCall } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText(many(30)))
  const waits: number[] = []
  beforeCall('create', 12, () => {
    standIn.faults.create = {
      kind: 'error',
      status: 400,
      message: 'QUOTA_EXCEEDED : slow down',
      headers: { 'retry-after': '40' }
    }
  })
  const { code, stdout, stderr } = await run(['users', 'import', file], {
    onWait(seconds) {
      waits.push(seconds)
      if (waits.length === 3) standIn.faults.reset()
    }
  })
  t.equal(code, 0, stderr)
  t.equal(stdout, '30 created, 0 updated, 0 skipped, 0 failed\n')
  t.ok(waits.every((seconds) => seconds >= 40))
  t.equal(waits.length, 3)
  t.match(stderr, /waiting 40 s \(400 QUOTA_EXCEEDED/)
})

t.test('users import: a lasting outage ends it after eight tries, and it can be resumed', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText(many(1)))
  standIn.faults.create = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
  const waits: number[] = []
  const { code, stderr } = await run(['users', 'import', file], { onWait: (seconds) => waits.push(seconds) })
  t.equal(code, 1)
  t.match(stderr, /QUOTA_EXCEEDED[\s\S]*run the same command again/)
  t.equal(waits.length, 8)
  t.ok(waits.every((seconds, index) => seconds >= Math.min(60, 2 ** index)))
  standIn.faults.reset()
  t.equal((await run(['users', 'import', file])).stdout, '1 created, 0 updated, 0 skipped, 0 failed\n')
})

t.test(
  'users import: a lost response causes neither a duplicate account nor a line counted as skipped',
  async (t) => {
    const { run, standIn } = await startCommands(t)
    const file = join(t.testdir(), 'in.jsonl')
    writeFileSync(file, toText([{ uid: 'alice', customClaims: { a: 1 } }]))
    standIn.faults.create = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
    const { code, stdout } = await run(['users', 'import', file], {
      onWait() {
        standIn.faults.reset()
        // The provider had created the account before the error.
        standIn.accounts.create({ uid: 'alice' })
      }
    })
    t.equal(code, 0)
    t.equal(stdout, '1 created, 0 updated, 0 skipped, 0 failed\n')
    t.strictSame(standIn.accounts.get('alice')?.customClaims, { a: 1 })
  }
)

t.test('users import: a file or policy that has changed since is refused', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText(many(3)))
  standIn.faults.create = NO_PERMISSION
  t.equal((await run(['users', 'import', file])).code, 1)
  standIn.faults.reset()
  const policy = await run(['users', 'import', file, '--on-existing', 'fail'])
  t.equal(policy.code, 2)
  t.match(policy.stderr, '--on-existing has changed since')
  writeFileSync(file, toText(many(4)))
  const changed = await run(['users', 'import', file])
  t.equal(changed.code, 2)
  t.match(changed.stderr, `the file has changed since the import was interrupted; delete ${file}.progress`)
})
