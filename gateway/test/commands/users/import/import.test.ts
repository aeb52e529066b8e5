import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fill, parseLines, startCommands } from '../../../fixtures/commands/users-command.ts'
import { many, toText } from '../../../fixtures/repository/import-lines.ts'

t.test(
  'users import: an exported file is imported unchanged, except for passwords and second factors',
  async (t) => {
    const { run, standIn } = await startCommands(t, ['copy'])
    fill(standIn, 30)
    standIn.accounts.create({
      uid: 'zoe',
      email: 'zoe@example.com',
      emailVerified: true,
      displayName: 'Zoe\u2028"\\',
      photoUrl: 'https://img.example/z.png',
      phoneNumber: '+15555550100',
      disabled: true,
      customClaims: { role: 'admin' }
    })
    const file = join(t.testdir(), 'all.jsonl')
    t.equal((await run(['users', 'export', '-o', file])).code, 0)
    const { code, stdout, stderr } = await run(['users', 'import', file, '--tenant', 'copy'])
    t.equal(code, 0)
    t.equal(stdout, '31 created, 0 updated, 0 skipped, 0 failed\n')
    t.equal(stderr, '')
    t.notOk(existsSync(`${file}.progress`))
    t.notOk(existsSync(`${file}.failed`))
    const strip = (text: string) =>
      parseLines(text).map(({ metadata, tenantId, tokensValidAfterTime, ...rest }) => rest)
    const copy = await run(['users', 'export', '--tenant', 'copy'])
    t.strictSame(strip(copy.stdout), strip(readFileSync(file, 'utf8')))
  }
)

t.test('users import: takes plain-text passwords, claims and a minimal line', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(
    file,
    `\ufeff${toText([{ uid: 'a', email: 'a@example.com', password: 'hidden-password' }])}\r\n{"uid":"b"}`
  )
  const { code, stdout, stderr } = await run(['users', 'import', file, '--json'])
  t.equal(code, 0)
  t.strictSame(JSON.parse(stdout), { created: 2, updated: 0, skipped: 0, failed: 0, ignoredFactors: 0 })
  t.notMatch(stdout + stderr, 'hidden')
  t.equal(standIn.accounts.get('a')?.hasPassword, true)
  t.equal(standIn.accounts.get('b')?.hasPassword, false)
})

t.test('users import: failed lines go to a file, the others are imported, exit code 5', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'first', email: 'taken@example.com' })
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, `{"uid":"a"}\n{"uid":\n{"uid":"b","email":"taken@example.com"}\n{"uid":"c"}\n`)
  const { code, stdout, stderr } = await run(['users', 'import', file])
  t.equal(code, 5)
  t.equal(stdout, '2 created, 0 updated, 0 skipped, 2 failed\n')
  t.match(stderr, `the failed lines are in ${file}.failed`)
  t.strictSame(parseLines(readFileSync(`${file}.failed`, 'utf8')), [
    { line: 2, code: 'INVALID_LINE', detail: 'is not a JSON object' },
    { line: 3, code: 'INVALID_ARGUMENT', detail: '400 EMAIL_EXISTS' }
  ])
  t.equal(statSync(`${file}.failed`).mode & 0o777, 0o600)
  writeFileSync(file, '{"uid":"a"}\n')
  t.equal((await run(['users', 'import', file])).code, 0)
  t.notOk(existsSync(`${file}.failed`))
})

t.test('users import: existing accounts are skipped, updated or refused', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  const reset = () => {
    standIn.accounts.delete('alice')
    standIn.accounts.create({ uid: 'alice', displayName: 'Before', phoneNumber: '+15555550100' })
  }
  standIn.accounts.create({ uid: 'alice' })
  writeFileSync(
    file,
    toText([{ uid: 'alice', displayName: 'After', phoneNumber: null, customClaims: { a: 1 } }])
  )
  const importAs = (...args: string[]) => run(['users', 'import', file, ...args])
  reset()
  t.equal((await importAs()).stdout, '0 created, 0 updated, 1 skipped, 0 failed\n')
  t.equal(standIn.accounts.get('alice')?.displayName, 'Before')
  const refused = await importAs('--on-existing', 'fail')
  t.equal(refused.code, 5)
  t.match(readFileSync(`${file}.failed`, 'utf8'), 'ALREADY_EXISTS')
  const unasked = await importAs('--on-existing', 'update')
  t.equal(unasked.code, 4)
  t.equal(standIn.calls.update, 0)
  t.equal(
    (await importAs('--on-existing', 'update', '-y')).stdout,
    '0 created, 1 updated, 0 skipped, 0 failed\n'
  )
  t.match(standIn.accounts.get('alice'), {
    displayName: 'After',
    phoneNumber: '+15555550100',
    customClaims: { a: 1 }
  })
  t.equal((await importAs('--on-existing', 'replace')).code, 2)
})

t.test('users import: with the same uid twice, the second line counts as existing', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(
    file,
    toText([{ uid: 'a', displayName: 'One' }, { uid: 'b' }, { uid: 'a', displayName: 'Two' }])
  )
  t.equal((await run(['users', 'import', file])).stdout, '2 created, 0 updated, 1 skipped, 0 failed\n')
  t.equal(standIn.accounts.get('a')?.displayName, 'One')
})

t.test('users import: identities of other providers are linked once', async (t) => {
  const { run, standIn } = await startCommands(t)
  const providerData = [
    { providerId: 'password', uid: 'a@example.com' },
    { providerId: 'phone', uid: '+15555550100' },
    { providerId: 'google.com', uid: 'g-1', email: 'a@gmail.example', displayName: 'A', photoURL: null },
    { providerId: 'saml.acme', uid: 's-1' }
  ]
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText([{ uid: 'a', email: 'a@example.com', providerData }]))
  t.equal((await run(['users', 'import', file])).code, 0)
  const links = async () => {
    const record = JSON.parse((await run(['users', 'get', 'a', '--json'])).stdout)
    return record.providerData.map(
      (link: { providerId: string; uid: string }) => `${link.providerId} ${link.uid}`
    )
  }
  t.strictSame(await links(), ['google.com g-1', 'saml.acme s-1'])
  t.equal(standIn.calls.update, 2)
  t.equal((await run(['users', 'import', file, '--on-existing', 'update', '--yes'])).code, 0)
  t.equal(standIn.calls.update, 3)
  writeFileSync(file, toText([{ uid: 'b', providerData: [{ providerId: 'google.com', uid: 'g-1' }] }]))
  t.equal((await run(['users', 'import', file])).code, 5)
  t.match(readFileSync(`${file}.failed`, 'utf8'), 'the account was created, but is incomplete')
})

t.test('users import: second factors are skipped and counted', async (t) => {
  const { run } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  const enrolledFactors = [{ uid: 'x', factorId: 'phone', phoneNumber: '+15555550100' }]
  writeFileSync(file, toText([{ uid: 'a', multiFactor: { enrolledFactors } }, { uid: 'b' }]))
  const { code, stderr } = await run(['users', 'import', file])
  t.equal(code, 0)
  t.match(stderr, '1 second factors were skipped')
})

t.test('users import: shows a progress bar on a terminal', async (t) => {
  const { run } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText(many(30)))
  const { stderr } = await run(['users', 'import', file], { terminals: { stdout: true, stderr: true } })
  t.match(stderr, /\[=*-*\] \d+\/30 lines/)
  t.equal((await run(['users', 'import', '/nowhere'])).code, 2)
})
