import type { FastifyBaseLogger } from 'fastify'
import {
  type CertificatePair,
  readCertificatePair,
  type ServerCertificate,
  type TlsListener,
  warnAboutDates
} from '../../config/certificates.ts'

/** Reads a listener's certificate. Throws if the files are not a valid pair. */
export function readServerCertificate({ files, usage }: ServerCertificate): CertificatePair {
  const read = readCertificatePair(files, usage.section)
  if (read.kind === 'invalid')
    throw new Error(read.problems.map(({ path, message }) => `${path} ${message}`).join('; '))
  return read
}

export interface ServedCertificateOptions {
  first: CertificatePair
  use: (pair: CertificatePair) => void
  logger: FastifyBaseLogger
  /** Epoch seconds. */
  now: () => number
}

export type ServedCertificate = ReturnType<typeof createServedCertificate>

/** Tracks the certificate of a listener last passed to `use`. */
export function createServedCertificate(
  { listener, files, usage }: ServerCertificate,
  { first, use, logger, now }: ServedCertificateOptions
) {
  let served = first
  let lastRefusal = ''

  function replace(pair: CertificatePair): void {
    served = pair
    use(pair)
  }

  return {
    listener,
    /** Expiry of the certificate, in epoch seconds. */
    notAfterSeconds: (): number => served.notAfterSeconds,
    current: (): CertificatePair => served,
    replace,
    /** Rereads the files and serves a new certificate. Invalid files change nothing and are logged once per content. */
    reload(): void {
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

export type ServedCertificates = ReturnType<typeof joinServedCertificates>

/** The certificates of several listeners as one. */
export function joinServedCertificates(all: readonly ServedCertificate[]) {
  return {
    /** Earliest expiry, in epoch seconds; null: no certificates. */
    notAfterSeconds: (): number | null =>
      all.length === 0 ? null : Math.min(...all.map((one) => one.notAfterSeconds())),
    current: (): CertificatePairs => Object.fromEntries(all.map((one) => [one.listener, one.current()])),
    /** Replaces those that differ. */
    replace(pairs: CertificatePairs): void {
      for (const one of all) {
        const pair = pairs[one.listener]
        if (pair !== undefined && pair.cert !== one.current().cert) one.replace(pair)
      }
    },
    reload(): void {
      for (const one of all) one.reload()
    }
  }
}
