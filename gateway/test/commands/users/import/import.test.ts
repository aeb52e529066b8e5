import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fill, NO_PERMISSION, parseLines, startCommands } from '../../../fixtures/account-commands.ts'

const toText = (lines: unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    uid: `user-${String(index).padStart(4, '0')}`,
    email: `user-${index}@example.com`,
    customClaims: { number: index }
  }))

t.test(
  'users import: what export wrote comes back the same, passwords and second factors aside',
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

t.test('users import: passwords in clear, claims, the smallest line', async (t) => {
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

t.test('users import: a dry run lists every bad line and calls nothing', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  const bad: [string, RegExp][] = [
    ['{', /is not a JSON object/],
    ['[]', /is not a JSON object/],
    ['{"email":"a@example.com"}', /uid: is missing/],
    ['{"uid":5}', /uid: must be/],
    [`{"uid":"${'x'.repeat(129)}"}`, /uid: must be/],
    ['{"uid":"u1","email":"x"}', /email: must be/],
    ['{"uid":"u2","disabled":"no"}', /disabled: must be/],
    ['{"uid":"u3","phoneNumber":"555"}', /phoneNumber: must be/],
    ['{"uid":"u4","password":"x"}', /password: must have/],
    ['{"uid":"u5","emial":"x"}', /emial: is not known/],
    ['{"uid":"u6","customClaims":{"sub":1}}', /reserved names: sub/],
    ['{"uid":"u7","customClaims":[]}', /customClaims: must be an object/],
    ['{"uid":"u8","providerData":[{"uid":"x"}]}', /providerData: must be/],
    ['{"uid":"u9","providerData":{}}', /providerData: must be/],
    ['{"uid":"good"}', /uid: is that of line 1 too/]
  ]
  writeFileSync(file, `{"uid":"good"}\n\n${bad.map(([line]) => line).join('\n')}\n{"uid":"fine"}\n`)
  const { code, stdout } = await run(['users', 'import', file, '--dry-run'], { env: {} })
  t.equal(code, 2)
  const lines = stdout.trimEnd().split('\n')
  for (const [index, [, message]] of bad.entries()) {
    t.match(lines[index], `line ${index + 3}: `)
    t.match(lines[index], message)
  }
  t.equal(lines.at(-1), `2 good lines, ${bad.length} bad ones; nothing was called`)
  t.equal(standIn.calls.total(), 0)
  writeFileSync(file, '{"uid":"good"}\n')
  t.equal((await run(['users', 'import', file, '--dry-run'])).code, 0)
  t.equal((await run(['users', 'import', '/nowhere', '--dry-run'])).code, 2)
  writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]))
  t.equal((await run(['users', 'import', file, '--dry-run'])).code, 2)
})

t.test('users import: a line that is not UTF-8 is a bad line', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  const broken = Buffer.from('{"uid":"b","displayName":"J\xfcrgen"}\r\n', 'latin1')
  writeFileSync(
    file,
    Buffer.concat([Buffer.from('\ufeff{"uid":"a"}\n'), broken, Buffer.from('{"uid":"Jürgen"}')])
  )
  t.match(await run(['users', 'import', file, '--dry-run']), {
    code: 2,
    stdout: 'line 2: is not UTF-8\n2 good lines, 1 bad ones; nothing was called\n'
  })
  t.equal((await run(['users', 'import', file])).code, 5)
  t.strictSame(parseLines(readFileSync(`${file}.failed`, 'utf8')), [
    { line: 2, code: 'INVALID_LINE', detail: 'is not UTF-8' }
  ])
  t.ok(standIn.accounts.get('Jürgen'))
  const deletion = await run(['users', 'delete', '--from', file, '--yes'])
  t.equal(deletion.code, 2)
  t.match(deletion.stderr, 'line 2 is not UTF-8')
  t.equal(standIn.calls.delete, 0)
})

// Put together chunk by chunk, this line would take half a minute.
t.test(
  'users import: a very long line is judged in the time that it takes',
  { timeout: 20_000 },
  async (t) => {
    const { run } = await startCommands(t)
    const file = join(t.testdir(), 'in.jsonl')
    writeFileSync(file, `{"uid":"${'x'.repeat(64 * 1024 * 1024)}"}\n{"uid":"a"}\n`)
    const { code, stdout } = await run(['users', 'import', file, '--dry-run'])
    t.equal(code, 2)
    t.match(stdout, /^line 1: uid: must .*\n1 good lines, 1 bad ones/)
  }
)

