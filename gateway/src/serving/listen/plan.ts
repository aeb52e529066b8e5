import { createServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { realClock } from '../../async/schedule.ts'
import type { Config } from '../../config/schema/schema.ts'
import {
  type CertificateFiles,
  type CertificatePair,
  readCertificatePair
} from '../../config/tls/certificate-pair.ts'
import { SERVER_CERTIFICATE } from '../../config/tls/certificate-warnings.ts'
import { type ListenPlan, planTcp } from '../../http/listening-server.ts'
import { createServedCertificate, type ServedCertificate } from './certificate-reload.ts'
import { planTls } from './tls.ts'
import { planUnixSocket } from './unix-socket.ts'

/** How visitors come in. */
interface VisitorsPlan {
  plan: ListenPlan
  /** Null: without TLS. */
  certificate: ServedCertificate | null
}

/**
 * The plan that `listen` asks for. `given`: the certificate to begin with; null: that of the files. Throws when the files of TLS
 * are no pair.
 */
export function planVisitors(
  listen: Config['listen'],
  logger: FastifyBaseLogger,
  given: CertificatePair | null = null
): VisitorsPlan {
  const { tls: files } = listen
  const place = planPlace(listen)
  const first = given ?? readServerCertificate(files)
  if (files === null || first === null) return { plan: place, certificate: null }
  const { plan, useCertificate } = planTls(place, first)
  return {
    plan,
    certificate: createServedCertificate({ files, first, use: useCertificate, logger, now: realClock })
  }
}

/** The certificate in the files of `listen.tls`; null: there are none. Throws when they are no pair. */
export function readServerCertificate(files: CertificateFiles | null): CertificatePair | null {
  if (files === null) return null
  const read = readCertificatePair(files, SERVER_CERTIFICATE.section)
  if (read.kind === 'wrong')
    throw new Error(read.problems.map(({ path, message }) => `${path} ${message}`).join('; '))
  return read
}

/** Where visitors come in, whether or not they come with TLS. */
export function planPlace({ host, port, unix, fd }: Config['listen']): ListenPlan {
  if (fd !== null) return planDescriptor(fd)
  return unix === null ? planTcp({ host, port }) : planUnixSocket(unix)
}

/** Whoever hands it over keeps the socket too: connections wait in its queue while nobody accepts them. */
function planDescriptor(fd: number): ListenPlan {
  return { createServer, connectionEvent: 'connection', at: { fd } }
}

/** Where that is, for the log. */
export function describePlace({ host, unix, fd, tls }: Config['listen'], port: number): object {
  const isTls = tls === null ? {} : { tls: true }
  if (fd !== null) return { fd, port, ...isTls }
  return unix === null ? { host, port, ...isTls } : { unix }
}
