import type { Account } from './accounts/account.ts'
import { AccountStore } from './accounts/account-store.ts'
import { AppCheck } from './app-check/app-check.ts'
import { AccessTokens } from './credentials/access-tokens.ts'
import {
  type CredentialFiles,
  createCredentialFiles,
  createWorkload,
  type Workload
} from './credentials/credential-files.ts'
import { ServiceAccount } from './credentials/service-account.ts'
import { ActionCodes } from './messages/action-codes.ts'
import type { StandInOptions } from './options.ts'
import { PasskeyChallenges } from './passkeys/challenges.ts'
import { SmsCodes } from './second-factors/sms-codes.ts'
import { TotpEnrolments } from './second-factors/totp-enrolments.ts'
import { createSettings, type ProviderSettings } from './settings.ts'
import { PendingSignIns } from './sign-in/pending-sign-ins.ts'
import { generateRsaKey, SigningKeys } from './tokens/signing-keys.ts'
import { projectNumberOf, TokenIssuer } from './tokens/token-issuer.ts'

/** What the provider knows: accounts, keys, tokens and codes. */
export interface ProviderState {
  now: () => number
  accounts: AccountStore
  keys: SigningKeys
  serviceAccount: ServiceAccount
  issuer: TokenIssuer
  tokens: AccessTokens
  workload: Workload
  credentialFiles: CredentialFiles
  codes: ActionCodes
  smsCodes: SmsCodes
  pending: PendingSignIns
  totpEnrolments: TotpEnrolments
  passkeyChallenges: PasskeyChallenges
  settings: ProviderSettings
  appCheck: AppCheck
}

/** The state of a provider that was just made, with new keys. */
export async function createState(options: StandInOptions): Promise<ProviderState> {
  const { projectId, makeKey = generateRsaKey } = options
  const now = options.now ?? (() => Date.now() / 1000)
  const accounts = new AccountStore(now, options.tenants ?? [])
  const [keys, serviceAccount] = await Promise.all([
    SigningKeys.create(now, makeKey),
    ServiceAccount.create(projectId, now, makeKey)
  ])
  const isCurrent = (account: Account): boolean => accounts.find(account.uid, account.tenantId) === account
  const idTokenTtlSeconds = options.idTokenTtlSeconds ?? 3600
  const issuer = new TokenIssuer({ projectId, now, idTokenTtlSeconds, keys, isCurrent })
  const workload = createWorkload(projectNumberOf(projectId))
  const credentialFiles = createCredentialFiles(serviceAccount.key.client_email, workload)
  const tokens = new AccessTokens(now, options.acceptEmulatorCallers)
  const settings = createSettings()
  return {
    now,
    accounts,
    keys,
    serviceAccount,
    issuer,
    tokens,
    workload,
    credentialFiles,
    codes: new ActionCodes(now),
    smsCodes: new SmsCodes(now),
    pending: new PendingSignIns({ now, isCurrent }),
    totpEnrolments: new TotpEnrolments(now),
    passkeyChallenges: new PasskeyChallenges(now),
    settings,
    appCheck: new AppCheck({ projectId, now, keys, settings })
  }
}
