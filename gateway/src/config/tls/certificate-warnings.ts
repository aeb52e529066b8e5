import { statSync } from 'node:fs'
import type { Config } from '../schema/schema.ts'
import type { CertificateFiles, CertificatePair } from './certificate-pair.ts'
import { readCertificatePair } from './certificate-pair.ts'

const DAY_SECONDS = 86_400
/** Certificates that are renewed by themselves are renewed before this. */
const SOON_SECONDS = 14 * DAY_SECONDS
const READABLE_BY_EVERYBODY = 0o004

/** What a certificate is for, in the words of warnings about it. */
export interface CertificateUse {
  /** Key path of the section that names its files. */
  section: string
  /** Who refuses it when it has expired. */
  refusedBy: string
}

/** A listener with TLS, by its key of the configuration. */
export type TlsListener = 'listen' | 'forwardAuth.listen'

/** A certificate of the gateway itself. */
export interface ServerCertificate {
  listener: TlsListener
  files: CertificateFiles
  usage: CertificateUse
}

/** Those of the listeners that have TLS. */
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

/** What deserves a line about a certificate and its key; nothing when the files are no pair, which is a problem. */
export function listCertificateWarnings(
  files: CertificateFiles,
  nowSeconds: number,
  use: CertificateUse
): string[] {
  const pair = readCertificatePair(files, use.section)
  if (pair.kind === 'wrong') return []
  return [warnAboutDates(pair, nowSeconds, use) ?? [], warnAboutMode(files.keyFile, use) ?? []].flat()
}

/** A warning about a certificate that is not valid now, or not for long; null: it is. */
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
    : `${section}.keyFile: everybody on this machine can read the private key; take the permission away (\`chmod o-r\`)`
}
