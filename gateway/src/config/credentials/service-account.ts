import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Problem } from '../../problem.ts'
import { isPlainObject } from '../json-object.ts'
import { parseMangledJson, unmanglePem } from './mangled-text.ts'

/** RS256 takes no shorter key (RFC 7518, 3.3). */
const LEAST_MODULUS_BITS = 2048
const HINT = 'Make a new key in the cloud console (IAM, service accounts).'

/** The parts of a service account key file that the gateway uses. */
export interface ServiceAccount {
  clientEmail: string
  privateKey: KeyObject
  /** PKCS#8 PEM of the same key. */
  privateKeyPem: string
  /** Null when the file does not name it. */
  privateKeyId: string | null
  projectId: string | null
}

/** The path of problems is empty: only the caller knows where the text stands. */
type ServiceAccountResult =
  | { kind: 'key'; account: ServiceAccount }
  | { kind: 'invalid'; problems: Problem[] }

/**
 * Reads the JSON text of a service account key file.
 * Takes private keys with literal `\n`, `\r\n`, surrounding quotes, base64 of the whole, PKCS#1 and PKCS#8.
 * Problems hold no part of the key.
 */
export function parseServiceAccount(text: string): ServiceAccountResult {
  const read = parseCredentialJson(text)
  return read.kind === 'json' ? readServiceAccount(read.json) : read
}

/** The JSON object in the text of any credential file; see `parseMangledJson` for what is forgiven. */
export function parseCredentialJson(
  text: string
): { kind: 'json'; json: Record<string, unknown> } | Extract<ServiceAccountResult, { kind: 'invalid' }> {
  const json = parseMangledJson(text)
  if (isPlainObject(json)) return { kind: 'json', json }
  return invalid(json === undefined ? 'is not JSON' : 'is not a JSON object')
}

/** The same as `parseServiceAccount` for JSON that is already parsed. */
export function readServiceAccount(file: Readonly<Record<string, unknown>>): ServiceAccountResult {
  const field = (name: string): string | null => {
    const value = file[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  if (field('type') !== 'service_account') return invalid('has another `type` than `service_account`')
  const clientEmail = field('client_email')
  const pem = field('private_key')
  if (clientEmail === null || pem === null) return invalid('lacks `client_email` or `private_key`')
  const key = readKey(pem)
  if (key.kind === 'invalid') return key
  const names = { privateKeyId: field('private_key_id'), projectId: field('project_id') }
  return { kind: 'key', account: { clientEmail, ...key.pair, ...names } }
}

function readKey(pem: string) {
  try {
    const privateKey = createPrivateKey(unmanglePem(pem))
    if (privateKey.asymmetricKeyType !== 'rsa') return invalid('holds a private key that is not RSA')
    if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_MODULUS_BITS)
      return invalid(`holds a private key of less than ${LEAST_MODULUS_BITS} bits`)
    const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    return { kind: 'pair' as const, pair: { privateKey, privateKeyPem } }
  } catch {
    return invalid('holds a private key that cannot be read')
  }
}

function invalid(message: string): Extract<ServiceAccountResult, { kind: 'invalid' }> {
  return { kind: 'invalid', problems: [{ path: '', message, hint: HINT }] }
}
