import type { FastifyBaseLogger } from 'fastify'
import {
  type CertificateFiles,
  type CertificatePair,
  readCertificatePair
} from '../../config/tls/certificate-pair.ts'
import {
  type CertificateUse,
  type TlsListener,
  warnAboutDates
} from '../../config/tls/certificate-warnings.ts'

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
  usage: CertificateUse
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
  usage,
  first,
  use,
  logger,
  now
}: ServedCertificateOptions): ServedCertificate {
  let served = first
  let lastRefusal = ''

  function replace(pair: CertificatePair): void {
    served = pair
    use(pair)
  }

  return {
    notAfterSeconds: () => served.notAfterSeconds,
    current: () => served,
    replace,
    reload() {
      const read = readCertificatePair(files, usage.section)
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
        {
          path: usage.section,
          fingerprint,
          notAfter: new Date(notAfterSeconds * 1000).toISOString()
        },
        'TLS certificate reloaded'
      )
      const warning = warnAboutDates(read, now(), usage)
      if (warning !== null) logger.warn(warning)
    }
  }
}

/** The certificates of listeners with TLS; the others have none. */
export type CertificatePairs = Partial<Record<TlsListener, CertificatePair>>

/** All certificates that are served, and the way to renew them; see `ServedCertificate`. */
export interface ServedCertificates {
  /** Epoch seconds at which the first of them ends; null: there is none. */
  notAfterSeconds(): number | null
  current(): CertificatePairs
  /** Serves these from now on, where another one is served. */
  replace(pairs: CertificatePairs): void
  reload(): void
}

/** The certificates of several listeners as one. */
export function joinServedCertificates(
  all: readonly { listener: TlsListener; certificate: ServedCertificate }[]
): ServedCertificates {
  return {
    notAfterSeconds: () =>
      all.length === 0 ? null : Math.min(...all.map(({ certificate }) => certificate.notAfterSeconds())),
    current: () =>
      Object.fromEntries(all.map(({ listener, certificate }) => [listener, certificate.current()])),
    replace(pairs) {
      for (const { listener, certificate } of all) {
        const pair = pairs[listener]
        if (pair !== undefined && pair.cert !== certificate.current().cert) certificate.replace(pair)
      }
    },
    reload() {
      for (const { certificate } of all) certificate.reload()
    }
  }
}
