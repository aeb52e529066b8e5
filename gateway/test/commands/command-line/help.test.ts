import t from 'tap'
import { runCommand } from '../../fixtures/commands/command-run.ts'
import { findMeant, listCommands } from '../../fixtures/commands/commands.ts'

const COMMANDS = listCommands()
const GROUPS = listCommands('groups')
const helpOf = async (words: readonly string[], columns?: number) =>
  (await runCommand([...words, '--help'], columns === undefined ? {} : { columns })).stdout
/** Examples and exit codes are not wrapped, so that they can be copied and searched for. */
const widthOf = (help: string) => {
  const [, ...wrapped] = help.split('\n\nExamples:')[0]?.split('\n') ?? []
  return Math.max(...wrapped.map((line) => line.length))
}

t.test('help: every command documents its usage, every option, an example and its exit codes', async (t) => {
  t.ok(COMMANDS.length > 20)
  const wrong: string[] = []
  for (const { name, command } of COMMANDS) {
    const { code, stdout, stderr } = await runCommand([...name.split(' '), '--help'])
    const check = (isRight: boolean, what: string) => isRight || wrong.push(`${name}: ${what}`)
    check(code === 0 && stderr === '', 'result')
    check(stdout.startsWith(`Usage: gatehouse ${name} `), 'usage')
    check(/^.* \[options\]\n\n[A-Z].*/.test(stdout), 'options')
    for (const { long, hidden, description } of command.options) {
      const isShown = new RegExp(`^ .*${long}( |$)`, 'm').test(stdout) && description !== ''
      check(isShown === !hidden, `${long}`)
    }
    check(/^ {2}-h, --help +show this help$/m.test(stdout), '--help')
    const [, examples = '', codes = ''] =
      /\n\nExamples:\n((?:.+\n)+)\nExit codes:\n((?: {2}\d+ +\S.*\n)+)$/.exec(stdout) ?? []
    for (const line of examples.trimEnd().split('\n')) {
      check(line.startsWith(`  gatehouse ${name}`), line)
      // As a shell would parse it.
      const [words = ''] = line.replace('  gatehouse ', '').split(/ [<>] /)
      const args = words.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'))
      check((await findMeant(args)) === name, `${line}: another command`)
    }
    for (const exitCode of [0, 2])
      check(new RegExp(`^ {2}${exitCode} {4}\\S`, 'm').test(codes), `code ${exitCode}`)
  }
  t.same(wrong, [])
})

t.test('help: shows which part of the configuration a command reads', async (t) => {
  const isPart = async (name: string) =>
    (await helpOf(name.split(' '))).replace(/\s+/g, ' ').includes(' are read')
  const names = ['users get', 'token', 'sessions list', 'sessions show', 'sessions revoke']
  t.same(await Promise.all(names.map(isPart)), [true, true, false, false, false])
})

t.test('help: -h and the help command print the same as --help, within the width', async (t) => {
  const wrong: string[] = []
  for (const { name } of [...COMMANDS, ...GROUPS]) {
    const words = name.split(' ')
    const help = await helpOf(words)
    for (const args of [
      [...words, '-h'],
      ['help', ...words]
    ])
      if ((await runCommand(args)).stdout !== help) wrong.push(args.join(' '))
    const widths = [help, await helpOf(words, 76), await helpOf(words, 400)].map(widthOf)
    if (widths.some((width, index) => width > ([80, 76, 100][index] ?? 0))) wrong.push(`${name}: ${widths}`)
  }
  t.same(wrong, [])
})

t.test('help: the gateway and each command group list their commands with a summary', async (t) => {
  const missing: string[] = []
  for (const group of [[], ...GROUPS.map(({ name }) => name.split(' '))]) {
    const { stdout } = await runCommand(['help', ...group])
    for (const { name, command } of [...COMMANDS, ...GROUPS]) {
      const words = name.split(' ')
      const isInGroup = words.length === group.length + 1 && name.startsWith(group.join(' '))
      const line = new RegExp(`^ {2}${words.at(-1)}\\b.* {2}${command.summary().slice(0, 20)}`, 'm')
      if (isInGroup && !line.test(stdout)) missing.push(name)
    }
  }
  t.same(missing, [])
  const { stdout } = await runCommand(['--help'])
  t.match(stdout, /Exit codes: 0 done; 1 could not run .*; 2 wrong usage or configuration/)
  t.strictSame(await runCommand(['help']), { code: 0, stdout, stderr: '' })
  t.strictSame(await runCommand(['--help', 'start']), { code: 0, stdout, stderr: '' })
})

t.test('command line: options with a fixed set of values refuse others and list them', async (t) => {
  const options = COMMANDS.flatMap(({ name, command }) =>
    command.options.flatMap(({ long, flags }) => {
      const [, choices] = /<([\w-]+(?:\|[\w-]+)+)>$/.exec(flags) ?? []
      return choices === undefined ? [] : [{ name, long, choices }]
    })
  )
  t.ok(options.length > 5)
  for (const { name, long, choices } of options)
    t.match(await runCommand([...name.split(' '), 'alice', `${long}`, 'bogus']), {
      code: 2,
      stderr: `${long}: must be one of: ${choices.replaceAll('|', ', ')}\n`
    })
})
