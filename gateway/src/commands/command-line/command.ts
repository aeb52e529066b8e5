import { Command, type HelpConfiguration, type Option } from 'commander'
import { type ExitCode, wrongUsage } from '../command-error.ts'
import type { Io } from '../io.ts'

export interface Call {
  io: Io
  args: Arguments
}

/** Runs a command and returns its exit code. Throws a `CommandError` to end with a message. */
export type Run = (call: Call) => Promise<ExitCode>

/** Imports a command when called, so a starting gateway loads no other commands. */
export type LoadRun = () => Promise<Run>

/** Runs a parsed command. `load`: imports it. */
export type RunParsed = (load: LoadRun, command: GatehouseCommand) => Promise<void>

/** A command of Gatehouse. Its subcommands are of this class too. */
export class GatehouseCommand extends Command {
  readonly #run: RunParsed

  constructor(name: string, run: RunParsed) {
    super(name)
    this.#run = run
  }

  override createCommand(name: string): GatehouseCommand {
    return new GatehouseCommand(name, this.#run)
  }

  addOptions(...options: readonly Option[]): this {
    for (const option of options) this.addOption(option)
    return this
  }

  /** Adds to the help all codes the command can return, and command lines to copy, without `gatehouse`. */
  notes(exitCodes: Readonly<Partial<Record<ExitCode, string>>>, ...examples: readonly string[]): this {
    const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padEnd(4)} ${meaning}`)
    const lines = examples.map((example) => `  gatehouse ${example}`)
    return this.addHelpText('after', ['', 'Examples:', ...lines, '', 'Exit codes:', ...codes].join('\n'))
  }

  lazyAction(load: LoadRun): this {
    return this.action(() => this.#run(load, this))
  }

  /** Positional arguments after the command's name. */
  get words(): readonly string[] {
    return this.args
  }

  /** The value of an option; undefined if not given. */
  text(name: string): string | undefined {
    const value = this.#valueOf(name)
    return typeof value === 'string' ? value : undefined
  }

  /** All values of a repeatable option, in order. */
  texts(name: string): readonly string[] {
    const value = this.#valueOf(name)
    return Array.isArray(value) ? value.map(String) : []
  }

  /** True if given, false if given as `--no-…`, otherwise undefined. */
  flag(name: string): boolean | undefined {
    const value = this.#valueOf(name)
    return typeof value === 'boolean' ? value : undefined
  }

  #valueOf(name: string): unknown {
    const option = this.options.find(({ long }) => long === `--${name}`)
    if (option === undefined) throw new Error(`the command declares no option --${name}`)
    return this.getOptionValue(option.attributeName())
  }
}

/** The arguments of a command. All three functions throw for names the command does not declare. */
export type Arguments = Pick<GatehouseCommand, 'words' | 'text' | 'texts' | 'flag'>

/** An option that is a whole number of at least 1; undefined if not given. */
export function readCount(args: Arguments, name: string): number | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && Number.isSafeInteger(value)) return value
  throw wrongUsage(`--${name} takes a whole number of at least 1`)
}

/** The option `--port`; undefined if not given. 0: any free port. */
export function readPort(args: Arguments): number | undefined {
  const text = args.text('port')
  if (text === undefined) return undefined
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw wrongUsage('--port takes a number up to 65535')
}

/** The value of a `choiceOption`; undefined if not given. */
export function readChoice<T extends string>(args: Arguments, name: string, choices: readonly T[]) {
  const text = args.text(name)
  return choices.find((choice) => choice === text)
}

/** Wider lines are hard to read. */
const WIDEST = 100
const WIDTH_WITHOUT_TERMINAL = 80

/** Width of help texts. `columns`: of the terminal; undefined: none. */
export function chooseHelpWidth(columns: number | undefined): number {
  return Math.min(columns ?? WIDTH_WITHOUT_TERMINAL, WIDEST)
}

export const HELP: HelpConfiguration = {
  // Options are in the help of the command itself.
  subcommandTerm: (command) => `${command.name()} ${describeWords(command)}`.trimEnd(),
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

/** Usage of a command, without its options. */
export function describeUsage(command: Command): string {
  return `${nameOf(command)} ${describeWords(command)}`.trimEnd()
}

function describeWords(command: Command): string {
  return command.usage().replace(/ ?\[options\]$/, '')
}
