import type { ConnectionOptions } from 'node:tls'
import type { RedisOptions as AllRedisOptions, Cluster, Redis } from 'ioredis'
import { importIfInstalled } from '../config/package-files.ts'
import type { StoreConfig } from '../config/schema/schema.ts'
import { MAX_SECRET_BYTES, readBytes, readText } from '../config/sources/files.ts'
import type { Problem } from '../problem.ts'
import { parseStoreUrl, type StoreAddress } from './settings-checks.ts'

export type StoreClient = Redis | Cluster

type ClientSettings = Pick<StoreConfig, 'timeoutMs' | 'passwordFile' | 'caFile'>
type RedisOptions = Omit<AllRedisOptions, 'replyMapping'>

/** The used part of the client library. */
export type StoreLibrary = Pick<typeof import('ioredis'), 'Redis' | 'Cluster'>

export const NO_LIBRARY: Problem = {
  path: 'store',
  message: 'needs the package `ioredis`, which is not installed',
  hint: 'Install it beside the gateway: `npm install ioredis@6`.'
}

/** Maximum reconnect delay, in milliseconds: what was missed is read within a second. */
const MAX_PAUSE_MS = 1000
const CONNECT_TIMEOUT_MS = 2000

/** Where the store of a configuration is, with the client library. Null: there is no store. Invalid: the library is not installed. */
export async function findStore(store: StoreConfig | null) {
  const parsed = store?.url == null ? null : parseStoreUrl(store.url)
  if (store === null || parsed?.kind !== 'address') return null
  const library: StoreLibrary | null = await importIfInstalled(() => import('ioredis'))
  if (library === null) return { kind: 'invalid' as const, problems: [NO_LIBRARY] }
  return { kind: 'found' as const, library, address: parsed.address, settings: store }
}

/** A client that reconnects until closed. Without a connection commands fail at once. `onError` gets the cause, without secrets. */
export function createClient(
  { Redis, Cluster }: StoreLibrary,
  address: StoreAddress,
  settings: ClientSettings,
  onError: (detail: string) => void
): StoreClient {
  const options = buildOptions(address, settings)
  /** The password file may have changed. */
  const readAgain = (credentials: Pick<RedisOptions, 'password' | 'sentinelPassword'>) => {
    const password = readPassword(settings.passwordFile)
    if (password === undefined) return
    credentials.password = password
    if ('sentinelPassword' in credentials) credentials.sentinelPassword = password
  }
  const pauseMs = (attempts: number) => Math.min(50 * 2 ** Math.min(attempts, 10), MAX_PAUSE_MS)
  if (address.kind === 'cluster') {
    const cluster = new Cluster([...address.hosts], {
      redisOptions: options,
      enableOfflineQueue: false,
      lazyConnect: true,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      // Keep host names: certificates are checked against them.
      dnsLookup: (host, done) => done(null, host),
      clusterRetryStrategy(attempts) {
        readAgain(options)
        return pauseMs(attempts)
      }
    })
    return watched(cluster, onError)
  }
  const client: Redis = new Redis({
    ...options,
    ...placeOf(address, options),
    // Subscribers resubscribe themselves; an error of the library's own attempt would be lost.
    autoResubscribe: false,
    retryStrategy(attempts) {
      readAgain(client.options)
      return pauseMs(attempts)
    }
  })
  return watched(client, onError)
}

function buildOptions(address: StoreAddress, settings: ClientSettings): RedisOptions {
  const { timeoutMs, passwordFile, caFile } = settings
  const { username } = address
  const isSecured = address.kind !== 'socket' && address.tls
  const password = readPassword(passwordFile)
  return {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    connectTimeout: CONNECT_TIMEOUT_MS,
    connectionName: 'gatehouse',
    ...(username === null ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(isSecured ? { tls: tlsOf(caFile) } : {})
  }
}

/** How the certificate of a store is verified. `caFile`: null: by the public CAs. */
export function tlsOf(caFile: string | null): ConnectionOptions {
  if (caFile === null) return {}
  const read = readBytes(caFile, 'store.caFile')
  // Without any CA, nothing is trusted.
  return { ca: read.kind === 'read' ? read.content : [] }
}

function placeOf(
  address: Exclude<StoreAddress, { kind: 'cluster' }>,
  { password, tls }: RedisOptions
): RedisOptions {
  const db = address.database
  if (address.kind === 'socket') return { path: address.path, db }
  if (address.kind === 'server') return { host: address.host, port: address.port, db }
  return {
    sentinels: [...address.hosts],
    name: address.primary,
    db,
    sentinelRetryStrategy: (attempts) => Math.min(50 * attempts, MAX_PAUSE_MS),
    ...(password === undefined ? {} : { sentinelPassword: password }),
    ...(tls === undefined ? {} : { enableTLSForSentinelMode: true, sentinelTLS: tls })
  }
}

/** Undefined: not configured, or unreadable right now. */
function readPassword(file: string | null): string | undefined {
  if (file === null) return undefined
  const read = readText(file, 'store.passwordFile', MAX_SECRET_BYTES)
  return (read.kind === 'text' && read.text.trim()) || undefined
}

/** Without a listener, a connection error would end the process. */
function watched<Client extends StoreClient>(client: Client, onError: (detail: string) => void): Client {
  client.on('error', (err: Error) => onError(describeStoreError(err)))
  return client
}

/** Codes of Node (`ECONNREFUSED`) and the server (`WRONGPASS`, `OOM`). */
const CODE = /^[A-Z_]{2,40}$/

/** Error text if nothing says why the connection closed. */
export const CONNECTION_CLOSED = 'connection closed'

/** A short description without the command, whose arguments may be a password. */
export function describeStoreError(err: unknown): string {
  if (!(err instanceof Error)) return 'unknown error'
  if ('code' in err && typeof err.code === 'string' && CODE.test(err.code)) return err.code
  if (/timed out|ETIMEDOUT/i.test(err.message)) return 'timeout'
  const [word = ''] = err.message.split(' ', 1)
  if (CODE.test(word)) return word
  // The last node of an unreachable cluster tells why.
  if ('lastNodeError' in err && err.lastNodeError instanceof Error)
    return describeStoreError(err.lastNodeError)
  return CONNECTION_CLOSED
}
