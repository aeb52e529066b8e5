import { readFileSync } from 'node:fs'
import { listProblems } from '../../problem.ts'
import { parseUrl } from '../addresses/urls.ts'
import type { Invalid } from '../sources/files.ts'

type Environment = Readonly<Record<string, string | undefined>>

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
export function findMetadataServer(
  env: Environment,
  productNameFile: string = PRODUCT_NAME_FILE
): MetadataServer {
  const detection = (env[DETECTION_VARIABLE] ?? '').trim().toLowerCase()
  if (detection === 'none') return { kind: 'found', url: null }
  const variable = HOST_VARIABLES.find((name) => env[name])
  const url = variable === undefined ? null : readHost(env[variable] ?? '')
  const problems = listProblems(
    detection !== '' &&
      !DETECTIONS.includes(detection) && {
        path: DETECTION_VARIABLE,
        message: 'is not one of the allowed values',
        hint: `Allowed: ${DETECTIONS.join(', ')}.`
      },
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
