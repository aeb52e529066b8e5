import type { StoreClient } from './clients.ts'

/** Steps that the store takes as one, in its own language. Always a constant: what varies is given as keys and arguments. */
export interface Script {
  readonly text: string
}

/** Has the store run a script. `keys`: the names that it uses, all in one slot of a cluster. */
export function runScript(
  client: StoreClient,
  { text }: Script,
  keys: readonly string[],
  args: readonly (string | number)[]
): Promise<unknown> {
  return client.call('EVAL', text, keys.length, ...keys, ...args)
}
