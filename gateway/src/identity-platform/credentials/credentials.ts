import type { Config } from '../../config/schema/schema.ts'
import type { Environment } from '../../config/sources/environment.ts'
import { type Invalid, invalid, MAX_SECRET_BYTES, problemsOf, readText } from '../../config/sources/files.ts'
import type { Problem } from '../../problem.ts'
import type { Failed } from '../client/error-sorting.ts'
import type { ProjectCalls } from '../client/provider-calls.ts'
import { parseCredentialJson, readServiceAccount, type ServiceAccount } from './service-account.ts'
import type { AccessTokens, FetchedToken } from './service-tokens.ts'

/** The gateway's Google credentials: plain data, which is compared, and sent to workers. */
export type Credentials = Key | PluginCredentials

type Json = Readonly<Record<string, unknown>>

type Key = { kind: 'key'; account: ServiceAccount }

/** Credentials that a plugin reads and uses. Its own members are beside these. */
export type PluginCredentials =
  /** A file of another type than a key. `signerEmail`: service account that it acts as; null: none. `quotaProject`: billed for its calls. */
  | { kind: 'file'; type: string; signerEmail: string | null; quotaProject: string | null }
  /** The account of this machine. */
  | { kind: 'metadata' }

/** The signing account, or why it is unknown. */
export type IssuerResult = { kind: 'issuer'; email: string } | Failed

/** What credentials can do. Nothing here throws on network or HTTP errors. */
export interface CredentialSource {
  /** `signal` cancels all calls. */
  fetchAccessToken(scope: string, signal: AbortSignal): Promise<FetchedToken>
  /** An id token of its service account. `accessTokens`: its own. */
  fetchIdToken(audience: string, signal: AbortSignal, accessTokens: AccessTokens): Promise<FetchedToken>
  /** `client_email` of its service account. */
  issuer(): Promise<IssuerResult>
  /** RS256 over `signingInput` (`header.payload`), in base64url, as its service account. `ask`: calls with its tokens. */
  sign(signingInput: string, ask: ProjectCalls): Promise<{ kind: 'signed'; signature: string } | Failed>
}

export interface SourceOptions {
  endpoints: Config['identityPlatform']['endpoints']
  /** Epoch seconds. */
  now: () => number
}

/** What credentials are read from. */
export interface CredentialSettings {
  settings: Pick<Config['identityPlatform'], 'projectId' | 'serviceAccountEmail'>
  env: Environment
}

/** Reads and uses credentials that are no service account key. */
export interface CredentialsPlugin {
  credentials?: {
    /** Reads a file of another type. Problems have an empty path, and no values of the file. */
    read(json: Json, from: CredentialSettings): PluginCredentials | Invalid
    /** Application default credentials where no file is named. A text: the path of a file. Makes no calls. */
    find(from: CredentialSettings): string | PluginCredentials | Invalid | null
    open(credentials: PluginCredentials, options: SourceOptions): CredentialSource
  }
}

const TEXT_PATH = 'identityPlatform.credentials'
const FILE_PATH = 'identityPlatform.credentialsFile'
const EMAIL_PATH = 'identityPlatform.serviceAccountEmail'
const FILE_VARIABLE = 'GOOGLE_APPLICATION_CREDENTIALS'

/**
 * Configured credentials, or application default credentials in the order of
 * https://cloud.google.com/docs/authentication/application-default-credentials. Null: none. Makes no calls.
 */
export function readCredentials(
  { identityPlatform, session, clientSdk, authorizationServer }: Config,
  env: Environment,
  plugins: readonly CredentialsPlugin[]
): Credentials | Invalid | null {
  const found = findCredentials(identityPlatform, env, plugins)
  if (found?.kind === 'invalid') return found
  const isEmulator = identityPlatform.emulatorHost !== null
  // The emulator needs no access token and accepts unsigned custom tokens, so never contact Google for it.
  const credentials = isEmulator && found?.kind !== 'key' ? null : found
  if (isEmulator || canSign(credentials)) return credentials
  if (session.acquire === 'exchange')
    return missingSigner(credentials, 'session.acquire: exchange', 'use `handover`')
  if (clientSdk.enabled)
    return missingSigner(credentials, 'clientSdk.enabled', 'turn off `clientSdk.enabled`')
  // They look accounts up whenever a client gets a token.
  if (credentials === null && authorizationServer?.enabled)
    return missingSigner(credentials, 'authorizationServer.enabled', 'turn off `authorizationServer.enabled`')
  return credentials
}

