import { createServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { realClock } from '../../async/schedule.ts'
import type { Config } from '../../config/schema/schema.ts'
import { type CertificatePair, readCertificatePair } from '../../config/tls/certificate-pair.ts'
import type { ServerCertificate } from '../../config/tls/certificate-warnings.ts'
import { type ListenPlan, planTcp } from '../../http/listening-server.ts'
import { createServedCertificate, type ServedCertificate } from './certificate-reload.ts'
import { planTls } from './tls.ts'
import { planUnixSocket } from './unix-socket.ts'

/** A plan with TLS, and its certificate. */
interface SecuredPlan {
  plan: ListenPlan
  certificate: ServedCertificate
}

/**
 * The same place with TLS. `given`: the certificate to begin with; left out: that of the files. Throws when those are no pair.
 * `offersHttp2`: see `planTls`.
 */
export function planSecured(
  place: ListenPlan,
  server: ServerCertificate,
  {
    logger,
    given,
    offersHttp2
  }: { logger: FastifyBaseLogger; given: CertificatePair | undefined; offersHttp2: boolean }
): SecuredPlan {
  const { files, usage } = server
  const first = given ?? readServerCertificate(server)
  const { plan, useCertificate } = planTls(place, first, { offersHttp2 })
  return {
    plan,
    certificate: createServedCertificate({ files, usage, first, use: useCertificate, logger, now: realClock })
  }
}

/** The certificate in the files of a listener. Throws when they are no pair. */
export function readServerCertificate({ files, usage }: ServerCertificate): CertificatePair {
  const read = readCertificatePair(files, usage.section)
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
