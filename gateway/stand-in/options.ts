import type { PasswordPolicy } from './project/password-policy.ts'
import type { MakeRsaKey } from './tokens/signing-keys.ts'

/** How to start a stand-in provider. */
export interface StandInOptions {
  projectId: string
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Epoch seconds; default: the system clock. */
  now?: () => number
  /** When set, any other key gets 400 "API key not valid. Please pass a valid API key."; default: any key will do. */
  apiKey?: string
  /** Default 3600. */
  idTokenTtlSeconds?: number
  /** Tenants that exist beside those of the accounts that tests make. */
  tenants?: string[]
  /** The page that the links of mails open, without a query; default `/emulator/action` of the stand-in, which answers 404. */
  actionUrl?: string
  /** For passwords that visitors choose; default: eight characters. */
  passwordPolicy?: PasswordPolicy
  /** Hosts that a continue URL may have; default: any, and `v1/projects` names loopback. */
  authorizedDomains?: string[]
  /**
   * Accepts callers of the official emulator: `Bearer owner` of Admin SDKs, and the JSON text `{"uid": …}` as the custom
   * token of an existing account. Anyone who can connect is then an administrator. Default false.
   */
  acceptEmulatorCallers?: boolean
  /** Where its RSA keys come from; default: made when it starts. */
  makeKey?: MakeRsaKey
}
