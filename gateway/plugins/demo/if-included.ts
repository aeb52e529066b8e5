import { CommandError, EXIT } from '../../src/commands/command-error.ts'

/** Demo and stand-in are loaded on demand: the image has none, as its provider lets anyone in. */
export async function ifIncluded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (err) {
    if (!(err instanceof Error && 'code' in err && err.code === 'ERR_MODULE_NOT_FOUND')) throw err
    const message = 'this installation does not include the demo and its provider; the npm package does'
    throw new CommandError(EXIT.usage, message)
  }
}
