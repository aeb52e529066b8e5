import { loadConfig } from '../config/load.ts'
import { openSharedState } from '../serving/shared-state.ts'
import { EXIT, type ExitCode } from './command-error.ts'
import type { Call } from './command-line/command.ts'
import { write } from './io.ts'
import { requireLoaded } from './load-config.ts'

/** `gatehouse check-config`. */
export async function checkConfig({ io, args }: Call): Promise<ExitCode> {
  const { config, warnings, notices } = requireLoaded(
    loadConfig({
      file: args.text('config') ?? null,
      env: io.env,
      nodeFlags: process.execArgv
    })
  )
  requireLoaded(await openSharedState(config))
  const notes = args.flag('verbose') === true ? notices : []
  const lines = [...warnings.map((text) => `warning: ${text}\n`), ...notes.map((text) => `note: ${text}\n`)]
  await write(io.stdout, `${lines.join('')}The configuration is good.\n`)
  return EXIT.done
}
