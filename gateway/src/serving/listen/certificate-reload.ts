import type { FastifyBaseLogger } from 'fastify'
import {
  type CertificateFiles,
  type CertificatePair,
  readCertificatePair
} from '../../config/tls/certificate-pair.ts'
import { SERVER_CERTIFICATE, warnAboutDates } from '../../config/tls/certificate-warnings.ts'

/** The certificate that is served, and the way to renew it. */
export interface ServedCertificate {
  /** Epoch seconds at which it ends. */
  notAfterSeconds(): number
  /** The one that is served. */
  current(): CertificatePair
  /** Serves this one from now on. */
  replace(pair: CertificatePair): void
  /**
   * Reads the files again and serves what they hold, when it is another certificate. Files that are no pair change nothing;
   * the log says so, once for each content.
   */
  reload(): void
}

export interface ServedCertificateOptions {
  files: CertificateFiles
  /** The one that is served now. */
  first: CertificatePair
  use: (pair: CertificatePair) => void
  logger: FastifyBaseLogger
  /** Epoch seconds. */
  now: () => number
}

/** Keeps the certificate that `use` was told last. */
export function createServedCertificate({
  files,
  first,
  use,
  logger,
  now
}: ServedCertificateOptions): ServedCertificate {
  let served = first
  let lastRefusal = ''

  function replace(pair: CertificatePair): void {
    use(pair)
    served = pair
  }

  return {
    notAfterSeconds: () => served.notAfterSeconds,
    current: () => served,
    replace,
    reload() {
      const read = readCertificatePair(files, SERVER_CERTIFICATE.section)
      if (read.kind === 'wrong') {
        const reasons = read.problems.map(({ path, message }) => `${path}: ${message}`)
        if (reasons.join() === lastRefusal) return
        lastRefusal = reasons.join()
        logger.error({ problems: reasons }, 'TLS certificate not reloaded: the former one stays in use')
        return
      }
      lastRefusal = ''
      if (read.cert === served.cert && read.key === served.key) return
      replace(read)
      const { fingerprint, notAfterSeconds } = read
      logger.info(
        { fingerprint, notAfter: new Date(notAfterSeconds * 1000).toISOString() },
        'TLS certificate reloaded'
      )
      const warning = warnAboutDates(read, now(), SERVER_CERTIFICATE)
      if (warning !== null) logger.warn(warning)
    }
  }
}
