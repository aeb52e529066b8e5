import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseUrl } from '../../src/config/addresses/urls.ts'
import type { Environment } from '../../src/config/sources/environment.ts'
import { type Invalid, trackFile } from '../../src/config/sources/files.ts'
import type { CredentialSettings } from '../../src/identity-platform/credentials/credentials.ts'
import { listProblems, when } from '../../src/problem.ts'
import type { GoogleCredentials } from './credential-file.ts'

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
const WELL_KNOWN_FILE = 'application_default_credentials.json'

/**
 * The path of gcloud's own file, otherwise the metadata server of a Google machine. Makes no calls. `productNameFile`: overrides the
 * firmware's.
 */
export function findDefaultCredentials(
  { settings, env }: CredentialSettings,
  productNameFile = PRODUCT_NAME_FILE
): string | GoogleCredentials | Invalid | null {
  const file = wellKnownFile(env)
  if (file !== null) trackFile(file)
  if (file !== null && existsSync(file)) return file
  const detection = (env[DETECTION_VARIABLE] ?? '').trim().toLowerCase()
  if (detection === 'none') return null
  const variable = HOST_VARIABLES.find((name) => env[name])
  const host = variable === undefined ? null : readHost(env[variable] ?? '')
  const problems = listProblems(
    when(detection !== '' && !DETECTIONS.includes(detection), {
      path: DETECTION_VARIABLE,
      message: 'is not one of the allowed values',
      hint: `Allowed: ${DETECTIONS.join(', ')}.`
    }),
    variable !== undefined &&
      host === null && {
        path: variable,
        message: 'is not a host',
        hint: 'Such as `169.254.169.254` or `localhost:8088`.'
      }
  )
  if (problems.length > 0) return { kind: 'invalid', problems }
  const url = host ?? (isMachineOfGoogle(detection, env, productNameFile) ? METADATA_URL : null)
  return url === null ? null : { kind: 'metadata', url, signerEmail: settings.serviceAccountEmail }
}

/** Where `gcloud auth application-default login` stores its file; null if unknown. */
function wellKnownFile(env: Environment): string | null {
  if (env.CLOUDSDK_CONFIG) return join(env.CLOUDSDK_CONFIG, WELL_KNOWN_FILE)
  // Set on Windows only.
  if (env.APPDATA) return join(env.APPDATA, 'gcloud', WELL_KNOWN_FILE)
  return env.HOME ? join(env.HOME, '.config', 'gcloud', WELL_KNOWN_FILE) : null
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
