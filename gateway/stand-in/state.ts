import type { Account } from './accounts/account.ts'
import { AccountStore } from './accounts/account-store.ts'
import { AppCheck } from './app-check/app-check.ts'
import { AccessTokens } from './credentials/access-tokens.ts'
import { createCredentialFiles, createWorkload } from './credentials/credential-files.ts'
import { ServiceAccount } from './credentials/service-account.ts'
import { ActionCodes } from './messages/action-codes.ts'
import { openMessages } from './messages/sent-messages.ts'
import { PasskeyChallenges } from './passkeys/challenges.ts'
import type { PasswordPolicy } from './project/password-policy.ts'
import { SmsCodes } from './second-factors/sms-codes.ts'
import { TotpEnrolments } from './second-factors/totp.ts'
import { createCalls } from './server/calls.ts'
import { createFaultInjection } from './server/faults.ts'
import { createInterceptor } from './server/interceptor.ts'
import { createSettings } from './settings.ts'
import { PendingSignIns } from './sign-in/pending-sign-ins.ts'
import { generateRsaKey, type MakeRsaKey, SigningKeys } from './tokens/signing-keys.ts'
import { projectNumberOf, TokenIssuer } from './tokens/token-issuer.ts'

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

/** Accepted, as any other is, where no key was given. */
export const ANY_API_KEY = 'stand-in-api-key'

/** A provider: what it was started with, and what it knows. Every call works on it. */
export type Provider = Awaited<ReturnType<typeof createProvider>>

/** A provider that was just made, with new keys. `origin`: where it listens, which is known later. */
export async function createProvider(
  { now = () => Date.now() / 1000, ...options }: StandInOptions,
  origin: () => string
) {
  const { projectId, makeKey = generateRsaKey, idTokenTtlSeconds = 3600, apiKey } = options
  const { acceptEmulatorCallers = false, passwordPolicy = {}, authorizedDomains } = options
  const accounts = new AccountStore(now, options.tenants ?? [])
  const isCurrent = (account: Account): boolean => accounts.find(account.uid, account.tenantId) === account
  const [keys, serviceAccount] = await Promise.all([
    SigningKeys.create(now, makeKey),
    ServiceAccount.create(projectId, now, makeKey)
  ])
  const workload = createWorkload(projectNumberOf(projectId))
  const settings = createSettings()
  const [codes, smsCodes] = [new ActionCodes(now), new SmsCodes(now)]
  const calls = createCalls()
  const injection = createFaultInjection()
  return {
    projectId,
    /** Undefined: any key will do. */
    apiKey,
    passwordPolicy,
    authorizedDomains,
    acceptEmulatorCallers,
    now,
    origin,
    calls,
    injection,
    intercept: createInterceptor(calls, injection),
    settings,
    accounts,
    keys,
    serviceAccount,
    issuer: new TokenIssuer({ projectId, now, idTokenTtlSeconds, keys, isCurrent }),
    tokens: new AccessTokens(now, acceptEmulatorCallers),
    workload,
    credentialFiles: createCredentialFiles(serviceAccount.key.client_email, workload),
    codes,
    smsCodes,
    mail: openMessages(codes, smsCodes, {
      actionUrl: () => options.actionUrl ?? `${origin()}/emulator/action`,
      apiKey: apiKey ?? ANY_API_KEY
    }),
    pending: new PendingSignIns({ now, isCurrent }),
    totpEnrolments: new TotpEnrolments(now),
    passkeyChallenges: new PasskeyChallenges(now),
    appCheck: new AppCheck({ projectId, now, keys, settings })
  }
}
