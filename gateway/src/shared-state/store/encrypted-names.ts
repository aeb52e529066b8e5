import { createHmac } from 'node:crypto'
import { type Box, createBox, deriveKey } from '../../encryption/box.ts'
import type { StoreClient } from './clients.ts'

/** What stands in the store for a name, and what is sealed under it. */
export interface StoreKey {
  /** 43 characters that tell nothing of the name to whoever lacks the key. */
  nameOf(name: string): string
  box: Box
}

/**
 * The keys of the store, one for each signature key: the first names and seals, all open. So whoever reads the store learns no
 * token, account or address, and nothing can be put under a name, or under another one, by who lacks the keys.
 */
export function createStoreKeys(signatureKeys: readonly string[]): StoreKey[] {
  return signatureKeys.map((secret) => {
    const naming = deriveKey(secret, 'gatehouse/store/1 names')
    return {
      nameOf: (name) => createHmac('sha256', naming).update(name).digest('base64url'),
      box: createBox(deriveKey(secret, 'gatehouse/store/1 values'))
    }
  })
}

/** More is none of ours. */
const MAX_SEALED_CHARS = 128 * 1024

/** What was sealed for a name, by whichever key; null: nothing that can be opened. */
export function openEncrypted(keys: readonly StoreKey[], encrypted: unknown, name: string): string | null {
  if (typeof encrypted !== 'string' || encrypted.length > MAX_SEALED_CHARS) return null
  for (const { box } of keys) {
    const opened = box.open(encrypted, name)
    if (opened !== null) return opened
  }
  return null
}

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
