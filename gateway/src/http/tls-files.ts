import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { listUpstreams } from '../config/applications.ts'
import type { Config, UpstreamConfig } from '../config/schema/schema.ts'
import {
  codeOf,
  type Invalid,
  invalid,
  MAX_SECRET_BYTES,
  problemsOf,
  readText
} from '../config/sources/files.ts'
import { orNull } from '../errors.ts'
import { listTexts } from '../problem.ts'

interface CertificateFiles {
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
  const paths = { cert: `${section}.certFile`, key: `${section}.keyFile` }
  const files = { cert: readText(certFile, paths.cert), key: readText(keyFile, paths.key, MAX_SECRET_BYTES) }
  if (files.cert.kind === 'invalid' || files.key.kind === 'invalid')
    return { kind: 'invalid', problems: problemsOf(files.cert, files.key) }
  const [cert, key] = [files.cert.text, files.key.text]
  const certificate = parseCertificate(cert)
  if (certificate === null && isCutShort(cert)) return invalid(paths.cert, 'has no end line', CUT_SHORT_HINT)
  const hint = 'It must begin with `-----BEGIN CERTIFICATE-----`.'
  if (certificate === null) return invalid(paths.cert, 'is not a certificate in PEM', hint)
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
    const hint = 'Passphrases are not supported: `openssl pkey -in FILE -out NEW` removes it.'
    if (ENCRYPTED.test(text)) return invalid(path, 'is encrypted', hint)
    return invalid(path, 'is not a private key in PEM', 'It must begin with `-----BEGIN PRIVATE KEY-----`.')
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

const CUT_SHORT_HINT = 'The file is truncated: copy it again, up to its line `-----END …-----`.'

/** True for PEM without its end line (RFC 7468, 2). */
function isCutShort(text: string): boolean {
  return (text.match(/-----BEGIN /g) ?? []).length > (text.match(/-----END /g) ?? []).length
}

/** Parses the first certificate; null if there is none. */
export function parseCertificate(text: string): X509Certificate | null {
  return orNull(() => new X509Certificate(text))
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
/** Automatic renewal happens earlier than this. */
const SOON_SECONDS = 14 * DAY_SECONDS
const READABLE_BY_EVERYBODY = 0o004

/** Describes a certificate in warnings. */
interface CertificateUse {
  /** Key path of the section with its files. */
  section: string
  /** Who refuses it once expired. */
  refusedBy: string
}

/** Config key of a TLS listener. */
export type TlsListener = 'listen' | 'forwardAuth.listen'

export interface ServerCertificate {
  listener: TlsListener
  files: CertificateFiles
  usage: CertificateUse
}

export function listServerCertificates(config: Pick<Config, 'listen' | 'forwardAuth'>): ServerCertificate[] {
  const { listen, forwardAuth } = config
  const of = (listener: TlsListener, files: CertificateFiles | null | undefined, refusedBy: string) =>
    files ? [{ listener, files, usage: { section: `${listener}.tls`, refusedBy } }] : []
  return [
    ...of('listen', listen.tls, 'browsers refuse it'),
    ...of('forwardAuth.listen', forwardAuth.enabled ? forwardAuth.listen?.tls : null, 'proxies refuse it')
  ]
}

/** Warnings about a certificate and key; none if they are invalid, which is a problem. */
export function listCertificateWarnings(
  files: CertificateFiles,
  nowSeconds: number,
  use: CertificateUse
): string[] {
  const pair = readCertificatePair(files, use.section)
  if (pair.kind === 'invalid') return []
  const isExposed = (statSync(files.keyFile).mode & READABLE_BY_EVERYBODY) !== 0
  return listTexts(
    warnAboutDates(pair, nowSeconds, use) ?? false,
    isExposed &&
      `${use.section}.keyFile: everyone on this machine can read the private key; remove the permission (\`chmod o-r\`)`
  )
}

/** Warning about a certificate that is not valid yet, expired or about to expire; otherwise null. */
export function warnAboutDates(
  { notBeforeSeconds, notAfterSeconds }: Pick<CertificatePair, 'notBeforeSeconds' | 'notAfterSeconds'>,
  nowSeconds: number,
  { section, refusedBy }: CertificateUse
): string | null {
  const path = `${section}.certFile`
  const seconds = Math.abs(notAfterSeconds - nowSeconds)
  const isShort = seconds < DAY_SECONDS
  const number = isShort ? Math.ceil(seconds / HOUR_SECONDS) : Math.floor(seconds / DAY_SECONDS)
  const time = `${number} ${isShort ? 'hour' : 'day'}${number === 1 ? '' : 's'}`
  if (nowSeconds < notBeforeSeconds)
    return `${path}: the certificate is not valid yet; check the clock of this machine`
  if (nowSeconds >= notAfterSeconds) return `${path}: the certificate expired ${time} ago; ${refusedBy}`
  return notAfterSeconds - nowSeconds < SOON_SECONDS
    ? `${path}: the certificate expires in ${time}; renew it, changed files are read without a restart`
    : null
}

/** `authorities`: null: Node's default CAs. `pair`: client certificate; null: none. */
type UpstreamTls = { kind: 'read'; authorities: Authorities | null; pair: CertificatePair | null }

/** CA certificates for an upstream. */
interface Authorities {
  kind: 'authorities'
  /** PEM. */
  certificates: string
  /** Latest expiry, in epoch seconds. */
  notAfterSeconds: number
}

/** Reads CA and client certificates without checking dates. Ignores an incomplete client pair. `section`: of the upstream. */
export function readUpstreamTls(
  { caFile, certFile, keyFile }: Pick<UpstreamConfig, 'caFile' | 'certFile' | 'keyFile'>,
  section: string
): UpstreamTls | Invalid {
  const authorities = caFile === null ? null : readAuthorities(caFile, `${section}.caFile`)
  const pair =
    certFile === null || keyFile === null ? null : readCertificatePair({ certFile, keyFile }, section)
  if (authorities?.kind === 'invalid' || pair?.kind === 'invalid')
    return { kind: 'invalid', problems: problemsOf(authorities, pair) }
  return { kind: 'read', authorities, pair }
}

function readAuthorities(file: string, path: string): Authorities | Invalid {
  const read = readText(file, path)
  if (read.kind === 'invalid') return read
  const blocks = read.text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  const parsed = blocks.flatMap((block) => parseCertificate(block) ?? [])
  const damaged = blocks.length - parsed.length
  if (isCutShort(read.text)) return invalid(path, 'has no end line', CUT_SHORT_HINT)
  if (blocks.length === 0) return invalid(path, 'contains no certificate in PEM', NO_PEM_HINT)
  if (damaged > 0) {
    const message = `contains ${blocks.length} certificates, of which ${damaged} cannot be read`
    return invalid(path, message, DAMAGED_HINT)
  }
  const ends = parsed.map(({ validTo }) => Date.parse(validTo) / 1000)
  return { kind: 'authorities', certificates: blocks.join('\n'), notAfterSeconds: Math.max(...ends) }
}

const NO_PEM_HINT =
  'It must begin with `-----BEGIN CERTIFICATE-----`; `openssl x509 -inform der -in FILE -out NEW` converts DER to PEM.'
const DAMAGED_HINT = 'Copy the file again: `openssl storeutl -noout -certs FILE` shows what is damaged.'

/** TLS warnings of listeners and upstreams. */
export function listTlsWarnings(config: Config, nowSeconds: number): string[] {
  return [
    ...listServerCertificates(config).flatMap(({ files, usage }) =>
      listCertificateWarnings(files, nowSeconds, usage)
    ),
    ...listUpstreams(config).flatMap(({ upstream, path }) =>
      listUpstreamTlsWarnings(upstream, nowSeconds, path)
    )
  ]
}

/** `section`: key path of the upstream. */
export function listUpstreamTlsWarnings(
  upstream: Pick<UpstreamConfig, 'caFile' | 'certFile' | 'keyFile' | 'insecure'>,
  nowSeconds: number,
  section: string
): string[] {
  const { certFile, keyFile, insecure } = upstream
  const use: CertificateUse = { section, refusedBy: 'the application refuses it' }
  const read = readUpstreamTls(upstream, section)
  const endsSeconds = read.kind === 'read' ? read.authorities?.notAfterSeconds : undefined
  const ofPair =
    certFile === null || keyFile === null
      ? []
      : listCertificateWarnings({ certFile, keyFile }, nowSeconds, use)
  return listTexts(
    insecure &&
      `${section}.insecure: the certificate of the application is not verified, so anyone on the network path can read and change requests, identities and responses; set \`caFile\` to its CA instead`,
    endsSeconds !== undefined &&
      endsSeconds <= nowSeconds &&
      `${section}.caFile: every certificate in it has expired, the application cannot be verified; put the present ones there, changed files are read without a restart`,
    ...ofPair
  )
}
