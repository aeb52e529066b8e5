import t from 'tap'
import type { CommandSpec } from '../../../src/commands/command-line/command.ts'
import { parseCommandLine } from '../../../src/commands/command-line/program.ts'
import { COMMANDS, GROUPS } from '../../../src/commands/command-line/table.ts'
import { runCommand } from '../../fixtures/command-run.ts'

const wordsOf = ({ name }: Pick<CommandSpec, 'name'>) => name.split(' ')

t.test('help: every command says its usage, every option, an example and its exit codes', async (t) => {
  for (const spec of COMMANDS) {
    const { code, stdout, stderr } = await runCommand([...wordsOf(spec), '--help'])
    t.equal(code, 0, spec.name)
    t.equal(stderr, '')
    t.ok(stdout.startsWith(`Usage: gatehouse ${`${spec.name} ${spec.words}`.trim()} [options]\n`), stdout)
    for (const { name, aboutNegated, refusal } of spec.options) {
      t.equal(
        new RegExp(`^ .*--${name}( |$)`, 'm').test(stdout),
        refusal === undefined,
        `${spec.name} --${name}`
      )
      if (aboutNegated !== undefined) t.match(stdout, new RegExp(`^ +--no-${name} +${aboutNegated}`, 'm'))
    }
    t.match(stdout, /^ {2}-h, --help +show this help$/m)
    for (const example of spec.examples) t.match(stdout, `\n  gatehouse ${example}\n`)
    t.ok(spec.examples.length > 0)
    for (const [exitCode, meaning] of Object.entries(spec.exitCodes))
      t.match(stdout, `\n  ${exitCode.padEnd(4)} ${meaning}\n`)
  }
})

t.test('help: which part of the configuration a command reads', async (t) => {
  const isPart = async (words: string[]) =>
    (await runCommand([...words, '--help'])).stdout.replace(/\s+/g, ' ').includes('alone are read')
  t.equal(await isPart(['users', 'get']), true)
  t.equal(await isPart(['token']), true)
  for (const name of ['list', 'show', 'revoke']) t.equal(await isPart(['sessions', name]), false, name)
})

t.test('help: the same by -h, and by the command help', async (t) => {
  for (const spec of [...COMMANDS, ...GROUPS]) {
    const { stdout } = await runCommand([...wordsOf(spec), '--help'])
    t.strictSame(await runCommand([...wordsOf(spec), '-h']), { code: 0, stdout, stderr: '' }, spec.name)
    t.strictSame(await runCommand(['help', ...wordsOf(spec)]), { code: 0, stdout, stderr: '' }, spec.name)
  }
})

t.test('help: the gateway and each group list their commands with what they are for', async (t) => {
  for (const group of ['', ...GROUPS.map(({ name }) => name)]) {
    const { code, stdout } = await runCommand(['help', ...group.split(' ').filter((word) => word !== '')])
    t.equal(code, 0, group)
    const depth = group === '' ? 0 : group.split(' ').length
    for (const spec of [...COMMANDS, ...GROUPS]) {
      const words = wordsOf(spec)
      if (words.length !== depth + 1 || words.slice(0, depth).join(' ') !== group) continue
      t.match(stdout, new RegExp(`^ {2}${words.at(-1)}\\b.* {2}${spec.summary.slice(0, 20)}`, 'm'), spec.name)
    }
  }
  const { stdout } = await runCommand(['--help'])
  t.match(stdout, /Exit codes: 0 done; 1 could not run .*; 2 wrong usage or configuration/)
  t.strictSame(await runCommand(['help']), { code: 0, stdout, stderr: '' })
  t.strictSame(await runCommand(['--help', 'start']), { code: 0, stdout, stderr: '' })
})

t.test('help: lines keep to the width of the terminal, and to 80 characters without one', async (t) => {
  const widest = (text: string) => {
    // Examples and exit codes are there to be copied and found: they are not broken.
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

t.test('command line: every example of a help text is understood as its command', async (t) => {
  for (const spec of COMMANDS)
    for (const example of spec.examples) {
      // As a shell would read it.
      const [line = ''] = example.split(/ [<>] /)
      const args = line.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'))
      const parsed = parseCommandLine(args)
      t.match(parsed, { kind: 'run', spec: { name: spec.name } }, example)
    }
})

t.test('command line: options that take one of some words refuse others and list them', async (t) => {
  let count = 0
  for (const spec of COMMANDS)
    for (const { name, choices } of spec.options.filter((option) => option.choices !== undefined)) {
      const { code, stderr } = await runCommand([...wordsOf(spec), 'alice', `--${name}`, 'bogus'])
      t.equal(code, 2, spec.name)
      t.match(stderr, `--${name}: takes one of: ${choices?.join(', ')}\n`)
      count += 1
    }
  t.ok(count > 5)
})

t.test('command line: --version, the version alone', async (t) => {
  t.match(await runCommand(['--version']), { code: 0, stdout: /^\d+\.\d+\.\d+\n$/, stderr: '' })
})
