import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseUrl } from '../../config/addresses/urls.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { Environment } from '../../config/sources/environment.ts'
import { type Invalid, invalid, MAX_SECRET_BYTES, readText, trackFile } from '../../config/sources/files.ts'
import { listProblems, when } from '../../problem.ts'
import { type CredentialFile, parseCredentialFile } from '../../../plugins/google/credential-file.ts'
import { EXECUTABLES_VARIABLE } from '../../../plugins/google/credential-members.ts'

/** The gateway's Google credentials. */
export type Credentials =
  | CredentialFile
  /** The metadata server of a Google machine. `url`: without a trailing slash. `signerEmail`: null: the machine's own account. */
  | { kind: 'metadata'; url: string; signerEmail: string | null }

/** `credentials`: null if there are none. */
type CredentialsResult = { kind: 'found'; credentials: Credentials | null } | Invalid

/** Without these sections, no credentials are required. */
type CredentialConfig = Pick<Config, 'identityPlatform'> &
  Partial<Pick<Config, 'session' | 'clientSdk' | 'authorizationServer'>>

const TEXT_PATH = 'identityPlatform.credentials'
const FILE_PATH = 'identityPlatform.credentialsFile'
const EMAIL_PATH = 'identityPlatform.serviceAccountEmail'
const FILE_VARIABLE = 'GOOGLE_APPLICATION_CREDENTIALS'
const WELL_KNOWN_FILE = 'application_default_credentials.json'

/**
 * Configured credentials, or application default credentials in the order of
 * https://cloud.google.com/docs/authentication/application-default-credentials. Makes no calls.
 * `productNameFile`: overrides the firmware's.
 */
export function readCredentials(
  { identityPlatform, session, clientSdk, authorizationServer }: CredentialConfig,
  env: Environment,
  productNameFile?: string
): CredentialsResult {
  const result = findCredentials(identityPlatform, env, productNameFile)
  if (result.kind === 'invalid') return result
  const isEmulator = identityPlatform.emulatorHost !== null
  // The emulator needs no access token and accepts unsigned custom tokens, so never contact Google for it.
  const credentials = isEmulator && result.credentials?.kind !== 'key' ? null : result.credentials
  if (isEmulator || canSign(credentials)) return { kind: 'found', credentials }
  if (session?.acquire === 'exchange')
    return missingSigner(credentials, 'session.acquire: exchange', 'use `handover`')
  if (clientSdk?.enabled === true)
    return missingSigner(credentials, 'clientSdk.enabled', 'turn off `clientSdk.enabled`')
  // They look accounts up whenever a client gets a token.
  if (credentials === null && authorizationServer?.enabled)
    return missingSigner(credentials, 'authorizationServer.enabled', 'turn off `authorizationServer.enabled`')
  return { kind: 'found', credentials }
}

/** True if these can sign custom tokens, permissions aside. */
export function canSign(credentials: Credentials | null): boolean {
  return credentials !== null && (credentials.kind !== 'file' || credentials.signerEmail !== null)
}

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
  productNameFile: string | undefined
): CredentialsResult {
  const { credentials: text, credentialsFile, serviceAccountEmail } = settings
  if (text !== '' && credentialsFile !== null)
    return invalid(FILE_PATH, 'cannot be combined with `credentials`', 'Keep one of the two.')
  if (text !== '') return parseCredentials(text, { path: TEXT_PATH, subject: '' }, settings, env)
  const source = findFile(credentialsFile, env)
  if (source !== null) {
    const read = readText(source.file, source.path, MAX_SECRET_BYTES)
    const subject = source.path === source.file ? '' : 'names a file that '
    return read.kind === 'invalid'
      ? read
      : parseCredentials(read.text, { path: source.path, subject }, settings, env)
  }
  const server = findMetadataServer(env, productNameFile)
  if (server.kind === 'invalid') return server
  const { url } = server
  return {
    kind: 'found',
    credentials: url === null ? null : { kind: 'metadata', url, signerEmail: serviceAccountEmail }
  }
}

/** `path`: key or variable naming the file, or the file itself. Null: none. */
function findFile(configured: string | null, env: Environment): { path: string; file: string } | null {
  if (configured !== null) return { path: FILE_PATH, file: configured }
  const named = env[FILE_VARIABLE] || null
  if (named !== null) return { path: FILE_VARIABLE, file: named }
  const wellKnown = wellKnownFile(env)
  if (wellKnown !== null) trackFile(wellKnown)
  return wellKnown !== null && existsSync(wellKnown) ? { path: wellKnown, file: wellKnown } : null
}

