import Fastify, { type FastifyInstance } from 'fastify'
import { AccountStore, buildAccount } from './stand-in-account-store.ts'
import {
  type Account,
  type AccountChanges,
  copyAccount,
  type NewAccount,
  type StandInAccount
} from './stand-in-accounts.ts'
import { registerAdminCalls } from './stand-in-admin.ts'
import { buildIdentityToolkitError } from './stand-in-errors.ts'
import { allowAnyOrigin, createGate, type Gate } from './stand-in-gate.ts'
import { registerOAuthCall, registerRefreshCall } from './stand-in-grants.ts'
import { SigningKeys } from './stand-in-keys.ts'
import { ServiceAccount, type ServiceAccountKey } from './stand-in-service-account.ts'
import { registerSignInCalls } from './stand-in-sign-in.ts'
import { type Calls, createCalls, createSwitchBoard, type Switches } from './stand-in-switches.ts'
import { type IdTokenOverrides, type SessionTokens, TokenIssuer } from './stand-in-tokens.ts'

export type { AccountChanges, NewAccount, StandInAccount } from './stand-in-accounts.ts'
export type { ServiceAccountKey } from './stand-in-service-account.ts'
export type { CallName, Calls, Switch, Switches, SwitchName } from './stand-in-switches.ts'
export type { IdTokenOverrides, SessionTokens } from './stand-in-tokens.ts'

const X509_PATH = '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com'
const JWK_PATH = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const TOKEN_PATH = '/token'
// The browser SDK puts the service's host name in front of the path when it is told of an emulator.
const EMULATOR_PREFIX = /^\/(?:identitytoolkit|securetoken)\.googleapis\.com(?=\/)/

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
}

/** Facts of a sign-in made straight, without a REST call. */
export interface SignInFacts {
  /** `sign_in_provider`; default `password`. */
  provider?: string
  /** `auth_time`; default now. */
  authTimeSeconds?: number
  /** The pool to look for the uid in; default: the project's, then any tenant's. */
  tenantId?: string
  secondFactor?: { kind: 'phone' | 'totp'; id: string }
}

/** The door to the accounts; uids are looked for in the project's pool first, then in any tenant's. */
export interface StandInAccounts {
  create(account: NewAccount): string
  update(uid: string, changes: AccountChanges): void
  get(uid: string): StandInAccount | undefined
  delete(uid: string): void
  disable(uid: string): void
  /** Sets `validSince` to now in whole seconds; a sign-in of the very same second stays valid, as in production. */
  revoke(uid: string): void
  setClaims(uid: string, claims: Record<string, unknown>): void
}

/** A running stand-in for Google Identity Platform. */
export interface StandIn {
  /** Origin, without a trailing slash. */
  url: string
  projectId: string
  /** The key given, or one that will do. */
  apiKey: string
  /** `identityToolkit` and `secureToken` are base URLs without a trailing slash, the others full URLs. */
  endpoints: { identityToolkit: string; secureToken: string; certificates: string; oauthToken: string }
  serviceAccount: ServiceAccountKey
  accounts: StandInAccounts
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
  /** Makes every access token handed out so far invalid. */
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
}

async function createParts(options: StandInOptions): Promise<Parts> {
  const { projectId } = options
  const now = options.now ?? (() => Date.now() / 1000)
  const accounts = new AccountStore(now, options.tenants ?? [])
  const [keys, serviceAccount] = await Promise.all([
    SigningKeys.create(now),
    ServiceAccount.create(projectId, now)
  ])
  const issuer = new TokenIssuer({
    projectId,
    now,
    idTokenLifeSeconds: options.idTokenLifeSeconds ?? 3600,
    keys,
    isCurrent: (account) => accounts.find(account.uid, account.tenantId) === account
  })
  return { options, now, accounts, keys, serviceAccount, issuer }
}

function registerPublicKeys(scope: FastifyInstance, keys: SigningKeys, switches: Switches, gate: Gate): void {
  scope.addHook('onSend', async (_request, reply) => {
    const maxAgeSeconds = switches.certificatesMaxAgeSeconds
    if (maxAgeSeconds === null || reply.statusCode !== 200) return
    reply.header('cache-control', `public, max-age=${maxAgeSeconds}, must-revalidate, no-transform`)
  })
  scope.get(X509_PATH, { onRequest: gate('certificates') }, async () => keys.certificates())
  scope.get(JWK_PATH, { onRequest: gate('jwks') }, async () => keys.jwks())
}