t.test('users import: claims that cannot be kept exactly are bad lines', async (t) => {
  const { run } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(
    file,
    [
      '{"uid":"a","customClaims":{"n":12345678901234567890}}',
      '{"uid":"b","customClaims":{"n":"12345678901234567890"}}',
      '{"uid":"c","customClaims":{"n":1},"claimsCaveat":"inexact"}',
      '{"uid":"d","claimsCaveat":"unreadable"}'
    ].join('\n')
  )
  const { code, stdout } = await run(['users', 'import', file, '--dry-run'])
  t.equal(code, 2)
  t.match(stdout, /^line 1: 12345678901234567890 is a number .* quote it as text/)
  t.match(stdout, /\nline 3: claimsCaveat: .*\nline 4: claimsCaveat: .*\n1 good lines, 3 bad ones/)
})

t.test('users import: lines that fail are written down, the others are done, exit code 5', async (t) => {
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

t.test('users import: accounts that exist are skipped, updated or refused', async (t) => {
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

t.test('users import: a uid twice, the second line meets the first', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(
    file,
    toText([{ uid: 'a', displayName: 'One' }, { uid: 'b' }, { uid: 'a', displayName: 'Two' }])
  )
  t.equal((await run(['users', 'import', file])).stdout, '2 created, 0 updated, 1 skipped, 0 failed\n')
  t.equal(standIn.accounts.get('a')?.displayName, 'One')
})

t.test('users import: people of other identity providers are linked, once', async (t) => {
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
  t.match(readFileSync(`${file}.failed`, 'utf8'), 'the account exists, but not all of it')
})

t.test('users import: second factors are left out and counted', async (t) => {
  const { run } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  const enrolledFactors = [{ uid: 'x', factorId: 'phone', phoneNumber: '+15555550100' }]
  writeFileSync(file, toText([{ uid: 'a', multiFactor: { enrolledFactors } }, { uid: 'b' }]))
  const { code, stderr } = await run(['users', 'import', file])
  t.equal(code, 0)
  t.match(stderr, '1 second factors were left out')
})

t.test(
  'users import: interrupted anywhere, the second run gives the whole: no gap, no duplicate',
  async (t) => {
    for (const [call, time] of [
      ['lookup', 1],
      ['lookup', 105],
      ['create', 1],
      ['create', 57],
      ['create', 250],
      ['update', 1],
      ['update', 58]
    ] as const) {
      const { run, standIn, switchFrom } = await startCommands(t)
      const lines = many(250)
      // One line that fails in the first run already, one in the second.
      const text = `${toText(lines.slice(0, 20))}{"bad\n${toText(lines.slice(20, 240))}{"bad too\n${toText(lines.slice(240))}`
      const file = join(t.testdir(), 'in.jsonl')
      writeFileSync(file, text)
      switchFrom(call, time, () => {
        standIn.switches[call] = NO_PERMISSION
      })
      const first = await run(['users', 'import', file])
      t.equal(first.code, 1, `${call} ${time}`)
      t.match(first.stderr, 'run the same command again to go on')
      standIn.switches.reset()
      const second = await run(['users', 'import', file])
      t.equal(second.code, 5)
      t.equal(second.stdout, '250 created, 0 updated, 0 skipped, 2 failed\n', `${call} ${time}`)
      t.strictSame(
        parseLines(readFileSync(`${file}.failed`, 'utf8')).map(({ line }) => line),
        [21, 242]
      )
      for (const { uid, customClaims } of lines) {
        const account = standIn.accounts.get(uid)
        if (account?.customClaims?.number !== customClaims.number) t.fail(`${uid} is not whole`)
      }
      t.notOk(existsSync(`${file}.progress`))
    }
  }
)

t.test('users import: Ctrl-C does not wait for answers, and the second run gives the whole', async (t) => {
  for (const [call, time] of [
    ['lookup', 15],
    ['create', 1],
    ['create', 15],
    ['update', 15]
  ] as const) {
    const { run, standIn, switchFrom } = await startCommands(t)
    const lines = many(50)
    const file = join(t.testdir(), 'in.jsonl')
    writeFileSync(file, toText(lines))
    const interruption = new AbortController()
    switchFrom(call, time, () => {
      standIn.switches[call] = { kind: 'hang' }
      interruption.abort()
    })
    const first = await run(['users', 'import', file], { signal: interruption.signal })
    t.strictSame(first, {
      code: 130,
      stdout: '',
      stderr: 'gatehouse: interrupted; run the same command again to go on\n'
    })
    standIn.switches.reset()
    const second = await run(['users', 'import', file])
    t.match(second.stderr, `going on after line ${time < 10 ? 0 : 10}`)
    t.equal(second.stdout, '50 created, 0 updated, 0 skipped, 0 failed\n', `${call} ${time}`)
    for (const { uid, customClaims } of lines)
      t.strictSame(standIn.accounts.get(uid)?.customClaims, customClaims, uid)
  }
})

t.test('users import: Ctrl-C before any call', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText(many(3)))
  for (const more of [[], ['--dry-run']]) {
    const { code } = await run(['users', 'import', file, ...more], { signal: AbortSignal.abort() })
    t.equal(code, 130)
  }
  t.equal(standIn.calls.total(), 0)
})

t.test('users import: quota is waited out, as long as the provider says', async (t) => {
  const { run, standIn, switchFrom } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText(many(30)))
  const waits: number[] = []
  switchFrom('create', 12, () => {
    standIn.switches.create = {
      kind: 'error',
      status: 400,
      message: 'QUOTA_EXCEEDED : slow down',
      headers: { 'retry-after': '40' }
    }
  })
  const { code, stdout, stderr } = await run(['users', 'import', file], {
    onWait(seconds) {
      waits.push(seconds)
      if (waits.length === 3) standIn.switches.reset()
    }
  })
  t.equal(code, 0, stderr)
  t.equal(stdout, '30 created, 0 updated, 0 skipped, 0 failed\n')
  t.ok(waits.every((seconds) => seconds >= 40))
  t.equal(waits.length, 3)
  t.match(stderr, /waiting 40 s \(400 QUOTA_EXCEEDED/)
})

t.test('users import: trouble that stays ends it after some patience, to go on later', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText(many(1)))
  standIn.switches.create = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
  const waits: number[] = []
  const { code, stderr } = await run(['users', 'import', file], { onWait: (seconds) => waits.push(seconds) })
  t.equal(code, 1)
  t.match(stderr, /QUOTA_EXCEEDED[\s\S]*run the same command again/)
  t.equal(waits.length, 8)
  t.ok(waits.every((seconds, index) => seconds >= Math.min(60, 2 ** index)))
  standIn.switches.reset()
  t.equal((await run(['users', 'import', file])).stdout, '1 created, 0 updated, 0 skipped, 0 failed\n')
})

