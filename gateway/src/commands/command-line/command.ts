import type { ExitCode } from '../command-error.ts'
import type { Io } from '../io.ts'
import type { Arguments } from './arguments.ts'

/** One option of a command. */
export interface OptionSpec {
  /** Without the dashes. */
  name: string
  short?: string
  /** What stands for its value in the help, such as `FILE`; left out: a flag. */
  value?: string
  /** May its value be left out? The option is then a flag. */
  isValueOptional?: boolean
  /** The only values that are accepted; they stand for the value in the help too. */
  choices?: readonly string[]
  about: string
  /** What `--no-NAME` says of a flag; left out: there is no such option. */
  aboutNegated?: string
  /** May it be given several times? */
  isRepeatable?: boolean
  /** Why the option is not accepted although people try it. It is in no help text. */
  refusal?: string
}

/** One row of the table of commands. */
export interface CommandSpec {
  /** As it is typed, such as `users claims set`. */
  name: string
  /** The arguments as commander writes them: `<user>` is required, `[key]` is not, `[user...]` stands for several. */
  words: string
  /** One line, without a full stop. */
  summary: string
  /** Further paragraphs of the help. */
  details?: string
  options: readonly OptionSpec[]
  /** Command lines that can be copied, without `gatehouse`. */
  examples: readonly string[]
  /** Every code that the command can end with, and what it means there. */
  exitCodes: Readonly<Partial<Record<ExitCode, string>>>
  /** Loads the command. A gateway that starts loads nothing of the other commands. */
  load(): Promise<Run>
}

/** A word that several commands begin with, such as `users`. */
export type GroupSpec = Pick<CommandSpec, 'name' | 'summary' | 'details'>

/** What a command works with. */
export interface Call {
  io: Io
  args: Arguments
}

/** Does what a command is for and gives its exit code. Throws a `CommandError` to end with a message. */
export type Run = (call: Call) => Promise<ExitCode>