function createServer(): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    rewriteUrl: (request) => (request.url ?? '/').replace(EMULATOR_PREFIX, '')
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => new URLSearchParams(body.toString())
  )
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(buildIdentityToolkitError(404, 'Method not found.'))
  )
  allowAnyOrigin(app)
  return app
}

function openAccounts(store: AccountStore, now: () => number): StandInAccounts {
  const require = (uid: string): Account => {
    const account = store.findAnywhere(uid)
    if (!account) throw new Error(`the stand-in has no account ${uid}`)
    return account
  }
  return {
    create(fields) {
      store.addTenant(fields.tenantId)
      return store.add(fields).uid
    },
    update: (uid, changes) => store.change(require(uid), changes),
    get(uid) {
      const account = store.findAnywhere(uid)
      return account && copyAccount(account)
    },
    delete: (uid) => store.remove(require(uid)),
    disable: (uid) => store.change(require(uid), { disabled: true }),
    revoke: (uid) => store.change(require(uid), { validSinceSeconds: Math.floor(now()) }),
    setClaims: (uid, customClaims) => store.change(require(uid), { customClaims })
  }
}

function registerCalls(app: FastifyInstance, parts: Parts, gate: Gate, switches: Switches): void {
  const { accounts, serviceAccount, issuer, keys, now, options } = parts
  const { apiKey, projectId } = options
  const audience = (): string => `${originOf(app)}${TOKEN_PATH}`
  app.register(async (scope) => registerPublicKeys(scope, keys, switches, gate))
  app.register(async (scope) =>
    registerSignInCalls(scope, { apiKey, now, accounts, issuer, keys, serviceAccount, gate })
  )
  app.register(async (scope) => registerRefreshCall(scope, { apiKey, issuer, switches, gate }))
  app.register(async (scope) => registerAdminCalls(scope, { projectId, accounts, serviceAccount, gate }))
  app.register(async (scope) => registerOAuthCall(scope, { serviceAccount, audience, gate }))
}

function originOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the stand-in does not listen')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

function signIn(parts: Parts, uid: string, facts: SignInFacts): SessionTokens {
  const { accounts, issuer } = parts
  const { tenantId, provider = 'password', authTimeSeconds, secondFactor } = facts
  const account = tenantId === undefined ? accounts.findAnywhere(uid) : accounts.find(uid, tenantId)
  if (!account) throw new Error(`the stand-in has no account ${uid}`)
  return issuer.startSession(account, {
    provider,
    ...(authTimeSeconds !== undefined && { authTimeSeconds }),
    ...(secondFactor !== undefined && { secondFactor })
  })
}

function issueIdToken(parts: Parts, uid: string, overrides: IdTokenOverrides = {}): string {
  const account = parts.accounts.findAnywhere(uid) ?? buildAccount({ uid }, parts.now())
  const session = parts.issuer.createSession(account, { provider: 'password' })
  return parts.issuer.issueIdToken(session, overrides)
}

/** Starts a stand-in provider on loopback: real keys and signatures, production's answers, switches for its failures. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const parts = await createParts(options)
  const calls = createCalls()
  const board = createSwitchBoard()
  const app = createServer()
  registerCalls(app, parts, createGate(calls, board), board.switches)
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  const url = originOf(app)
  const oauthToken = `${url}${TOKEN_PATH}`
  return {
    url,
    projectId: options.projectId,
    apiKey: options.apiKey ?? 'stand-in-api-key',
    endpoints: {
      identityToolkit: `${url}/identitytoolkit.googleapis.com`,
      secureToken: `${url}/securetoken.googleapis.com`,
      certificates: `${url}${X509_PATH}`,
      oauthToken
    },
    serviceAccount: { ...parts.serviceAccount.key, token_uri: oauthToken },
    accounts: openAccounts(parts.accounts, parts.now),
    signIn: async (uid, facts = {}) => signIn(parts, uid, facts),
    issueIdToken: async (uid, overrides) => issueIdToken(parts, uid, overrides),
    calls,
    switches: board.switches,
    rotateKeys: () => parts.keys.rotate(),
    retireOldKeys: () => parts.keys.retireOld(),
    expireAccessTokens: () => parts.serviceAccount.expireAccessTokens(),
    async close() {
      board.close()
      await app.close()
    }
  }
}
