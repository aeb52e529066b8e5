import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { type Invalid, invalid, problemsOf, readText } from '../sources/files.ts'
import { codeOf } from '../sources/noted-reads.ts'

export interface CertificateFiles {
  certFile: string
  keyFile: string
}

/** A matching certificate and key. */
export interface CertificatePair {
  kind: 'pair'
  /** PEM, with intermediates. */
  cert: string
  /** PEM. */
  key: string
  /** Epoch seconds. */
  notBeforeSeconds: number
  notAfterSeconds: number
  /** SHA-256, in the format of `openssl x509 -fingerprint`. */
  fingerprint: string
}

/** Checks that certificate and key match, not dates, names and issuers. `section`: key path of the section. */
export function readCertificatePair(
  { certFile, keyFile }: CertificateFiles,
  section: string
): CertificatePair | Invalid {
  const cert = readText(certFile, `${section}.certFile`)
  const key = readText(keyFile, `${section}.keyFile`)
  if (cert.kind === 'invalid' || key.kind === 'invalid')
    return { kind: 'invalid', problems: problemsOf(cert, key) }
  return checkPair(cert.text, key.text, section)
}

function checkPair(cert: string, key: string, section: string): CertificatePair | Invalid {
  const paths = { cert: `${section}.certFile`, key: `${section}.keyFile` }
  const certificate = parseCertificate(cert)
  if (certificate === null)
    return isCutShort(cert)
      ? invalid(paths.cert, 'has no end line', CUT_SHORT_HINT)
      : invalid(
          paths.cert,
          'is not a certificate in PEM',
          'It must begin with `-----BEGIN CERTIFICATE-----`.'
        )
  const read = readPrivateKey(key, paths.key)
  if (read.kind === 'invalid') return read
  if (!certificate.checkPrivateKey(read.key))
    return invalid(
      paths.key,
      `does not belong to the certificate in ${paths.cert}`,
      'The key’s certificate must come first in its file, followed by intermediates.'
    )
  const refusal = tryContext(cert, key)
  if (refusal !== null) return invalid(paths.cert, `is refused by OpenSSL (${refusal})`, 'Issue a new one.')
  return {
    kind: 'pair',
    cert,
    key,
    notBeforeSeconds: Date.parse(certificate.validFrom) / 1000,
    notAfterSeconds: Date.parse(certificate.validTo) / 1000,
    fingerprint: certificate.fingerprint256
  }
}

const ENCRYPTED = /^(-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)/m

/** Reads a private key in PEM. `path`: its key path. Problems contain no part of it. */
export function readPrivateKey(text: string, path: string): { kind: 'key'; key: KeyObject } | Invalid {
  try {
    return { kind: 'key', key: createPrivateKey(text) }
  } catch {
    if (isCutShort(text)) return invalid(path, 'has no end line', CUT_SHORT_HINT)
    if (!ENCRYPTED.test(text))
      return invalid(path, 'is not a private key in PEM', 'It must begin with `-----BEGIN PRIVATE KEY-----`.')
    return invalid(
      path,
      'is encrypted',
      'Passphrases are not supported: `openssl pkey -in FILE -out NEW` removes it.'
    )
  }
}

/** Why OpenSSL refuses the pair, such as a short key; null if it does not. */
function tryContext(cert: string, key: string): string | null {
  try {
    createSecureContext({ cert, key })
    return null
  } catch (err) {
    return codeOf(err)
  }
}

export const CUT_SHORT_HINT = 'The file is truncated: copy it again, up to its line `-----END …-----`.'

/** True for PEM without its end line (RFC 7468, 2). */
export function isCutShort(text: string): boolean {
  return (text.match(/-----BEGIN /g) ?? []).length > (text.match(/-----END /g) ?? []).length
}

/** Parses the first certificate; null if there is none. */
export function parseCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text)
  } catch {
    return null
  }
}