t.test(
  'users import: an answer that is lost on its way makes no duplicate and no skipped line',
  async (t) => {
    const { run, standIn } = await startCommands(t)
    const file = join(t.testdir(), 'in.jsonl')
    writeFileSync(file, toText([{ uid: 'alice', customClaims: { a: 1 } }]))
    standIn.switches.create = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
    const { code, stdout } = await run(['users', 'import', file], {
      onWait() {
        standIn.switches.reset()
        // The provider had done it before it said no.
        standIn.accounts.create({ uid: 'alice' })
      }
    })
    t.equal(code, 0)
    t.equal(stdout, '1 created, 0 updated, 0 skipped, 0 failed\n')
    t.strictSame(standIn.accounts.get('alice')?.customClaims, { a: 1 })
  }
)

t.test('users import: a file or a policy that changed since is refused', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText(many(3)))
  standIn.switches.create = NO_PERMISSION
  t.equal((await run(['users', 'import', file])).code, 1)
  standIn.switches.reset()
  const policy = await run(['users', 'import', file, '--on-existing', 'fail'])
  t.equal(policy.code, 2)
  t.match(policy.stderr, '--on-existing has changed since')
  writeFileSync(file, toText(many(4)))
  const changed = await run(['users', 'import', file])
  t.equal(changed.code, 2)
  t.match(changed.stderr, `the file has changed since the import was interrupted; delete ${file}.progress`)
})

t.test('users import: a bar on a terminal', async (t) => {
  const { run } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, toText(many(30)))
  const { stderr } = await run(['users', 'import', file], { terminals: { stdout: true, stderr: true } })
  t.match(stderr, /\[=*-*\] \d+\/30 lines/)
  t.equal((await run(['users', 'import', '/nowhere'])).code, 2)
})
