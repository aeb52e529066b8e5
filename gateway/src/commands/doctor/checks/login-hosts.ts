import { listLoginHosts } from '../../../config/checks/passkey-checks.ts'
import type { Config } from '../../../config/schema/schema.ts'

/** What says where the login page is, and what it offers. */
export type LoginConfig = Pick<Config, 'identityPlatform' | 'publicUrl' | 'login' | 'applications'>

/** The origins that have the login page; that of `publicUrl` is the first. */
export function listLoginOrigins(config: LoginConfig): string[] {
  return listLoginHosts(config).map((host) => {
    const url = new URL(config.publicUrl)
    url.hostname = host
    return url.origin
  })
}

/** The same configuration as if it offered passkeys. */
export function asOffered(config: LoginConfig): LoginConfig {
  const { login } = config
  return { ...config, login: { ...login, methods: { ...login.methods, passkey: 'button' } } }
}