/** `subject`: start of problem messages. */
function parseCredentials(
  text: string,
  { path, subject }: { path: string; subject: string },
  { serviceAccountEmail }: Config['identityPlatform'],
  env: Environment
): CredentialsResult {
  const parsed = parseCredentialFile(text, {
    allowExecutables: env[EXECUTABLES_VARIABLE] === '1',
    quotaProject: env.GOOGLE_CLOUD_QUOTA_PROJECT || null
  })
  if (parsed.kind === 'invalid') {
    const problems = parsed.problems.map(({ message, hint }) => ({
      path,
      message: `${subject}${message}`,
      hint
    }))
    return { kind: 'invalid', problems }
  }
  if (parsed.kind === 'key') return { kind: 'found', credentials: parsed }
  return { kind: 'found', credentials: { ...parsed, signerEmail: serviceAccountEmail ?? parsed.signerEmail } }
}

/** Where `gcloud auth application-default login` stores its file; null if unknown. */
function wellKnownFile(env: Environment): string | null {
  if (env.CLOUDSDK_CONFIG) return join(env.CLOUDSDK_CONFIG, WELL_KNOWN_FILE)
  // Set on Windows only.
  if (env.APPDATA) return join(env.APPDATA, 'gcloud', WELL_KNOWN_FILE)
  return env.HOME ? join(env.HOME, '.config', 'gcloud', WELL_KNOWN_FILE) : null
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

/** Product name from the firmware on Linux. */
const PRODUCT_NAME_FILE = '/sys/class/dmi/id/product_name'
/** Set by Cloud Run, Cloud Functions and App Engine: https://cloud.google.com/run/docs/container-contract#env-vars. */
const SERVERLESS_VARIABLES = ['K_SERVICE', 'CLOUD_RUN_JOB', 'FUNCTION_NAME', 'GAE_SERVICE']
/** Overrides of the server's address, for tests and undetectable machines. */
const HOST_VARIABLES = ['GCE_METADATA_IP', 'GCE_METADATA_HOST']
/** The address, because the name `metadata.google.internal` depends on the resolver. */
const METADATA_URL = 'http://169.254.169.254'
const DETECTION_VARIABLE = 'METADATA_SERVER_DETECTION'
const DETECTIONS = ['assume-present', 'none', 'bios-only', 'ping-only']

/** `url`: base URL without a trailing slash; null if this is not detectably a Google machine. */
type MetadataServer = { kind: 'found'; url: string | null } | Invalid

/** Detects the metadata server without calls. `productNameFile`: overrides the firmware's. */
function findMetadataServer(env: Environment, productNameFile = PRODUCT_NAME_FILE): MetadataServer {
  const detection = (env[DETECTION_VARIABLE] ?? '').trim().toLowerCase()
  if (detection === 'none') return { kind: 'found', url: null }
  const variable = HOST_VARIABLES.find((name) => env[name])
  const url = variable === undefined ? null : readHost(env[variable] ?? '')
  const problems = listProblems(
    when(detection !== '' && !DETECTIONS.includes(detection), {
      path: DETECTION_VARIABLE,
      message: 'is not one of the allowed values',
      hint: `Allowed: ${DETECTIONS.join(', ')}.`
    }),
    variable !== undefined &&
      url === null && {
        path: variable,
        message: 'is not a host',
        hint: 'Such as `169.254.169.254` or `localhost:8088`.'
      }
  )
  if (problems.length > 0) return { kind: 'invalid', problems }
  const standard = isMachineOfGoogle(detection, env, productNameFile) ? METADATA_URL : null
  return { kind: 'found', url: url ?? standard }
}

function isMachineOfGoogle(detection: string, env: Environment, productNameFile: string): boolean {
  return (
    detection === 'assume-present' ||
    SERVERLESS_VARIABLES.some((name) => env[name]) ||
    // `ping-only` distrusts the firmware, but no calls are made at startup.
    (detection !== 'ping-only' && readProductName(productNameFile).startsWith('Google'))
  )
}

/** Null unless a host, with or without a port. */
function readHost(host: string): string | null {
  const url = parseUrl(/^https?:\/\//.test(host) ? host : `http://${host}`)
  const isHost =
    url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return isHost ? url.origin : null
}

function readProductName(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
