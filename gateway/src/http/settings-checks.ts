import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UNIX_PEER } from '../config/addresses/networks.ts'
import { tcpPortOf } from '../config/addresses/own-address.ts'
import { hasBadSegment } from '../config/addresses/paths.ts'
import { isHttps, isLoopback, isThisMachine, parseUrl } from '../config/addresses/urls.ts'
import { fitsSocketAddress } from '../config/applications.ts'
import type { Config, LogLevel } from '../config/schema/schema.ts'
import { problemsOf } from '../config/sources/files.ts'
import { orNull } from '../errors.ts'
import { listProblems, listTexts, type Problem, when } from '../problem.ts'
import { listServerCertificates, readCertificatePair } from './tls-files.ts'

/** Required by preload lists. Source: https://hstspreload.org/#submission-requirements */
const MIN_PRELOAD_SECONDS = 31_536_000

const OTHER_PATH = 'Choose another path.'
const LOGIN_PAGE_PARAMETERS =
  'reason prompt lang ui_locales tenant tenantId mode oobCode continueUrl apiKey code ref preview'.split(' ')

/** `hsts.preload` requires the other directives that preload lists demand. */
export function checkHstsPreload({ hsts }: Config): Problem[] {
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
export function checkPaths({ paths, account, redirectParameter }: Config): Problem[] {
  const names = Object.entries(paths).filter(([name]) => name !== 'account' || account.enabled)
  const problems = names.flatMap(([name, value], index) => {
    const earlier = names.slice(0, index).findLast(([other, path]) => other !== 'home' && path === value)
    const isEndpoint = name !== 'home'
    const path = `paths.${name}`
    return listProblems(
      ...checkLocation(path, value, { paths, account }),
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

/** The location of any path, including that of the start page. */
function checkLocation(path: string, value: string, config: Pick<Config, 'paths' | 'account'>): Problem[] {
  const { paths, account } = config
  const isBelow = (page: 'login' | 'account') =>
    value.startsWith(`${paths[page]}/`) && {
      path,
      message: `is below paths.${page}, which is reserved for the ${page} page`,
      hint: OTHER_PATH
    }
  return listProblems(
    hasBadSegment(value) && { path, message: 'has an empty or a dot segment', hint: 'Such as `/login`.' },
    isBelow('login'),
    account.enabled && isBelow('account'),
    (value.startsWith('/__/') || value === '/.well-known/change-password') && takenByGateway(path)
  )
}

/** Reserved paths below `/_auth`: those of routes without a key, which a test compares. */
const TAKEN =
  /^\/_auth\/(assets\/|jwks\.json$|\.well-known(\/|$)|account(\/|$)|device\/(offer|register|refresh)$|oauth(\/|$)|(arrive|begin|continue|firebase-token|form|language)$)/

function takenByGateway(path: string): Problem {
  return { path, message: 'is a path used by the gateway itself', hint: OTHER_PATH }
}

/** The public listener must have one address, not that of another one, and matching certificates. */
export function checkListeners(config: Config): Problem[] {
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
  return orNull(() => statSync(path, { throwIfNoEntry: false }))
}

/** A Unix socket's path must be short enough, and name a socket or nothing. */
export function checkSocketPath(path: string, socketPath: string): Problem | null {
  if (!fitsSocketAddress(socketPath)) {
    const message = 'is longer than the 107 bytes allowed for a Unix socket'
    return { path, message, hint: 'Choose a shorter path, such as `/run/app/app.sock`.' }
  }
  if (lookAt(socketPath)?.isSocket() ?? true) return null
  const hint = 'Something else has this name: use the path of the socket.'
  return { path, message: 'is not a socket', hint }
}

/** Levels that omit access decisions. */
const QUIET_LEVELS: readonly LogLevel[] = ['warn', 'error', 'fatal', 'silent']

/** Where requests come in, and what is logged of them. */
export function listPlaceWarnings(config: Config): string[] {
  const { log, trustedProxies, forwardAuth, listen } = config
  const closedPort = findClosedPort(config)
  return listTexts(
    closedPort !== null &&
      `publicUrl: nothing listens on port ${closedPort} of this machine: set \`listen.port: ${closedPort}\`; if a proxy listens there, add it to \`trustedProxies\``,
    isPlainBeyondLoopback(config) && 'publicUrl: http sends session cookies in clear; use https',
    QUIET_LEVELS.includes(log.level) &&
      `log.level: \`${log.level}\` omits access decisions and the reasons of refused or failed requests; only security events are always written`,
    trustedProxies.some((network) => network.endsWith('/0')) &&
      'trustedProxies: a network that includes everyone lets clients choose their own address in logs and limits',
    (forwardAuth.trustedProxies ?? []).some((network) => network.endsWith('/0')) &&
      'forwardAuth.trustedProxies: a network that includes everyone lets anyone who reaches the listener send auth requests with any address, host and path; use the networks of your proxies',
    isBehindUnknownProxy(config) &&
      'trustedProxies: the list is empty, but publicUrl is https and `listen` is plain HTTP for other machines: visitors use a proxy that is not trusted, and share its address in logs, limits and network conditions; add the network of the proxy, such as `10.0.0.0/8`',
    listen.unix !== null &&
      !trustedProxies.includes(UNIX_PEER) &&
      'listen.unix: clients of a Unix socket have no address, so all visitors share one sign-in limit and the application gets no address; add `unix:` to `trustedProxies` to trust the `X-Forwarded-For` of the proxy that connects there'
  )
}

/** The port of `publicUrl` if it is one of this machine that neither the gateway nor a known proxy listens on. */
function findClosedPort({ publicUrl, listen, trustedProxies }: Config): number | null {
  const url = parseUrl(publicUrl)
  const port = tcpPortOf(listen)
  // Elsewhere, a container or another machine may map ports.
  const isOwn = isThisMachine(url?.hostname ?? '') && isThisMachine(listen.host) && listen.host !== '0.0.0.0'
  const isSpoken = isHttps({ publicUrl }) === (listen.tls !== null)
  if (!url?.port || !isOwn || !isSpoken || port === 0 || trustedProxies.length > 0) return null
  return Number(url.port) === port ? null : Number(url.port)
}

/** TLS ends at a proxy that is not trusted. Unix sockets have their own warning. */
function isBehindUnknownProxy(config: Config): boolean {
  const { listen, trustedProxies } = config
  const isReachable = listen.unix === null && listen.fd === null && !isLoopback(listen.host)
  return isHttps(config) && isReachable && listen.tls === null && trustedProxies.length === 0
}

export function isPlainBeyondLoopback({ publicUrl }: Config): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && !isLoopback(hostname)
}
