import { type ExitCode, interrupted, orInterrupted } from '../command-error.ts'
import type { Call, Run } from '../command-line/command.ts'
import { type Connection, connect } from './account/connection.ts'

/** What a command on accounts works with. */
export interface AccountCall extends Call {
  /** Reads the configuration and gives the provider; makes no call to it. Throws a `CommandError`. */
  connect(): Promise<Connection>
}

export interface AccountCommandOptions {
  /** The command looks at `io.signal` itself and ends in a state that can be resumed. Default false. */
  endsItself?: boolean
}

/** A command that has the provider at hand: closes what it opened, and ends at Ctrl-C. */
export function withAccounts(
  run: (call: AccountCall) => Promise<ExitCode>,
  { endsItself = false }: AccountCommandOptions = {}
): Run {
  return async ({ io, args }) => {
    const opened: Connection[] = []
    const running = run({
      io,
      args,
      async connect() {
        if (io.signal.aborted) throw interrupted()
        const connection = await connect(io, args)
        opened.push(connection)
        return connection
      }
    })
    try {
      return await (endsItself ? running : orInterrupted(io.signal, running))
    } finally {
      await Promise.all(opened.map(({ platform }) => platform.close()))
    }
  }
}
