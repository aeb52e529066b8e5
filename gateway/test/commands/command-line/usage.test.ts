import t from 'tap'
import { runCommand } from '../../fixtures/commands/command-run.ts'

/** Invalid command lines, their error message, and the help that explains them. */
const WRONG: readonly (readonly [args: string, message: RegExp, help: string])[] = [
  ['', /a command is missing\n/, ''],
  ['strat', /unknown command 'strat'\n\(Did you mean start\?\)\n/, ''],
  ['constructor', /unknown command 'constructor'/, ''],
  ['-v', /unknown option '-v'/, ''],
  ['start --confg=x', /unknown option '--confg=…'\n\(Did you mean --config\?\)/, 'start'],
  ['start --version', /unknown option '--version'/, 'start'],
  ['start extra', /too many arguments for 'start'\. Expected 0 arguments but got 1\./, 'start'],
  ['check-config -c', /option '-c, --config <FILE>' argument missing/, 'check-config'],
  ['check-config --config=', /--config: needs a value: --config <FILE>/, 'check-config'],
  ['keys', /a command is missing\n/, 'keys'],
  ['keys destroy', /unknown command 'destroy'\n/, 'keys'],
  ['preview --bogus', /unknown option '--bogus'/, 'preview'],
  ['preview --port 65536', /--port takes a number up to 65535/, 'preview'],
  ['demo --forward-auth=', /--forward-auth needs the address of a proxy on this machine/, 'demo'],
  ['demo --forward-auth https://app.example.com', /--forward-auth needs the address of a proxy/, 'demo'],
  ['users lst', /unknown command 'lst'\n\(Did you mean list\?\)\n/, 'users'],
  ['users --json list', /unknown option '--json'\n/, 'users'],
  ['users get', /missing required argument 'user'\n/, 'users get'],
  ['users list --json=1', /unknown option '--json=…'/, 'users list'],
  ['users list --limit 1 --limit 1', /--limit: given twice/, 'users list'],
  ['users list --limit 0', /--limit takes a whole number of at least 1/, 'users list'],
  ['users list --limit -1', /--limit: needs a value: --limit <N> \(--limit=… for one/, 'users list'],
  ['users list -c --json', /--config: needs a value: --config <FILE> \(--config=…/, 'users list'],
  ['users list --disabled --no-disabled', /--no-disabled: conflicts with --disabled/, 'users list'],
  ['users passkeys remove alice -5AAAAAAA', /unknown option '-5…'\n/, 'users passkeys remove'],
  ['check-config --=hidden', /unknown option '--=…'\n/, 'check-config'],
  ['help strat', /unknown command 'strat'\n/, ''],
  ['help start --config x', /unknown option '--config'/, 'help'],
  ['help start now', /unknown command 'now'\n/, 'start']
]

t.test('command line: wrong usage exits with code 2, prints the reason and the help to see', async (t) => {
  for (const [line, message, help] of WRONG) {
    const { code, stdout, stderr } = await runCommand(line.split(' ').filter(Boolean))
    const see = `\nSee: ${['gatehouse', help, '--help'].filter(Boolean).join(' ')}\n`
    const found = [code, stdout, stderr.startsWith('gatehouse: '), stderr.endsWith(see)]
    t.strictSame(found, [2, '', true, true], line)
    t.match(stderr, message)
  }
})

t.test('command line: values of options are never printed, as they may be secrets', async (t) => {
  const ofCreate = [
    ...['--password hidden', '--password=hidden', '--pasword=hidden', '--pasword hidden'],
    ...['--password-stdin=hidden'],
    "--it's=hidden",
    '--email=a@example.com --email hidden',
    '--email -hidden',
    '--limit=hidden',
    '-phidden',
    '-p=hidden',
    '-p hidden',
    'hidden',
    '--claims hidden',
    '--by hidden',
    '--=hidden'
  ]
  const lines = [
    ...ofCreate.map((line) => ['users', 'create', ...line.split(' ')]),
    ['users', 'create', "--x='hid\nhidden'"],
    ['users', 'get', 'alice', '--by', 'hidden'],
    ['users', '--password=hidden', 'create'],
    ['--password=hidden']
  ]
  const wrong: string[] = []
  for (const args of lines) {
    const { code, stdout, stderr } = await runCommand(args)
    if (code !== 2 || (stdout + stderr).includes('hidden')) wrong.push(args.join(' '))
  }
  t.same(wrong, [])
  const cluster = await runCommand(['users', 'update', 'alice', '-yphidden'])
  t.match(cluster, { code: 2, stderr: /^gatehouse: unknown option '-p…'\n/ })
})

t.test('command line: control characters are not printed in error messages', async (t) => {
  const evil = '\u001b]0;pwned\u0007\u009b31m\u202e'
  const lines = [
    [evil],
    [`--${evil}`],
    [`-${evil}`],
    ['users', evil],
    ['help', evil],
    ['users', 'get', `--x${evil}\n=y`]
  ]
  for (const args of lines) {
    const { code, stderr } = await runCommand(args)
    t.equal(code, 2)
    t.notMatch(stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  }
})

t.test('command line: a value that begins with a dash is accepted after =', async (t) => {
  const env = { GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'p' }
  const rows: readonly [args: readonly string[], stderr: RegExp][] = [
    [['users', 'update', 'alice', '--display-name=-x', '--config=/nowhere.yaml'], /\/nowhere\.yaml/],
    [['users', 'update', 'alice', '--display-name=', '--config=/nowhere.yaml'], /needs a value/],
    [['check-config', '-c/nowhere.yaml'], /\/nowhere\.yaml/]
  ]
  for (const [args, stderr] of rows) t.match(await runCommand(args, { env }), { code: 2, stderr })
})
