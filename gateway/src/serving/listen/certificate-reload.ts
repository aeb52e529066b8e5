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

export interface ServedCertificate {
  /** Expiry of the certificate, in epoch seconds. */
  notAfterSeconds(): number
  current(): CertificatePair
  /** Serves this one from now on. */
  replace(pair: CertificatePair): void
  /** Rereads the files and serves a new certificate. Invalid files change nothing and are logged once per content. */
  reload(): void
}

export interface ServedCertificateOptions {
  files: CertificateFiles
  usage: CertificateUse
  first: CertificatePair
  use: (pair: CertificatePair) => void
  logger: FastifyBaseLogger
  /** Epoch seconds. */
  now: () => number
}

/** Tracks the certificate last passed to `use`. */
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
      if (read.kind === 'invalid') {
        const reasons = read.problems.map(({ path, message }) => `${path}: ${message}`)
        if (reasons.join() === lastRefusal) return
        lastRefusal = reasons.join()
        logger.error({ problems: reasons }, 'TLS certificate not reloaded: the previous one stays in use')
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

/** The certificates of the listeners with TLS. */
export type CertificatePairs = Partial<Record<TlsListener, CertificatePair>>

export interface ServedCertificates {
  /** Earliest expiry, in epoch seconds; null: no certificates. */
  notAfterSeconds(): number | null
  current(): CertificatePairs
  /** Replaces those that differ. */
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
