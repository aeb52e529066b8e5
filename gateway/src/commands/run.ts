import { CommanderError } from 'commander'
import { CommandError, EXIT, type ExitCode } from './command-error.ts'
import { readArguments } from './command-line/command.ts'
import { nameOf } from './command-line/help.ts'
import { buildProgram } from './command-line/program.ts'
import { type Io, tell, write } from './io.ts'

/** Runs `gatehouse <argv>` and gives the exit code. What goes wrong is said on `io.stderr`. */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<ExitCode> {
  // A reader who has gone shows in the callback of the write; the event that follows would end the process.
  for (const stream of [io.stdout, io.stderr]) stream.on('error', () => {})
  let text = ''
  let name = 'gatehouse'
  let exitCode: ExitCode = EXIT.done
  const program = buildProgram({
    argv,
    columns: io.columns,
    print(part) {
      text += part
    },
    onCommand(command) {
      name = nameOf(command)
    },
    async run(load, command) {
      const run = await load()
      exitCode = await run({ io, args: readArguments(command) })
    }
  })
  try {
    await program.parseAsync(argv, { from: 'user' }).catch((err: unknown) => {
      // Thrown after a help text or the version.
      if (!(err instanceof CommanderError)) throw err
    })
    if (text !== '') await write(io.stdout, text)
    return exitCode
  } catch (err) {
    if (!(err instanceof CommandError)) throw err
    if (err.message !== '') await tell(io.stderr, `gatehouse: ${err.message}\n`)
    if (err.seeHelp) await tell(io.stderr, `See: ${name} --help\n`)
    return err.exitCode
  }
}
