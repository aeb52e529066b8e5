import type { ExitCode } from '../command-error.ts'
import type { Io } from '../io.ts'
import type { Connection } from '../users/account/connection.ts'
import type { Arguments, CommandLine } from './arguments.ts'

/** One thing to do at the command line. */
export interface Command extends CommandLine {
  /** One line. */
  summary: string
  /** What else the help says. */
  details?: string
  /** Looks at `io.signal` itself and ends in a state that can be taken up again. */
  endsItself?: boolean
  run(call: Call): Promise<ExitCode>
}

/** What a command works with. */
export interface Call {
  io: Io
  args: Arguments
  /** Reads the configuration and gives the provider; makes no call. Throws a `CommandError`. */
  connect(): Promise<Connection>
}
