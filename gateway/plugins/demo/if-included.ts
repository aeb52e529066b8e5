import { CommandError, EXIT } from '../../src/commands/command-error.ts'
import { importIfInstalled } from '../../src/config/package-files.ts'

/** Demo and stand-in are loaded on demand: the image has none, as its provider lets anyone in. */
export async function ifIncluded<T>(load: () => Promise<T>): Promise<T> {
  const included = await importIfInstalled(load)
  if (included !== null) return included
  const message = 'this installation does not include the demo and its provider; the npm package does'
  throw new CommandError(EXIT.usage, message)
}
