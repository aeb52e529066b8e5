import type { Command } from 'commander'
import { type ExitCode, wrongUsage } from '../command-error.ts'
import type { Io } from '../io.ts'

/** What a command works with. */
export interface Call {
  io: Io
  args: Arguments
}

/** Does what a command is for and gives its exit code. Throws a `CommandError` to end with a message. */
export type Run = (call: Call) => Promise<ExitCode>

/**
 * Makes the action of a command. `load` imports the command when it is called: a gateway that starts loads nothing of the
 * other commands.
 */
export type MakeAction = (load: () => Promise<Run>) => (this: Command) => Promise<void>

/** A command line that was understood. */
export interface Arguments {
  /** What stands there without dashes, after the name of the command. */
  words: readonly string[]
  /** The value of an option; undefined when it was not given. */
  text(name: string): string | undefined
  /** Every value of an option that may be given several times, in their order. */
  texts(name: string): readonly string[]
  /** True when given, false when denied by `--no-…`, else undefined. */
  flag(name: string): boolean | undefined
}

/** What commander read for a command. All three throw for names that the command does not declare. */
export function readArguments(command: Command): Arguments {
  const readValue = (name: string): unknown => {
    const option = command.options.find(({ long }) => long === `--${name}`)
    if (option === undefined) throw new Error(`the command declares no option --${name}`)
    return command.getOptionValue(option.attributeName())
  }
  return {
    words: command.args,
    text(name) {
      const value = readValue(name)
      return typeof value === 'string' ? value : undefined
    },
    texts(name) {
      const value = readValue(name)
      return Array.isArray(value) ? value.map(String) : []
    },
    flag(name) {
      const value = readValue(name)
      return typeof value === 'boolean' ? value : undefined
    }
  }
}

/** The value of an option that is a whole number of at least 1; undefined when it was not given. */
export function readCount(args: Arguments, name: string): number | undefined {
  const text = args.text(name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && Number.isSafeInteger(value)) return value
  throw wrongUsage(`--${name} takes a whole number of at least 1`)
}

/** The value of the option `--port`; undefined when it was not given. 0 stands for any free port. */
export function readPort(args: Arguments): number | undefined {
  const text = args.text('port')
  if (text === undefined) return undefined
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw wrongUsage('--port takes a number up to 65535')
}

/** The value of an option made by `choiceOption` of these choices; undefined when it was not given. */
export function readChoice<T extends string>(
  args: Arguments,
  name: string,
  choices: readonly T[]
): T | undefined {
  const text = args.text(name)
  return choices.find((choice) => choice === text)
}

/** The pool of accounts that `--tenant` or `--no-tenant` names, else the configured one; null: the project's own. */
export function readTenant(args: Arguments, configured: string | null): string | null {
  // --no-tenant was given.
  if (args.flag('tenant') === false) return null
  return args.text('tenant') ?? configured
}
