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

/** Longer texts are not ours. */
const MAX_SEALED_CHARS = 128 * 1024

/**
 * Names and encrypts what is in the store, by a key for each signature key: the first is used to write, all to read. Without them, a
 * reader of the store learns no token, account or address, and a writer can neither add nor move a value.
 */
export class StoreKeys {
  #keys: { naming: Buffer; encryption: Encryption }[] = []

  constructor(signatureKeys: readonly string[]) {
    this.use(signatureKeys)
  }

  /** Replaces them. At least one. */
  use(signatureKeys: readonly string[]): void {
    this.#keys = signatureKeys.map((secret) => ({
      naming: deriveKey(secret, 'gatehouse/store/1 names'),
      encryption: createEncryption(deriveKey(secret, 'gatehouse/store/1 values'))
    }))
  }

  /** 43-character keyed hashes that do not reveal the name: that to write under, then those of older keys. */
  namesOf(name: string): [string, ...string[]] {
    const [first = '', ...older] = this.#keys.map(({ naming }) =>
      createHmac('sha256', naming).update(name).digest('base64url')
    )
    return [first, ...older]
  }

  /** `context`: what a text is decrypted as; it cannot be moved elsewhere. */
  encrypt(text: string, context: string): string {
    return this.#keys[0]?.encryption.encrypt(text, context) ?? ''
  }

  /** Decrypts a text with any of the keys; null: not possible. */
  open(encrypted: unknown, context: string): string | null {
    if (typeof encrypted !== 'string' || encrypted.length > MAX_SEALED_CHARS) return null
    for (const { encryption } of this.#keys) {
      const opened = encryption.open(encrypted, context)
      if (opened !== null) return opened
    }
    return null
  }
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
