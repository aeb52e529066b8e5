import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import type { RedisOptions as AllRedisOptions, Cluster, Redis } from 'ioredis'
import type { StoreAddress } from '../../config/addresses/store-address.ts'
import type { StoreConfig } from '../../config/schema/schema.ts'

export type StoreClient = Redis | Cluster

type RedisOptions = Omit<AllRedisOptions, 'replyMapping'>

/** The client library, as far as it is used. */
export type StoreLibrary = Pick<typeof import('ioredis'), 'Redis' | 'Cluster'>

/** Longest pause between two attempts to connect, in milliseconds: what was missed is read within a second. */
const MAX_PAUSE_MS = 1000
const CONNECT_TIMEOUT_MS = 2000

/** The library; null: it is not installed. Rejects when it is there and cannot be loaded. */
export async function loadStoreLibrary(): Promise<StoreLibrary | null> {
  try {
    return await import('ioredis')
  } catch (err) {
    if (err instanceof Error && 'code' in err && err.code === 'ERR_MODULE_NOT_FOUND') return null
    throw err
  }
}

/**
 * A client that connects by itself for as long as it is open. Commands are never queued and never sent again: they fail at once
 * without a connection. `onError`: told why connecting failed, in words without any secret.
 */
export function createClient(
  { Redis, Cluster }: StoreLibrary,
  address: StoreAddress,
  settings: Pick<StoreConfig, 'timeoutMs' | 'passwordFile' | 'caFile'>,
  onError: (detail: string) => void
): StoreClient {
  const options = buildOptions(address, settings)
  /** The file may hold another password than before. */
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
      // Names stay names: certificates are checked against them.
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
    // Who listens does so anew by itself; the library's own attempt would be refused unheard.
    autoResubscribe: false,
    retryStrategy(attempts) {
      readAgain(client.options)
      return pauseMs(attempts)
    }
  })
  return watched(client, onError)
}

function buildOptions(
  address: StoreAddress,
  { timeoutMs, passwordFile, caFile }: Pick<StoreConfig, 'timeoutMs' | 'passwordFile' | 'caFile'>
): RedisOptions {
  const { username } = address
  const isSecured = address.kind !== 'socket' && address.tls
  const password = readPassword(passwordFile)
  const tls: ConnectionOptions = caFile === null ? {} : { ca: readFileSync(caFile) }
  return {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    connectTimeout: CONNECT_TIMEOUT_MS,
    connectionName: 'gatehouse',
    ...(username === null ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(isSecured ? { tls } : {})
  }
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

/** Undefined: none is asked for, or the file cannot be read now. */
function readPassword(file: string | null): string | undefined {
  if (file === null) return undefined
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** Without a listener an error of a connection would end the process. */
function watched<Client extends StoreClient>(client: Client, onError: (detail: string) => void): Client {
  client.on('error', (err: Error) => onError(describeStoreError(err)))
  return client
}

/** Codes of Node (`ECONNREFUSED`) and of the server (`WRONGPASS`, `OOM`). */
const CODE = /^[A-Z_]{2,40}$/

/** What is said of a connection that is gone, when nothing says why. */
export const CONNECTION_CLOSED = 'connection closed'

/** Stands for replies that no store sends. */
export const PROTOCOL_ERROR = 'PROTOCOL'
const MARK = '1'
const MARK_TTL_MS = 1000

/**
 * Writes under this name and reads it back. Rejects with the refusal of the store, and with `PROTOCOL` when something answers that
 * is no store: no one reply fits both commands.
 */
export async function verifyStore(client: StoreClient, name: string): Promise<true> {
  const [written, found] = await Promise.all([client.set(name, MARK, 'PX', MARK_TTL_MS), client.get(name)])
  if (written === 'OK' && found === MARK) return true
  throw Object.assign(new Error('unexpected reply'), { code: PROTOCOL_ERROR })
}

/** In a word or two, without what the command was: its arguments may be a password. */
export function describeStoreError(err: unknown): string {
  if (!(err instanceof Error)) return 'unknown error'
  if ('code' in err && typeof err.code === 'string' && CODE.test(err.code)) return err.code
  if (/timed out|ETIMEDOUT/i.test(err.message)) return 'timeout'
  const [word = ''] = err.message.split(' ', 1)
  if (CODE.test(word)) return word
  // Of a cluster that cannot be reached at all, the last node tells why.
  if ('lastNodeError' in err && err.lastNodeError instanceof Error)
    return describeStoreError(err.lastNodeError)
  return CONNECTION_CLOSED
}
