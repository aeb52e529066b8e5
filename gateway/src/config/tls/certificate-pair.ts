import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { Problem } from '../../problem.ts'
import { readText } from '../sources/files.ts'

/** Where a certificate and its key are. */
export interface CertificateFiles {
  certFile: string
  keyFile: string
}

/** A certificate and its key, which TLS accepts together. */
export interface CertificatePair {
  kind: 'pair'
  /** PEM, with the certificates of its issuers. */
  cert: string
  /** PEM. */
  key: string
  /** Epoch seconds. */
  notBeforeSeconds: number
  notAfterSeconds: number
  /** SHA-256, as `openssl x509 -fingerprint` prints it. */
  fingerprint: string
}

/** Files that are no pair, and why. */
export interface WrongPair {
  kind: 'wrong'
  problems: Problem[]
}

const CERT_PATH = 'listen.tls.certFile'
const KEY_PATH = 'listen.tls.keyFile'

/** Reads a certificate and its key and checks that they belong together. Its dates, names and issuers are not checked. */
export function readCertificatePair({ certFile, keyFile }: CertificateFiles): CertificatePair | WrongPair {
  const cert = readText(certFile, CERT_PATH)
  const key = readText(keyFile, KEY_PATH)
  if (cert.kind === 'invalid' || key.kind === 'invalid')
    return {
      kind: 'wrong',
      problems: [cert, key].flatMap((read) => (read.kind === 'invalid' ? read.problems : []))
    }
  return checkPair(cert.text, key.text)
}

function checkPair(cert: string, key: string): CertificatePair | WrongPair {
  const certificate = parseCertificate(cert)
  if (certificate === null)
    return isCutShort(cert)
      ? wrong(CERT_PATH, 'has no end line', CUT_SHORT_HINT)
      : wrong(CERT_PATH, 'is not a certificate in PEM', 'It begins with `-----BEGIN CERTIFICATE-----`.')
  const privateKey = parseKey(key)
  if (privateKey === null) return judgeNoKey(key)
  if (!certificate.checkPrivateKey(privateKey))
    return wrong(
      KEY_PATH,
      'does not belong to the certificate in listen.tls.certFile',
      'The certificate of the server comes first in its file, those of the issuers follow.'
    )
  const refusal = tryContext(cert, key)
  if (refusal !== null) return wrong(CERT_PATH, `is refused by OpenSSL (${refusal})`, 'Issue it anew.')
  return {
    kind: 'pair',
    cert,
    key,
    notBeforeSeconds: Date.parse(certificate.validFrom) / 1000,
    notAfterSeconds: Date.parse(certificate.validTo) / 1000,
    fingerprint: certificate.fingerprint256
  }
}

const CUT_SHORT_HINT = 'The file was cut short: copy it again, up to its line `-----END …-----`.'
const ENCRYPTED = wrong(
  KEY_PATH,
  'is encrypted',
  'Nobody is there to type a passphrase: `openssl pkey -in FILE -out NEW` takes it away.'
)
const NO_KEY = wrong(KEY_PATH, 'is not a private key in PEM', 'It begins with `-----BEGIN PRIVATE KEY-----`.')

function wrong(path: string, message: string, hint: string): WrongPair {
  return { kind: 'wrong', problems: [{ path, message, hint }] }
}

function judgeNoKey(key: string): WrongPair {
  if (isCutShort(key)) return wrong(KEY_PATH, 'has no end line', CUT_SHORT_HINT)
  return isEncrypted(key) ? ENCRYPTED : NO_KEY
}

/** Does PEM begin that does not end (RFC 7468, 2)? */
function isCutShort(text: string): boolean {
  return text.includes('-----BEGIN ') && !text.includes('-----END ')
}

function isEncrypted(key: string): boolean {
  return /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m.test(key)
}

function parseCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text)
  } catch {
    return null
  }
}

function parseKey(text: string): KeyObject | null {
  try {
    return createPrivateKey(text)
  } catch {
    return null
  }
}

/** What OpenSSL does not accept although it can read it, such as a key that is too short; null: nothing. */
function tryContext(cert: string, key: string): string | null {
  try {
    createSecureContext({ cert, key })
    return null
  } catch (err) {
    return err instanceof Error && 'code' in err ? String(err.code) : 'unknown reason'
  }
}
