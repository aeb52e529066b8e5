import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { runCommand } from '../../fixtures/commands/command-run.ts'
import { signatureKeyOf } from '../../fixtures/session/signature-keys.ts'

const DAY_SECONDS = 86_400
const OLD = signatureKeyOf('old')
const CONFIG = `# The gateway of the shop.
publicUrl: https://app.example.com # what visitors use
session: { absoluteSeconds: 3600 }
cookie:
  signatureKeys:
    - ${OLD} # of spring
login:
  brand: { name: "Shop" }
`

/** A file last changed that long ago, and the commands on it. */
function writeKeys(t: Test, name: string, text: string, changedSecondsAgo = 0) {
  const folder = t.testdir()
  const file = join(folder, name)
  writeFileSync(file, text, { mode: 0o640 })
  const changed = Date.now() / 1000 - changedSecondsAgo
  utimesSync(file, changed, changed)
  return {
    folder,
    file,
    read: () => readFileSync(file, 'utf8'),
    keys: () => readFileSync(file, 'utf8').trim().split('\n'),
    run: (step: string, ...more: string[]) => runCommand(['keys', step, '--file', file, ...more])
  }
}

t.test('keys: add appends, promote moves to the front, drop removes, and no key is printed', async (t) => {
  const { keys, run } = writeKeys(t, 'signature-keys', `${OLD}\n`)
  const outputs = [await run('add')]
  const [, added = ''] = keys()
  t.match(added, /^ghk1_[0-9a-f]{72}$/)
  t.same(keys(), [OLD, added])
  outputs.push(await run('promote'))
  t.same(keys(), [added, OLD])
  outputs.push(await run('drop', '--force'))
  t.same(keys(), [added])
  for (const { code, stdout, stderr } of outputs) {
    t.equal(code, 0)
    for (const key of [OLD, added]) t.notMatch(stdout + stderr, key)
  }
})

t.test('keys: drop is refused until the longest session has ended', async (t) => {
  const both = `${signatureKeyOf('new')}\n${OLD}\n`
  const early = writeKeys(t, 'signature-keys', both, 13 * DAY_SECONDS)
  const refused = await early.run('drop')
  t.equal(refused.code, 1)
  t.match(refused.stderr, /changed 13 days ago.*14 days.*--force.*first_sights_total\{key="1"\}/s)
  t.equal(early.read(), both)
  const late = writeKeys(t, 'signature-keys', both, 15 * DAY_SECONDS)
  t.equal((await late.run('drop')).code, 0)
})

t.test(
  'keys: in a configuration file, comments and other keys are preserved and its session limit applies',
  async (t) => {
    const { read, run } = writeKeys(t, 'gatehouse.yaml', CONFIG)
    t.equal((await run('add')).code, 0)
    const added = /"(ghk1_[0-9a-f]{72})"/.exec(read())?.[1] ?? ''
    t.equal(read(), CONFIG.replace('# of spring\n', `# of spring\n    - "${added}"\n`))
    t.equal((await run('promote')).code, 0)
    t.equal(read(), CONFIG.replace(`    - ${OLD}`, `    - "${added}"\n    - ${OLD}`))
    t.match(await run('drop'), { code: 1, stderr: /may last 3600 seconds|may last 1 hour/ })
    t.equal((await run('drop', '--force')).code, 0)
    t.equal(read(), CONFIG.replace(`${OLD} # of spring`, `"${added}"`))
  }
)

t.test('keys: file mode and symbolic link are preserved, and no other file is left', async (t) => {
  const { folder, file, run } = writeKeys(t, 'signature-keys', `${OLD}\n`)
  chmodSync(file, 0o604)
  const link = join(folder, 'link')
  symlinkSync('signature-keys', link)
  t.equal((await runCommand(['keys', 'add', '--file', link])).code, 0)
  t.equal(statSync(file).mode & 0o777, 0o604)
  t.same(readdirSync(folder).sort(), ['link', 'signature-keys'])
  t.equal(readFileSync(link, 'utf8').trim().split('\n').length, 2)
  t.equal((await run('promote')).code, 0)
})

t.test('keys: a single key can be neither promoted nor dropped', async (t) => {
  const { keys, run } = writeKeys(t, 'signature-keys', `${OLD}\n`, 100 * DAY_SECONDS)
  for (const step of ['promote', 'drop']) t.match(await run(step), { code: 1, stderr: /contains one key/ })
  t.match(await run('drop', '--force'), { code: 1 })
  t.same(keys(), [OLD])
})

t.test('keys: a missing file, or one without keys, is refused with an explanation', async (t) => {
  t.match(await runCommand(['keys', 'add']), { code: 2, stderr: /--file is required/ })
  t.match(await runCommand(['keys', 'add', '--file', '/nowhere/x']), { code: 2, stderr: /ENOENT/ })
  for (const [text, words] of [
    ['publicUrl: x\n', /no list of keys/],
    ['cookie: { signatureKeysFile: /run/keys }\n', /another file; use that one: \/run\/keys/],
    ['a: [\n', /is not YAML/],
    ['cookie: { signatureKeys: [] }\n', /contains no signature keys/]
  ] as const) {
    const { read, run } = writeKeys(t, 'gatehouse.yaml', text)
    t.match(await run('add'), { code: 2, stderr: words })
    t.equal(read(), text)
  }
})

t.test('keys: a line that is not a key is refused by number only, the file is unchanged', async (t) => {
  const key = signatureKeyOf('first')
  for (const [text, line] of [
    ['{"level":"info","msg":"request","path":"/page"}\n', 1],
    [`${key}\n\n  192.0.2.1 - - [31/Jan/2026] "GET / HTTP/1.1" 200 512 ada\n`, 3],
    [`${key}\nghk1_0123456789abcdef0123456789abcdef01234567\n`, 2]
  ] as const) {
    const { read, run } = writeKeys(t, 'gateway.log', text)
    for (const step of ['add', 'promote', 'drop']) {
      const { code, stdout, stderr } = await run(step, ...(step === 'drop' ? ['--force'] : []))
      t.equal(code, 2)
      t.match(stderr, new RegExp(`gateway\\.log: line ${line} is not a signature key: use a file`))
      for (const shown of text.split('\n').filter(Boolean))
        t.notOk((stdout + stderr).includes(shown.trim().slice(0, 12)), 'none of its content')
    }
    t.equal(read(), text)
  }
  const twin = writeKeys(t, 'gateway.log', `${key}\n\n  ${signatureKeyOf('second')}  \n`)
  t.equal((await twin.run('add')).code, 0, 'control: only keys')
  t.equal(twin.keys().length, 3)
})
