import { createPrivateKey } from 'node:crypto'
import type { Credentials } from '../config/credentials/credentials.ts'
import type { LoadedConfig } from '../config/load.ts'

/** A configuration as a message to a worker: a key stands there as its text. Secret. */
export type PackedConfig = Omit<LoadedConfig, 'credentials'> & { credentials: PackedCredentials }

type KeyCredentials = Extract<Credentials, { kind: 'key' }>
type PackedCredentials =
  | Exclude<Credentials, KeyCredentials>
  | { kind: 'key'; account: Omit<KeyCredentials['account'], 'privateKey'> }
  | null

/**
 * The configuration for a worker. It comes from the primary and not from the files, which may say something else by now, or be
 * wrong. Its warnings are the primary's to tell.
 */
export function packConfig(loaded: LoadedConfig): PackedConfig {
  const { credentials } = loaded
  return { ...loaded, warnings: [], notices: [], credentials: packCredentials(credentials) }
}

function packCredentials(credentials: Credentials | null): PackedCredentials {
  if (credentials?.kind !== 'key') return credentials
  const { privateKey: _privateKey, ...account } = credentials.account
  return { kind: 'key', account }
}

/** What was packed. */
export function unpackConfig(packed: PackedConfig): LoadedConfig {
  const { credentials } = packed
  if (credentials?.kind !== 'key') return { ...packed, credentials }
  const { account } = credentials
  return {
    ...packed,
    credentials: { kind: 'key', account: { ...account, privateKey: createPrivateKey(account.privateKeyPem) } }
  }
}
