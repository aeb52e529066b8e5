import type { Command } from 'commander'
import type { ExitCode } from '../command-error.ts'
import type { Io } from '../io.ts'
import type { Arguments } from './arguments.ts'

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
