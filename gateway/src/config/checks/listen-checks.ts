import type { Problem } from '../../problem.ts'
import type { Config } from '../schema/schema.ts'
import { readCertificatePair } from '../tls/certificate-pair.ts'
import { listProblems } from './check.ts'
import { checkSocketPath } from './socket-checks.ts'

/** There is one place to listen, and what stands there is nothing else. */
export function checkListenPlace({ listen }: Pick<Config, 'listen'>): Problem[] {
  const { unix, fd, tls } = listen
  return listProblems(
    unix !== null &&
      fd !== null && {
        path: 'listen.unix',
        message: 'stands beside a socket that is handed over (`listen.fd`, or a systemd socket unit)',
        hint: 'Keep one of the two: with a socket unit, its `ListenStream` names the path.'
      },
    unix !== null &&
      tls !== null && {
        path: 'listen.tls',
        message: 'stands beside listen.unix, where nothing leaves the machine',
        hint: 'Leave one of the two out.'
      },
    unix === null ? null : checkSocketPath('listen.unix', unix)
  )
}

/** The files of TLS are a certificate and its key. */
export function checkCertificateFiles({ listen }: Pick<Config, 'listen'>): Problem[] {
  if (listen.tls === null) return []
  const pair = readCertificatePair(listen.tls, 'listen.tls')
  return pair.kind === 'wrong' ? pair.problems : []
}
