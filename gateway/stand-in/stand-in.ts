import type { FastifyInstance } from 'fastify'
import type { Account } from './accounts/account.ts'
import { AccountStore } from './accounts/account-store.ts'
import { registerAdminCalls } from './accounts/admin-calls.ts'
import { registerSelfServiceCalls } from './accounts/self-service-calls.ts'
import { AccessTokens } from './credentials/access-tokens.ts'
import {
  type CredentialFiles,
  createCredentialFiles,
  createWorkload,
  type Workload
} from './credentials/credential-files.ts'
import { IAM_HOST, registerIamCalls } from './credentials/iam-calls.ts'
import { registerMetadataCalls } from './credentials/metadata-calls.ts'
import { registerOAuthCall, registerRefreshCall } from './credentials/oauth-call.ts'
import { ServiceAccount, type ServiceAccountKey } from './credentials/service-account.ts'
import { registerStsCall, STS_PATH } from './credentials/sts-call.ts'
import { registerActionCodeCalls } from './messages/action-code-calls.ts'
import { ActionCodes } from './messages/action-codes.ts'
import { registerEmulatorListing } from './messages/emulator-listing.ts'
import { openMail, type SentMessages } from './messages/sent-messages.ts'
import type { PasswordPolicy } from './project/password-policy.ts'
import { registerSettingsCalls } from './project/settings-calls.ts'
import { registerEnrolmentCalls } from './second-factors/enrolment-calls.ts'
import { registerSecondStepCalls } from './second-factors/second-step-calls.ts'
import { SmsCodes } from './second-factors/sms-codes.ts'
import { TotpEnrolments } from './second-factors/totp-enrolments.ts'
import { type Calls, createCalls, createSwitchBoard, type Switches } from './server/faults.ts'
import { createGate, type Gate } from './server/interceptor.ts'
import { createServer, originOf } from './server/server.ts'
import { PendingSignIns } from './sign-in/pending-sign-ins.ts'
import { registerSignInCalls } from './sign-in/sign-in-calls.ts'
import { issueIdToken, openAccounts, type SignInFacts, type StandInAccounts, signIn } from './test-api.ts'
import { registerPublicKeys, X509_PATH } from './tokens/public-keys.ts'
import { generateRsaKey, type MakeRsaKey, SigningKeys } from './tokens/signing-keys.ts'
import {
  type IdTokenOverrides,
  projectNumberOf,
  type SessionTokens,
  TokenIssuer
} from './tokens/token-issuer.ts'

export type { AccountChanges, NewAccount, StandInAccount } from './accounts/account.ts'
export type { LinkedProvider } from './accounts/linked-providers.ts'
export type {
  AuthorizedUserFile,
  CredentialFiles,
  ExternalAccountFile,
  ImpersonatedServiceAccountFile,
  Workload
} from './credentials/credential-files.ts'
export type { ServiceAccountKey } from './credentials/service-account.ts'
export type { ActionMail, SentMessages, TextMessage } from './messages/sent-messages.ts'
export type { PasswordPolicy } from './project/password-policy.ts'
export type { SecondFactor } from './second-factors/second-factor.ts'
export { totpCode } from './second-factors/totp.ts'
export { buildErrorInfo } from './server/errors.ts'
export type { CallName, Calls, Switch, Switches, SwitchName } from './server/faults.ts'
export type { SignInFacts, StandInAccounts } from './test-api.ts'
export type { IdTokenOverrides, SessionTokens } from './tokens/token-issuer.ts'

const TOKEN_PATH = '/token'

/** Settings of the stand-in provider. */
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
  idTokenLifeSeconds?: number
  /** Tenants that exist beside those of the accounts made by the door. */
  tenants?: string[]
  /** The page that the links of mails open, without a query; default `/emulator/action` of the stand-in, where nothing is. */
  actionUrl?: string
  /** Of passwords that visitors choose; default: eight characters. */
  passwordPolicy?: PasswordPolicy
  /** Hosts that a continue URL may have; default: any, and `v1/projects` names loopback. */
  authorizedDomains?: string[]
  /**
   * Takes the official emulator's custom token, the JSON text `{"uid": …}`, for an account that exists.
   * Whoever reaches the stand-in signs in as anybody. Default false.
   */
  acceptUnsignedCustomTokens?: boolean
  /** Where its RSA keys come from; default: made when it starts. */
  makeKey?: MakeRsaKey
}

/** Where the stand-in's services are, by the names of the gateway's configuration. */
export interface StandInEndpoints {
  /** Base URL, without a trailing slash, as those of `secureToken` and `iamCredentials`. */
  identityToolkit: string
  secureToken: string
  iamCredentials: string
  /** Full URL, as those of `oauthToken` and `sts`. */
  certificates: string
  oauthToken: string
  sts: string
}

