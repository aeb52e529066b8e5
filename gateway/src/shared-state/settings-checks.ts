import type { Config } from '../config/schema/schema.ts'
import { MAX_SECRET_BYTES, problemsOf, readText } from '../config/sources/files.ts'
import { listsSessions } from '../config/sources/platform.ts'
import { parseCertificate } from '../http/tls-files.ts'
import { listProblems, type Problem, when } from '../problem.ts'

export interface StoreHost {
  host: string
  port: number
}

/** A parsed `store.url`. `username` null: the default user. */
export type StoreAddress = { username: string | null } & (
  | { kind: 'server'; host: string; port: number; database: number; tls: boolean }
  | { kind: 'socket'; path: string; database: number }
  | { kind: 'sentinel'; hosts: readonly StoreHost[]; primary: string; database: number; tls: boolean }
  | { kind: 'cluster'; hosts: readonly StoreHost[]; tls: boolean }
)

/** An address or an error message without any part of the URL. */
type ParsedAddress =
  | { kind: 'address'; address: StoreAddress }
  | { kind: 'invalid'; message: string; hint: string }

const REDIS_PORT = 6379
const SENTINEL_PORT = 26379
const ADDRESS = /^(redis|rediss)(\+sentinel|\+cluster)?:\/\/(?:([^/@]*)@)?([^/@?#]+)(?:\/([^?#]*))?$/
const SOCKET = /^unix:(\/[^?#]+)(?:\?db=(\d{1,5}))?$/
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/i
const DATABASE = /^\d{1,5}$/
const FORMS =
  'For example redis://host:6379/0, rediss://host:6380, unix:/run/valkey.sock, redis+sentinel://host1,host2/NAME or redis+cluster://host1,host2.'

/** Parses `store.url`. Error messages do not quote it, since it may contain a password. */
export function parseStoreUrl(url: string): ParsedAddress {
  const [, path, socketDatabase = '0'] = SOCKET.exec(url) ?? []
  if (path !== undefined)
    return found({ kind: 'socket', path, database: Number(socketDatabase), username: null })
  const [, scheme, kind, user, names = '', rest = ''] = ADDRESS.exec(url) ?? []
  if (scheme === undefined) return invalid('is not a store URL')
  if (user?.includes(':'))
    return {
      kind: 'invalid',
      message: 'contains a password',
      hint: 'Put the password into a file that only the gateway can read, and set `store.passwordFile`.'
    }
  const hosts = readHosts(names, kind === '+sentinel' ? SENTINEL_PORT : REDIS_PORT)
  if (hosts === null) return invalid('has an invalid host or port')
  const tls = scheme === 'rediss'
  const username = user === undefined || user === '' ? null : user
  if (kind === '+cluster')
    return rest === ''
      ? found({ kind: 'cluster', hosts, tls, username })
      : invalid('has a database, which clusters do not support')
  if (kind === '+sentinel') {
    const [primary = '', database = '0', ...more] = rest.split('/')
    if (primary === '' || !DATABASE.test(database) || more.length > 0)
      return invalid('must end with the name of the primary, and optionally the database number')
    return found({ kind: 'sentinel', hosts, primary, database: Number(database), tls, username })
  }
  const [first, ...others] = hosts
  if (first === undefined || others.length > 0) return invalid('has several hosts for a single server')
  if (rest !== '' && !DATABASE.test(rest)) return invalid('has a database that is not a number')
  return found({ kind: 'server', ...first, database: Number(rest || '0'), tls, username })
}

function readHosts(names: string, standardPort: number): StoreHost[] | null {
  const hosts: StoreHost[] = []
  for (const name of names.split(',')) {
    const [, host, , port = String(standardPort)] = HOST.exec(name) ?? []
    if (host === undefined || Number(port) < 1 || Number(port) > 65535) return null
    hosts.push({ host: host.replace(/^\[|\]$/g, ''), port: Number(port) })
  }
  return hosts
}

const found = (address: StoreAddress): ParsedAddress => ({ kind: 'address', address })

const invalid = (message: string): ParsedAddress => ({ kind: 'invalid', message, hint: FORMS })

/** The address for the log, without credentials. */
export function describeStore(address: StoreAddress): string {
  if (address.kind === 'socket') return `unix:${address.path}`
  const hosts = 'hosts' in address ? address.hosts : [address]
  return hosts.map(({ host, port }) => `${host}:${port}`).join(',')
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** The store must have an address and readable files. Without one, nothing may be configured that needs it. */
export function checkStore(
  config: Pick<Config, 'store' | 'workers'> & { session: Pick<Config['session'], 'maxPerAccount'> }
): Problem[] {
  const { store } = config
  if (store === null)
    return listProblems(
      when(config.session.maxPerAccount > 0 && !listsSessions(config), {
        path: 'session.maxPerAccount',
        message: 'needs a `store` for more than one worker, as each knows its own sessions only',
        hint: 'Set `store.url`, or `workers: 1`.'
      })
    )
  const { url, urlFile, passwordFile, caFile } = store
  if (url === null) {
    const missing = { path: 'store.url', message: 'is required', hint: 'Or use a file, `store.urlFile`.' }
    return urlFile === null ? [missing] : []
  }
  const parsed = parseStoreUrl(url)
  const ca = caFile === null ? null : readText(caFile, 'store.caFile')
  const password =
    passwordFile === null ? null : readText(passwordFile, 'store.passwordFile', MAX_SECRET_BYTES)
  const isPlain = parsed.kind === 'address' && !('tls' in parsed.address && parsed.address.tls)
  return listProblems(
    parsed.kind === 'invalid' && {
      path: urlFile === null ? 'store.url' : 'store.urlFile',
      message: parsed.message,
      hint: parsed.hint
    },
    when(ca?.kind === 'text' && parseCertificate(ca.text) === null, {
      path: 'store.caFile',
      message: 'contains no certificate',
      hint: 'It must contain certificates in PEM, `-----BEGIN CERTIFICATE-----`.'
    }),
    when(ca !== null && isPlain, {
      path: 'store.caFile',
      message: 'has no effect without TLS',
      hint: 'Use `rediss:` in `store.url`, or remove the file.'
    }),
    ...problemsOf(ca, password),
    when(password?.kind === 'text' && password.text.trim() === '', {
      path: 'store.passwordFile',
      message: 'is an empty file',
      hint: 'It must contain only the password.'
    })
  )
}

export function listStoreWarnings({ store }: Pick<Config, 'store'>): string[] {
  const parsed = store === null || store.url === null ? null : parseStoreUrl(store.url)
  if (parsed?.kind !== 'address' || parsed.address.kind === 'socket') return []
  const { address } = parsed
  const hosts = 'hosts' in address ? address.hosts : [address]
  if (hosts.every(({ host }) => LOOPBACK.test(host))) return []
  if (store?.passwordFile === null)
    return [
      'store.passwordFile: without a password anyone who reaches the store can exhaust rate limits and slow down refreshes; sessions cannot be read or forged'
    ]
  return address.tls
    ? []
    : ['store.url: without TLS the password of the store is sent unencrypted; use `rediss:`']
}
