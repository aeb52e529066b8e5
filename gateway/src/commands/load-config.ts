import { describeProblems, type InvalidConfig } from '../config/load.ts'
import { CommandError, EXIT } from './command-error.ts'

/** What `load` gives back, such as a whole configuration. Throws a `CommandError` that lists every problem. */
export function requireLoaded<Loaded extends { kind: 'loaded' }>(loaded: Loaded | InvalidConfig): Loaded {
  if (loaded.kind === 'invalid') throw new CommandError(EXIT.usage, describeProblems(loaded.problems))
  return loaded
}