/** A running stand-in for Google Identity Platform. */
export interface StandIn {
  /** Origin, without a trailing slash. */
  url: string
  projectId: string
  /** The key given, or one that will do. */
  apiKey: string
  endpoints: StandInEndpoints
  /** `host:port`, for `GCE_METADATA_HOST`. */
  metadataHost: string
  serviceAccount: ServiceAccountKey
  credentialFiles: CredentialFiles
  /** What STS trades for an access token. */
  workload: Workload
  accounts: StandInAccounts
  /** What was sent by mail and text message. */
  mail: SentMessages
  /** Signs an account in without a password. */
  signIn(uid: string, facts?: SignInFacts): Promise<SessionTokens>
  /** An id token signed with the current key; the account need not exist. */
  issueIdToken(uid: string, overrides?: IdTokenOverrides): Promise<string>
  calls: Calls
  switches: Switches
  /** Signs with a new key from now on; older ones stay published. */
  rotateKeys(): Promise<void>
  /** Takes every key but the current one out of the published set. */
  retireOldKeys(): void
  /** Makes every access token handed out so far invalid, the metadata server's too. */
  expireAccessTokens(): void
  /** Ends the server and every socket at once, waiting ones too. */
  close(): Promise<void>
}

interface Parts {
  options: StandInOptions
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
}

async function createParts(options: StandInOptions): Promise<Parts> {
  const { projectId, makeKey = generateRsaKey } = options
  const now = options.now ?? (() => Date.now() / 1000)
  const accounts = new AccountStore(now, options.tenants ?? [])
  const [keys, serviceAccount] = await Promise.all([
    SigningKeys.create(now, makeKey),
    ServiceAccount.create(projectId, now, makeKey)
  ])
  const isCurrent = (account: Account): boolean => accounts.find(account.uid, account.tenantId) === account
  const idTokenLifeSeconds = options.idTokenLifeSeconds ?? 3600
  const issuer = new TokenIssuer({ projectId, now, idTokenLifeSeconds, keys, isCurrent })
  const workload = createWorkload(projectNumberOf(projectId))
  const credentialFiles = createCredentialFiles(serviceAccount.key.client_email, workload)
  const tokens = new AccessTokens(now)
  return {
    options,
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
    totpEnrolments: new TotpEnrolments(now)
  }
}

interface Server {
  app: FastifyInstance
  gate: Gate
  switches: Switches
  mail: SentMessages
}

function registerCalls({ app, ...server }: Server, parts: Parts): void {
  const { apiKey, projectId, authorizedDomains } = parts.options
  const { passwordPolicy = {}, acceptUnsignedCustomTokens = false } = parts.options
  const audience = (): string => `${originOf(app)}${TOKEN_PATH}`
  const user = parts.credentialFiles.authorizedUser
  const settings = { apiKey, projectId, authorizedDomains, passwordPolicy, acceptUnsignedCustomTokens }
  const deps = { ...parts, ...server, ...settings, audience, user }
  const registrations = [
    registerPublicKeys,
    registerSignInCalls,
    registerActionCodeCalls,
    registerSelfServiceCalls,
    registerEnrolmentCalls,
    registerSecondStepCalls,
    registerSettingsCalls,
    registerEmulatorListing,
    registerRefreshCall,
    registerAdminCalls,
    registerOAuthCall,
    registerStsCall,
    registerIamCalls,
    registerMetadataCalls
  ]
  for (const register of registrations) app.register(async (scope) => register(scope, deps))
}

function endpointsAt(url: string): StandInEndpoints {
  return {
    identityToolkit: `${url}/identitytoolkit.googleapis.com`,
    secureToken: `${url}/securetoken.googleapis.com`,
    iamCredentials: `${url}/${IAM_HOST}`,
    certificates: `${url}${X509_PATH}`,
    oauthToken: `${url}${TOKEN_PATH}`,
    sts: `${url}${STS_PATH}`
  }
}

/** Starts a stand-in provider on loopback: real keys and signatures, production's answers, switches for its failures. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const parts = await createParts(options)
  const calls = createCalls()
  const board = createSwitchBoard()
  const app = createServer()
  const { codes, smsCodes } = parts
  const apiKey = options.apiKey ?? 'stand-in-api-key'
  const actionUrl = (): string => options.actionUrl ?? `${originOf(app)}/emulator/action`
  const mail = openMail({ codes, smsCodes, links: { actionUrl, apiKey } })
  registerCalls({ app, gate: createGate(calls, board), switches: board.switches, mail }, parts)
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  const url = originOf(app)
  const endpoints = endpointsAt(url)
  return {
    url,
    projectId: options.projectId,
    apiKey,
    endpoints,
    metadataHost: new URL(url).host,
    serviceAccount: { ...parts.serviceAccount.key, token_uri: endpoints.oauthToken },
    credentialFiles: parts.credentialFiles,
    workload: parts.workload,
    accounts: openAccounts(parts),
    mail,
    signIn: async (uid, facts = {}) => signIn(parts, uid, facts),
    issueIdToken: async (uid, overrides) => issueIdToken(parts, uid, overrides),
    calls,
    switches: board.switches,
    rotateKeys: () => parts.keys.rotate(),
    retireOldKeys: () => parts.keys.retireOld(),
    expireAccessTokens: () => parts.tokens.expireAll(),
    async close() {
      board.close()
      await app.close()
    }
  }
}
