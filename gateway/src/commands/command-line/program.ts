/** The command line: parses arguments with commander, prints help and usage errors, and runs commands, which are imported on demand. */

import { type Command, CommanderError, type HelpConfiguration, type Option } from 'commander'
import { readBuild } from '../../operations/runtime.ts'
import { CommandError, EXIT, type ExitCode, wrongUsage } from '../command-error.ts'
import { type Io, stripControls, write, writeQuietly } from '../io.ts'
import { CODES, CONFIG, chooseHelpWidth, GatehouseCommand, type Plugin, type RunParsed } from './command.ts'

const DETAILS =
  'Configuration comes from a file (YAML or JSON), then from GATEHOUSE_… variables; see config/README.md.'
const EXIT_CODES_TEXT = `
Exit codes: 0 done; 1 could not run (for example, a port is in use); 2 wrong usage or configuration.
Some commands have others: see their help.`

interface ProgramOptions {
  argv: readonly string[]
  plugins: readonly Plugin[]
  /** Width of the terminal; undefined: none. */
  columns: number | undefined
  /** Receives help texts and the version. */
  print(text: string): void
  /** Receives the matched command before its options are parsed, and the one at fault. */
  onCommand(command: Command): void
  run: RunParsed
}

/** `parseAsync(argv, { from: 'user' })` throws a `CommandError`, or a `CommanderError` after printing help or version. */
export function buildProgram(options: ProgramOptions): Command {
  const { columns, print, run } = options
  const program = new GatehouseCommand('gatehouse', run)
    .summary('an auth gateway in front of your web application')
    .description(DETAILS)
    .version(readBuild().version, '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .configureHelp(HELP)
    .configureOutput({ writeOut: print, writeErr: () => {}, getOutHelpWidth: () => chooseHelpWidth(columns) })
    // Otherwise `--version` would be taken from among the options of any command.
    .enablePositionalOptions()
    .addHelpText('after', EXIT_CODES_TEXT)
  addGatewayCommands(program)
  for (const plugin of options.plugins) plugin.addCommands?.(program)
  program
    .command('help [command...]')
    .usage('[command...]')
    .summary('show the help of a command')
    .action((words: string[]) => words.reduce<Command>(openSubcommand, program).outputHelp())
  finish(program, options)
  return program

  function openSubcommand(parent: Command, name: string): Command {
    const command = parent.commands.find((candidate) => candidate.name() === name)
    if (command !== undefined) return command
    options.onCommand(parent)
    throw wrongUsage(`unknown command '${stripControls(name)}'`)
  }
}

/** Adds the commands that run or set up a gateway. */
function addGatewayCommands(program: GatehouseCommand): void {
  program
    .command('start')
    .summary('run the gateway')
    .description(`Log lines are JSON on standard output. SIGTERM or SIGINT ends it once open requests have finished; a
second signal ends it at once.`)
    .addOption(CONFIG)
    .notes({ ...CODES, 0: 'ended by a signal' }, 'start --config gatehouse.yaml')
    .lazyAction(async () => (await import('../start.ts')).start)
  program
    .command('check-config')
    .summary('check a configuration and list every problem')
    .description('Prints a warning for each setting that weakens a protection or has no effect.')
    .addOption(CONFIG)
    .notes({ 0: 'the configuration is valid', 2: CODES[2] }, 'check-config --config gatehouse.yaml')
    .lazyAction(async () => (await import('../setup.ts')).checkConfig)
  program
    .command('keys')
    .summary('cookie signature keys')
    .command('generate')
    .summary('generate a cookie signature key')
    .option('--to <FILE>', 'write it to a new file readable only by its owner (default: standard output)')
    .notes(
      { 0: CODES[0], 1: 'the file exists, or cannot be written', 2: 'wrong usage' },
      'keys generate --to signature-keys',
      'keys generate'
    )
    .lazyAction(async () => (await import('../setup.ts')).keysGenerate)
}

/** Applies settings that commander does not pass on to subcommands, and checks it does not make. */
function finish(command: Command, options: ProgramOptions): void {
  const words = command.usage().replace(/^\[options\] ?(.*)$/, '$1 [options]')
  command
    .usage(command.commands.length > 0 ? '<command>' : words.trimStart())
    .helpCommand(false)
    .hook('preSubcommand', (_group, subcommand) => options.onCommand(subcommand))
    .exitOverride((err) => {
      // Help or version was printed.
      if (err.exitCode === 0) throw err
      options.onCommand(command)
      throw wrongUsage(describeMistake(err))
    })
  checkOptions(command, options.argv)
  for (const subcommand of command.commands) finish(subcommand, options)
}

/** Rejects options that conflict, are repeated, or take the next option as their value. */
function checkOptions(command: Command, argv: readonly string[]): void {
  const given = new Set<string>()
  for (const option of command.options) {
    const { long: flag = '' } = option
    const opposite = option.negate ? flag.replace('--no-', '--') : flag.replace('--', '--no-')
    command.on(`option:${option.name()}`, (value: string | null) => {
      if (given.has(opposite)) throw wrongUsage(`${flag}: conflicts with ${opposite}`)
      if (option.required) {
        const isRepeatable = Array.isArray(command.getOptionValue(option.attributeName()))
        if (given.has(flag) && !isRepeatable) throw wrongUsage(`${flag}: given twice`)
        checkValue(option, String(value), argv)
      }
      given.add(flag)
    })
  }
}

function checkValue(option: Option, value: string, argv: readonly string[]): void {
  const { flags, long = '', short = long } = option
  const usage = `${long}: needs a value: ${flags.replace(/^-., /, '')}`
  if (value === '') throw wrongUsage(usage)
  // Commander takes the next option as the value.
  const isInline = argv.includes(`${long}=${value}`) || argv.includes(`${short}${value}`)
  if (value.startsWith('-') && value !== '-' && !isInline)
    throw wrongUsage(`${usage} (${long}=… for one that begins with a dash)`)
}

/** Commander's reason, without a value given to an unknown option: it may be a secret. */
function describeMistake({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'a command is missing'
  const reason = message.replace('error: ', '').replace(/'[\s\S]*'/, stripControls)
  return code === 'commander.unknownOption' ? reason.replace(/('--[^=]*=|'-[^-]).+'/, "$1…'") : reason
}

const HELP: HelpConfiguration = {
  // Options are in the help of the command itself.
  subcommandTerm: (command) => `${command.name()} ${command.usage().replace(/ ?\[options\]$/, '')}`.trimEnd(),
  commandDescription(command) {
    const summary = command.summary()
    const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
    // Single line breaks only wrap the source.
    const details = command.description().replace(/(?<!\n)\n(?!\n)/g, ' ')
    return details === '' ? sentence : `${sentence}\n\n${details}`
  }
}

/** The full name of a command, such as `gatehouse users get`. */
export function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
}

/** Runs `gatehouse <argv>` with the commands of the core and of `plugins`, and returns the exit code. Errors go to `io.stderr`. */
export async function runCommandLine(argv: readonly string[], io: Io, plugins: readonly Plugin[]) {
  // Write callbacks report a closed pipe; the event that follows would end the process.
  for (const stream of [io.stdout, io.stderr]) stream.on('error', () => {})
  let text = ''
  let name = 'gatehouse'
  let exitCode: ExitCode = EXIT.done
  const program = buildProgram({
    argv,
    plugins,
    columns: io.columns,
    print(part) {
      text += part
    },
    onCommand(command) {
      name = nameOf(command)
    },
    async run(load, args) {
      exitCode = await (await load())({ io, args, plugins })
    }
  })
  try {
    await program.parseAsync(argv, { from: 'user' }).catch((err: unknown) => {
      // Thrown after printing help or version.
      if (!(err instanceof CommanderError)) throw err
    })
    if (text !== '') await write(io.stdout, text)
    return exitCode
  } catch (err) {
    if (!(err instanceof CommandError)) throw err
    if (err.message !== '') await writeQuietly(io.stderr, `gatehouse: ${err.message}\n`)
    if (err.seeHelp) await writeQuietly(io.stderr, `See: ${name} --help\n`)
    return err.exitCode
  }
}
