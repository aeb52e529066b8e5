import { Command, CommanderError, Option } from 'commander'
import { readPackageJson } from '../../config/package-files.ts'
import type { Problem } from '../../problem.ts'
import { type Arguments, readArguments } from './arguments.ts'
import type { CommandSpec, OptionSpec } from './command.ts'
import { chooseHelpWidth, describe, describeExamplesAndCodes, HELP, nameOf } from './help.ts'
import { COMMANDS, GROUPS } from './table.ts'
import { refuseUsage, UsageError } from './usage-error.ts'

const SUMMARY = 'an auth gateway in front of your web application'
const DETAILS =
  'Configuration comes from a file (YAML or JSON), then from GATEHOUSE_… variables; see config/README.md.'
const EXIT_CODES_TEXT = `
Exit codes: 0 done; 1 could not run (a port in use, say); 2 wrong usage or configuration.
Some commands have more: see their help.`

/** What a command line asks for. */
export type ParsedCommandLine =
  | { kind: 'run'; spec: CommandSpec; args: Arguments }
  /** A help text or the version, for standard output. */
  | { kind: 'print'; text: string }
  /** `command`: the one whose help explains what to write, such as `gatehouse users get`. */
  | { kind: 'invalid'; command: string; problems: Problem[] }

/**
 * Finds out what a command line asks for, by the table of commands. Runs nothing and writes nowhere.
 * `columns`: width of the terminal; undefined: there is none.
 */
export function parseCommandLine(argv: readonly string[], columns?: number): ParsedCommandLine {
  let text = ''
  let command: ParsedCommandLine | null = null
  const program = buildProgram({
    argv,
    columns,
    print(part) {
      text += part
    },
    onCommand(spec, args) {
      command = { kind: 'run', spec, args }
    }
  })
  try {
    program.parse(argv, { from: 'user' })
  } catch (err) {
    if (err instanceof UsageError) return { kind: 'invalid', command: err.command, problems: [err.problem] }
    // Commander throws after a help text or the version too.
    if (!(err instanceof CommanderError)) throw err
  }
  return command ?? { kind: 'print', text }
}

interface CommandOptions {
  argv: readonly string[]
  /** Told which command is meant. */
  onCommand: (spec: CommandSpec, args: Arguments) => void
}

interface ProgramOptions extends CommandOptions {
  columns: number | undefined
  /** Takes help texts and the version. */
  print: (text: string) => void
}