/** True if these can sign custom tokens, permissions aside. */
export function canSign(credentials: Credentials | null): boolean {
  return credentials !== null && (credentials.kind !== 'file' || credentials.signerEmail !== null)
}

/** Problems with credentials, which other ones than keys may solve: names the plugin for them if it is missing. */
export function adviseOnPlugin(problems: readonly Problem[], plugins: readonly CredentialsPlugin[]) {
  const missing = 'Credentials other than service account keys need the plugin `google`, which is missing.'
  return findPlugin(plugins) !== undefined
    ? problems
    : problems.map((problem) => ({ ...problem, hint: `${problem.hint} ${missing}` }))
}

/** What plugins do with credentials that are no key. Undefined: none does. */
export const findPlugin = (plugins: readonly CredentialsPlugin[]) =>
  plugins.find(({ credentials }) => credentials !== undefined)?.credentials

/** Warnings about valid credentials. */
export function listCredentialWarnings(
  { identityPlatform }: Pick<Config, 'identityPlatform'>,
  credentials: Credentials | null
): string[] {
  const { projectId, serviceAccountEmail, emulatorHost } = identityPlatform
  if (credentials?.kind !== 'key' || emulatorHost !== null) return []
  const { account } = credentials
  const isForeign = account.projectId !== null && account.projectId !== projectId
  const isUnused = serviceAccountEmail !== null && serviceAccountEmail !== account.clientEmail
  return [
    isForeign &&
      `identityPlatform.projectId: the service account key belongs to another project, ${account.projectId}`,
    isUnused && `${EMAIL_PATH}: has no effect, because the service account key signs as its own account`
  ].filter((warning) => warning !== false)
}

function findCredentials(
  settings: Config['identityPlatform'],
  env: Environment,
  plugins: readonly CredentialsPlugin[]
): Credentials | Invalid | null {
  const plugin = findPlugin(plugins)
  const from = { settings, env }
  const readOther = (json: Json) =>
    plugin?.read(json, from) ??
    invalid('', 'has another `type` than `service_account`', 'Use a service account key.')

  /** `subject`: start of problem messages. */
  function parse(text: string, path: string, subject = ''): Credentials | Invalid {
    const parsed = parseCredentialJson(text)
    const read = parsed.kind === 'json' ? readCredentialFile(parsed.json, readOther) : parsed
    if (read.kind !== 'invalid') return read
    const problems = read.problems.map(({ message, hint }) => ({
      path,
      message: `${subject}${message}`,
      hint
    }))
    return { kind: 'invalid', problems }
  }

  /** `path`: key or variable naming the file, or the file itself. */
  function parseFile(file: string, path: string): Credentials | Invalid {
    const read = readText(file, path, MAX_SECRET_BYTES)
    return read.kind === 'invalid' ? read : parse(read.text, path, path === file ? '' : 'names a file that ')
  }

  const { credentials: text, credentialsFile } = settings
  if (text !== '' && credentialsFile !== null)
    return invalid(FILE_PATH, 'cannot be combined with `credentials`', 'Keep one of the two.')
  if (text !== '') return parse(text, TEXT_PATH)
  if (credentialsFile !== null) return parseFile(credentialsFile, FILE_PATH)
  const named = env[FILE_VARIABLE]
  if (named) return parseFile(named, FILE_VARIABLE)
  const found = plugin?.find(from) ?? null
  return typeof found === 'string' ? parseFile(found, found) : found
}

/** Reads a credential file of any type. Problems have an empty path. `readOther`: those that are no service account key. */
export function readCredentialFile<T extends { kind: string }>(
  json: Json,
  readOther: (json: Json) => T | Invalid
): Key | T | Invalid {
  const read = json.type === 'service_account' ? readServiceAccount(json) : readOther(json)
  const { universe_domain: universe = 'googleapis.com' } = json
  if (universe === 'googleapis.com') return read
  const message = 'has another `universe_domain` than `googleapis.com`'
  const foreign = invalid('', message, 'Other clouds are not supported.')
  return { kind: 'invalid', problems: [...foreign.problems, ...problemsOf(read)] }
}

/** `otherwise`: what to do without credentials that sign. */
function missingSigner(credentials: Credentials | null, key: string, otherwise: string): Invalid {
  const subject = `is required by \`${key}\``
  return credentials?.kind === 'file'
    ? invalid(
        EMAIL_PATH,
        `${subject} with credentials of the type \`${credentials.type}\`, which cannot sign`,
        `Set the service account that signs for them, use a service account key, or ${otherwise}.`
      )
    : invalid(
        FILE_PATH,
        subject,
        `Use a service account key file or other Google credentials, or ${otherwise}.`
      )
}
