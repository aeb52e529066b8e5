import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { listProblems, type Problem } from '../../problem.ts'
import { tcpPortOf } from '../addresses/own-address.ts'
import { fitsSocketAddress } from '../addresses/upstream-address.ts'
import { listServerCertificates, readCertificatePair } from '../certificates.ts'
import type { LoginPageConfig } from '../schema/schema.ts'
import { problemsOf } from '../sources/files.ts'

/** The public listener must have one address, not that of another one, and matching certificates. */
export function checkListeners(config: LoginPageConfig): Problem[] {
  const { listen, management } = config
  const { unix, fd, tls } = listen
  const port = tcpPortOf(listen)
  return listProblems(
    unix !== null &&
      fd !== null && {
        path: 'listen.unix',
        message: 'cannot be combined with an inherited socket (`listen.fd`, or a systemd socket unit)',
        hint: 'Keep one of the two: with a socket unit, its `ListenStream` names the path.'
      },
    unix !== null &&
      tls !== null && {
        path: 'listen.tls',
        message: 'cannot be combined with listen.unix, where nothing leaves the machine',
        hint: 'Remove one of the two.'
      },
    unix === null ? null : (checkSocketPath('listen.unix', unix) ?? checkFolder(unix)),
    ...listServerCertificates(config).flatMap(({ files, usage }) =>
      problemsOf(readCertificatePair(files, usage.section))
    ),
    port !== 0 &&
      port === management.port && {
        path: 'management.port',
        message: 'is the same as listen.port',
        hint: 'Visitors must not reach the management listener.'
      }
  )
}

/** Write permission is not checked: the gateway may run as another user. */
function checkFolder(socketPath: string): Problem | null {
  const folder = dirname(socketPath)
  const found = lookAt(folder)
  if (found === null || found?.isDirectory() === true) return null
  return {
    path: 'listen.unix',
    message: `the folder ${folder} does not exist`,
    hint: 'Create it with write access for the user of the gateway; systemd creates one in `/run` with `RuntimeDirectory=`.'
  }
}

/** Undefined if nothing is there, null if that is not visible to this user. */
function lookAt(path: string): Stats | undefined | null {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return null
  }
}

/** A Unix socket's path must be short enough, and name a socket or nothing. */
export function checkSocketPath(path: string, socketPath: string): Problem | null {
  if (!fitsSocketAddress(socketPath))
    return {
      path,
      message: 'is longer than the 107 bytes allowed for a Unix socket',
      hint: 'Choose a shorter path, such as `/run/app/app.sock`.'
    }
  if (lookAt(socketPath)?.isSocket() ?? true) return null
  return {
    path,
    message: 'is not a socket',
    hint: 'Something else has this name: use the path of the socket.'
  }
}
