import { statSync } from 'node:fs'
import type { CertificateFiles, CertificatePair } from './certificate-pair.ts'
import { readCertificatePair } from './certificate-pair.ts'

const DAY_SECONDS = 86_400
/** Certificates that are renewed by themselves are renewed before this. */
const SOON_SECONDS = 14 * DAY_SECONDS
const READABLE_BY_EVERYBODY = 0o004

/** What deserves a line about the files of `listen.tls`; nothing when they are no pair, which is a problem. */
export function listCertificateWarnings(files: CertificateFiles, nowSeconds: number): string[] {
  const pair = readCertificatePair(files)
  if (pair.kind === 'wrong') return []
  return [warnAboutDates(pair, nowSeconds) ?? [], warnAboutMode(files.keyFile) ?? []].flat()
}

/** A warning about a certificate that is not valid now, or not for long; null: it is. */
export function warnAboutDates(
  { notBeforeSeconds, notAfterSeconds }: Pick<CertificatePair, 'notBeforeSeconds' | 'notAfterSeconds'>,
  nowSeconds: number
): string | null {
  const days = Math.floor(Math.abs(notAfterSeconds - nowSeconds) / DAY_SECONDS)
  if (nowSeconds < notBeforeSeconds)
    return 'listen.tls.certFile: the certificate is not valid yet; check the clock of this machine'
  if (nowSeconds >= notAfterSeconds)
    return `listen.tls.certFile: the certificate expired ${days} days ago; browsers refuse it`
  return notAfterSeconds - nowSeconds < SOON_SECONDS
    ? `listen.tls.certFile: the certificate expires in ${days} days; renew it, changed files are read without a restart`
    : null
}

function warnAboutMode(keyFile: string): string | null {
  const { mode } = statSync(keyFile)
  return (mode & READABLE_BY_EVERYBODY) === 0
    ? null
    : 'listen.tls.keyFile: everybody on this machine can read the private key; take the permission away (`chmod o-r`)'
}
