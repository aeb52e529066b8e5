import { type ConfigSources, type LoadedConfig, loadConfig } from '../config/load.ts'
import { describeProblems } from '../config/problems.ts'
import { CommandError, EXIT } from './command-error.ts'

/** The configuration of these sources. Throws a `CommandError` that lists every problem. */
export function loadConfigOrExplain(sources: ConfigSources): LoadedConfig {
  const loaded = loadConfig(sources)
  if ('problems' in loaded) throw new CommandError(EXIT.usage, describeProblems(loaded.problems))
  return loaded
}
