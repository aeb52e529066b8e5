import { createPrivateKey, type KeyObject } from 'node:crypto'
import { parseMangledJson, unmanglePem } from './mangled-text.ts'

/** RS256 takes no shorter key (RFC 7518, 3.3). */
const LEAST_MODULUS_BITS = 2048

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

/**
 * Reads the JSON text of a service account key file.
 * Takes private keys with literal `\n`, `\r\n`, surrounding quotes, base64 of the whole, PKCS#1 and PKCS#8.
 * Gives a problem text, without any part of the key, when it is not one.
 */
export function parseServiceAccount(json: string): { serviceAccount: ServiceAccount } | { problem: string } {
  const file = parseMangledJson(json)
  if (file === undefined) return { problem: 'is not JSON' }
  if (typeof file !== 'object' || file === null) return { problem: 'is not a JSON object' }
  return readServiceAccount(file)
}

/** The same for JSON that is already parsed. */
export function readServiceAccount(file: object): { serviceAccount: ServiceAccount } | { problem: string } {
  const field = (name: string): string | null => {
    const value: unknown = Reflect.get(file, name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  if (field('type') !== 'service_account') return { problem: 'has another `type` than `service_account`' }
  const clientEmail = field('client_email')
  const pem = field('private_key')
  if (clientEmail === null || pem === null) return { problem: 'lacks `client_email` or `private_key`' }
  try {
    const privateKey = createPrivateKey(unmanglePem(pem))
    if (privateKey.asymmetricKeyType !== 'rsa') return { problem: 'holds a private key that is not RSA' }
    if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_MODULUS_BITS) {
      return { problem: `holds a private key of less than ${LEAST_MODULUS_BITS} bits` }
    }
    const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const serviceAccount = {
      clientEmail,
      privateKey,
      privateKeyPem,
      privateKeyId: field('private_key_id'),
      projectId: field('project_id')
    }
    return { serviceAccount }
  } catch {
    return { problem: 'holds a private key that cannot be read' }
  }
}
