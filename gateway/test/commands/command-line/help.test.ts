import t from 'tap'
import { runCommand } from '../../fixtures/commands/command-run.ts'
import { findMeant, listCommands } from '../../fixtures/commands/commands.ts'

const COMMANDS = listCommands()
const GROUPS = listCommands('groups')
const wordsOf = ({ name }: { name: string }) => name.split(' ')

t.test('help: every command documents its usage, every option, an example and its exit codes', async (t) => {
  t.ok(COMMANDS.length > 20)
  for (const { name, command } of COMMANDS) {
    const { code, stdout, stderr } = await runCommand([...name.split(' '), '--help'])
    t.equal(code, 0, name)
    t.equal(stderr, '')
    t.ok(stdout.startsWith(`Usage: gatehouse ${name} `), stdout)
    t.match(stdout, /^.* \[options\]\n\n[A-Z].*/)
    for (const { long, hidden, description } of command.options)
      t.equal(
        new RegExp(`^ .*${long}( |$)`, 'm').test(stdout) && description !== '',
        !hidden,
        `${name} ${long}`
      )
    t.match(stdout, /^ {2}-h, --help +show this help$/m)
    const [, examples = '', codes = ''] =
      /\n\nExamples:\n((?:.+\n)+)\nExit codes:\n((?: {2}\d+ +\S.*\n)+)$/.exec(stdout) ?? []
    for (const line of examples.trimEnd().split('\n')) t.ok(line.startsWith(`  gatehouse ${name}`), line)
    for (const exitCode of [0, 2]) t.match(codes, new RegExp(`^ {2}${exitCode} {4}\\S`, 'm'), name)
  }
})

t.test('help: shows which part of the configuration a command reads', async (t) => {
  const isPart = async (words: string[]) =>
    (await runCommand([...words, '--help'])).stdout.replace(/\s+/g, ' ').includes(' are read')
  t.equal(await isPart(['users', 'get']), true)
  t.equal(await isPart(['token']), true)
  for (const name of ['list', 'show', 'revoke']) t.equal(await isPart(['sessions', name]), false, name)
})

t.test('help: -h and the help command print the same as --help', async (t) => {
  for (const spec of [...COMMANDS, ...GROUPS]) {
    const { stdout } = await runCommand([...wordsOf(spec), '--help'])
    t.strictSame(await runCommand([...wordsOf(spec), '-h']), { code: 0, stdout, stderr: '' }, spec.name)
    t.strictSame(await runCommand(['help', ...wordsOf(spec)]), { code: 0, stdout, stderr: '' }, spec.name)
  }
})

t.test('help: the gateway and each command group list their commands with a summary', async (t) => {
  for (const group of ['', ...GROUPS.map(({ name }) => name)]) {
    const { code, stdout } = await runCommand(['help', ...group.split(' ').filter((word) => word !== '')])
    t.equal(code, 0, group)
    const depth = group === '' ? 0 : group.split(' ').length
    for (const spec of [...COMMANDS, ...GROUPS]) {
      const words = wordsOf(spec)
      if (words.length !== depth + 1 || words.slice(0, depth).join(' ') !== group) continue
      const summary = spec.command.summary()
      t.match(stdout, new RegExp(`^ {2}${words.at(-1)}\\b.* {2}${summary.slice(0, 20)}`, 'm'), spec.name)
    }
  }
  const { stdout } = await runCommand(['--help'])
  t.match(stdout, /Exit codes: 0 done; 1 could not run .*; 2 wrong usage or configuration/)
  t.strictSame(await runCommand(['help']), { code: 0, stdout, stderr: '' })
  t.strictSame(await runCommand(['--help', 'start']), { code: 0, stdout, stderr: '' })
})

t.test('help: lines fit the width of the terminal, or 80 characters without one', async (t) => {
  const widest = (text: string) => {
    // Examples and exit codes are not wrapped, so that they can be copied and searched for.
    const [wrapped = ''] = text.split('\n\nExamples:')
    return Math.max(
      ...wrapped
        .split('\n')
        .slice(1)
        .map((line) => line.length)
    )
  }
  for (const { name } of COMMANDS) {
    t.ok(widest((await runCommand(['help', ...name.split(' ')])).stdout) <= 80, name)
    t.ok(widest((await runCommand(['help', ...name.split(' ')], { columns: 76 })).stdout) <= 76, name)
    t.ok(widest((await runCommand(['help', ...name.split(' ')], { columns: 400 })).stdout) <= 100, name)
  }
})

t.test('command line: every example in a help text parses as its command', async (t) => {
  for (const { name } of COMMANDS) {
    const { stdout } = await runCommand(['help', ...name.split(' ')])
    const examples = stdout.slice(stdout.indexOf('\nExamples:')).matchAll(/^ {2}gatehouse (.*)$/gm)
    for (const [, example = ''] of examples) {
      // As a shell would parse it.
      const [line = ''] = example.split(/ [<>] /)
      const args = line.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'))
      t.equal(await findMeant(args), name, example)
    }
  }
})

t.test('command line: options with a fixed set of values refuse others and list them', async (t) => {
  let count = 0
  for (const { name, command } of COMMANDS)
    for (const { long, flags } of command.options) {
      const [, choices] = /<([\w-]+(?:\|[\w-]+)+)>$/.exec(flags) ?? []
      if (choices === undefined) continue
      const { code, stderr } = await runCommand([...name.split(' '), 'alice', `${long}`, 'bogus'])
      t.equal(code, 2, name)
      t.match(stderr, `${long}: must be one of: ${choices.replaceAll('|', ', ')}\n`)
      count += 1
    }
  t.ok(count > 5)
})
