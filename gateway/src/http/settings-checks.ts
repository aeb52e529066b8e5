import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { tcpPortOf } from '../config/addresses/own-address.ts'
import { hasBadSegment } from '../config/addresses/paths.ts'
import { fitsSocketAddress } from '../config/applications.ts'
import type { Config, LoginPageConfig } from '../config/schema/schema.ts'
import { codeOf, problemsOf } from '../config/sources/files.ts'
import { listProblems, type Problem, when } from '../problem.ts'
import { listServerCertificates, readCertificatePair } from './tls-files.ts'

/** Required by preload lists. Source: https://hstspreload.org/#submission-requirements */
const MIN_PRELOAD_SECONDS = 31_536_000

const LOGIN_PAGE_PARAMETERS =
  'reason prompt lang ui_locales tenant tenantId mode oobCode continueUrl apiKey code ref preview'.split(' ')

/** `hsts.preload` requires the other directives that preload lists demand. */
export function checkHstsPreload({ hsts }: LoginPageConfig): Problem[] {
  if (hsts === null || !hsts.preload) return []
  const path = 'hsts.preload'
  return listProblems(
    when(!hsts.includeSubDomains, {
      path,
      message: 'needs `includeSubDomains: true`',
      hint: 'Or remove it: it has no effect on its own.'
    }),
    when(hsts.maxAgeSeconds < MIN_PRELOAD_SECONDS, {
      path,
      message: `needs a \`maxAgeSeconds\` of at least ${MIN_PRELOAD_SECONDS}`,
      hint: 'A year; or remove it.'
    })
  )
}

/** Paths must be valid, distinct and not reserved; the redirect parameter must be free. */
export function checkPaths({ paths, account, redirectParameter }: LoginPageConfig): Problem[] {
  const names = Object.entries(paths).filter(([name]) => name !== 'account' || account.enabled)
  const problems = names.flatMap(([name, value], index) => {
    const earlier = names.slice(0, index).findLast(([other, path]) => other !== 'home' && path === value)
    const isEndpoint = name !== 'home'
    const path = `paths.${name}`
    return listProblems(
      ...checkPlace(path, value, { paths, account }),
      when(isEndpoint && value === paths.home, {
        path: 'paths.home',
        message: `is the same as ${path}`,
        hint: 'Redirects would loop.'
      }),
      when(isEndpoint && earlier !== undefined, {
        path,
        message: `is the same as paths.${earlier?.[0]}`,
        hint: 'Every endpoint needs its own path.'
      }),
      isEndpoint && value.endsWith('/') && { path, message: 'ends with a slash', hint: 'Such as `/login`.' },
      isEndpoint && TAKEN.test(value) && takenByGateway(path)
    )
  })
  const isTaken = LOGIN_PAGE_PARAMETERS.includes(redirectParameter)
  return listProblems(
    ...problems,
    when(isTaken, {
      path: 'redirectParameter',
      message: 'is a parameter of the login page itself',
      hint: `Such as \`redirect\` or \`next\`; reserved: ${LOGIN_PAGE_PARAMETERS.join(', ')}.`
    })
  )
}

/** The place of any path, including that of the start page. */
function checkPlace(
  path: string,
  value: string,
  { paths, account }: Pick<Config, 'paths' | 'account'>
): Problem[] {
  return listProblems(
    hasBadSegment(value) && { path, message: 'has an empty or a dot segment', hint: 'Such as `/login`.' },
    when(value.startsWith(`${paths.login}/`), {
      path,
      message: 'is below paths.login, which is reserved for the login page',
      hint: 'Choose another path.'
    }),
    when(account.enabled && value.startsWith(`${paths.account}/`), {
      path,
      message: 'is below paths.account, which is reserved for the account page',
      hint: 'Choose another path.'
    }),
    (value.startsWith('/__/') || value === '/.well-known/change-password') && takenByGateway(path)
  )
}

/** Reserved paths below `/_auth`: those of routes without a key, which a test compares. */
const TAKEN =
  /^\/_auth\/(assets\/|jwks\.json$|\.well-known(\/|$)|account(\/|$)|oauth(\/|$)|(arrive|begin|continue|firebase-token|form|language)$)/

function takenByGateway(path: string): Problem {
  return { path, message: 'is a path used by the gateway itself', hint: 'Choose another path.' }
}

/** Histogram buckets must ascend. */
export function checkDurationBuckets({ metrics: { durationBuckets } }: LoginPageConfig): Problem | null {
  const isAscending = durationBuckets.every((bound, index) => bound > (durationBuckets[index - 1] ?? 0))
  if (isAscending) return null
  return {
    path: 'metrics.durationBuckets',
    message: 'is not in ascending order',
    hint: 'List each bound once in ascending order, such as [0.01, 0.1, 1].'
  }
}

const HINT =
  'Create its folder with write access for the user of the gateway, or use `stdout` to write events to the log.'

/** The audit file must be appendable, going by permissions; nothing is created or opened. */
export function checkAuditFile({ audit: { to } }: Pick<Config, 'audit'>): Problem | null {
  if (to === 'stdout') return null
  try {
    const found = statSync(to, { throwIfNoEntry: false })
    if (found === undefined) accessSync(dirname(to), constants.W_OK | constants.X_OK)
    else if (isAppendable(found)) accessSync(to, constants.W_OK)
    else return { path: 'audit.to', message: `${to} is neither a file nor a pipe`, hint: HINT }
    return null
  } catch (err) {
    return auditFileProblem(err, `${to} cannot be opened for appending`)
  }
}

/** A problem with the audit file, with the system's error code such as `EACCES`. */
export function auditFileProblem(err: unknown, what: string): Problem {
  return { path: 'audit.to', message: `${what} (${codeOf(err)})`, hint: HINT }
}

/** Includes terminals and devices such as `/dev/stderr`. */
function isAppendable(found: Stats): boolean {
  return found.isFile() || found.isFIFO() || found.isCharacterDevice()
}

/** The public listener must have one address, not that of another one, and matching certificates. */
export function checkListeners(config: LoginPageConfig): Problem[] {
  const { listen, management } = config
  const { unix, fd, tls } = listen
  const port = tcpPortOf(listen)
  return listProblems(
    when(unix !== null && fd !== null, {
      path: 'listen.unix',
      message: 'cannot be combined with an inherited socket (`listen.fd`, or a systemd socket unit)',
      hint: 'Keep one of the two: with a socket unit, its `ListenStream` names the path.'
    }),
    when(unix !== null && tls !== null, {
      path: 'listen.tls',
      message: 'cannot be combined with listen.unix, where nothing leaves the machine',
      hint: 'Remove one of the two.'
    }),
    unix === null ? null : (checkSocketPath('listen.unix', unix) ?? checkFolder(unix)),
    ...listServerCertificates(config).flatMap(({ files, usage }) =>
      problemsOf(readCertificatePair(files, usage.section))
    ),
    when(port !== 0 && port === management.port, {
      path: 'management.port',
      message: 'is the same as listen.port',
      hint: 'Visitors must not reach the management listener.'
    })
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