function buildProgram({ argv, columns, print, onCommand }: ProgramOptions): Command {
  const program = new Command('gatehouse')
    .usage('<command>')
    .description(describe({ summary: SUMMARY, details: DETAILS }))
    .version(readVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .configureHelp(HELP)
    .configureOutput({
      writeOut: print,
      writeErr: () => {},
      getOutHelpWidth: () => chooseHelpWidth(columns),
      getErrHelpWidth: () => chooseHelpWidth(columns),
      getOutHasColors: () => false,
      getErrHasColors: () => false
    })
    // Otherwise `--version` would be taken from among the options of any command.
    .enablePositionalOptions()
    .addHelpText('after', EXIT_CODES_TEXT)
  refuseErrors(program)
  for (const spec of COMMANDS) addCommand(program, spec, { argv, onCommand })
  addHelpCommand(program)
  return program
}

function addCommand(program: Command, spec: CommandSpec, { argv, onCommand }: CommandOptions): void {
  const words = spec.name.split(' ')
  const parent = words.slice(0, -1).reduce(openGroup, program)
  const command = parent.command(`${words.at(-1)} ${spec.words}`.trimEnd())
  command
    .usage(`${spec.words} [options]`.trimStart())
    .summary(spec.summary)
    .description(describe(spec))
    .addHelpText('after', describeExamplesAndCodes(spec))
    .action(() => onCommand(spec, readArguments(command)))
  refuseErrors(command)
  const given = new Set<string>()
  for (const option of spec.options) declareOption(command, option, { argv, given })
}

/** The group of this name in `parent`; made when it is not there yet. */
function openGroup(parent: Command, name: string): Command {
  const known = parent.commands.find((command) => command.name() === name)
  if (known !== undefined) return known
  const group = parent.command(name)
  const spec = GROUPS.find((candidate) => `gatehouse ${candidate.name}` === nameOf(group))
  if (spec === undefined) throw new Error(`the table of commands has no group ${name}`)
  group.usage('<command>').summary(spec.summary).description(describe(spec)).helpCommand(false)
  refuseErrors(group)
  return group
}

/** `gatehouse help users get`. */
function addHelpCommand(program: Command): void {
  program.helpCommand(false)
  const command = program.command('help [command...]')
  command
    .usage('[command...]')
    .summary('show the help of a command')
    .description(describe({ summary: 'show the help of a command' }))
    .action((words: string[]) => words.reduce(findSubcommand, program).outputHelp())
  refuseErrors(command)
}

function findSubcommand(parent: Command, name: string): Command {
  const command = parent.commands.find((candidate) => candidate.name() === name)
  if (command !== undefined) return command
  if (parent.commands.length === 0)
    throw new UsageError(parent, { path: '', message: `${nameOf(parent)} has no subcommands`, hint: '' })
  // Refused as an unknown command, with commander's suggestion.
  parent.parse(['--', name], { from: 'user' })
  throw new Error('commander took an unknown command')
}

function refuseErrors(command: Command): void {
  command.exitOverride((err) => {
    // A help text or the version was printed.
    if (err.exitCode === 0) throw err
    refuseUsage(command, err)
  })
}

function readVersion(): string {
  return String(Reflect.get(Object(readPackageJson('package.json')), 'version'))
}

/** The command line that is being parsed. */
interface Given {
  argv: readonly string[]
  /** Long flags of the options that were met so far. */
  given: Set<string>
}

/** Adds an option of the table to a command, with what commander does not check. */
function declareOption(command: Command, spec: OptionSpec, line: Given): void {
  const { name, short, about, aboutNegated, refusal } = spec
  const flags = [short === undefined ? '' : `-${short},`, `--${name}`, describeValue(spec)]
  const options = [new Option(flags.join(' ').trim(), about).hideHelp(refusal !== undefined)]
  if (spec.isRepeatable === true)
    for (const option of options) option.argParser((text, before: unknown) => [before ?? [], text].flat())
  if (aboutNegated !== undefined) options.push(new Option(`--no-${name}`, aboutNegated))
  for (const option of options) {
    command.addOption(option)
    command.on(`option:${option.name()}`, (text: unknown) => {
      const problem = checkOption(spec, option, { ...line, value: option.required ? String(text) : null })
      if (problem !== null) throw new UsageError(command, problem)
      line.given.add(`--${option.name()}`)
    })
  }
}

/** A value that is refused anyway may be left out, and is read so that nothing else takes it. */
function describeValue({ value, choices, isValueOptional, refusal }: OptionSpec): string {
  if (refusal !== undefined) return '[value]'
  const shown = choices?.join('|') ?? value
  if (shown === undefined) return ''
  return isValueOptional === true ? `[${shown}]` : `<${shown}>`
}

/** `value`: null for a flag. */
function checkOption(
  { choices, refusal, isRepeatable = false }: OptionSpec,
  option: Option,
  { argv, given, value }: Given & { value: string | null }
): Problem | null {
  const path = `--${option.name()}`
  const problem = (message: string): Problem => ({ path, message, hint: '' })
  if (refusal !== undefined) return problem(refusal)
  const opposite = path.startsWith('--no-') ? path.replace('--no-', '--') : path.replace('--', '--no-')
  if (given.has(opposite)) return problem(`contradicts ${opposite}; keep one`)
  if (value === null) return null
  if (given.has(path) && !isRepeatable) return problem('is given twice; keep one')
  const usage = `needs a value: ${option.flags.replace(/^-., /, '')}`
  if (value === '') return problem(usage)
  // Commander takes the next option for the value.
  const isInline = argv.some((arg) => arg === `${path}=${value}` || arg === `${option.short ?? path}${value}`)
  if (value.startsWith('-') && value !== '-' && !isInline)
    return problem(`${usage} (${path}=… for one that begins with a dash)`)
  const isAllowed = choices === undefined || choices.includes(value)
  return isAllowed ? null : problem(`takes one of: ${choices.join(', ')}`)
}
