import { loadConfig } from '../config/load.ts'
import { openSharedState } from '../serving/shared-state.ts'
import { CommandError, EXIT, type ExitCode } from './command-error.ts'
import type { Call } from './command-line/command.ts'
import { write } from './io.ts'
import { describeProblems, requireLoaded } from './load-config.ts'

/** `gatehouse check-config`. */
export async function checkConfig({ io, args }: Call): Promise<ExitCode> {
  const { config, warnings, notices } = requireLoaded(
    loadConfig({
      file: args.text('config') ?? null,
      env: io.env,
      nodeFlags: process.execArgv
    })
  )
  const shared = await openSharedState(config)
  if (shared.kind === 'invalid') throw new CommandError(EXIT.usage, describeProblems(shared.problems))
  const lines = [...warnings, ...notices].map((text) => `warning: ${text}\n`)
  await write(io.stdout, `${lines.join('')}The configuration is good.\n`)
  return EXIT.done
}
