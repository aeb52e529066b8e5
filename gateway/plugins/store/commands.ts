import { createHmac } from 'node:crypto'
import { createEncryption, deriveKey, type Encryption } from '../../src/encryption.ts'
import type { StoreClient } from '../../src/shared-state/store-client.ts'

/** For replies that no store sends. */
export const PROTOCOL_ERROR = 'PROTOCOL'
const MARK = '1'
const MARK_TTL_MS = 1000

/** Writes a name and reads it back. Rejects with the store's error, or `PROTOCOL`: no single reply fits both commands. */
export async function verifyStore(client: StoreClient, name: string): Promise<true> {
  const [written, found] = await Promise.all([client.set(name, MARK, 'PX', MARK_TTL_MS), client.get(name)])
  if (written === 'OK' && found === MARK) return true
  throw Object.assign(new Error('unexpected reply'), { code: PROTOCOL_ERROR })
}

/** Names and encrypts what is in the store. */
export interface StoreKey {
  /** A 43-character keyed hash that does not reveal the name. */
  nameOf(name: string): string
  encryption: Encryption
}

/**
 * The keys of the store, one per signature key: the first is used to write, all to read. Without them, a
 * reader of the store learns no token, account or address, and a writer can neither add nor move a value.
 */
export function createStoreKeys(signatureKeys: readonly string[]): StoreKey[] {
  return signatureKeys.map((secret) => {
    const naming = deriveKey(secret, 'gatehouse/store/1 names')
    return {
      nameOf: (name) => createHmac('sha256', naming).update(name).digest('base64url'),
      encryption: createEncryption(deriveKey(secret, 'gatehouse/store/1 values'))
    }
  })
}

/** Longer texts are not ours. */
const MAX_SEALED_CHARS = 128 * 1024

/** Decrypts a text with any of the keys; null: not possible. */
export function openEncrypted(keys: readonly StoreKey[], encrypted: unknown, name: string): string | null {
  if (typeof encrypted !== 'string' || encrypted.length > MAX_SEALED_CHARS) return null
  for (const { encryption } of keys) {
    const opened = encryption.open(encrypted, name)
    if (opened !== null) return opened
  }
  return null
}

/** An atomic Lua script. Always a constant: variables are passed as keys and arguments. */
export type Script = string

/** Runs a script on the store. `keys`: the names it uses, all in one cluster slot. */
export function runScript(
  client: StoreClient,
  script: Script,
  keys: readonly string[],
  args: readonly (string | number)[]
): Promise<unknown> {
  return client.call('EVAL', script, keys.length, ...keys, ...args)
}
