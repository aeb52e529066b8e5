import { statSync } from 'node:fs'
import type { Config } from '../schema/schema.ts'
import { type CertificateFiles, type CertificatePair, readCertificatePair } from './certificate-pair.ts'

const DAY_SECONDS = 86_400
/** Automatic renewal happens earlier than this. */
const SOON_SECONDS = 14 * DAY_SECONDS
const READABLE_BY_EVERYBODY = 0o004

/** Describes a certificate in warnings. */
export interface CertificateUse {
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

export function listServerCertificates({
  listen,
  forwardAuth
}: Pick<Config, 'listen' | 'forwardAuth'>): ServerCertificate[] {
  const all = [
    { listener: 'listen', files: listen.tls, refusedBy: 'browsers refuse it' },
    {
      listener: 'forwardAuth.listen',
      files: forwardAuth.enabled ? (forwardAuth.listen?.tls ?? null) : null,
      refusedBy: 'proxies refuse it'
    }
  ] as const
  return all.flatMap(({ listener, files, refusedBy }) =>
    files === null ? [] : [{ listener, files, usage: { section: `${listener}.tls`, refusedBy } }]
  )
}

/** Warnings about a certificate and key; none if they are invalid, which is a problem. */
export function listCertificateWarnings(
  files: CertificateFiles,
  nowSeconds: number,
  use: CertificateUse
): string[] {
  const pair = readCertificatePair(files, use.section)
  if (pair.kind === 'invalid') return []
  return [warnAboutDates(pair, nowSeconds, use) ?? [], warnAboutMode(files.keyFile, use) ?? []].flat()
}

/** Warning about a certificate that is not valid yet, expired or about to expire; otherwise null. */
export function warnAboutDates(
  { notBeforeSeconds, notAfterSeconds }: Pick<CertificatePair, 'notBeforeSeconds' | 'notAfterSeconds'>,
  nowSeconds: number,
  { section, refusedBy }: CertificateUse
): string | null {
  const path = `${section}.certFile`
  const number = Math.floor(Math.abs(notAfterSeconds - nowSeconds) / DAY_SECONDS)
  const days = number === 1 ? '1 day' : `${number} days`
  if (nowSeconds < notBeforeSeconds)
    return `${path}: the certificate is not valid yet; check the clock of this machine`
  if (nowSeconds >= notAfterSeconds) return `${path}: the certificate expired ${days} ago; ${refusedBy}`
  return notAfterSeconds - nowSeconds < SOON_SECONDS
    ? `${path}: the certificate expires in ${days}; renew it, changed files are read without a restart`
    : null
}

function warnAboutMode(keyFile: string, { section }: CertificateUse): string | null {
  const { mode } = statSync(keyFile)
  return (mode & READABLE_BY_EVERYBODY) === 0
    ? null
    : `${section}.keyFile: everyone on this machine can read the private key; remove the permission (\`chmod o-r\`)`
}
