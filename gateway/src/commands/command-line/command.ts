import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { parseJsonObject } from '../../config/json-members.ts'
import type { ConfigSources } from '../../config/load.ts'
import { findInexactNumber } from '../../identity-platform/accounts/user-record.ts'
import type { Problem } from '../../problem.ts'
import type { GatewayOptions, RunningGateway } from '../../serving/gateway.ts'
import type { AppPlugin } from '../../serving/serving.ts'
import { type ExitCode, wrongUsage } from '../command-error.ts'
import type { Io } from '../io.ts'

export interface Call {
  io: Io
  args: Arguments
  /** Of this program. */
  plugins: readonly Plugin[]
}

/** Runs a command and returns its exit code. Throws a `CommandError` to end with a message. */
export type Run = (call: Call) => Promise<ExitCode>

/** Runs a parsed command. `load`: imports it when called, so a starting gateway loads no other commands. */
export type RunParsed = (load: () => Promise<Run>, command: GatehouseCommand) => Promise<void>

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

  lazyAction(load: () => Promise<Run>): this {
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

/** An optional part of the gateway. Its module is loaded at every start, so it imports on demand what it needs for more than to say what it adds. */
export interface Plugin extends AppPlugin {
  /** Adds commands to the command line. */
  addCommands?(program: GatehouseCommand): void
  /** Serves in place of one process. Undefined: the configuration does not ask for it. Rejects like `startGateway`. */
  serve?(options: GatewayOptions): Promise<SupervisedGateway> | undefined
}

export interface SupervisedGateway extends RunningGateway {
  /** Resolves with the reason when it cannot go on; the process has to exit then. */
  readonly givenUp: Promise<string>
}

/** The file of `--config`, and the environment. */
export function readSources({ io, args, plugins }: Call): ConfigSources {
  const file = args.text('config')
  return { file: file === undefined ? null : resolve(io.cwd, file), env: io.env, plugins }
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

/** Width of help texts: wider lines are hard to read. `columns`: of the terminal; undefined: none. */
export const chooseHelpWidth = (columns = 80): number => Math.min(columns, 100)

/** An option with fixed values. Commander's `choices` would print a wrong value, which may be a secret. */
export function choiceOption(flag: string, choices: readonly string[], about: string): Option {
  return new Option(`${flag} <${choices.join('|')}>`, about).argParser((text) => {
    if (choices.includes(text)) return text
    throw wrongUsage(`${flag}: must be one of: ${choices.join(', ')}`)
  })
}

/** Checks that JSON parsing preserves all numbers. `path` of the problem is empty. */
export function checkNumbers(json: string): Problem | null {
  const literal = findInexactNumber(json)
  if (literal === null) return null
  const shown = literal.length > 40 ? `${literal.slice(0, 40)}…` : literal
  const message = `${shown} is a number that would lose precision: quote it as text, "${shown}"`
  return { path: '', message, hint: '' }
}

/** An option that is a JSON object; undefined if not given. */
export function readObject(args: Arguments, name: string): Record<string, unknown> | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = parseJsonObject(text)
  if (value === null) throw wrongUsage(`--${name} needs a JSON object, such as '{"role":"admin"}'`)
  const problem = checkNumbers(text)
  if (problem !== null) throw wrongUsage(`--${name}: ${problem.message}`)
  return value
}

export const CONFIG = new Option(
  '-c, --config <FILE>',
  'configuration (YAML or JSON); GATEHOUSE_… variables override it'
)

export const JSON_LINES = new Option('--json', 'print JSON, one object per line')

/** Exit codes of commands that start something, for help texts. */
export const CODES = {
  0: 'done',
  1: 'could not run (for example, a port is in use)',
  2: 'wrong usage or wrong configuration'
} as const
