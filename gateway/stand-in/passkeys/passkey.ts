import { ProviderError } from '../server/errors.ts'
import type { PasskeyConfig, ProviderSettings } from '../settings.ts'
import type { CoseKey } from './cose-key.ts'

/** A passkey of an account. */
export interface Passkey {
  /** base64url. */
  credentialId: string
  /** Label that the visitor gave. */
  name: string | undefined
  key: CoseKey
  signCount: number
}

/** The bytes of a text in base64 or base64url, padded or not; undefined for any other. */
export function readBytes(text: string | undefined): Buffer | undefined {
  if (text === undefined || !/^[\w+/-]*={0,2}$/.test(text)) return undefined
  return Buffer.from(text, 'base64url')
}

/** The account's end of `user.id`: the bytes of its uid, as the official emulator has it. */
export function userHandleOf(uid: string): Buffer {
  return Buffer.from(uid, 'utf8')
}

/** A passkey as an account's record shows it: the id in standard base64. */
export function describePasskey({ credentialId, name }: Passkey): Record<string, unknown> {
  return { credentialId: Buffer.from(credentialId, 'base64url').toString('base64'), name }
}

/** The passkeys without those whose ids are listed, in either alphabet; unknown ids change nothing. */
export function removePasskeys(passkeys: readonly Passkey[], ids: readonly string[]): Passkey[] {
  const removed = new Set(ids.map((id) => readBytes(id)?.toString('base64url')))
  return passkeys.filter(({ credentialId }) => !removed.has(credentialId))
}

/** The settings that count for the project or a tenant: a tenant without its own has the project's. Throws PASSKEY_NOT_ENABLED. */
export function requirePasskeyConfig(
  { passkeys, tenantPasskeys }: ProviderSettings,
  tenantId: string | undefined
): PasskeyConfig {
  const config = (tenantId === undefined ? undefined : tenantPasskeys[tenantId]) ?? passkeys
  if (config === null) throw new ProviderError(400, 'PASSKEY_NOT_ENABLED')
  return config
}
