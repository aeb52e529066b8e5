import { CommandError, EXIT } from '../../src/commands/command-error.ts'

/** Demo and stand-in are loaded on demand: a production gateway must contain nothing of them. */
export async function ifIncluded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (err) {
    // The container image has no demo, because its provider lets anyone in.
    if (!(err instanceof Error && 'code' in err && err.code === 'ERR_MODULE_NOT_FOUND')) throw err
    throw new CommandError(
      EXIT.usage,
      'this installation does not include the demo and its provider; the npm package does'
    )
  }
}
