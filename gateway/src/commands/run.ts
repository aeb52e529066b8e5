import { describeProblem } from '../problem.ts'
import { CommandError, EXIT, type ExitCode } from './command-error.ts'
import { type ParsedCommandLine, parseCommandLine } from './command-line/program.ts'
import { type Io, tell, write } from './io.ts'

/** Runs `gatehouse <argv>` and gives the exit code. What goes wrong is said on `io.stderr`. */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<ExitCode> {
  // A reader who has gone shows in the callback of the write; the event that follows would end the process.
  for (const stream of [io.stdout, io.stderr]) stream.on('error', () => {})
  const parsed = parseCommandLine(argv, io.columns)
  try {
    return await execute(parsed, io)
  } catch (err) {
    if (!(err instanceof CommandError)) throw err
    if (err.message !== '') await tell(io.stderr, `gatehouse: ${err.message}\n`)
    if (err.seeHelp && parsed.kind === 'run')
      await tell(io.stderr, `See: gatehouse ${parsed.spec.name} --help\n`)
    return err.exitCode
  }
}

async function execute(parsed: ParsedCommandLine, io: Io): Promise<ExitCode> {
  switch (parsed.kind) {
    case 'run': {
      const run = await parsed.spec.load()
      return await run({ io, args: parsed.args })
    }
    case 'print':
      await write(io.stdout, parsed.text)
      return EXIT.done
    case 'invalid': {
      const problems = parsed.problems.map(describeProblem)
      throw new CommandError(EXIT.usage, `${problems.join('\n')}\nSee: ${parsed.command} --help`)
    }
  }
}
