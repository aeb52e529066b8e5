import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '../../problem.ts'
import type { Config } from '../schema/schema.ts'
import { isSound } from '../schema/shape.ts'
import { readText } from '../sources/files.ts'
import { type CredentialJson, parseCredentialFile } from './credential-file.ts'
import { findMetadataServer } from './metadata-residency.ts'
import type { ServiceAccount } from './service-account.ts'

/** Whom the gateway is to Google. */
export type Credentials =
  | { kind: 'key'; account: ServiceAccount }
  /** `signerEmail`: the service account that signs; null: there is none. */
  | (CredentialJson & { signerEmail: string | null })
  | {
      /** A machine of Google's. */
      kind: 'metadata'
      /** Base URL of the metadata server, without a final slash. */
      url: string
      /** Null: the account of the machine, which the metadata server names. */
      signerEmail: string | null
    }

type Environment = Readonly<Record<string, string | undefined>>

const TEXT_PATH = 'identityPlatform.credentials'
const FILE_PATH = 'identityPlatform.credentialsFile'
const EMAIL_PATH = 'identityPlatform.serviceAccountEmail'
const FILE_VARIABLE = 'GOOGLE_APPLICATION_CREDENTIALS'
const EXECUTABLES_VARIABLE = 'GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES'
const WELL_KNOWN_FILE = 'application_default_credentials.json'

/** Configuration keys that `readCredentials` looks at. */
const READS = [
  TEXT_PATH,
  FILE_PATH,
  EMAIL_PATH,
  'identityPlatform.projectId',
  'identityPlatform.emulatorHost',
  'session.acquire'
]

/**
 * The credentials of the configuration, else application default credentials, in the order of
 * https://cloud.google.com/docs/authentication/application-default-credentials. Makes no call. Null when there are none,
 * and when `problems` grew. `productNameFile`: what to read in place of the firmware.
 */
export function readCredentials(
  config: Config,
  env: Environment,
  problems: Problem[],
  productNameFile?: string
): Credentials | null {
  if (!READS.every((path) => isSound(path, problems))) return null
  const problemsBefore = problems.length
  const found = findCredentials(config, env, problems, productNameFile)
  if (problems.length > problemsBefore) return null
  const isEmulator = config.identityPlatform.emulatorHost !== null
  // The emulator wants no access token and takes unsigned custom tokens: nothing shall travel to Google on its account.
  const credentials = isEmulator && found?.kind !== 'key' ? null : found
  if (config.session.acquire === 'exchange' && !isEmulator && !canSign(credentials)) {
    problems.push(missingSigner(credentials))
    return null
  }
  return credentials
}

/** Can custom tokens be signed with these? Says nothing of permissions, which only the provider knows. */
export function canSign(credentials: Credentials | null): boolean {
  return credentials !== null && (credentials.kind !== 'file' || credentials.signerEmail !== null)
}

/** Things about credentials that work but deserve a line in the log at start. */
export function listCredentialWarnings(config: Config, credentials: Credentials | null): string[] {
  const { projectId, serviceAccountEmail, emulatorHost } = config.identityPlatform
  if (credentials?.kind !== 'key' || emulatorHost !== null) return []
  const { account } = credentials
  const warnings: string[] = []
  if (account.projectId !== null && account.projectId !== projectId) {
    warnings.push(
      `identityPlatform.projectId: the service account key belongs to another project, ${account.projectId}`
    )
  }
  if (serviceAccountEmail !== null && serviceAccountEmail !== account.clientEmail) {
    warnings.push(`${EMAIL_PATH}: is not used, because the service account key signs as its own account`)
  }
  return warnings
}

function findCredentials(
  config: Config,
  env: Environment,
  problems: Problem[],
  productNameFile: string | undefined
): Credentials | null {
  const { credentials: text, credentialsFile, serviceAccountEmail } = config.identityPlatform

  function fromText(path: string, json: string, subject = ''): Credentials | null {
    const parsed = parseCredentialFile(json, {
      allowExecutables: env[EXECUTABLES_VARIABLE] === '1',
      quotaProject: env.GOOGLE_CLOUD_QUOTA_PROJECT || null
    })
    if ('complaints' in parsed) {
      for (const { message, hint } of parsed.complaints)
        problems.push({ path, message: `${subject}${message}`, hint })
      return null
    }
    if (parsed.file.kind === 'key') return parsed.file
    const { impersonates, ...file } = parsed.file
    return { ...file, signerEmail: serviceAccountEmail ?? impersonates }
  }

  function fromFile(path: string, file: string): Credentials | null {
    const json = readText(file, path, problems)
    return json === null ? null : fromText(path, json, path === file ? '' : 'names a file that ')
  }

  if (text !== '' && credentialsFile !== null) {
    problems.push({ path: FILE_PATH, message: 'stands beside `credentials`', hint: 'Keep one of the two.' })
    return null
  }
  if (text !== '') return fromText(TEXT_PATH, text)
  if (credentialsFile !== null) return fromFile(FILE_PATH, credentialsFile)
  const named = env[FILE_VARIABLE] || null
  if (named !== null) return fromFile(FILE_VARIABLE, named)
  const wellKnown = wellKnownFile(env)
  if (wellKnown !== null && existsSync(wellKnown)) return fromFile(wellKnown, wellKnown)
  const url = findMetadataServer(env, problems, productNameFile)
  return url === null ? null : { kind: 'metadata', url, signerEmail: serviceAccountEmail }
}

/** Where `gcloud auth application-default login` puts its file; null when the environment does not tell. */
function wellKnownFile(env: Environment): string | null {
  if (env.CLOUDSDK_CONFIG) return join(env.CLOUDSDK_CONFIG, WELL_KNOWN_FILE)
  // Only Windows has the variable.
  if (env.APPDATA) return join(env.APPDATA, 'gcloud', WELL_KNOWN_FILE)
  return env.HOME ? join(env.HOME, '.config', 'gcloud', WELL_KNOWN_FILE) : null
}

function missingSigner(credentials: Credentials | null): Problem {
  const subject = 'is required by `session.acquire: exchange`'
  if (credentials?.kind !== 'file') {
    return {
      path: FILE_PATH,
      message: subject,
      hint: 'Name a service account key file or other Google credentials, or use `handover`.'
    }
  }
  return {
    path: EMAIL_PATH,
    message: `${subject} with credentials of the type \`${credentials.type}\`, which cannot sign`,
    hint: 'Name the service account that signs for them, use a service account key, or use `handover`.'
  }
}
