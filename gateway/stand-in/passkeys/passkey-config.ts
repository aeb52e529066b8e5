import { ProviderError } from '../server/errors.ts'
import type { PasskeyConfig, ProviderSettings } from '../settings.ts'

/** The settings that count for the project or a tenant: a tenant without its own has the project's. Throws PASSKEY_NOT_ENABLED. */
export function requirePasskeyConfig(
  { passkeys, tenantPasskeys }: ProviderSettings,
  tenantId: string | undefined
): PasskeyConfig {
  const config = (tenantId === undefined ? undefined : tenantPasskeys[tenantId]) ?? passkeys
  if (config === null) throw new ProviderError(400, 'PASSKEY_NOT_ENABLED')
  return config
}
