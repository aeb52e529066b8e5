import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseLines, startCommands } from '../../../fixtures/commands/users-command.ts'

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
    ['{"uid":"good"}', /uid: is the same as in line 1/]
  ]
  writeFileSync(file, `{"uid":"good"}\n\n${bad.map(([line]) => line).join('\n')}\n{"uid":"fine"}\n`)
  const { code, stdout } = await run(['users', 'import', file, '--dry-run'], { env: {} })
  t.equal(code, 2)
  const lines = stdout.trimEnd().split('\n')
  for (const [index, [, message]] of bad.entries()) {
    t.match(lines[index], `line ${index + 3}: `)
    t.match(lines[index], message)
  }
  t.equal(lines.at(-1), `2 valid lines, ${bad.length} invalid ones; no calls were made`)
  t.equal(standIn.calls.total(), 0)
  writeFileSync(file, '{"uid":"good"}\n')
  t.equal((await run(['users', 'import', file, '--dry-run'])).code, 0)
  t.equal((await run(['users', 'import', '/nowhere', '--dry-run'])).code, 2)
  writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]))
  t.equal((await run(['users', 'import', file, '--dry-run'])).code, 2)
})

t.test('users import: a line that is not UTF-8 is reported as bad', async (t) => {
  const { run, standIn } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  const broken = Buffer.from('{"uid":"b","displayName":"J\xfcrgen"}\r\n', 'latin1')
  writeFileSync(
    file,
    Buffer.concat([Buffer.from('\ufeff{"uid":"a"}\n'), broken, Buffer.from('{"uid":"Jürgen"}')])
  )
  t.match(await run(['users', 'import', file, '--dry-run']), {
    code: 2,
    stdout: 'line 2: is not UTF-8\n2 valid lines, 1 invalid ones; no calls were made\n'
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

// Concatenated chunk by chunk, this line would take half a minute.
t.test('users import: a very long line is checked in linear time', { timeout: 20_000 }, async (t) => {
  const { run } = await startCommands(t)
  const file = join(t.testdir(), 'in.jsonl')
  writeFileSync(file, `{"uid":"${'x'.repeat(64 * 1024 * 1024)}"}\n{"uid":"a"}\n`)
  const { code, stdout } = await run(['users', 'import', file, '--dry-run'])
  t.equal(code, 2)
  t.match(stdout, /^line 1: uid: must .*\n1 valid lines, 1 invalid ones/)
})

t.test('users import: claims that cannot be represented exactly make a line bad', async (t) => {
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
  t.match(stdout, /\nline 3: claimsCaveat: .*\nline 4: claimsCaveat: .*\n1 valid lines, 3 invalid ones/)
})
