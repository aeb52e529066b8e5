import type { Problem } from '../../problem.ts'
import type { UpstreamConfig } from '../schema/schema.ts'
import { type Invalid, problemsOf, readText } from '../sources/files.ts'
import {
  type CertificatePair,
  CUT_SHORT_HINT,
  isCutShort,
  parseCertificate,
  readCertificatePair
} from './certificate-pair.ts'
import { type CertificateUse, listCertificateWarnings } from './certificate-warnings.ts'

export interface UpstreamTls {
  kind: 'read'
  /** Null: Node's default CAs. */
  authorities: Authorities | null
  /** Client certificate; null: none. */
  pair: CertificatePair | null
}

/** CA certificates for an upstream. */
export interface Authorities {
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
  const problem = checkBlocks(read.text, blocks.length, parsed.length)
  if (problem !== null) return { kind: 'invalid', problems: [{ path, ...problem }] }
  const ends = parsed.map(({ validTo }) => Date.parse(validTo) / 1000)
  return { kind: 'authorities', certificates: blocks.join('\n'), notAfterSeconds: Math.max(...ends) }
}

function checkBlocks(text: string, count: number, readable: number): Omit<Problem, 'path'> | null {
  if (isCutShort(text)) return { message: 'has no end line', hint: CUT_SHORT_HINT }
  if (count === 0)
    return {
      message: 'contains no certificate in PEM',
      hint: 'It must begin with `-----BEGIN CERTIFICATE-----`; `openssl x509 -inform der -in FILE -out NEW` converts DER to PEM.'
    }
  return readable === count
    ? null
    : {
        message: `contains ${count} certificates, of which ${count - readable} cannot be read`,
        hint: 'Copy the file again: `openssl storeutl -noout -certs FILE` shows what is damaged.'
      }
}

/** TLS warnings of an upstream. `section`: its key path. */
export function listUpstreamTlsWarnings(
  upstream: Pick<UpstreamConfig, 'caFile' | 'certFile' | 'keyFile' | 'insecure'>,
  nowSeconds: number,
  section: string
): string[] {
  const { certFile, keyFile, insecure } = upstream
  const use: CertificateUse = { section, refusedBy: 'the application refuses it' }
  const read = readUpstreamTls(upstream, section)
  const endsSeconds = read.kind === 'read' ? read.authorities?.notAfterSeconds : undefined
  return [
    insecure
      ? `${section}.insecure: the certificate of the application is not verified, so anyone on the network path can read and change requests, identities and responses; set \`caFile\` to its CA instead`
      : [],
    endsSeconds !== undefined && endsSeconds <= nowSeconds
      ? `${section}.caFile: every certificate in it has expired, the application cannot be verified; put the present ones there, changed files are read without a restart`
      : [],
    certFile === null || keyFile === null
      ? []
      : listCertificateWarnings({ certFile, keyFile }, nowSeconds, use)
  ].flat()
}
